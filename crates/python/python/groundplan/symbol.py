"""Ground terms: how to make, compare and read them."""

import re
from typing import Optional

from . import _core
from ._core import Function, Number, String, Symbol, Tuple_
from .core import Logger, SymbolType

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

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')

Infimum: Symbol = _core._infimum()
"""`#inf`, which precedes every other symbol."""

Supremum: Symbol = _core._supremum()
"""`#sup`, which follows every other symbol."""


def parse_term(
    string: str, logger: Optional[Logger] = None, message_limit: int = 20
) -> Symbol:
    """Read a ground term, in which arithmetic is evaluated.

    A text that is none raises RuntimeError, which says what is wrong with it.
    """
    if isinstance(string, str) and "%" in _STRING.sub("", string):
        raise RuntimeError(f"`{string}` is no term: a term has no comments")
    return _core._parse_term(string)
