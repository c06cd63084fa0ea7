"""Programs of one's own with clingo's command line."""

import sys
import time
import traceback
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from . import script
from .control import Control
from .options import parse
from .solving import Model, SolveResult
from .symbol import Function, Number

__all__ = ["Application", "ApplicationOptions", "Flag", "clingo_main"]


class Flag:
    """A value that an option without an argument sets."""

    def __init__(self, value: bool = False) -> None:
        self.flag = value

    def __bool__(self) -> bool:
        return self.flag


class ApplicationOptions:
    """The options of an application, beside clingo's."""

    def __init__(self) -> None:
        self._options: Dict[str, Tuple[str, str, Optional[Callable[[str], bool]], Optional[Flag], bool, str]] = {}
        self._short: Dict[str, str] = {}

    def _name(self, option: str) -> str:
        name, _, short = option.partition(",")
        name = name.strip()
        if short.strip():
            self._short[short.strip()[0]] = name
        return name

    def add(
        self,
        group: str,
        option: str,
        description: str,
        parser: Callable[[str], bool],
        multi: bool = False,
        argument: Optional[str] = None,
    ) -> None:
        """Add an option with an argument: `parser` takes it, and says whether it is right."""
        self._options[self._name(option)] = (group, description, parser, None, multi, argument or "<arg>")

    def add_flag(self, group: str, option: str, description: str, target: Flag) -> None:
        """Add an option without an argument."""
        self._options[self._name(option)] = (group, description, None, target, False, "")

    def _take(self, arguments: Sequence[str]) -> List[str]:
        """Take what is ours of a command line, and give the rest."""
        rest, given = list(arguments), set()
        others: List[str] = []
        while rest:
            word = rest.pop(0)
            value: Optional[str] = None
            name = None
            if word.startswith("--"):
                long, separator, text = word[2:].partition("=")
                if long in self._options:
                    name, value = long, text if separator else None
                elif long.startswith("no-") and long[3:] in self._options and self._options[long[3:]][3] is not None:
                    name, value = long[3:], "no"
            elif word.startswith("-") and word[1:2] in self._short:
                name, value = self._short[word[1]], word[2:] or None
            if name is None:
                others.append(word)
                continue
            _, _, parser, flag, multi, _ = self._options[name]
            if flag is not None:
                flag.flag = value not in ("no", "false", "0")
                continue
            if value is None:
                if not rest:
                    raise RuntimeError(f"option `--{name}` wants a value")
                value = rest.pop(0)
            if name in given and not multi:
                raise RuntimeError(f"option `--{name}` is given more than once")
            given.add(name)
            if parser is not None and not parser(value):
                raise RuntimeError(f"`{value}` is no value of option `--{name}`")
        return others

    def _help(self) -> str:
        lines: List[str] = []
        groups: Dict[str, List[str]] = {}
        shorts = {name: f",-{short}" for short, name in self._short.items()}
        for name, (group, description, _, flag, _, argument) in self._options.items():
            value = "" if flag is not None else f"={argument}"
            groups.setdefault(group, []).append(f"  --{name}{shorts.get(name, '')}{value}: {description}")
        for group, options in groups.items():
            lines += [f"{group}:", "", *options, ""]
        return "\n".join(lines)


class Application:
    """A program with clingo's command line: override what is yours."""

    program_name: str = "clingo"
    version: str = ".".join(map(str, (5, 8, 3)))
    message_limit: int = 20

    def main(self, control: Control, files: Sequence[str]) -> None:
        """Read the files, ground and solve."""
        control._seeks_end = True
        for file in files or ["-"]:
            control.load(file)
        run_script = script.main()
        if run_script is not None:
            run_script(control)
        elif control._incremental:
            _step_by_step(control)
        else:
            control.ground([("base", [])])
            control.solve()

    def register_options(self, options: ApplicationOptions) -> None:
        """Add options of your own."""

    def validate_options(self) -> bool:
        """Whether the options go together."""
        return True


def _step_by_step(control: Control) -> None:
    """What `#include <incmode>.` asks for."""
    least, most, stop = (control.get_const(name) for name in ("imin", "imax", "istop"))
    least_number = 0 if least is None else least.number
    wanted = "SAT" if stop is None else stop.string
    step, result = 0, None
    while most is None or step < most.number:
        if result is not None and step >= least_number and str(result) == wanted:
            break
        parts = [("check", [Number(step)])]
        if step > 0:
            control.release_external(Function("query", [Number(step - 1)]))
            parts.append(("step", [Number(step)]))
        else:
            parts.append(("base", []))
        control.ground(parts)
        control.assign_external(Function("query", [Number(step)]), True)
        result = control.solve()
        if result.interrupted:
            break
        step += 1


