"""Why a program has no answer set, and what to leave out of it: the answers of `Control.explain`, `conflicts` and `repair`.

Each of them prints as text.
"""

import json
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Tuple

from . import _core, notebook
from ._core import Function, Symbol

__all__ = ["Conflict", "Conflicts", "Contrast", "CostChange", "Repair"]

_MORE = "with the definitions among `soft` there is more\n"


@dataclass(frozen=True)
class Statement:
    """A statement of the program, with its place."""

    file: str
    """The name of the text."""
    line: int
    """Counted from 1."""
    column: int
    """Counted from 1, in characters."""
    text: str
    """The statement as it is written."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.text}"


@dataclass(frozen=True)
class Cause:
    """What takes part in a conflict, or what a repair leaves out."""

    kind: str
    """`constraint`, `fact`, `rule`, `bounds` (of a choice), `support` (that nothing but its rules derives a predicate) or
    `assumption`."""
    text: str
    """The statement, the predicate as `name/arity`, or the assumption."""
    statement: Optional[Statement] = field(default=None, repr=False)
    """The statement with its place; None for a support and for an assumption."""
    instances: Tuple[Dict[str, Symbol], ...] = field(default=(), hash=False)
    """The instances that take part, if they were asked for: the values of the statement's variables."""
    words: Tuple[str, ...] = field(default=(), repr=False)
    """What the author of the program says of the statement in its comments."""

    def __str__(self) -> str:
        return str(self.statement) if self.statement is not None else f"{self.kind} {self.text}"


@dataclass(frozen=True)
class LoopStep:
    """A dependency of an odd loop: an atom depends on the next atom of the loop, or on its negation."""

    atom: Symbol
    depends_on: str
    """The literal on which it depends."""
    statement: Statement
    """The rule by which it does."""

    def __str__(self) -> str:
        return f"{self.atom} depends on {self.depends_on}: {self.statement}"


@dataclass(frozen=True)
class Conflict:
    """Statements and assumptions that exclude each other, read as axioms beside the rest of the program.

    Without causes, what cannot be left out conflicts by itself.
    """

    causes: Tuple[Cause, ...]
    """First the statements, in the order of the texts."""
    is_minimal: bool
    """Whether none of them can be left out. It is False only if a limit or an interrupt came first."""
    odd_loops: Tuple[Tuple[LoopStep, ...], ...] = ()
    """Odd loops through negation, if they are the reason and no constraint is."""
    has_more: bool = field(default=False, repr=False)
    """Whether more causes are found with `definitions` among what may be left out."""
    text: str = field(default="", repr=False)
    """The conflict with its statements as they are written."""
    counting: Optional[str] = field(default=None, repr=False)
    """Why they conflict, as a sentence, if it is by counting: so many need so many places, and there are fewer."""

    def __iter__(self) -> Iterator[Cause]:
        return iter(self.causes)

    def __str__(self) -> str:
        unfinished = "" if self.is_minimal else "perhaps fewer of them conflict\n"
        return self.text + unfinished + (_MORE if self.has_more else "")

    def _repr_html_(self) -> str:
        return notebook.conflict(self)


@dataclass(frozen=True)
class CostChange:
    """A cost that one answer set has and another one does not have."""

    change: int
    """By how much the cost grows. It is negative if it becomes less."""
    priority: int
    is_gain: bool
    """Whether the objective is maximized, so that a greater cost is a lost gain."""
    statement: Statement
    """The objective or weak constraint that says so."""
    values: Dict[str, Symbol] = field(hash=False)
    """The values of its variables."""
    words: Optional[str] = None
    """What the author of the program says of it in a comment."""

    def __str__(self) -> str:
        said = self.words if self.words is not None else str(self.statement)
        return f"{self.change:+}@{self.priority}: {said}"


@dataclass(frozen=True)
class Contrast:
    """What would change in an answer set if an atom were otherwise."""

    literal: str
    """What would hold: an atom that is false in the answer set, or `not` and one that is true."""
    possible: Optional[bool]
    """Whether an answer set has it; None if a limit or an interrupt came first."""
    added: Tuple[Symbol, ...] = ()
    """The shown atoms that become true in another answer set, which is as cheap as possible."""
    removed: Tuple[Symbol, ...] = ()
    """The shown atoms that become false in it."""
    is_smallest: bool = False
    """Whether no other answer set of these costs differs in fewer shown atoms."""
    costs_before: Tuple[int, ...] = ()
    """With an objective, the costs of the answer set."""
    costs: Tuple[int, ...] = ()
    """With an objective, the costs of the other one."""
    cost_changes: Tuple[CostChange, ...] = ()
    """What these costs differ by, from the highest priority on; empty if that is not known."""
    causes: Tuple[Cause, ...] = ()
    """What excludes it, if no answer set has it: statements, and the assumption itself."""

    def _repr_html_(self) -> str:
        return notebook.contrast(self)


