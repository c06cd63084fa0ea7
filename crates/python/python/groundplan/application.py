"""Programs of one's own with clingo's command line."""

import contextlib
import io
import sys
from typing import Any, Callable, List, Optional, Sequence, Union

from . import _core
from ._core import ApplicationOptions as ApplicationOptions, ApplicationRun, Settings
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


class Application:
    """A program with clingo's command line: override what is yours."""

    program_name: str = "clingo"
    version: str = ".".join(map(str, (5, 8, 3)))
    message_limit: int = 20

    def main(self, control: Control, files: Sequence[str]) -> None:
        """Read the files, ground and solve."""
        _core.run_standard(control._engine, control, files)

    def register_options(self, options: ApplicationOptions) -> None:
        """Add options of your own."""

    def validate_options(self) -> bool:
        """Whether the options are compatible with each other."""
        return True


_TRUTH = {True: TruthValue.True_, False: TruthValue.False_, None: TruthValue.Free}


class _Printing(Control):
    """A control that prints its answer sets as the command does; with `as_clingo`, as clingo's applications do."""

    def __init__(self, application: Application, settings: Settings, run: ApplicationRun, as_clingo: bool) -> None:
        self._given = settings
        super().__init__((), getattr(application, "logger", None), getattr(application, "message_limit", 20))
        self._has_own_main = getattr(type(application), "main", None) is not Application.main
        self._tells_as_clingo = as_clingo
        self._run = self._printer = run

    def _read_settings(self, arguments: List[str]) -> Settings:
        return self._given

    def ground(self, *args: Any, **kwargs: Any) -> None:
        """Ground parts, as long as there is time."""
        kwargs.setdefault("time_limit", self._run.time_left)
        super().ground(*args, **kwargs)

    def solve(self, *args: Any, **kwargs: Any) -> Any:
        """Look for answer sets, and print them; or print the ground program, where that is asked for."""
        if self._run.prints_ground:
            has_steps = self._has_own_main or self._incremental or _core.scripts_define("main")
            self._run.print_ground(self._engine, has_steps)
            self._is_replaced = True
            return super().solve(*args, **kwargs)
        self._run.say("Solving...")
        kwargs.setdefault("time_limit", self._run.time_left)
        return super().solve(*args, **kwargs)

    def assign_external(
        self, external: Union[Symbol, int], truth: Optional[Union[bool, TruthValue]]
    ) -> None:
        """Set the value of an external atom; where the ground program is printed, this is part of it."""
        super().assign_external(external, truth)
        self._print_external(external, _TRUTH.get(truth, truth))  # type: ignore[arg-type]

    def release_external(self, external: Union[Symbol, int]) -> None:
        """Make an external atom false for good."""
        super().release_external(external)
        self._print_external(external, TruthValue.Release)

    def _print_external(self, external: Union[Symbol, int], value: TruthValue) -> None:
        atom = external if isinstance(external, Symbol) else None
        known = None if atom is None else self.symbolic_atoms[atom]
        number = external if isinstance(external, int) else None if known is None else known.literal
        if number is not None:
            self._run.assign(number, value)


def _describer(application: Application) -> Optional[Callable[[Model, str], str]]:
    """What returns what an application prints of a model, if it has words of its own; the symbols are given as a text."""
    own = getattr(application, "print_model", None)
    if own is None:
        return None

    def describe(model: Model, symbols: str) -> str:
        with contextlib.redirect_stdout(io.StringIO()) as text:
            own(model, lambda: print(symbols, end=""))
        return text.getvalue()

    return describe


def clingo_main(application: Application, arguments: Optional[Sequence[str]] = None) -> int:
    """Run an application with a command line; what the process should exit with, as clasp says it."""
    return _core.run_application(application, sys.argv[1:] if arguments is None else list(arguments), True)
