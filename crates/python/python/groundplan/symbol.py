"""Ground terms: how to make, compare and read them."""

from typing import Callable, Optional

from . import _core
from ._core import Function, Number, String, Symbol, Tuple_
from .core import Logger, MessageCode, SymbolType

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

Infimum: Symbol = _core._infimum()
"""`#inf`, which precedes every other symbol."""

Supremum: Symbol = _core._supremum()
"""`#sup`, which follows every other symbol."""


def parse_term(
    string: str, logger: Optional[Logger] = None, message_limit: int = 20
) -> Symbol:
    """Read a ground term, in which arithmetic is evaluated.

    A text that is none raises RuntimeError; `logger` is told as well.
    """
    try:
        return _core._parse_term(string)
    except RuntimeError as error:
        if logger is not None and message_limit > 0:
            logger(MessageCode.RuntimeError, str(error))
        raise
