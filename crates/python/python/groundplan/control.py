"""Control objects: they load programs, ground parts and search for answer sets."""

import re
import sys
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Optional,
    Sequence,
    Set,
    Tuple,
    Union,
    overload,
)

from . import _core, explanation, facts, justification
from ._core import AST, Backend, Model, Settings, SolveHandle, SolveResult, Symbol, SymbolicAtoms, TheoryAtom
from .backend import BackendType as BackendType, Observer as Observer
from .configuration import Configuration
from .core import Logger, MessageCode, TruthValue
from .explanation import Conflict, Conflicts, Repair
from .justification import Justification
from .propagator import Propagator
from .statistics import StatisticsMap

__all__ = ["Control"]

_KINDS = ("constraints", "facts", "definitions")
_PARAMETER = re.compile(r"[_']*[a-z][A-Za-z0-9_']*\Z")
_VALUES = {
    True: "true",
    False: "false",
    None: "free",
    TruthValue.True_: "true",
    TruthValue.False_: "false",
    TruthValue.Free: "free",
    TruthValue.Release: "release",
}


def _written(name: str) -> str:
    """The name of a part or a parameter as a text can have it: names of any letters are taken, as in clingo."""
    is_written = _PARAMETER.match(name) is not None and name != "not"
    return name if is_written else f"part_{name.encode().hex()}"


def _parts(parts: Sequence[Tuple[str, Sequence[Symbol]]]) -> List[Tuple[str, List[Symbol]]]:
    """Parts as pairs of a name and a list of arguments; raises before anything is changed."""
    wanted = []
    for part in parts:
        if isinstance(part, str):
            raise AttributeError(f'{part!r} is no part: a part is a pair of a name and its arguments, as in ({part!r}, [])')
        name, arguments = part
        if not isinstance(name, str):
            raise AttributeError(f"the name of a part is a text, not {name!r}")
        if isinstance(arguments, str):
            raise AttributeError(f"the arguments of a part are a sequence of symbols, not {arguments!r}")
        wanted.append((_written(name), list(arguments)))
    for name, arguments in wanted:
        for argument in arguments:
            if not isinstance(argument, Symbol):
                raise AttributeError(f"an argument of the part `{name}` is a Symbol, not {argument!r}")
    return wanted


def _axioms(soft: Sequence[str], instances: bool) -> Dict[str, Any]:
    """What may be left out of a program."""
    predicates = [it for it in soft if "/" in it]
    unknown = set(soft) - set(_KINDS) - set(predicates)
    if unknown:
        raise ValueError(f"there is no kind {', '.join(sorted(unknown))} of statements: there are {', '.join(_KINDS)}")
    return {**{kind: kind in soft for kind in _KINDS}, "predicates": predicates, "instances": instances}


