"""
Sokoban Decision: levels, and plans for them that are proven to be the best.

    >>> from groundplan import sokoban
    >>> level = sokoban.read("#####\\n#@$.#\\n#####")
    >>> answer = sokoban.optimize(level)
    >>> answer.verdict, answer.costs, answer.plan.letters
    ('optimal', (1,), 'R')

An action of a plan is a *line*: the sokoban walks to a box and pushes it any distance in one direction. In a notebook, a
level is a board on which one can play, and a plan is one that plays itself.
"""

from __future__ import annotations

import html
import os
import time
from dataclasses import dataclass, field
from typing import Any, Iterator, List, Optional, Sequence, Tuple, Union, overload

from groundplan import _core
from groundplan.certificate import Certificate
from groundplan.certificate import certify as groundplan_certify
from groundplan.control import Control
from groundplan.symbol import Symbol, parse_term

__all__ = ["Action", "Answer", "Level", "Plan", "certify", "decide", "levels", "load", "optimize", "read"]


class Level:
    """
    A level of Sokoban: made by `read`, `levels` or `load`.
    """

    def __init__(self, core: _core.SokobanLevel) -> None:
        self._core = core

    @property
    def number(self) -> Optional[int]:
        """
        Its number in the text, from 1; None for facts.
        """
        return self._core.number

    @property
    def title(self) -> Optional[str]:
        """
        Its title, if it has one.
        """
        return self._core.title

    @property
    def author(self) -> Optional[str]:
        """
        The author; None if unknown.
        """
        return self._core.author

    @property
    def facts(self) -> str:
        """
        The instance as facts of a logic program; ValueError if the map is no level.
        """
        return self._core.facts

    @property
    def map(self) -> str:
        """
        The map in XSB notation.
        """
        return self._core.map

    @property
    def boxes(self) -> int:
        """
        How many boxes there are.
        """
        return self._core.sizes()[0]

    @property
    def storages(self) -> int:
        """
        How many storage locations there are.
        """
        return self._core.sizes()[1]

    @property
    def locations(self) -> int:
        """
        How many squares of floor there are.
        """
        return self._core.sizes()[2]

    def plan(self, letters: str) -> "Plan":
        """
        A plan in letters, as Sokoban programs write them; ValueError if it cannot be played.
        """
        actions = [Action(*action) for action in self._core.read(letters)]
        return Plan(self, actions, letters)

    def page(self) -> str:
        """
        A page on which one can play the level, as HTML that needs nothing else.
        """
        return self._core.page(self._called(), "", [], False)

    def _called(self) -> str:
        if self.title is not None:
            return self.title
        return self._core.name if self.number is None else f"{self._core.name}, level {self.number}"

    def _repr_html_(self) -> str:
        return _frame(self.page())

    def __repr__(self) -> str:
        return f"<Level {self._called()!r}>"

    def __str__(self) -> str:
        return self.map


@dataclass(frozen=True)
class Action:
    """
    One action of a plan: a walk, and a push along a line.
    """

    origin: str
    """Where the box is."""
    direction: str
    """Where it is pushed: `right`, `left`, `up` or `down`."""
    target: str
    """Where it is then; the same location if nothing is done."""
    step: str
    """The step that the action is done in."""
    pushes: int
    """How many squares the box is pushed."""
    walk: str
    """The moves up to the pushing side, in letters."""
    box: int
    """Which box it is, from 0."""

    def __str__(self) -> str:
        return f"push({self.origin},{self.direction},{self.target},{self.step})"

    @property
    def symbol(self) -> Symbol:
        """
        The action as a term.
        """
        return parse_term(str(self))


class Plan(Sequence[Action]):
    """
    A plan: its actions in their order.
    """

    def __init__(
        self,
        level: Level,
        actions: Sequence[Action],
        letters: str,
        summary: str = "",
        told: Optional[Sequence[str]] = None,
    ) -> None:
        self._level = level
        self._told = None if told is None else tuple(told)
        self._actions = tuple(actions)
        self._letters = letters
        self._summary = summary

    @property
    def level(self) -> Level:
        """
        The level it is for.
        """
        return self._level

    @property
    def letters(self) -> str:
        """
        All moves: `l u r d` walk, `L U R D` push.
        """
        return self._letters

    @property
    def told(self) -> Optional[Tuple[str, ...]]:
        """
        The plan in the words of the competition that the level is from, which the checker has replayed on its text: atoms such as
        `move(P,A,B,D,T)`, or ground actions in PDDL. None for other levels, for plans in letters and of a number of actions that was
        asked for, and where there are more moves than steps.
        """
        return self._told

    @property
    def lines(self) -> int:
        """
        How many actions it has.
        """
        return len(self._actions)

    @property
    def pushes(self) -> int:
        """
        How many squares boxes are pushed.
        """
        return sum(action.pushes for action in self._actions)

    @property
    def moves(self) -> int:
        """
        How many moves the sokoban makes, pushes included.
        """
        return len(self._letters)

    @property
    def symbols(self) -> List[Symbol]:
        """
        The actions as terms.
        """
        return [action.symbol for action in self._actions]

    def page(self) -> str:
        """
        A page that plays the plan, as HTML that needs nothing else.
        """
        pushes = [(action.origin, action.direction, action.target) for action in self._actions]
        return self._level._core.page(self._level._called(), self._summary, pushes, True)

    def frame(self) -> Any:
        """
        The actions as a `pandas.DataFrame`, a row each; needs pandas.
        """
        from groundplan.frames import require

        columns = ["step", "origin", "direction", "target", "pushes", "walk", "box"]
        return require().DataFrame(
            [[getattr(action, column) for column in columns] for action in self._actions], columns=columns
        )

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> Tuple[Action, ...]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Action, Tuple[Action, ...]]:
        return self._actions[index]

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __str__(self) -> str:
        return "\n".join(f"{action}." for action in self._actions)

    def __repr__(self) -> str:
        return f"<Plan of {self.lines} lines, {self.pushes} pushes, {self.moves} moves>"

    def _repr_html_(self) -> str:
        return _frame(self.page())


