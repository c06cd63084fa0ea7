"""Ground terms: how to make, compare and read them."""

import re
from typing import Any, Callable, List, Optional, Sequence, Type

from . import _core
from ._core import Symbol
from .core import MessageCode, OrderedEnum, SymbolType

__all__ = [
    "Function",
    "Infimum",
    "Number",
    "String",
    "Supremum",
    "Symbol",
    "SymbolType",
    "Tuple_",
    "parse_term",
]


class SymbolNumber(int):
    """The `_rep` of a symbol: a number that equal symbols share, from which `Symbol` makes the symbol again."""

    symbol: Symbol

    def __new__(cls, number: int, symbol: Symbol) -> "SymbolNumber":
        made = super().__new__(cls, number)
        made.symbol = symbol
        return made

    def __reduce__(self) -> Any:
        return SymbolNumber, (int(self), self.symbol)


def derived(kind: Type[Symbol], symbol: Symbol) -> Symbol:
    """An object of a class derived from `Symbol` that stands for a symbol: what unpickling and copying call."""
    made = kind.__new__(kind)
    Symbol.__init__(made, symbol._rep)
    return made


def Function(name: str, arguments: Sequence[Symbol] = [], positive: bool = True) -> Symbol:
    """A function, or without arguments a constant, or with an empty name a tuple; `positive=False` puts a `-` before it."""
    return _core.Function(name, arguments, positive)


def Number(number: int) -> Symbol:
    """A number, of up to 64 bits."""
    return _core.Number(number)


def String(string: str) -> Symbol:
    """A string."""
    return _core.String(string)


def Tuple_(arguments: Sequence[Symbol]) -> Symbol:
    """A tuple."""
    return _core.Tuple_(arguments)


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')

Infimum: Symbol = _core._infimum()
"""`#inf`, which precedes every other symbol."""

Supremum: Symbol = _core._supremum()
"""`#sup`, which follows every other symbol."""


def parse_term(
    string: str, logger: Optional[Callable[[MessageCode, str], None]] = None, message_limit: int = 20
) -> Symbol:
    """Read a ground term, in which arithmetic is evaluated.

    A text that is none raises RuntimeError, which says what is wrong with it.
    """
    if isinstance(string, str) and "%" in _STRING.sub("", string):
        raise RuntimeError(f"`{string}` is no term: a term has no comments")
    return _core._parse_term(string)
