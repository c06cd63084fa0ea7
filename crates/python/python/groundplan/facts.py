"""Facts of Python's values: what `Control.add_facts` writes.

| Python | term |
|---|---|
| `int`, and what counts as one, such as numpy's integers | a number, of up to 64 bits |
| `str` | a string, always; with `constants=True`, a constant |
| `tuple` | a tuple |
| an object of a dataclass | a function, called as the class is, with an argument for each field |
| `Symbol` | itself |

Nothing else is a term, and nothing is guessed: `bool`, `float` and missing values raise, and the message says in which row.
"""

from __future__ import annotations

import dataclasses
import operator
import re
from typing import Any, Iterable, Iterator, List, Optional, Sequence, Tuple

from ._core import Function, Number, String, Symbol, Tuple_
from .core import SymbolType

__all__ = ["written"]

_NAME = re.compile(r"[_']*[a-z][A-Za-z0-9_']*")
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def written(predicate: Optional[str], rows: Any, constants: bool) -> str:
    """The facts as a text, one a line. Without a predicate, each row is an object of a dataclass, or a Symbol."""
    if predicate is None:
        return "".join(f"{_fact(it, number, constants)}.\n" for number, it in _numbered(rows))
    sign, name = ("-", predicate[1:]) if predicate.startswith("-") else ("", predicate)
    if not _is_name(name):
        raise ValueError(f"{predicate!r} is no name of a predicate: that begins with a small letter, as in 'at'")
    lines = []
    arity = None
    for number, names, row in _rows(rows):
        if arity is None:
            arity = len(row)
        elif len(row) != arity:
            raise ValueError(f"row {number} has {_counted(len(row))}, and the first one has {_counted(arity)}")
        fact = Function(name, _arguments(row, names, f"row {number}", constants))
        lines.append(f"{sign}{fact}.\n")
    return "".join(lines)


def _counted(arity: int) -> str:
    return "1 argument" if arity == 1 else f"{arity} arguments"


def _is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and name != "not"


def _numbered(rows: Any) -> Iterator[Tuple[int, Any]]:
    """The rows of an iterable, counted from 1."""
    is_row = isinstance(rows, (str, bytes, Symbol, dict)) or _is_dataclass(rows)
    if is_row or not hasattr(rows, "__iter__"):
        raise TypeError(f"the facts are a list of rows or a data frame, not {rows!r}")
    return enumerate(rows, 1)


def _rows(rows: Any) -> Iterator[Tuple[int, Optional[Sequence[Any]], Sequence[Any]]]:
    """Each row with its number and the names of its columns, if they have some."""
    if hasattr(rows, "columns"):
        # A data frame: of polars, or of pandas and what has its methods.
        if hasattr(rows, "iter_rows"):
            for number, row in enumerate(rows.iter_rows(), 1):
                yield number, rows.columns, row
            return
        if hasattr(rows, "itertuples"):
            names = list(rows.columns)
            for number, row in enumerate(rows.itertuples(index=False, name=None), 1):
                yield number, names, row
            return
    for number, row in _numbered(rows):
        if _is_dataclass(row):
            names = [field.name for field in dataclasses.fields(row)]
            yield number, names, [getattr(row, name) for name in names]
        elif isinstance(row, (tuple, list)):
            yield number, getattr(row, "_fields", None), row
        else:
            raise TypeError(
                f"row {number} is {row!r}: a row is a tuple with the arguments of one fact, also of one argument, as in (1,)"
            )


def _is_dataclass(value: Any) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def _fact(value: Any, number: int, constants: bool) -> Symbol:
    """The fact that an object is."""
    where = f"fact {number}"
    if isinstance(value, Symbol):
        if value.type != SymbolType.Function or not value.name:
            raise TypeError(f"{where} is the term {value}, which is no atom")
        return _writable(value, where)
    if not _is_dataclass(value):
        raise TypeError(
            f"{where} is {value!r}, which has no name of a predicate: give it first, as in add_facts('at', rows), or give "
            "objects of a dataclass"
        )
    return _function(value, where, constants)


def _function(value: Any, where: str, constants: bool) -> Symbol:
    """An object of a dataclass as a function: the name of the class in small letters, with an underscore between words."""
    name = _WORD.sub("_", type(value).__name__).lower()
    if not _is_name(name):
        raise ValueError(f"{where}: {type(value).__name__!r} gives no name of a predicate or function: give one")
    names = [field.name for field in dataclasses.fields(value)]
    return Function(name, _arguments([getattr(value, it) for it in names], names, where, constants))


def _arguments(row: Iterable[Any], names: Optional[Sequence[Any]], where: str, constants: bool) -> List[Symbol]:
    if names is None:
        return [_term(value, f"{where}, argument {place}", constants) for place, value in enumerate(row, 1)]
    return [_term(value, f"{where}, `{name}`", constants) for name, value in zip(names, row)]


def _term(value: Any, where: str, constants: bool) -> Symbol:
    if isinstance(value, Symbol):
        return _writable(value, where)
    if isinstance(value, str):
        if not constants:
            return String(value)
        if not _is_name(value):
            raise ValueError(f"{where}: {value!r} is no constant, which begins with a small letter, as in 'monday'")
        return Function(value)
    if type(value).__name__ in ("bool", "bool_"):
        # That of Python, or one of numpy's.
        raise TypeError(f"{where}: {value!r} is no term: give 0 or 1, or leave the fact out where it is false")
    if isinstance(value, tuple):
        return Tuple_([_term(it, f"{where}, place {place}", constants) for place, it in enumerate(value, 1)])
    if _is_dataclass(value):
        return _function(value, where, constants)
    try:
        number = operator.index(value)
    except TypeError:
        raise _refused(value, where) from None
    try:
        return Number(number)
    except OverflowError:
        raise ValueError(f"{where}: {number} is too large: a number has up to 64 bits") from None


def _writable(symbol: Symbol, where: str) -> Symbol:
    """A symbol that a text can have: names of any letters are taken by `Function`."""
    open_ = [symbol]
    while open_:
        term = open_.pop()
        if term.type == SymbolType.Function:
            if term.name and not _is_name(term.name):
                raise ValueError(f"{where}: {term.name!r} is no name that a program can write")
            open_.extend(term.arguments)
    return symbol


def _refused(value: Any, where: str) -> Exception:
    """Why a value is no term."""
    if _is_missing(value):
        return ValueError(f"{where}: the value is missing ({value!r}): leave the fact out, or give a value")
    if isinstance(value, float):
        return TypeError(f"{where}: {value!r} is a float, and a program has whole numbers only: give an int")
    return TypeError(
        f"{where}: {value!r} of the type {type(value).__name__} is no term: give an int, a str, a tuple or a Symbol"
    )


def _is_missing(value: Any) -> bool:
    """Whether this is None, or one of the values by which data frames say that there is none: they differ from themselves."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except Exception:
        # pandas.NA is not even known to differ.
        return type(value).__name__ == "NAType"
