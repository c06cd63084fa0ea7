"""The values in nodes besides other nodes: locations, and sequences of nodes and of strings."""

from functools import total_ordering
from typing import Any, Iterable, MutableSequence, NamedTuple, Sequence, Union

from .._core import AST, Items, Symbol, make_node
from .kinds import ASTType

__all__ = ["ASTSequence", "ASTUpdate", "ASTValue", "Location", "Position", "StrSequence"]


class Position(NamedTuple):
    """A place in a text; columns are counted in bytes."""

    filename: str
    """The file's name."""
    line: int
    """The line, from 1."""
    column: int
    """The column, from 1."""


class Location(NamedTuple):
    """A range of a text."""

    begin: Position
    """Where it begins."""
    end: Position
    """Where it has ended."""


@total_ordering
class _Sequence(Items, MutableSequence[Any]):
    """What the sequences have in common. They are those of nodes, which change with them."""

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __lt__(self, other: Any) -> bool:
        return list(self) < list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __str__(self) -> str:
        return str(list(self))

    def __repr__(self) -> str:
        return repr(list(self))

    def __reduce__(self) -> Any:
        return type(self), (list(self),)


class StrSequence(_Sequence):
    """Texts of a node; those that are made are of a node of their own."""

    def __new__(cls, items: Iterable[str] = ()) -> "StrSequence":
        return super().__new__(cls, make_node(ASTType.TheoryGuardDefinition.value, items, ""), "operators")


class ASTSequence(_Sequence):
    """Nodes of a node; those that are made are of a node of their own."""

    def __new__(cls, items: Iterable[AST] = ()) -> "ASTSequence":
        return super().__new__(cls, make_node(ASTType.TheoryUnparsedTerm.value, _NOWHERE, items), "elements")


_NOWHERE = Location(Position("", 1, 1), Position("", 1, 1))

ASTValue = Union[str, int, Symbol, Location, None, AST, StrSequence, ASTSequence]
ASTUpdate = Union[str, int, Symbol, Location, None, AST, Sequence[str], Sequence[AST]]
