"""
Answer sets as data frames, where pandas is there.

    >>> from groundplan import Control, frames
    >>> control = Control()
    >>> control.add("p(1,a). p(2,b).")
    >>> control.ground()
    >>> with control.solve(yield_=True) as handle:
    ...     print(frames.frames(next(iter(handle)).symbols(atoms=True))["p/2"])
       1  2
    0  1  a
    1  2  b
"""

from __future__ import annotations

import importlib
from typing import Any, Dict, Iterable, List, Union

from groundplan.symbol import Symbol, SymbolType

__all__ = ["frames", "value"]


def value(symbol: Symbol) -> Union[int, str]:
    """
    What stands for a symbol in a data frame: an integer for a number, the text of a string without its quotes, and for all
    else the term as it is written.
    """
    if symbol.type == SymbolType.Number:
        return symbol.number
    if symbol.type == SymbolType.String:
        return symbol.string
    return str(symbol)


def frames(symbols: Iterable[Symbol]) -> Dict[str, Any]:
    """
    A `pandas.DataFrame` for each signature, as in `p/2` or `-p/2`: a row for each atom, a column for each argument, counted from 1.

    What is no function is left out. Needs pandas.

    Parameters
    ----------
    symbols
        The atoms, as of `Model.symbols`.
    """
    rows: Dict[str, List[List[Union[int, str]]]] = {}
    for symbol in symbols:
        if symbol.type == SymbolType.Function:
            sign = "" if symbol.positive else "-"
            arguments = list(symbol.arguments)
            rows.setdefault(f"{sign}{symbol.name}/{len(arguments)}", []).append([value(it) for it in arguments])
    make = require().DataFrame
    return {
        signature: make(found, columns=range(1, len(found[0]) + 1), index=range(len(found)))
        for signature, found in rows.items()
    }


def require() -> Any:
    """
    The module pandas; ImportError with advice if it is not there.
    """
    try:
        return importlib.import_module("pandas")
    except ImportError as error:
        raise ImportError("data frames need pandas: pip install pandas") from error
