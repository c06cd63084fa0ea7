"""Names and enumerations that the other modules share."""

from enum import Enum
from typing import Any, Callable, Tuple

__all__ = ["Logger", "MessageCode", "OrderedEnum", "TruthValue", "version"]


class OrderedEnum(Enum):
    """An enumeration whose members are ordered by their values."""

    def __ge__(self, other: Any) -> bool:
        if self.__class__ is other.__class__:
            return bool(self.value >= other.value)
        return NotImplemented

    def __gt__(self, other: Any) -> bool:
        if self.__class__ is other.__class__:
            return bool(self.value > other.value)
        return NotImplemented

    def __le__(self, other: Any) -> bool:
        if self.__class__ is other.__class__:
            return bool(self.value <= other.value)
        return NotImplemented

    def __lt__(self, other: Any) -> bool:
        if self.__class__ is other.__class__:
            return bool(self.value < other.value)
        return NotImplemented


def version() -> Tuple[int, int, int]:
    """The version of clingo whose names and meanings these are."""
    return (5, 8, 3)


class MessageCode(OrderedEnum):
    """The topic of a message."""

    AtomUndefined = 2
    FileIncluded = 3
    GlobalVariable = 5
    OperationUndefined = 0
    Other = 6
    RuntimeError = 1
    VariableUnbounded = 4


Logger = Callable[[MessageCode, str], None]


class TruthValue(OrderedEnum):
    """The value of an external atom."""

    False_ = 2
    Free = 0
    True_ = 1
    Release = 3


class SymbolType(OrderedEnum):
    """The kind of a symbol."""

    Function = 5
    Infimum = 0
    Number = 1
    String = 4
    Supremum = 7


class ModelType(OrderedEnum):
    """The type of a model: an answer set, or brave or cautious consequences."""

    StableModel = 0
    BraveConsequences = 1
    CautiousConsequences = 2
