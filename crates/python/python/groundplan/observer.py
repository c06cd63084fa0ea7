"""Notification of observers about the ground program: each line of its aspif text is reported once."""

from collections import Counter
from typing import Any, Iterator, List, Optional, Sequence, Tuple

from ._core import Backend, SymbolicAtoms
from .backend import HeuristicType
from .core import TruthValue
from .symbol import parse_term

__all__ = ["WatchedBackend", "Watcher"]

_HEURISTICS = [
    HeuristicType.Level,
    HeuristicType.Sign,
    HeuristicType.Factor,
    HeuristicType.Init,
    HeuristicType.True_,
    HeuristicType.False_,
]


class Watcher:
    """An observer, with a record of what it was told."""

    def __init__(self, observer: Any) -> None:
        self._observer = observer
        self._told: "Counter[str]" = Counter()
        self._begun = False
        self._open = False

    def tell(self, name: str, *arguments: Any) -> None:
        """Call a method of it, if it has that."""
        method = getattr(self._observer, name, None)
        if method is not None:
            method(*arguments)

    def see_rest(self, text: str, atoms: SymbolicAtoms) -> None:
        """Report additions of a backend that were not reported at once: shown terms and theory atoms."""
        self.see(text, atoms, ("4 ", "9 "))

    def see(self, text: str, atoms: SymbolicAtoms, kinds: Tuple[str, ...] = ("",)) -> None:
        """Report new lines of these kinds."""
        if not self._begun:
            self._begun = True
            self.tell("init_program", True)
        if not self._open:
            self._open = True
            self.tell("begin_step")
        now: "Counter[str]" = Counter()
        for line in text.splitlines()[1:]:
            if line == "0":
                continue
            now[line] += 1
            if now[line] > self._told[line] and line.startswith(kinds):
                self._tell(line, atoms)
        self._told |= now

    def pass_over(self, text: str, is_open: bool) -> None:
        """Report nothing of this text, which was ground before; `is_open` says that no search has ended the step."""
        self._begun = True
        self._open = is_open
        self._told |= Counter(text.splitlines())

    def end_step(self) -> None:
        """A search begins."""
        if not self._begun:
            self._begun = True
            self.tell("init_program", True)
        if not self._open:
            self.tell("begin_step")
        self._open = False
        self.tell("end_step")

    def _tell(self, line: str, atoms: SymbolicAtoms) -> None:
        if line.startswith("4 "):
            _, length, rest = line.split(" ", 2)
            name = rest.encode()[: int(length)].decode()
            numbers = [int(word) for word in rest.encode()[int(length) :].split()]
            symbol = parse_term(name)
            atom = None
            try:
                atom = atoms[symbol]
            except RuntimeError:
                pass
            if atom is not None and (numbers[1:] == [atom.literal] or not numbers[1:] and atom.is_fact):
                self.tell("output_atom", symbol, numbers[1] if numbers[1:] else 0)
            else:
                self.tell("output_term", symbol, numbers[1:])
            return
        if line.startswith("9 1 "):
            _, _, number, length, name = line.split(" ", 4)
            self.tell("theory_term_string", int(number), name)
            return
        words = [int(word) for word in line.split()]
        kind, rest_of = words[0], iter(words[1:])
        if kind == 1:
            choice, head = next(rest_of) == 1, _several(rest_of)
            if next(rest_of) == 0:
                self.tell("rule", choice, head, _several(rest_of))
            else:
                lower = next(rest_of)
                self.tell("weight_rule", choice, head, lower, _weighted(rest_of))
        elif kind == 2:
            self.tell("minimize", next(rest_of), _weighted(rest_of))
        elif kind == 3:
            self.tell("project", _several(rest_of))
        elif kind == 5:
            values = [TruthValue.Free, TruthValue.True_, TruthValue.False_, TruthValue.Release]
            self.tell("external", next(rest_of), values[next(rest_of)])
        elif kind == 6:
            self.tell("assume", _several(rest_of))
        elif kind == 7:
            modifier, atom_number, bias, priority = (next(rest_of) for _ in range(4))
            self.tell("heuristic", atom_number, _HEURISTICS[modifier], bias, priority, _several(rest_of))
        elif kind == 8:
            self.tell("acyc_edge", next(rest_of), next(rest_of), _several(rest_of))
        elif kind == 9:
            self._tell_theory(rest_of)

    def _tell_theory(self, words: Iterator[int]) -> None:
        kind, number = next(words), next(words)
        if kind == 0:
            self.tell("theory_term_number", number, next(words))
        elif kind == 2:
            self.tell("theory_term_compound", number, next(words), _several(words))
        elif kind == 4:
            self.tell("theory_element", number, _several(words), _several(words))
        elif kind == 5:
            self.tell("theory_atom", number, next(words), _several(words))
        elif kind == 6:
            term, elements = next(words), _several(words)
            self.tell("theory_atom_with_guard", number, term, elements, next(words), next(words))


def _several(words: Iterator[int]) -> List[int]:
    return [next(words) for _ in range(next(words))]


def _weighted(words: Iterator[int]) -> List[Tuple[int, int]]:
    return [(next(words), next(words)) for _ in range(next(words))]


class WatchedBackend(Backend):
    """A backend whose additions observers hear of at once."""

    _watchers: Sequence[Watcher]

    def of(self, watchers: Sequence[Watcher]) -> "WatchedBackend":
        """Set the observers, and return the backend."""
        self._watchers = watchers
        return self

    def _say(self, name: str, *arguments: Any) -> None:
        for watcher in self._watchers:
            watcher.tell(name, *arguments)

    def add_rule(self, head: Sequence[int], body: Sequence[int] = (), choice: bool = False) -> None:
        head, body = list(head), list(body)
        super().add_rule(head, body, choice)
        self._say("rule", choice, head, body)

    def add_weight_rule(
        self, head: Sequence[int], lower: int, body: Sequence[Tuple[int, int]], choice: bool = False
    ) -> None:
        head, body = list(head), list(body)
        super().add_weight_rule(head, lower, body, choice)
        self._say("weight_rule", choice, head, lower, body)

    def add_minimize(self, priority: int, literals: Sequence[Tuple[int, int]]) -> None:
        literals = list(literals)
        super().add_minimize(priority, literals)
        self._say("minimize", priority, literals)

    def add_project(self, atoms: Sequence[int]) -> None:
        atoms = list(atoms)
        super().add_project(atoms)
        self._say("project", atoms)

    def add_external(self, atom: int, value: Optional[TruthValue] = TruthValue.False_) -> None:
        super().add_external(atom, value)
        self._say("external", atom, value)

    def add_assume(self, literals: Sequence[int]) -> None:
        literals = list(literals)
        super().add_assume(literals)
        self._say("assume", literals)

    def add_heuristic(
        self, atom: int, type_: HeuristicType, bias: int, priority: int, condition: Sequence[int]
    ) -> None:
        condition = list(condition)
        super().add_heuristic(atom, type_, bias, priority, condition)
        self._say("heuristic", atom, type_, bias, priority, condition)

    def add_acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
        condition = list(condition)
        super().add_acyc_edge(node_u, node_v, condition)
        self._say("acyc_edge", node_u, node_v, condition)
