"""How an observer learns of the ground program: from its text in aspif, of which each line is said once."""

from collections import Counter
from typing import Any, Iterator, List, Tuple

from ._core import SymbolicAtoms
from .backend import HeuristicType
from .core import TruthValue
from .symbol import parse_term

__all__ = ["Watcher"]

_HEURISTICS = [
    HeuristicType.Level,
    HeuristicType.Sign,
    HeuristicType.Factor,
    HeuristicType.Init,
    HeuristicType.True_,
    HeuristicType.False_,
]


class Watcher:
    """An observer, and what it has been told."""

    def __init__(self, observer: Any) -> None:
        self._observer = observer
        self._told: "Counter[str]" = Counter()
        self._begun = False
        self._open = False

    def _call(self, name: str, *arguments: Any) -> None:
        method = getattr(self._observer, name, None)
        if method is not None:
            method(*arguments)

    def see(self, text: str, atoms: SymbolicAtoms) -> None:
        """Tell it what is new."""
        if not self._begun:
            self._begun = True
            self._call("init_program", True)
        if not self._open:
            self._open = True
            self._call("begin_step")
        now: "Counter[str]" = Counter()
        for line in text.splitlines()[1:]:
            if line == "0":
                continue
            now[line] += 1
            if now[line] > self._told[line]:
                self._tell(line, atoms)
        self._told |= now

    def end_step(self) -> None:
        """A search begins."""
        if not self._begun:
            self._begun = True
            self._call("init_program", True)
        if not self._open:
            self._call("begin_step")
        self._open = False
        self._call("end_step")

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
                self._call("output_atom", symbol, 0 if atom.is_fact else atom.literal)
            else:
                self._call("output_term", symbol, numbers[1:])
            return
        if line.startswith("9 1 "):
            _, _, number, length, name = line.split(" ", 4)
            self._call("theory_term_string", int(number), name)
            return
        words = [int(word) for word in line.split()]
        kind, rest_of = words[0], iter(words[1:])
        if kind == 1:
            choice, head = next(rest_of) == 1, _several(rest_of)
            if next(rest_of) == 0:
                self._call("rule", choice, head, _several(rest_of))
            else:
                lower = next(rest_of)
                self._call("weight_rule", choice, head, lower, _weighted(rest_of))
        elif kind == 2:
            self._call("minimize", next(rest_of), _weighted(rest_of))
        elif kind == 3:
            self._call("project", _several(rest_of))
        elif kind == 5:
            values = [TruthValue.Free, TruthValue.True_, TruthValue.False_, TruthValue.Release]
            self._call("external", next(rest_of), values[next(rest_of)])
        elif kind == 6:
            self._call("assume", _several(rest_of))
        elif kind == 7:
            modifier, atom_number, bias, priority = (next(rest_of) for _ in range(4))
            self._call("heuristic", atom_number, _HEURISTICS[modifier], bias, priority, _several(rest_of))
        elif kind == 8:
            self._call("acyc_edge", next(rest_of), next(rest_of), _several(rest_of))
        elif kind == 9:
            self._tell_theory(rest_of)

    def _tell_theory(self, words: Iterator[int]) -> None:
        kind, number = next(words), next(words)
        if kind == 0:
            self._call("theory_term_number", number, next(words))
        elif kind == 2:
            self._call("theory_term_compound", number, next(words), _several(words))
        elif kind == 4:
            self._call("theory_element", number, _several(words), _several(words))
        elif kind == 5:
            self._call("theory_atom", number, next(words), _several(words))
        elif kind == 6:
            term, elements = next(words), _several(words)
            self._call("theory_atom_with_guard", number, term, elements, next(words), next(words))


def _several(words: Iterator[int]) -> List[int]:
    return [next(words) for _ in range(next(words))]


def _weighted(words: Iterator[int]) -> List[Tuple[int, int]]:
    return [(next(words), next(words)) for _ in range(next(words))]
