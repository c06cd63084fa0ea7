"""Scripts inside of programs: `#script (python) ... #end.`, once `enable_python` was called.

What a script defines can be called by the program with `@`, where the context of `Control.ground` has no such function.
"""

import sys
from abc import ABC, abstractmethod
from typing import Any, Dict, Iterable, Set, Union

from . import _core
from ._core import Symbol

__all__ = ["Script", "enable_python", "register_script"]


class Script(ABC):
    """A language of scripts."""

    @abstractmethod
    def execute(self, location: Any, code: str) -> None:
        """Run a script."""

    @abstractmethod
    def call(
        self, location: Any, name: str, arguments: Iterable[Symbol]
    ) -> Union[Iterable[Symbol], Symbol]:
        """Call a function that a script has defined."""

    @abstractmethod
    def callable(self, name: str) -> bool:
        """Whether a script has defined such a function."""

    def main(self, control: Any) -> None:
        """Run the function `main` of a script."""


class _Python(Script):
    def execute(self, location: Any, code: str) -> None:
        lines = "\n" * (location.begin.line - 1)
        exec(compile(lines + code, location.begin.filename, "exec"), _names())

    def call(self, location: Any, name: str, arguments: Iterable[Symbol]) -> Any:
        return _names()[name](*arguments)

    def callable(self, name: str) -> bool:
        return callable(_names().get(name))

    def main(self, control: Any) -> None:
        _names()["main"](control)


def _names() -> Dict[str, Any]:
    return sys.modules["__main__"].__dict__


_enabled: Set[str] = set()


def register_script(name: str, script: Script, version: str = "1.0.0") -> None:
    """Have a script language run by `script`."""
    _core.register_script(name, script, version)


def enable_python() -> None:
    """Have Python scripts inside of programs run, in the module `__main__`."""
    if "python" not in _enabled:
        _enabled.add("python")
        register_script("python", _Python(), ".".join(str(part) for part in sys.version_info[:3]))
