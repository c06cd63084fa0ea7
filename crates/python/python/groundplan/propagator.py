"""Propagators: user-defined constraints in the search."""

import collections.abc
from typing import Sequence

from ._core import Assignment, PropagateControl, PropagateInit, Trail
from .core import OrderedEnum
from .symbolic_atoms import SymbolicAtoms as SymbolicAtoms
from .theory_atoms import TheoryAtom as TheoryAtom
from .util import Slice as Slice, SlicedSequence as SlicedSequence

__all__ = [
    "Assignment",
    "PropagateControl",
    "PropagateInit",
    "Propagator",
    "PropagatorCheckMode",
    "PropagatorUndoMode",
    "Trail",
]


collections.abc.Sequence.register(Assignment)
collections.abc.Sequence.register(Trail)


class PropagatorCheckMode(OrderedEnum):
    """When `check` is called."""

    Both = 3
    Fixpoint = 2
    Off = 0
    Total = 1


class PropagatorUndoMode(OrderedEnum):
    """When `undo` is called."""

    Default = 0
    Always = 1


class Propagator:
    """A constraint in the search; override what you need, or give an object of your own with these methods."""

    def init(self, init: PropagateInit) -> None:
        """The ground program is known: find the literals to watch."""

    def propagate(self, control: PropagateControl, changes: Sequence[int]) -> None:
        """These watched literals became true; clauses may be added."""

    def undo(self, thread_id: int, assignment: Assignment, changes: Sequence[int]) -> None:
        """These watched literals, which `propagate` was told of, are no longer true."""

    def check(self, control: PropagateControl) -> None:
        """All literals have values; a clause that is false excludes them."""

    def decide(self, thread_id: int, assignment: Assignment, fallback: int) -> int:
        """The next decision: an unassigned literal, or `fallback`, here 0, to leave the decision to the solver."""
        return fallback
