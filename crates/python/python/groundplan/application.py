"""Programs of one's own with clingo's command line."""

import contextlib
import io
import sys
import time
import traceback
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from . import _core
from ._core import GroundOutput, HaltedError, OptionError, Printer, Settings
from .control import Control
from .core import MessageCode as MessageCode, TruthValue
from .solving import Model
from .symbol import Symbol

__all__ = ["Application", "ApplicationOptions", "Flag", "clingo_main"]


class Flag:
    """The value of an option without an argument."""

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
        """Process the application's own options of a command line, and return the other arguments."""
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
        control._load_all(files or ["-"])
        has_main = _core.scripts_define("main")
        control._seeks_end = not has_main
        if has_main:
            _core.run_script(control)
        elif control._incremental:
            _core.solve_by_steps(control._engine, control)
        else:
            control.ground([("base", [])])
            control.solve()

    def register_options(self, options: ApplicationOptions) -> None:
        """Add options of your own."""

    def validate_options(self) -> bool:
        """Whether the options are compatible with each other."""
        return True


_TRUTH = {True: TruthValue.True_, False: TruthValue.False_, None: TruthValue.Free}


class _Printing(Control):
    """A control that prints its answer sets as the command does; with `as_clingo`, as clingo's applications do."""

    def __init__(self, application: Application, arguments: Sequence[str], as_clingo: bool) -> None:
        logger = getattr(application, "logger", None)
        super().__init__(arguments, logger, getattr(application, "message_limit", 20))
        self._application = application
        self._as_clingo = self._tells_as_clingo = as_clingo
        output = self._ground_output = GroundOutput.of(self._settings)
        self._is_for_people = output is None and Printer.is_for_people(self._settings)
        describe = None if getattr(application, "print_model", None) is None else self._describe
        # Where the ground program is printed, there is nothing else to print.
        self._printer = None if output is not None else Printer(self._settings, describe, as_clingo)
        # The time limit of a command line covers the whole run.
        self._deadline = None if self._time_limit is None else time.monotonic() + self._time_limit

    def _read_settings(self, arguments: List[str]) -> Settings:
        return Settings(arguments)

    def say(self, *words: Any) -> None:
        """Tell people more than the answers, as clingo's applications do."""
        if self._is_for_people and self._as_clingo:
            print(*words)

    def _describe(self, model: Model) -> str:
        """What the application prints of a model."""
        assert self._printer is not None
        symbols = self._printer.symbols(model)
        with contextlib.redirect_stdout(io.StringIO()) as text:
            getattr(self._application, "print_model")(model, lambda: print(symbols, end=""))
        return text.getvalue()

    def _time_left(self) -> Optional[float]:
        return None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)

    def ground(self, *args: Any, **kwargs: Any) -> None:
        """Ground parts, as long as there is time."""
        kwargs.setdefault("time_limit", self._time_left())
        super().ground(*args, **kwargs)

    def solve(self, *args: Any, **kwargs: Any) -> Any:
        """Look for answer sets, and print them; or print the ground program, where that is asked for."""
        if self._ground_output is not None:
            self._print_ground(self._ground_output)
            self._is_replaced = True
            return super().solve(*args, **kwargs)
        self.say("Solving...")
        kwargs.setdefault("time_limit", self._time_left())
        return super().solve(*args, **kwargs)

    def _print_ground(self, output: GroundOutput) -> None:
        """Print what is new in the ground program."""
        has_own_main = getattr(type(self._application), "main", None) is not Application.main
        has_steps = has_own_main or self._incremental or _core.scripts_define("main")
        sys.stdout.write(output.step(self._engine, has_steps))
        sys.stdout.flush()

    def assign_external(
        self, external: Union[Symbol, int], truth: Optional[Union[bool, TruthValue]]
    ) -> None:
        """Set the value of an external atom; where the ground program is printed, this is part of it."""
        super().assign_external(external, truth)
        if self._ground_output is not None:
            self._print_external(external, _TRUTH.get(truth, truth))  # type: ignore[arg-type]

    def release_external(self, external: Union[Symbol, int]) -> None:
        """Make an external atom false for good."""
        super().release_external(external)
        self._print_external(external, TruthValue.Release)

    def _print_external(self, external: Union[Symbol, int], value: TruthValue) -> None:
        atom = external if isinstance(external, Symbol) else None
        known = None if atom is None else self.symbolic_atoms[atom]
        number = external if isinstance(external, int) else None if known is None else known.literal
        if self._ground_output is not None and number is not None:
            self._ground_output.assign(number, value)

    def end(self) -> int:
        """Print the verdict on the last call, and what all of them came to; say how to exit, as clasp does."""
        if self._ground_output is not None:
            return 0
        assert self._printer is not None
        return self._tell_end(*self._printer.end(self._engine))

    def cut_short(self, by_time: bool) -> int:
        """Print the verdict after grounding was interrupted, as `end` does."""
        if self._ground_output is not None:
            return 1
        assert self._printer is not None
        return self._tell_end(*self._printer.cut_short(self._engine, by_time))

    def _tell_end(self, code: int, told: Sequence[str]) -> int:
        for text in told:
            print(text, file=sys.stderr)
        return code


def _as_error(error: RuntimeError) -> str:
    """The text of an error as a message. That of a program is one already, and begins with its place."""
    first = str(error).partition("\n")[0]
    return str(error) if first.startswith("error: ") or ": error: " in first else f"error: {error}"


def clingo_main(application: Application, arguments: Optional[Sequence[str]] = None) -> int:
    """Run an application with a command line; what the process should exit with, as clasp says it."""
    return run(application, sys.argv[1:] if arguments is None else arguments, True)


def run(application: Application, arguments: Sequence[str], as_clingo: bool) -> int:
    """Run an application. It prints as clingo's applications do or, without `as_clingo`, as the command does."""
    words, options = list(arguments), ApplicationOptions()
    name, version = application.program_name, getattr(application, "version", "")
    try:
        register = getattr(application, "register_options", None)
        if register is not None:
            register(options)
        if any(word in ("-h", "--help") or word.startswith("--help=") for word in words):
            print(f"{name} version {version}")
            print(f"usage: {name} [number] [options] [files]\n")
            print(options._help())
            print("The options of clingo are those of `groundplan solve --help`.")
            return 0
        if any(word in ("-v", "--version") for word in words):
            print(f"{name} version {version}")
            return 0
        control = _Printing(application, options._take(words), as_clingo)
        validate = getattr(application, "validate_options", None)
        if validate is not None and validate() is False:
            return 1
    except (RuntimeError, NotImplementedError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 64
    files = control._settings.files
    control.say(f"{name} version {version}")
    control.say("Reading from", " ".join(files) or "stdin")
    printer = control._printer
    try:
        application.main(control, files)
        return control.end()
    except BrokenPipeError:
        # Standard output is closed: print nothing more.
        return 0 if printer is None else printer.interrupted()
    except OptionError as error:
        print(f"error: {error}", file=sys.stderr)
        return 64
    except (HaltedError, MemoryError, TimeoutError) as error:
        print(f"the search was cut short: {error}", file=sys.stderr)
        return control.cut_short(isinstance(error, TimeoutError))
    except RuntimeError as error:
        print(_as_error(error), file=sys.stderr)
    except Exception:
        # As in clingo, an exception is printed and the program ends with an exit code.
        traceback.print_exc()
    if printer is not None:
        printer.abandon()
    return 65
