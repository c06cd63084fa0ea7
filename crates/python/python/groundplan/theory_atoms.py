"""The atoms of theories in a ground program."""

from ._core import TheoryAtom, TheoryElement, TheoryTerm
from .core import OrderedEnum

__all__ = ["TheoryAtom", "TheoryElement", "TheoryTerm", "TheoryTermType"]


class TheoryTermType(OrderedEnum):
    """The kind of a term of a theory."""

    Function = 3
    List = 1
    Number = 4
    Set = 2
    Symbol = 5
    Tuple = 0
