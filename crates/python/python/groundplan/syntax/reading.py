"""Texts and files to trees: what is read, in which order, and who hears of errors."""

import os
import re
import sys
from typing import Callable, Optional, Set

from .. import _core, script
from ..control import Control
from ..core import Logger, MessageCode
from .node import AST, Location
from .reader import Reader

__all__ = ["Reading"]

# A script, or what no script begins in, which is the first group.
_SCRIPT = re.compile(rf"({script._OTHER.pattern})|{script._SCRIPT.pattern}", re.DOTALL)


def _without_scripts(text: str) -> str:
    """The text with blanks for its scripts: lines and columns stay where they are."""
    if "#script" not in text:
        return text
    return _SCRIPT.sub(lambda found: found[1] or re.sub(r"[^\n]", " ", found[0]), text)


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
        try:
            _core.check_syntax(name, _without_scripts(text))
        except RuntimeError as error:
            raise self._wrong(str(error)) from None
        try:
            Reader(name, text, self._callback, self._include).read(included)
        except RecursionError as error:
            raise NotImplementedError(f"{name}: terms nest so deeply that there is no syntax tree of them") from error

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
            # A module that the engine knows has no statements.
            return False
        beside = os.path.join(os.path.dirname(location.begin.filename), target)
        return self.file(target if os.path.exists(target) or not os.path.exists(beside) else beside, location)