def _cost_change(told: Dict[str, Any]) -> CostChange:
    return CostChange(
        told["change"], told["priority"], told["gain"], statement(told), values(told["values"]), told.get("words")
    )


def contrast(told: Optional[Dict[str, Any]]) -> Optional[Contrast]:
    """Read a contrast."""
    if told is None:
        return None
    return Contrast(
        told["literal"],
        told["possible"],
        tuple(map(symbol, told.get("added", []))),
        tuple(map(symbol, told.get("removed", []))),
        told.get("smallest", False),
        tuple(told.get("costs_before", [])),
        tuple(told.get("costs", [])),
        tuple(map(_cost_change, told.get("cost_changes", []))),
        tuple(map(_cause, told.get("conflict", []))),
    )


@dataclass(frozen=True)
class Repair:
    """Statements and assumptions to leave out, so that the rest has an answer set, read as axioms.

    Without causes, the program has an answer set as it is.
    """

    causes: Tuple[Cause, ...]
    """First the statements, in the order of the texts."""
    is_smallest: bool
    """Whether no fewer are enough. It is False only if a limit or an interrupt came first."""
    is_verified: Optional[bool]
    """Whether the program itself, solved again without them, has an answer set; None if that is not known."""
    text: str = field(default="", repr=False)
    """The repair with its statements as they are written."""
    costs: Tuple[int, ...] = ()
    """If the program has an objective, the costs of a best answer set after the repair, as far as they were found in time."""
    alternatives: Tuple[Tuple[Cause, ...], ...] = field(default=(), repr=False)
    """Other repairs that are as good, at most nine."""

    def __iter__(self) -> Iterator[Cause]:
        return iter(self.causes)

    def __str__(self) -> str:
        unfinished = "" if self.is_smallest else "perhaps fewer are enough\n"
        missing = "without them, the program itself has no answer set: what they support is missing then\n"
        return self.text + unfinished + (missing if self.is_verified is False else "")

    def _repr_html_(self) -> str:
        return notebook.repair(self)


class Conflicts(Iterator[Conflict]):
    """An iterator over all minimal conflicts of a program, each found when it is asked for."""

    def __init__(self, search: _core.ConflictSearch) -> None:
        self._search = search

    def __next__(self) -> Conflict:
        told = self._search.next()
        if told is None:
            raise StopIteration
        return _conflict(json.loads(told))

    @property
    def is_complete(self) -> bool:
        """Whether there are no others than those that were returned; False before the end, and after a limit or an interrupt."""
        return self._search.is_complete

    @property
    def unfinished(self) -> Optional[Conflict]:
        """The smallest conflict on the way to the next minimal one, if the search was cut short on that way."""
        told = self._end().get("unfinished")
        return None if told is None else _conflict(told)

    @property
    def odd_loops(self) -> Tuple[Tuple[LoopStep, ...], ...]:
        """Odd loops through negation, if a conflict has no constraint. They are looked for at the end."""
        return _odd_loops(self._end().get("odd_loops", []))

    def _end(self) -> Dict[str, Any]:
        told = self._search.end()
        return {} if told is None else dict(json.loads(told))


def symbol(text: str) -> Symbol:
    """Read a term."""
    try:
        return _core._parse_term(text)
    except RuntimeError:
        # An atom without a name.
        return Function(text)


def values(told: Dict[str, str]) -> Dict[str, Symbol]:
    """Read the values of variables."""
    return {name: symbol(value) for name, value in told.items()}


def statement(told: Dict[str, Any]) -> Statement:
    """Read a statement."""
    return Statement(told["file"], told["line"], told["column"], told["text"])


def _cause(told: Dict[str, Any]) -> Cause:
    if "file" not in told:
        return Cause(told["kind"], told.get("predicate") or told["literal"])
    instances = tuple(values(it) for it in told.get("instances", []))
    return Cause(told["kind"], told["text"], statement(told), instances, tuple(told.get("words", [])))


def _odd_loops(told: List[List[Dict[str, Any]]]) -> Tuple[Tuple[LoopStep, ...], ...]:
    def step(it: Dict[str, Any]) -> LoopStep:
        return LoopStep(symbol(it["atom"]), it["depends_on"], statement(it))

    return tuple(tuple(map(step, steps)) for steps in told)


def _conflict(told: Dict[str, Any]) -> Conflict:
    loops = _odd_loops(told["odd_loops"])
    causes = tuple(map(_cause, told["causes"]))
    return Conflict(causes, told["minimal"], loops, told["more"], told["text"], told["counting"])


def conflict(told: str) -> Conflict:
    """Read a conflict."""
    return _conflict(json.loads(told))


def repair(told: str) -> Optional[Repair]:
    """Read a repair; None if there is none."""
    found = json.loads(told)
    if found is None:
        return None
    causes = tuple(map(_cause, found["causes"]))
    alternatives = tuple(tuple(map(_cause, it)) for it in found["alternatives"])
    return Repair(causes, found["smallest"], found["verified"], found["text"], tuple(found["costs"]), alternatives)
