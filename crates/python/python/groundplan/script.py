"""Scripts inside of programs: `#script (python) ... #end.`, once `enable_python` was called.

What a script defines can be called by the program with `@`, where the context of `Control.ground` has no such function.
"""

import re
import sys
from abc import ABC, abstractmethod
from typing import Any, Callable, Dict, Iterable, Optional, Set, Union

from ._core import Symbol

__all__ = ["Script", "enable_python", "register_script"]

_SCRIPT = re.compile(r"#script\s*\(\s*(\w+)\s*\)(.*?)#end\s*\.", re.DOTALL)
# Comments and strings: text that looks like a script inside them is none.
_OTHER = re.compile(r'%\*.*?\*%|%[^\n]*|"(?:[^"\\\n]|\\.)*"', re.DOTALL)


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
        exec(compile(code, str(location), "exec"), _names())

    def call(self, location: Any, name: str, arguments: Iterable[Symbol]) -> Any:
        return _names()[name](*arguments)

    def callable(self, name: str) -> bool:
        return callable(_names().get(name))

    def main(self, control: Any) -> None:
        _names()["main"](control)


def _names() -> Dict[str, Any]:
    return sys.modules["__main__"].__dict__


_scripts: Dict[str, Script] = {}
# The languages in which a script was run: only then their functions count.
_used: Set[str] = set()


def register_script(name: str, script: Script, version: str = "1.0.0") -> None:
    """Have a script language run by `script`."""
    _scripts[name] = script


def enable_python() -> None:
    """Have Python scripts inside of programs run, in the module `__main__`."""
    register_script("python", _Python(), ".".join(str(part) for part in sys.version_info[:3]))


def take(name: str, text: str) -> str:
    """Run the scripts in a text, and give it without them: lines stay where they are."""
    if "#script" not in text:
        return text
    rest, position = [], 0
    while position < len(text):
        found = _SCRIPT.match(text, position) or _OTHER.match(text, position)
        if found is None:
            rest.append(text[position])
            position += 1
            continue
        position = found.end()
        if found.re is _OTHER:
            rest.append(found.group())
            continue
        language = _scripts.get(found.group(1))
        if language is None:
            raise RuntimeError(
                f"{name}: error: {found.group(1)} support not available: "
                "`clingo.script.enable_python()` has scripts in `python` run"
            )
        _used.add(found.group(1))
        line = text.count("\n", 0, found.start(2))
        language.execute(name, "\n" * line + found.group(2))
        rest.append("\n" * found.group().count("\n"))
    return "".join(rest)


def function(name: str) -> Optional[Callable[..., Any]]:
    """The function of a script, if one has defined it."""
    language = _defining(name)
    return None if language is None else lambda *arguments: language.call(None, name, arguments)


def main() -> Optional[Callable[[Any], None]]:
    """A function that runs `main` of a script, if a script has defined it."""
    language = _defining("main")
    return None if language is None else language.main


def _defining(name: str) -> Optional[Script]:
    """The first language whose scripts have defined a function of this name."""
    used = (language for known, language in _scripts.items() if known in _used)
    return next((language for language in used if language.callable(name)), None)
