"""The ground program as an application prints it in place of solving: step by step, each step what is new in it."""

from collections import Counter
from typing import Dict, List, Tuple

from .core import TruthValue

__all__ = ["GroundOutput"]

_EXTERNAL_ASPIF = {TruthValue.Free: 0, TruthValue.True_: 1, TruthValue.False_: 2, TruthValue.Release: 3}
_EXTERNAL_FACT = {
    TruthValue.Free: "free",
    TruthValue.True_: "true",
    TruthValue.False_: "false",
    TruthValue.Release: "release",
}


class GroundOutput:
    """What was printed of a ground program in a format: `text`, `aspif`, `smodels` or `reify`.

    With `has_steps` it says that there are several steps, as clingo does where a program runs the steps itself.
    """

    def __init__(self, kind: str, numbers_steps: bool) -> None:
        self._kind = kind
        self.has_steps = False
        self._numbers_steps = numbers_steps
        self._printed: "Counter[str]" = Counter()
        self._step = 0
        # The literals of objectives that were printed, with their weights, by priority.
        self._objectives: Dict[str, "Counter[Tuple[str, str]]"] = {}
        # The values of external atoms, by the numbers of the atoms, that were set since the last step.
        self._values: List[Tuple[int, TruthValue]] = []

    def assign(self, atom: int, value: TruthValue) -> None:
        """The value of an external atom, which belongs to the next step."""
        self._values.append((atom, value))

    def step(self, text: str) -> str:
        """What to print for a step, of the text of the whole ground program."""
        lines = getattr(self, f"_{self._kind}")(text.splitlines())
        self._step += 1
        self._values.clear()
        return "".join(f"{line}\n" for line in lines)

    def _new(self, lines: List[str]) -> List[str]:
        now: "Counter[str]" = Counter()
        new = []
        for line in lines:
            now[line] += 1
            if now[line] > self._printed[line]:
                new.append(line)
        self._printed |= now
        return new

    def _text(self, lines: List[str]) -> List[str]:
        return self._new(lines)

    def _aspif(self, lines: List[str]) -> List[str]:
        header = ["asp 1 0 0 incremental" if self.has_steps else lines[0]] if self._step == 0 else []
        new = self._new([self._costs(line) for line in lines[1:] if line != "0"])
        new = [line for line in new if line]
        values = [f"5 {atom} {_EXTERNAL_ASPIF[value]}" for atom, value in self._values]
        return [*header, *new, *values, "0"]

    def _costs(self, line: str) -> str:
        """A line without the literals of an objective that were printed: the steps' objectives add up. Empty if none is left."""
        if not line.startswith("2 "):
            return line
        _, priority, _, *words = line.split()
        printed = self._objectives.setdefault(priority, Counter())
        given = Counter(zip(words[::2], words[1::2]))
        new = [word for pair in (given - printed).elements() for word in pair]
        printed |= given
        return " ".join(["2", priority, str(len(new) // 2), *new]) if new else ""

    def _reify(self, lines: List[str]) -> List[str]:
        if not self.has_steps:
            return lines
        header = ["tag(incremental)."] if self._step == 0 else []
        lines = [line for line in lines if not line.startswith("tag(")]
        values = [f"external({atom},{_EXTERNAL_FACT[value]})" for atom, value in self._values]
        if not self._numbers_steps:
            return [*header, *self._new(lines), *(f"{value}." for value in values)]
        # Each fact ends with the number of its step, which the text has as 0.
        new = self._new(lines)
        numbered = [f"{fact[: fact.rindex(',')]},{self._step})." for fact in new]
        return [*header, *numbered, *(f"{value[:-1]},{self._step})." for value in values)]

    def _smodels(self, lines: List[str]) -> List[str]:
        if not self.has_steps:
            return lines
        rules, rest = _before_zero(lines)
        names, rest = _before_zero(rest)
        # A line of the names and one of the rules cannot be equal: a name is no number.
        return ["90 0", *self._new(rules), "0", *self._new(names), "0", *rest]


def _before_zero(lines: List[str]) -> Tuple[List[str], List[str]]:
    """The lines before the first that is `0`, and those after it."""
    end = lines.index("0")
    return lines[:end], lines[end + 1 :]
