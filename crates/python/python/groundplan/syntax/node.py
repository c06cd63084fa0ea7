"""The values in nodes besides other nodes: locations, and sequences of nodes and of strings."""

from functools import total_ordering
from typing import Any, Iterable, Iterator, List, MutableSequence, NamedTuple, Sequence, Union

from .._core import AST, Symbol

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
class _Items(MutableSequence[Any]):
    """A list that checks the type of its items."""

    _item: type = object

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._list = [self._checked(item) for item in items]

    @classmethod
    def _of(cls, items: List[Any]) -> "_Items":
        """With a list that is known to have what may be in it. Nodes know that list: it stays the same one."""
        made = cls.__new__(cls)
        made._list = items
        return made

    def _checked(self, item: Any) -> Any:
        if not isinstance(item, self._item):
            raise TypeError(f"the sequence takes {self._item.__name__}, not {type(item).__name__}")
        return item

    def __len__(self) -> int:
        return len(self._list)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._list)

    def __getitem__(self, index: Any) -> Any:
        return self._list[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._list[index] = [self._checked(item) for item in value] if isinstance(index, slice) else self._checked(value)

    def __delitem__(self, index: Any) -> None:
        del self._list[index]

    def insert(self, index: int, value: Any) -> None:
        """Put an item before the one with this index."""
        self._list.insert(index, self._checked(value))

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Sequence) and self._list == list(other)

    def __lt__(self, other: Any) -> bool:
        return self._list < list(other)

    def __hash__(self) -> int:
        return hash(tuple(self._list))

    def __str__(self) -> str:
        return str(self._list)

    def __repr__(self) -> str:
        return repr(self._list)


class StrSequence(_Items):
    """Texts of a node."""

    _item = str


class ASTSequence(_Items):
    """Nodes of a node."""

    _item = AST


ASTValue = Union[str, int, Symbol, Location, None, AST, StrSequence, ASTSequence]
ASTUpdate = Union[str, int, Symbol, Location, None, AST, Sequence[str], Sequence[AST]]
