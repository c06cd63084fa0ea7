"""Ground programs, written and watched rule by rule."""

from enum import IntEnum
from typing import Sequence, Tuple

from ._core import Backend, Symbol
from .core import OrderedEnum, TruthValue

__all__ = ["Backend", "BackendType", "HeuristicType", "Observer", "TheorySequenceType"]


class TheorySequenceType(OrderedEnum):
    """The kind of a sequence of theory terms."""

    Tuple = 0
    List = 2
    Set = 1


class BackendType(IntEnum):
    """The format of a ground program that is written."""

    Reify = 0
    Aspif = 4
    Smodels = 5


class HeuristicType(OrderedEnum):
    """The modifier of a `#heuristic` directive."""

    Factor = 2
    False_ = 5
    Init = 3
    Level = 0
    Sign = 1
    True_ = 4


class Observer:
    """Receives what is new in the ground program: override the methods for the statements of interest."""

    def init_program(self, incremental: bool) -> None:
        """A program begins."""

    def begin_step(self) -> None:
        """A step begins: what follows is new in the ground program."""

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A rule whose body is a conjunction."""

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[Tuple[int, int]]
    ) -> None:
        """A rule whose body is a sum with a bound."""

    def minimize(self, priority: int, literals: Sequence[Tuple[int, int]]) -> None:
        """What is new in the objective at a priority."""

    def project(self, atoms: Sequence[int]) -> None:
        """Atoms to which answer sets are projected."""

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        """A shown atom; its number is 0 for a fact."""

    def output_term(self, symbol: Symbol, condition: Sequence[int]) -> None:
        """A shown term."""

    def external(self, atom: int, value: TruthValue) -> None:
        """An external atom, or a value of one."""

    def assume(self, literals: Sequence[int]) -> None:
        """Literals that the searches assume."""

    def heuristic(
        self, atom: int, type_: HeuristicType, bias: int, priority: int, condition: Sequence[int]
    ) -> None:
        """`#heuristic` for an atom."""

    def acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
        """An edge that a backend adds; a program has rules in place of its edges."""

    def theory_term_number(self, term_id: int, number: int) -> None:
        """A number in a theory."""

    def theory_term_string(self, term_id: int, name: str) -> None:
        """A name in a theory."""

    def theory_term_compound(self, term_id: int, name_id_or_type: int, arguments: Sequence[int]) -> None:
        """A function or sequence in a theory."""

    def theory_element(self, element_id: int, terms: Sequence[int], condition: Sequence[int]) -> None:
        """An element of an atom of a theory; its condition consists of literals."""

    def theory_atom(self, atom_id_or_zero: int, term_id: int, elements: Sequence[int]) -> None:
        """An atom of a theory."""

    def theory_atom_with_guard(
        self,
        atom_id_or_zero: int,
        term_id: int,
        elements: Sequence[int],
        operator_id: int,
        right_hand_side_id: int,
    ) -> None:
        """An atom of a theory with a guard."""

    def end_step(self) -> None:
        """A step ends: a search begins."""
