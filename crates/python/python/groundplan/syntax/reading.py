"""Reading of texts and files into syntax trees: order of files, includes, and error messages."""

import os
import re
import sys
from typing import Callable, List, Optional, Set, Tuple

from .. import _core, script
from .._core import AST
from ..control import Control
from ..core import Logger, MessageCode
from .node import Location

__all__ = ["Reading"]

# A script, or a comment or string (the first group), in which no script begins.
_SCRIPT = re.compile(rf"({script._OTHER.pattern})|{script._SCRIPT.pattern}", re.DOTALL)


def _length(text: str) -> int:
    """The length of a text in bytes."""
    return len(text.encode())


def _without_scripts(text: str) -> Tuple[str, List[Tuple[int, int, str, str]]]:
    """The text with blanks for its scripts, so that lines and columns stay where they are; where each script begins and ends,
    in bytes, its language and its code."""
    scripts: List[Tuple[int, int, str, str]] = []
    if "#script" not in text:
        return text, scripts

    def blank(found: "re.Match[str]") -> str:
        if found[1]:
            return found[0]
        start = _length(text[: found.start()])
        scripts.append((start, start + _length(found[0]), found[2], found[3].strip(" \t\r")))
        return re.sub(r"[^\n]", lambda character: " " * _length(character[0]), found[0])

    return _SCRIPT.sub(blank, text), scripts


class Reading:
    """Texts that are read one after the other, with what they include."""

    def __init__(
        self, callback: Callable[[AST], None], control: Optional[Control], logger: Optional[Logger], message_limit: int
    ) -> None:
        self._callback = callback
        self._control = control
        self._logger = logger
        self._messages = message_limit
        self._seen: Set[str] = set()

    def _tell(self, code: MessageCode, message: str) -> None:
        if self._messages <= 0:
            return
        self._messages -= 1
        if self._logger is not None:
            self._logger(code, message)
        elif code is not MessageCode.RuntimeError:
            print(message, file=sys.stderr)

    def _wrong(self, message: str) -> RuntimeError:
        """The exception for an error, of which the logger hears, too."""
        self._tell(MessageCode.RuntimeError, message)
        return RuntimeError(message)

    def text(self, name: str, text: str, included: bool = False) -> None:
        """Read a text."""
        if text.startswith("asp "):
            if self._control is None:
                raise self._wrong(f"{name}: this is a ground program: name a control object that it can be added to")
            self._control._add(name, text)
            return
        plain, scripts = _without_scripts(text.removeprefix("\ufeff"))
        try:
            tree = _core.read_tree(name, plain)
        except NotImplementedError:
            # NotImplementedError is a subclass of RuntimeError.
            raise
        except RuntimeError as error:
            raise self._wrong(str(error)) from None
        tree.tell(scripts, included, self._callback, self._include)

    def file(self, path: str, included_by: Optional[Location] = None) -> bool:
        """Read a file that was not read before; whether it was not."""
        if path == "-":
            self.text("<stdin>", sys.stdin.read())
            return True
        where = f"{included_by.begin.filename}:{included_by.begin.line}:{included_by.begin.column}: " if included_by else ""
        if os.path.realpath(path) in self._seen:
            self._tell(MessageCode.FileIncluded, f"{where}the file `{path}` is read once only")
            return False
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError) as error:
            raise self._wrong(f"{where}file could not be opened: {path}: {error}") from error
        self._seen.add(os.path.realpath(path))
        self.text(path, text, included_by is not None)
        return True

    def _include(self, target: str, builtin: bool, location: Location) -> bool:
        if builtin:
            # A module built into the engine has no statements.
            return False
        beside = os.path.join(os.path.dirname(location.begin.filename), target)
        return self.file(target if os.path.exists(target) or not os.path.exists(beside) else beside, location)