@dataclass(frozen=True)
class Answer:
    """
    The result of a query.
    """

    level: Level
    """What was asked about."""
    verdict: str
    """
    `optimal`: the plan is a best one, which is proven. `plan`: there is this plan; where a best one is asked for, a better
    one is not excluded. `no plan`: there is none of so many actions. `never`: there is none of any number of actions.
    `unknown`: a limit was reached before anything was found out.
    """
    plan: Optional[Plan] = None
    """The plan; the independent checker has replayed it."""
    costs: Optional[Tuple[int, ...]] = None
    """What the plan costs, a number for each metric."""
    lower: Optional[Tuple[int, ...]] = None
    """What every plan costs at least, as far as that is known."""
    reason: Optional[str] = None
    """What excludes lower costs: `assignment`, `refutation` or `exhaustion`."""
    ended: Optional[str] = None
    """Which limit was reached: `time limit`, `memory limit`, `ground limit`; None if the question was worked out."""
    growing: Optional[str] = field(default=None, repr=False)
    """The rule that was being ground when a limit was reached, as a message."""

    def _repr_html_(self) -> str:
        if self.plan is not None:
            return self.plan._repr_html_()
        return f"<p>{html.escape(self.level._called())}: {html.escape(self.verdict)}</p>"


def levels(text: str, name: str = "levels") -> List[Level]:
    """
    The levels of a text in XSB notation, or the one that its facts or its problem in PDDL are, as the command reads them.

    Parameters
    ----------
    text
        The text.
    name
        What messages call it.
    """
    return [Level(core) for core in _core.sokoban_levels(text, name)]


def read(text: str, name: str = "level") -> Level:
    """
    The level of a text that has one; ValueError if it has several.

    Parameters
    ----------
    text
        A map in XSB notation, facts, also those of the ASP Competitions, or a problem in PDDL.
    name
        What messages call it.
    """
    found = levels(text, name)
    if len(found) != 1:
        raise ValueError(f"{name} has {len(found)} levels: `levels` gives all of them")
    return found[0]


@overload
def load(path: "Union[str, os.PathLike[str]]", number: None = None) -> List[Level]: ...


@overload
def load(path: "Union[str, os.PathLike[str]]", number: int) -> Level: ...


def load(path: "Union[str, os.PathLike[str]]", number: Optional[int] = None) -> Union[Level, List[Level]]:
    """
    The levels of a file, or the one with this number, from 1.

    Parameters
    ----------
    path
        A file of levels or facts, or a problem in PDDL.
    number
        Which level; IndexError if there is none of this number.
    """
    with open(path, encoding="utf-8", newline="") as file:
        found = levels(file.read(), os.path.basename(path))
    if number is None:
        return found
    if not 1 <= number <= len(found):
        raise IndexError(f"there is no level {number}: {os.fspath(path)} has {len(found)}")
    return found[number - 1]


def optimize(
    level: Union[Level, str],
    *,
    metric: str = "lines",
    max_actions: Optional[int] = None,
    engine: Optional[str] = None,
    encoding: "Union[str, os.PathLike[str], None]" = None,
    time_limit: Optional[float] = None,
    memory_limit: Optional[int] = None,
    ground_limit: Optional[int] = None,
) -> Answer:
    """
    Looks for a best plan, and proves that it is one.

    Parameters
    ----------
    level
        The level, or the text of one.
    metric
        What is counted: `lines`, `pushes` or `moves`, or two of them, as in `"moves,pushes"`.
    max_actions
        Plans of more actions are of no interest.
    engine
        Who answers: `ground`, `tabled`, `tabled+`, `fess` or `auto`, the default, which races all but `tabled`.
    encoding
        A file with a program of one's own that states the rules of the game, for `ground`.
    time_limit
        Give up after so many seconds.
    memory_limit
        Give up when the process holds so many MiB.
    ground_limit
        Give up when the ground program would have more rules.
    """
    engine = engine or ("auto" if encoding is None and ground_limit is None else "ground")
    return _ask(level, metric, max_actions, None, False, engine, encoding, time_limit, memory_limit, ground_limit)