class _Printing(Control):
    """A control that prints its answer sets as clingo does."""

    def __init__(self, application: Application, arguments: Sequence[str], values: Dict[str, str]) -> None:
        logger = getattr(application, "logger", None)
        super().__init__(arguments, logger, getattr(application, "message_limit", 20))
        self._application = application
        self._silent_layout = values.get("outf") == "3"
        self._verbose = int(values.get("verbose", "1")) if values.get("verbose", "1").isdigit() else 1
        shown = values.get("quiet", "0").split(",")[0]
        self._shown = int(shown) if shown.isdigit() else 2
        self._start = time.monotonic()
        self._results: List[SolveResult] = []
        # How many answers all calls have found.
        self._models = 0
        # What the last answer of the last call costs, and how many answers of that call are proven best.
        self._costs: List[int] = []
        self._optimal = 0

    def say(self, *words: Any) -> None:
        """Print what is more than the answers."""
        if self._verbose > 0 and not self._silent_layout:
            print(*words)

    def _print(self, model: Model) -> None:
        self.say(f"Answer: {model.number} (Time: {time.monotonic() - self._start:.3f}s)")

        def print_symbols() -> None:
            shown = model.symbols(shown=True)
            added = model.symbols(theory=True)
            if added:
                # As in clingo, between the facts and the other symbols.
                atoms = ((symbol, model.context.symbolic_atoms[symbol]) for symbol in shown)
                facts = {symbol for symbol, atom in atoms if atom is not None and atom.is_fact}
                others = [symbol for symbol in shown if symbol not in facts]
                shown = [symbol for symbol in shown if symbol in facts] + added + others
            print(*shown)

        printer = getattr(self._application, "print_model", None)
        if printer is not None:
            printer(model, print_symbols)
        else:
            print_symbols()
        if model.cost:
            print("Optimization:", *model.cost)

    def solve(self, *args: Any, **kwargs: Any) -> Any:
        names = ("assumptions", "on_model", "on_unsat", "on_statistics", "on_finish")
        kwargs.update(zip((*names, "on_core", "on_last", "yield_", "async_"), args))
        own, finish = (kwargs.pop(name, None) for name in ("on_model", "on_finish"))
        self.say("Solving...")
        self._costs, self._optimal = [], 0
        found: List[Model] = []

        def on_model(model: Model) -> Optional[bool]:
            goes_on: Optional[bool] = True if own is None else own(model)
            self._models += 1
            self._costs = model.cost
            self._optimal += model.optimality_proven
            found[:] = [model]
            if self._shown == 0 and not self._silent_layout:
                self._print(model)
            return goes_on

        def on_finish(result: SolveResult) -> None:
            self._results.append(result)
            if self._shown == 1 and found and not self._silent_layout:
                self._print(found[0])
            if finish is not None:
                finish(result)

        return super().solve(on_model=on_model, on_finish=on_finish, **kwargs)

    def end(self) -> int:
        """Print the verdict on the last call and how many answers all of them found; say how to exit, as clasp does."""
        last = self._results[-1] if self._results else None
        is_optimum = last is not None and last.satisfiable and last.exhausted and bool(self._costs)
        verdict = {"SAT": "SATISFIABLE", "UNSAT": "UNSATISFIABLE"}.get(str(last), "UNKNOWN")
        if not self._silent_layout:
            print("OPTIMUM FOUND" if is_optimum else verdict)
        self.say()
        if last is not None and last.interrupted:
            self.say("INTERRUPTED  : 1")
        more = "" if last is not None and last.exhausted else "+"
        self.say(f"Models       : {self._models}{more}")
        if self._costs:
            self.say(f"  Optimum    : {'yes' if is_optimum else 'unknown'}")
            if self._optimal > 1:
                self.say(f"  Optimal    : {self._optimal}")
            if not str(self.configuration.solve.opt_mode).startswith("enum"):
                self.say("Optimization :", *self._costs)
        self.say(f"Calls        : {max(len(self._results), 1)}")
        if last is None:
            return 0
        code = 1 if last.interrupted else 0
        if last.satisfiable:
            code += 10
        if last.exhausted:
            code += 20
        return code


def clingo_main(application: Application, arguments: Optional[Sequence[str]] = None) -> int:
    """Run an application with a command line; what the process should exit with, as clasp says it."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = ApplicationOptions()
    try:
        register = getattr(application, "register_options", None)
        if register is not None:
            register(options)
        if any(word in ("-h", "--help") or word.startswith("--help=") for word in words):
            print(f"{application.program_name} version {getattr(application, 'version', '')}")
            print(f"usage: {application.program_name} [number] [options] [files]\n")
            print(options._help())
            print("The options of clingo are those of `groundplan solve --help`.")
            return 0
        if any(word in ("-v", "--version") for word in words):
            print(f"{application.program_name} version {getattr(application, 'version', '')}")
            return 0
        rest = options._take(words)
        settings = parse(rest, positional=True)
        validate = getattr(application, "validate_options", None)
        if validate is not None and validate() is False:
            return 1
        files = list(settings.files)
        ours = [word for word in rest if word not in files]
        control = _Printing(application, ours, settings.values)
    except RuntimeError as error:
        print(f"*** ERROR: ({application.program_name}): {error}", file=sys.stderr)
        return 128
    name = application.program_name
    control.say(f"{name} version {getattr(application, 'version', '')}")
    control.say("Reading from", " ".join(settings.files) or "stdin")
    try:
        application.main(control, settings.files)
    except RuntimeError as error:
        print(f"*** ERROR: ({name}): {error}", file=sys.stderr)
        return 65
    except Exception:
        # As clingo: the program ends in good order, and says what went wrong.
        traceback.print_exc()
        return 65
    return control.end()