class Control:
    """A program, its ground program, and the search for its answer sets.

    `arguments` are clingo's: a number of answer sets, `-c NAME=VALUE`, `--opt-mode`, `--enum-mode`, `--project` and the others
    of its command line. `logger` is told of warnings, which go to standard error without one, `message_limit` of them.

    Of ours: `time_limit` in seconds for each search; `memory_limit`, the MiB that the process may hold: grounding raises
    MemoryError there, and a search ends as if it was interrupted.
    """

    # Whether only warnings that clingo gives, too, are told of unless `-W` asks for more.
    _tells_as_clingo = True

    def __init__(
        self,
        arguments: Union[Sequence[str], "Control"] = (),
        logger: Optional[Logger] = None,
        message_limit: int = 20,
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> None:
        if isinstance(arguments, Control):
            # As in clingo, a control that is made from another's `_rep` stands for it.
            self.__dict__ = arguments.__dict__
            return
        self._settings = self._read_settings(list(arguments))
        self._engine = _core.Engine()
        self._logger = logger
        self._messages = message_limit
        seconds, mebibytes = self._settings.limits
        self._time_limit = seconds if time_limit is None else time_limit
        self._memory_limit = mebibytes if memory_limit is None else memory_limit
        self._configuration = Configuration(self._settings, Settings.root())
        self._said: Set[str] = set()
        self._facts_added = 0
        self._lints = False
        self._incremental = False
        # Whether to check, after the last requested answer set, if propagation shows that there are no more.
        self._seeks_end = False
        # What prints answer sets, in a program with clingo's command line.
        self._printer: Optional[_core.ApplicationRun] = None
        self._searched = False
        # Whether an observer replaces the search.
        self._is_replaced = False
        self.enable_cleanup = True
        self.enable_enumeration_assumption = True
        # Statements that were given outside of a `with` statement, and whether a program was added since the last grounding.
        self._held: List[AST] = []
        self._has_read = False
        self._is_ground = False
        # Whether the ground program results from grounding `base` of the texts alone.
        self._is_of_texts = True
        self._propagates = False
        for definition in self._settings.constants:
            self._engine.define(definition)
        if self._settings.shown is not None:
            self._add("<show-preds>", self._settings.shown)

    @property
    def _rep(self) -> "Control":
        """What other controls can be made from that stand for this one."""
        return self

    def _read_settings(self, arguments: List[str]) -> Settings:
        settings = Settings(arguments)
        if settings.files:
            raise RuntimeError(f"unknown option: `{settings.files[0]}`")
        if settings.prints_ground:
            raise NotImplementedError("the ground program is printed by the command `groundplan ground`")
        return settings

    # -- programs -----------------------------------------------------------

    def _add(self, name: str, text: str) -> None:
        """Add a text to the part `base`."""
        self._add_by(self._engine.add_text, name, text)

    def _add_by(self, add: Callable[..., Tuple[bool, bool, List[str]]], *arguments: Any) -> None:
        """Add texts, and what they include, by a method of the engine."""
        if self._is_ground:
            self._is_of_texts = False
        try:
            is_incremental, repeats, warnings = add(*arguments)
        except RuntimeError as error:
            self._tell_error(error)
            raise
        if self._settings.warns_of_files:
            for warning in warnings:
                self._tell("FileIncluded", warning)
        self._lints = self._has_read = True
        self._incremental = self._incremental or is_incremental
        # A certificate names a file once.
        if is_incremental or repeats:
            self._is_of_texts = False

    def _add_nodes(self, nodes: Sequence[AST]) -> None:
        """Add statements as syntax trees."""
        if self._is_ground:
            self._is_of_texts = False
        try:
            is_exact = self._engine.add_nodes(nodes)
        except RuntimeError as error:
            self._tell_error(error)
            raise
        if not is_exact:
            self._is_of_texts = False
        self._lints = self._has_read = True

    def _settle(self) -> bool:
        """Do what had to wait for the end of a search, unless one is under way. Returns whether none is."""
        return self._engine.settle()

    def _check_idle(self) -> None:
        """Raise an error if a search is under way."""
        if not self._settle():
            raise RuntimeError("the program cannot be updated while a search is open")

    def _hold(self, node: AST) -> None:
        """Keep a statement that was given outside of a `with` statement."""
        self._held.append(node)

    def add(self, *args: Any, **kwargs: Any) -> None:
        """Add a program: `add(program)`, or `add(name, parameters, program)` for a part with parameters."""
        if len(args) + len(kwargs) == 1:
            self._add1(*args, **kwargs)
        else:
            self._add2(*args, **kwargs)

    # The names and parameters are those of clingo, since viASP inspects them.
    # Subclasses override `_add2` to see every program, so that `_add1` goes through it.
    def _add1(self, program: str) -> None:
        self._add2("base", [], program)

    def _add2(self, name: str, parameters: Sequence[str], program: str) -> None:
        self._add_by(self._engine.add, _written(name), [_written(parameter) for parameter in parameters], program)

    @overload
    def add_facts(self, predicate: str, rows: Any, *, constants: bool = ...) -> None: ...

    @overload
    def add_facts(self, predicate: Iterable[Any], *, constants: bool = ...) -> None: ...

    def add_facts(self, predicate: Any, rows: Any = None, *, constants: bool = False) -> None:
        """Add facts to the part `base`: `add_facts(name, rows)`, or `add_facts(objects)` of dataclasses. Ours, not clingo's.

        A row is a tuple, a list or an object of a dataclass with the arguments of one fact. `rows` may also be a data frame of
        pandas or polars, whose columns are the arguments in their order. Without a name, each fact is called as its dataclass
        is, `TimeSlot` as `time_slot`, or is a Symbol as it stands.

        An `int` becomes a number, a `str` a string, a `tuple` a tuple, an object of a dataclass a function, and a `Symbol` stays
        as it is. With `constants`, each `str` becomes a constant and must be able to. Everything else raises TypeError or
        ValueError, which says in which row, counted from 1; then no fact is added.
        """
        if isinstance(predicate, str):
            text = facts.written(predicate, rows, constants)
        elif rows is None:
            text = facts.written(None, predicate, constants)
        else:
            raise TypeError(f"the name of a predicate is a text, not {predicate!r}")
        self._facts_added += 1
        # Each call has a text of its own, so that a place in a message is one place.
        self._add("<facts>" if self._facts_added == 1 else f"<facts-{self._facts_added}>", text)

    def load(self, path: str) -> None:
        """Read a file, and what it includes, even if it was read before."""
        self._add_by(self._engine.add_file, path)

    def _load_all(self, paths: Sequence[str]) -> None:
        """Read the files of a command line, each of them once, and what they include."""
        self._add_by(self._engine.add_files, paths)

    def load_aspif(self, files: Sequence[str]) -> None:
        """Read ground programs in aspif."""
        for file in files:
            self._add_by(self._engine.add_aspif, file)

    def get_const(self, name: str) -> Optional[Symbol]:
        """The value of a constant that the program or the command line defines; None for another."""
        return self._engine.constant(name)

    def ground(
        self,
        parts: Sequence[Tuple[str, Sequence[Symbol]]] = (("base", ()),),
        context: Any = None,
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> None:
        """Ground parts; the methods of `context` are the functions that the program calls with `@`.

        `time_limit`, in seconds, and `memory_limit`, in MiB, are ours: TimeoutError and MemoryError are raised there.
        """
        wanted = _parts(parts)
        self._settle()
        if self._has_read and self._held:
            held, self._held = self._held, []
            self._add_nodes(held)
        self._has_read = False
        if self._is_ground or wanted != [("base", [])]:
            self._is_of_texts = False
        self._begin_step()
        if not self._searched:
            # `#heuristic` is grounded in any case: only when a search starts is it known whether it is used.
            self._engine.configure(self._settings, True)
        self._tell_warnings()
        try:
            memory = memory_limit if memory_limit is not None else self._memory_limit
            self._engine.ground(wanted, self._calls(context), time_limit, memory)
        except RuntimeError as error:
            self._tell_error(error)
            raise
        self._is_ground = True
        self._tell_warnings()
        self._engine.observe()

    def _begin_step(self) -> None:
        """Begin the next step before the ground program grows, if a search took place since it last grew."""
        if self._engine.begin_step(self.enable_cleanup):
            self._is_of_texts = False

    def _calls(self, context: Any) -> Callable[[str, List[Symbol]], Any]:
        def call(name: str, arguments: List[Symbol]) -> Any:
            if context is None or (_core.scripts_define(name) and not hasattr(context, name)):
                values = _core.call_script(name, arguments)
                if values is not None:
                    self._is_of_texts = False
                return values
            self._is_of_texts = False
            value = getattr(context, name)(*arguments)
            # Without brackets, None says that there is no such function.
            return [None] if value is None else value

        return call

    # -- explanations -------------------------------------------------------

    def explain(
        self,
        parts: Sequence[Tuple[str, Sequence[Symbol]]] = (("base", ()),),
        context: Any = None,
        soft: Sequence[str] = ("constraints", "facts"),
        *,
        assumptions: Sequence[Tuple[Symbol, bool]] = (),
        instances: bool = False,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> Optional[Conflict]:
        """Why the program has no answer set: statements that exclude each other, none of which can be left out.

        None if it has one. `soft` says what may be left out: `constraints`, `facts`, `definitions`, or the facts of a
        predicate, as in `closed/2`, in a repair also at a price, as in `closed/2=3`. Ours, not clingo's. The texts are ground
        anew for it; what `backend` added and the values of external atoms have no say. `assumptions` are among the possible
        causes. With `instances`, conflicting instances of the statements are found as well.

        At a limit or after `interrupt` the conflict so far is returned, which is perhaps not minimal. TimeoutError,
        MemoryError or RuntimeError is raised if there is none yet.
        """
        asked = self._asked(parts, context, assumptions, time_limit, memory_limit)
        told = _core.explain(self._again(), asked, _axioms(soft, instances))
        return None if told is None else explanation.conflict(told)

    def conflicts(
        self,
        parts: Sequence[Tuple[str, Sequence[Symbol]]] = (("base", ()),),
        context: Any = None,
        soft: Sequence[str] = ("constraints", "facts"),
        *,
        assumptions: Sequence[Tuple[Symbol, bool]] = (),
        instances: bool = False,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> Conflicts:
        """All minimal conflicts, as of `explain`: an iterator that finds each when it is asked for.

        There may be exponentially many. The iterator ends early at a limit, which counts from this call, or after
        `interrupt`; then its `is_complete` is False. A program with an answer set has none.
        """
        asked = self._asked(parts, context, assumptions, time_limit, memory_limit)
        return Conflicts(_core.conflicts(self._again(), asked, _axioms(soft, instances)))

    def repair(
        self,
        parts: Sequence[Tuple[str, Sequence[Symbol]]] = (("base", ()),),
        context: Any = None,
        soft: Sequence[str] = ("constraints", "facts"),
        *,
        assumptions: Sequence[Tuple[Symbol, bool]] = (),
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> Repair:
        """The fewest statements and assumptions to leave out so that the rest has an answer set; arguments as of `explain`.

        The repair has no causes if the program has an answer set. ValueError is raised if it has none without all that may be
        left out. At a limit or after `interrupt` the repair so far is returned, as by `explain`.
        """
        asked = self._asked(parts, context, assumptions, time_limit, memory_limit)
        found = explanation.repair(_core.repair(self._again(), asked, _axioms(soft, False)))
        if found is None:
            raise ValueError("there is no repair: what may not be left out conflicts by itself; `soft` says what may be")
        return found

    def justify(
        self,
        atom: Union[Symbol, str],
        parts: Sequence[Tuple[str, Sequence[Symbol]]] = (("base", ()),),
        context: Any = None,
        *,
        model: Union[Model, Sequence[Symbol], None] = None,
        assumptions: Sequence[Tuple[Symbol, bool]] = (),
        instances: bool = False,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> Optional[Justification]:
        """Why an atom is true or false in an answer set: a derivation, or what fails in each rule that could derive it.

        `start(a)=3` asks why an integer variable has this value. Constants of the program stand for their values.

        The answer set is `model`, a model at hand or its `symbols(atoms=True)`. Without it, it is the first one found under the
        assumptions, or an optimal one if the program has an objective; the result is None if there is none. The texts are
        ground anew, as by `explain`. `instances` asks for all instances that derive an atom, and for all that fail.

        TimeoutError and MemoryError are raised at the limits, RuntimeError after `interrupt`, and ValueError if `model` is no
        answer set of the texts.
        """
        if model is not None and assumptions:
            raise ValueError("the atoms of a model need no assumptions: leave them out")
        if model is not None and not isinstance(model, Model):
            atoms: Optional[List[str]] = [str(symbol) for symbol in model]
        else:
            atoms = None if model is None else [str(symbol) for symbol in model.symbols(atoms=True)]
        asked = self._asked(parts, context, assumptions, time_limit, memory_limit)
        told = _core.justify(self._again(), str(atom), asked, atoms, instances)
        return None if told is None else justification.justification(told)

    def _again(self) -> _core.Engine:
        """An engine that has read the texts of this control, and has ground nothing."""
        return self._engine.again(self._settings)

    def _asked(
        self,
        parts: Sequence[Tuple[str, Sequence[Symbol]]],
        context: Any,
        assumptions: Sequence[Tuple[Symbol, bool]],
        time_limit: Optional[float],
        memory_limit: Optional[int],
    ) -> Dict[str, Any]:
        literals = []
        for given in assumptions:
            if isinstance(given, int):
                raise TypeError(f"the program is ground anew, where {given} is another literal: give the atom, as in (atom, True)")
            atom, holds = given
            literals.append(str(atom) if holds else f"not {atom}")
        return {
            "parts": _parts(parts),
            "call": self._calls(context),
            "assumptions": literals,
            "time_limit": time_limit if time_limit is not None else self._time_limit,
            "memory_limit": memory_limit if memory_limit is not None else self._memory_limit,
        }

    # -- messages -----------------------------------------------------------

    def _tell(self, code: str, message: str) -> None:
        if self._messages <= 0 or message in self._said:
            return
        self._said.add(message)
        self._messages -= 1
        if self._logger is not None:
            self._logger(MessageCode[code], message)
        else:
            print(message, file=sys.stderr)

    def _tell_error(self, error: BaseException) -> None:
        """Pass an error to the logger. Without a logger, the error is only in the exception."""
        if self._logger is not None and type(error) is RuntimeError and self._messages > 0:
            self._messages -= 1
            self._logger(MessageCode.RuntimeError, str(error))

    def _tell_warnings(self) -> None:
        lints, self._lints = self._lints, False
        for code, message in self._engine.warnings(self._settings, lints, self._tells_as_clingo):
            self._tell(code, message)

    # -- searches -----------------------------------------------------------

    def _prepare(self) -> None:
        self._settle()
        if self._searched:
            return
        self._engine.configure(self._settings, False)
        self._searched = True

    @overload
    def solve(
        self,
        assumptions: Sequence[Union[Tuple[Symbol, bool], int]] = ...,
        on_model: Optional[Callable[[Model], Optional[bool]]] = ...,
        on_unsat: Optional[Callable[[Sequence[int]], None]] = ...,
        on_statistics: Optional[Callable[[StatisticsMap, StatisticsMap], None]] = ...,
        on_finish: Optional[Callable[[SolveResult], None]] = ...,
        on_core: Optional[Callable[[Sequence[int]], None]] = ...,
        on_last: Optional[Callable[[Model], None]] = ...,
        yield_: Literal[False] = ...,
        async_: Literal[False] = ...,
        *,
        time_limit: Optional[float] = ...,
        memory_limit: Optional[int] = ...,
    ) -> SolveResult: ...

    @overload
    def solve(
        self,
        assumptions: Sequence[Union[Tuple[Symbol, bool], int]] = ...,
        on_model: Optional[Callable[[Model], Optional[bool]]] = ...,
        on_unsat: Optional[Callable[[Sequence[int]], None]] = ...,
        on_statistics: Optional[Callable[[StatisticsMap, StatisticsMap], None]] = ...,
        on_finish: Optional[Callable[[SolveResult], None]] = ...,
        on_core: Optional[Callable[[Sequence[int]], None]] = ...,
        on_last: Optional[Callable[[Model], None]] = ...,
        *,
        yield_: Literal[True],
        async_: bool = ...,
        time_limit: Optional[float] = ...,
        memory_limit: Optional[int] = ...,
    ) -> SolveHandle: ...

    @overload
    def solve(
        self,
        assumptions: Sequence[Union[Tuple[Symbol, bool], int]] = ...,
        on_model: Optional[Callable[[Model], Optional[bool]]] = ...,
        on_unsat: Optional[Callable[[Sequence[int]], None]] = ...,
        on_statistics: Optional[Callable[[StatisticsMap, StatisticsMap], None]] = ...,
        on_finish: Optional[Callable[[SolveResult], None]] = ...,
        on_core: Optional[Callable[[Sequence[int]], None]] = ...,
        on_last: Optional[Callable[[Model], None]] = ...,
        *,
        yield_: bool = ...,
        async_: Literal[True],
        time_limit: Optional[float] = ...,
        memory_limit: Optional[int] = ...,
    ) -> SolveHandle: ...

    @overload
    def solve(
        self,
        assumptions: Sequence[Union[Tuple[Symbol, bool], int]] = ...,
        on_model: Optional[Callable[[Model], Optional[bool]]] = ...,
        on_unsat: Optional[Callable[[Sequence[int]], None]] = ...,
        on_statistics: Optional[Callable[[StatisticsMap, StatisticsMap], None]] = ...,
        on_finish: Optional[Callable[[SolveResult], None]] = ...,
        on_core: Optional[Callable[[Sequence[int]], None]] = ...,
        on_last: Optional[Callable[[Model], None]] = ...,
        *,
        yield_: bool,
        async_: bool = ...,
        time_limit: Optional[float] = ...,
        memory_limit: Optional[int] = ...,
    ) -> Union[SolveResult, SolveHandle]: ...

    def solve(
        self,
        assumptions: Sequence[Union[Tuple[Symbol, bool], int]] = (),
        on_model: Optional[Callable[[Model], Optional[bool]]] = None,
        on_unsat: Optional[Callable[[Sequence[int]], None]] = None,
        on_statistics: Optional[Callable[[StatisticsMap, StatisticsMap], None]] = None,
        on_finish: Optional[Callable[[SolveResult], None]] = None,
        on_core: Optional[Callable[[Sequence[int]], None]] = None,
        on_last: Optional[Callable[[Model], None]] = None,
        yield_: bool = False,
        async_: bool = False,
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> Any:
        """Look for answer sets of what is ground.

        Without `yield_` and `async_` this returns a `SolveResult` when it has ended; else a `SolveHandle`, to be used in a
        `with` block. `on_model` is called with each answer set, and ends the search by returning False. `time_limit`, in
        seconds, and `memory_limit`, in MiB, are ours.
        """
        self._prepare()
        asked = {
            "assumptions": assumptions,
            "memory": memory_limit if memory_limit is not None else self._memory_limit,
            "is_idle": self._is_replaced,
            "seeks_end": self._seeks_end,
            "time_limit": time_limit if time_limit is not None else self._time_limit,
            "on_model": on_model,
            "on_unsat": on_unsat,
            "on_statistics": self._counting(on_statistics),
            "on_finish": on_finish,
            "printer": self._printer,
        }
        handle = self._engine.search(self._settings, asked, yield_, async_)
        if yield_ or async_:
            return handle
        with handle:
            result = handle.get()
            if on_core is not None and result.unsatisfiable:
                on_core(handle.core())
            if on_last is not None:
                last = handle.last()
                if last is not None:
                    on_last(last)
            return result

    def _counting(self, on_statistics: Any) -> Any:
        if on_statistics is None:
            return None

        def count() -> None:
            # As in clingo, both keep the statistics that earlier calls have added.
            step, accumulated = self._engine.user_statistics
            on_statistics(StatisticsMap(step, step.root), StatisticsMap(accumulated, accumulated.root))

        return count

    def interrupt(self) -> None:
        """End the search that is under way, or else the next one; to be called from any thread or signal handler."""
        self._engine.interrupt()

    @property
    def is_conflicting(self) -> bool:
        """Whether it is known that there is no answer set, whatever is assumed."""
        return self._settle() and self._engine.is_conflicting

    @property
    def configuration(self) -> Configuration:
        """The configuration of searches, by clingo's keys."""
        return self._configuration

    @property
    def statistics(self) -> Dict[str, Any]:
        """Counts and times, by clingo's keys as far as they are counted. With `--stats` there are also `accu`, and `groundplan` for
        what only we count."""
        return self._engine.statistics(self._settings)

    # -- the ground program -------------------------------------------------

    @property
    def symbolic_atoms(self) -> SymbolicAtoms:
        """The atoms of the ground program."""
        return self._engine.symbolic_atoms

    @property
    def theory_atoms(self) -> Iterator[TheoryAtom]:
        """The atoms of theories in the ground program."""
        return iter(self._engine.theory_atoms())

    def assign_external(
        self, external: Union[Symbol, int], truth: Optional[Union[bool, TruthValue]]
    ) -> None:
        """Set the value of an external atom for the searches to come: True, False, or None for either."""
        if not isinstance(truth, TruthValue) and truth is not None:
            truth = bool(truth)
        self._check_idle()
        self._engine.assign_external(external, _VALUES[truth])

    def release_external(self, external: Union[Symbol, int]) -> None:
        """Make an external atom false for good."""
        self._check_idle()
        self._engine.assign_external(external, "release")

    def cleanup(self) -> None:
        """Take atoms that the searches so far have shown to be false for good out of the program's names, so that they may be
        defined anew; those that are true for good count as facts. `ground` and `backend` do so by themselves, unless
        `enable_cleanup` is False."""
        if self._settle() and self._searched:
            self._is_of_texts = False
            self._engine.cleanup()

    def backend(self) -> Backend:
        """A backend that adds atoms and rules to the ground program, to be used in a `with` block."""
        self._is_of_texts = False
        self._begin_step()
        self._engine.begin_adding()
        return _core.Backend(self._engine, self._engine.end_adding)

    def add_project(self, atoms: Sequence[Union[Symbol, int]]) -> None:
        """Add atoms to those that projected answer sets have to differ on."""
        self._is_of_texts = False
        self._engine.project(atoms, False)

    def replace_project(self, atoms: Sequence[Union[Symbol, int]]) -> None:
        """Project answer sets to these atoms only."""
        self._is_of_texts = False
        self._engine.project(atoms, True)

    def remove_project(self) -> None:
        """Have projected answer sets differ on nothing; with `solve.project = "show"`, on what they show all the same."""
        self._is_of_texts = False
        self._engine.project([], True)

    def remove_minimize(self) -> None:
        """Remove the objective."""
        self._is_of_texts = False
        self._engine.remove_minimize()

    def register_propagator(self, propagator: Propagator) -> None:
        """Add a constraint of your own to the searches from now on; one that is open goes on without it."""
        self._propagates = True
        self._engine.register_propagator(propagator)

    def register_observer(self, observer: Any, replace: bool = False) -> None:
        """Have an observer told of the ground program from now on; with `replace` it takes the place of the search, and `solve`
        finds out nothing."""
        self._is_replaced = self._is_replaced or replace
        self._engine.register_observer(observer)

    def register_backend(
        self,
        type: BackendType,
        file: str,
        replace: bool = False,
        reify_sccs: bool = False,
        reify_steps: bool = False,
    ) -> None:
        """Have the ground program written to a file, step by step: what is new is written when a search begins; with `replace`,
        the searches find out nothing. Facts of `Reify` tell of components with `reify_sccs`, and have the numbers of their steps
        with `reify_steps`."""
        self._engine.register_backend(type.value | int(reify_sccs) | 2 * int(reify_steps), file)
        self._is_replaced = self._is_replaced or replace