def decide(
    level: Union[Level, str],
    actions: Optional[int] = None,
    *,
    no_noop: bool = False,
    engine: Optional[str] = None,
    encoding: "Union[str, os.PathLike[str], None]" = None,
    time_limit: Optional[float] = None,
    memory_limit: Optional[int] = None,
    ground_limit: Optional[int] = None,
) -> Answer:
    """
    Looks for a plan of exactly so many actions, or of any number, or proves that there is none.

    Parameters
    ----------
    level
        The level, or the text of one.
    actions
        How many; None for as many as the steps of the facts ask for, and for any number where there are no steps. The steps of
        the ASP Competitions count moves: then None is for a plan of at most so many moves.
    no_noop
        Whether every action has to move its box.
    engine, encoding, time_limit, memory_limit, ground_limit
        As of `optimize`.
    """
    _refuse_negative(actions)
    engine = engine or ("auto" if encoding is None and ground_limit is None else "ground")
    count = -1 if actions is None else actions
    return _ask(level, None, None, count, no_noop, engine, encoding, time_limit, memory_limit, ground_limit)


def certify(
    level: Union[Level, str],
    path: "Union[str, os.PathLike[str]]",
    actions: Optional[int] = None,
    *,
    no_noop: bool = False,
    encoding: "Union[str, os.PathLike[str], None]" = None,
    time_limit: Optional[float] = None,
    memory_limit: Optional[int] = None,
) -> Certificate:
    """
    Proves that there is no plan of exactly so many actions, and writes a certificate of it, with encoding and instance.

    Where actions may leave their box where it is, there is none of fewer actions either. CounterexampleError if there is a
    plan; other errors are those of `groundplan.certify`.

    Parameters
    ----------
    level
        The level, or the text of one.
    path
        The folder to write, which must not be there yet.
    actions
        How many; None for as many as the steps of the facts ask for, and for any number where there are no steps.
    no_noop
        Whether every action has to move its box.
    encoding
        A file with a program of one's own that states the rules of the game.
    time_limit
        Raise TimeoutError after so many seconds.
    memory_limit
        Raise MemoryError when the process holds so many MiB.
    """
    _refuse_negative(actions)
    if isinstance(level, str):
        level = read(level)
    rules, instance, constants = _core.sokoban_program(
        level._core, actions=actions, no_noop=no_noop, encoding=_program(encoding)
    )
    control = Control([f"--const={constant}" for constant in constants], logger=lambda code, message: None)
    control._add("encoding.lp", rules)
    control._add("instance.lp", instance)
    start = time.monotonic()
    control.ground(time_limit=time_limit, memory_limit=memory_limit)
    left = None if time_limit is None else max(0.0, time_limit - (time.monotonic() - start))
    return groundplan_certify(control, path, time_limit=left, memory_limit=memory_limit)


def _refuse_negative(actions: Optional[int]) -> None:
    if actions is not None and actions < 0:
        raise ValueError("a plan has no fewer than 0 actions")


def _program(encoding: "Union[str, os.PathLike[str], None]") -> Optional[Tuple[str, str]]:
    """The name and text of an encoding of one's own."""
    if encoding is None:
        return None
    with open(encoding, encoding="utf-8") as file:
        return (os.fspath(encoding), file.read())


def _ask(
    level: Union[Level, str],
    metric: Optional[str],
    most: Optional[int],
    actions: Optional[int],
    no_noop: bool,
    engine: str,
    encoding: "Union[str, os.PathLike[str], None]",
    time_limit: Optional[float],
    memory_limit: Optional[int],
    ground_limit: Optional[int],
) -> Answer:
    if isinstance(level, str):
        level = read(level)
    told = _core.sokoban_answer(
        level._core,
        metric=metric,
        most=most,
        actions=actions,
        no_noop=no_noop,
        engine=engine,
        encoding=_program(encoding),
        time_limit=time_limit,
        memory_limit=memory_limit,
        ground_limit=ground_limit,
    )
    plan = None
    if "actions" in told:
        summary = "a best plan, which is proven" if told["verdict"] == "optimal" else ""
        plan = Plan(level, [Action(*action) for action in told["actions"]], told["letters"], summary, told.get("told"))
    return Answer(
        level=level,
        verdict=told["verdict"],
        plan=plan,
        costs=tuple(told["costs"]) if plan is not None else None,
        lower=tuple(told["lower"]) if "lower" in told else None,
        reason=told.get("reason"),
        ended=told.get("ended"),
        growing=told.get("growing"),
    )


def _frame(page: str) -> str:
    """A page inside of a notebook: its scripts and styles keep to themselves."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" style="width: 100%; height: 32em; border: 0" '
        'sandbox="allow-scripts" title="Sokoban"></iframe>'
    )
