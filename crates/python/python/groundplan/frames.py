"""
Answer sets as rows, and as data frames where pandas is there. `Model.to_dicts` and `Model.to_frame` call this, too.

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
import re
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from groundplan.symbol import Symbol, SymbolType

if TYPE_CHECKING:
    from groundplan.solving import Model

__all__ = ["dicts", "frame", "frames", "value"]

_SIGNATURE = re.compile(r"(-?)([_']*[a-z][A-Za-z0-9_']*)/([0-9]+)")


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


def dicts(
    model: Model, signature: str, columns: Optional[Sequence[str]] = None
) -> List[Dict[Any, Union[int, str]]]:
    """
    A dictionary for each atom of a predicate, shown or not, and for each shown term of this name and number of arguments.

    Parameters
    ----------
    model
        The answer set.
    signature
        The predicate, as in `p/2` or `-p/2`. One that the answer set does not have gives no rows.
    columns
        The keys; without them, the positions of the arguments, counted from 1.
    """
    keys, rows = _rows(model, signature, columns)
    return [dict(zip(keys, row)) for row in rows]


def frame(model: Model, signature: str, columns: Optional[Sequence[str]] = None) -> Any:
    """
    The rows of `dicts` as a `pandas.DataFrame`, which has its columns even without rows. Needs pandas.

    Parameters
    ----------
    model, signature, columns
        As of `dicts`.
    """
    make = require().DataFrame
    keys, rows = _rows(model, signature, columns)
    return make(rows, columns=keys, index=range(len(rows)))


def _rows(
    model: Model, signature: str, columns: Optional[Sequence[str]]
) -> Tuple[List[Any], List[List[Union[int, str]]]]:
    """The keys and the rows of a predicate."""
    found = _SIGNATURE.fullmatch(signature)
    if found is None:
        raise ValueError(f"{signature!r} is no signature: it is a name and a number of arguments, as in 'at/2'")
    sign, name, arity = found[1], found[2], int(found[3])
    if isinstance(columns, str):
        raise TypeError(f"`columns` is a list of names, not {columns!r}")
    keys: List[Any] = list(range(1, arity + 1) if columns is None else columns)
    if len(keys) != arity:
        raise ValueError(f"{signature} has {arity} arguments, and `columns` has {len(keys)} names")
    if len(set(keys)) != arity:
        raise ValueError(f"`columns` has the same name twice: {keys}")
    # An atom may be shown as a term as well.
    symbols = dict.fromkeys(model.symbols(atoms=True, terms=True))
    wanted = [it for it in symbols if it.type == SymbolType.Function and it.match(name, arity, not sign)]
    return keys, [[value(argument) for argument in it.arguments] for it in wanted]


def require() -> Any:
    """
    The module pandas; ImportError with advice if it is not there.
    """
    try:
        return importlib.import_module("pandas")
    except ImportError as error:
        raise ImportError("data frames need pandas: pip install pandas") from error
