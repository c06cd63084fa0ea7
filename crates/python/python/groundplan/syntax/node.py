"""Nodes, and sequences of them. What nodes mean to each other does not depend on where they were read."""

from functools import total_ordering
from typing import Any, Callable, Dict, Iterable, List, MutableSequence, NamedTuple, Sequence, Tuple, Union

from .._core import Symbol
from .kinds import FIELDS, ASTType
from .printing import text
from .unpool import unpool

__all__ = ["AST", "ASTSequence", "ASTUpdate", "ASTValue", "Location", "Position", "StrSequence", "make", "read"]


class Position(NamedTuple):
    """A place in a text; columns are counted in bytes."""

    filename: str
    """The file's name."""
    line: int
    """The line, from 1."""
    column: int
    """The column, from 1."""


class Location(NamedTuple):
    """A stretch of text."""

    begin: Position
    """Where it begins."""
    end: Position
    """Where it has ended."""


@total_ordering
class _Items(MutableSequence[Any]):
    """A list that knows what may be in it."""

    _item: type = object

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._list = [self._checked(item) for item in items]

    @classmethod
    def _of(cls, items: Iterable[Any]) -> "_Items":
        """Of items that are known to be what may be in it."""
        made = cls.__new__(cls)
        made._list = list(items)
        return made

    def _checked(self, item: Any) -> Any:
        if not isinstance(item, self._item):
            raise TypeError(f"the sequence takes {self._item.__name__}, not {type(item).__name__}")
        return item

    def __len__(self) -> int:
        return len(self._list)

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


@total_ordering
class AST:
    """A node of a syntax tree. Its attributes are those of its kind; functions of `ast` that are called as the kinds make
    nodes. Nodes are compared and ordered by what they say, and not by where they were read."""

    __slots__ = ("_type", "_values")
    _type: ASTType
    _values: Dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self._values:
            return self._values[name]
        raise AttributeError(f"a node {self._type.name if name[0] != '_' else ''} has no attribute `{name}`")

    def __setattr__(self, name: str, value: Any) -> None:
        for own, where, check in _CHECKS[self._type]:
            if own == name:
                self._values[name] = check(where, value)
                return
        raise AttributeError(f"a node {self._type.name} has no attribute `{name}`")

    @property
    def ast_type(self) -> ASTType:
        """The kind of the node."""
        return self._type

    @property
    def child_keys(self) -> List[str]:
        """The names of the attributes that hold nodes."""
        return [name for name, what in FIELDS[self._type] if what in "aoA"]

    def keys(self) -> List[str]:
        """The names of the attributes."""
        return list(self._values)

    def values(self) -> "List[ASTValue]":
        """What the attributes hold."""
        return list(self._values.values())

    def items(self) -> "List[Tuple[str, ASTValue]]":
        """The names of the attributes with what they hold."""
        return list(self._values.items())

    def update(self, **kwargs: "ASTUpdate") -> "AST":
        """A copy with other attributes; the node itself where none are given."""
        if not kwargs:
            return self
        return make(self._type, *(kwargs.get(name, value) for name, value in self._values.items()))

    def unpool(self, other: bool = True, condition: bool = True) -> "List[AST]":
        """The nodes without pools that it stands for. `condition` alone only takes the pools out of the condition of a
        conditional literal, `other` alone all but those."""
        return unpool(self, other, condition)

    def __copy__(self) -> "AST":
        return make(self._type, *self._values.values())

    def __deepcopy__(self, memo: Any) -> "AST":
        return make(self._type, *map(_deep, self._values.values()))

    def __reduce__(self) -> Any:
        return _remake, (self._type.name, list(map(_plain, self._values.values())))

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, AST):
            return NotImplemented
        return self is other or (self._type is other._type and _key(self) == _key(other))

    def __lt__(self, other: Any) -> bool:
        if not isinstance(other, AST):
            return NotImplemented
        return bool(_key(self) < _key(other))

    def __hash__(self) -> int:
        return hash(_key(self))

    def __str__(self) -> str:
        return text(self)

    def __repr__(self) -> str:
        return f"ast.{self._type.name}({', '.join(map(repr, self._values.values()))})"


class ASTSequence(_Items):
    """Nodes of a node."""

    _item = AST


ASTValue = Union[str, int, Symbol, Location, None, AST, StrSequence, ASTSequence]
ASTUpdate = Union[str, int, Symbol, Location, None, AST, Sequence[str], Sequence[AST]]


def _one(kind: Any, name: str) -> Callable[[str, Any], Any]:
    def check(where: str, value: Any) -> Any:
        if isinstance(value, kind):
            return value
        raise TypeError(f"{where} is {name}, not {type(value).__name__}")

    return check


def _number(where: str, value: Any) -> int:
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"{where} is a number, not {type(value).__name__}")


# Checks a value for an attribute, and gives what is kept of it, by what the attribute holds.
_VALUE: Dict[str, Callable[[str, Any], Any]] = {
    "L": _one(Location, "a location"),
    "s": _one(str, "a text"),
    "n": _number,
    "y": _one(Symbol, "a symbol"),
    "a": _one(AST, "a node"),
    "o": _one((AST, type(None)), "a node or None"),
    "A": lambda where, value: ASTSequence(value),
    "S": lambda where, value: StrSequence(value),
}
# The attributes of a node of each kind, with what messages call them and what checks their values.
_CHECKS = {
    kind: [(name, f"{kind.name}.{name}", _VALUE[what]) for name, what in fields] for kind, fields in FIELDS.items()
}


# The same for values that are known to be right: what is kept of those that are not kept as they are.
_KEPT: Dict[str, Callable[[Any], Any]] = {"n": int, "A": ASTSequence._of, "S": StrSequence._of}
_NAMES = {kind: tuple(name for name, _ in fields) for kind, fields in FIELDS.items()}
_CHANGES = {
    kind: tuple((name, _KEPT[what]) for name, what in fields if what in _KEPT) for kind, fields in FIELDS.items()
}
# Past the checks of `__setattr__`.
_set_type: Callable[[AST, ASTType], None] = AST.__dict__["_type"].__set__
_set_values: Callable[[AST, Dict[str, Any]], None] = AST.__dict__["_values"].__set__


def make(kind: ASTType, *values: Any) -> AST:
    """A node of a kind, of the values of its attributes in their order."""
    node = AST.__new__(AST)
    _set_type(node, kind)
    _set_values(node, {key: check(where, value) for (key, where, check), value in zip(_CHECKS[kind], values)})
    return node


def read(kind: ASTType, *values: Any) -> AST:
    """The same of values that whoever has read a text knows to be right: this is most of what reading costs."""
    node = AST.__new__(AST)
    kept = dict(zip(_NAMES[kind], values))
    for name, change in _CHANGES[kind]:
        kept[name] = change(kept[name])
    _set_type(node, kind)
    _set_values(node, kept)
    return node


def _deep(value: Any) -> Any:
    if isinstance(value, AST):
        return value.__deepcopy__(None)
    return list(map(_deep, value)) if isinstance(value, ASTSequence) else value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, _Items) else value


def _remake(kind: str, values: List[Any]) -> AST:
    return make(ASTType[kind], *values)


def _key(value: Any) -> Any:
    """What nodes are compared by. None is before every node."""
    if isinstance(value, AST):
        parts = [_key(part) for name, part in value._values.items() if name != "location"]
        return (value._type.value, *parts)
    if value is None:
        return ()
    return tuple(map(_key, value)) if isinstance(value, _Items) else value
