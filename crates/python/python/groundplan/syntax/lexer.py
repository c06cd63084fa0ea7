"""Text to tokens, for `reader`.

Theories have operators of their own, so what a stretch of punctuation is depends on where it stands: the reader says whether
it looks for an operator of a theory before it looks at the next token.
"""

import re
from bisect import bisect_right
from typing import Callable, NamedTuple

from .kinds import CommentType
from .node import Location, Position

__all__ = ["Lexer", "Token", "unencoded"]


class Token(NamedTuple):
    """A token with its place."""

    kind: str
    """`name`, `variable`, `number`, `string`, `operator` (of a theory), `end`, or else what stands there."""
    text: str
    """What stands there."""
    start: int
    """Where it begins."""
    end: int
    """Where it ends."""


_SPACE = re.compile(r"[ \t\r\n]+")
_LINE_COMMENT = re.compile(r"%[^\r\n]*")
_BLOCK_MARK = re.compile(r"%\*|\*%")
_TOKEN = re.compile(
    r"""(?P<name>[_']*[a-z]['A-Za-z0-9_]*)
    |(?P<variable>[_']*[A-Z]['A-Za-z0-9_]*|_)
    |(?P<number>0x[0-9A-Fa-f]+|0o[0-7]+|0b[01]+|[0-9]+)
    |(?P<string>"(?:[^"\\\n]|\\.)*")
    |(?P<other>\#sum\+|\#[A-Za-z_]['A-Za-z0-9_]*|:-|:~|\.\.|\*\*|<=|>=|==|!=|<>|[-.,;:()\[\]{}|@=<>+*/\\^?&~])""",
    re.VERBOSE,
)
_THEORY_OPERATOR = re.compile(r"[/!<=>+\-*\\?&@|:;~^.]+|not(?!['A-Za-z0-9_])")
# What looks like an operator of a theory, and ends a term of one.
_SEPARATORS = frozenset({".", ":", ";", ":-"})


def unencoded(text: str) -> str:
    """The text's bytes, each as a character: columns are counted in bytes."""
    return text if text.isascii() else text.encode().decode("latin-1")


class Lexer:
    """The tokens of a text, one at a time. What is not a token of the language is not looked for."""

    def __init__(self, filename: str, text: str, comment: Callable[[Location, str, CommentType], None]) -> None:
        self._filename = filename
        self._text = unencoded(text.removeprefix("\ufeff"))
        self._ascii = text.isascii()
        self._comment = comment
        self._position = 0
        self._lines = [0, *(found.end() for found in re.finditer("\n", self._text))]
        # Up to where comments have been told.
        self._told = 0
        self._next: Token = Token("end", "", 0, 0)
        self._theory = False
        self._peeked = False
        self.last_end = 0
        # What was located last: an atom, its symbol and its literal stand at the same place.
        self._start = self._end = -1
        self._begin = Position(filename, 1, 1)
        self._last = Location(self._begin, self._begin)

    def place(self, offset: int) -> Position:
        """Where a byte is."""
        line = bisect_right(self._lines, offset)
        return Position(self._filename, line, offset - self._lines[line - 1] + 1)

    def location(self, start: int, end: int) -> Location:
        """A stretch of the text."""
        if start != self._start:
            self._start, self._begin = start, self.place(start)
        elif end == self._end:
            return self._last
        self._end, self._last = end, Location(self._begin, self.place(end))
        return self._last

    def decoded(self, text: str) -> str:
        """The characters of bytes."""
        return text if self._ascii else text.encode("latin-1").decode()

    def peek(self, theory: bool = False) -> Token:
        """The next token; with `theory`, an operator of a theory where one stands there."""
        if not self._peeked or self._theory is not theory:
            self._skip()
            self._next = self._read(theory)
            self._theory, self._peeked = theory, True
        return self._next

    def kind(self) -> str:
        """The kind of the next token."""
        return (self._next if self._peeked and not self._theory else self.peek()).kind

    def take(self, theory: bool = False) -> Token:
        """The next token, which is then the last one."""
        token = self.peek(theory)
        self._peeked = False
        self._position = self.last_end = token.end
        return token

    def take_if(self, kind: str) -> bool:
        """Takes the next token if it is of this kind."""
        if self.kind() != kind:
            return False
        self._peeked = False
        self._position = self.last_end = self._next.end
        return True

    def stands_next(self, kind: str) -> bool:
        """Whether the next token is of this kind. Comments before it are told only if it is."""
        position, told = self._position, self._told
        self._told = len(self._text)
        found = self.peek().kind == kind
        self._position, self._told, self._peeked = position, told, False
        return found

    def reset(self, token: Token) -> None:
        """Have a token be next again."""
        self._position = token.start
        self._peeked = False

    def until(self, end: str) -> str:
        """The text up to the next place where `end` stands, which is then next."""
        start = self._position
        stop = self._text.find(end, start)
        self._position = stop if stop >= 0 else len(self._text)
        self._peeked = False
        return self.decoded(self._text[start : self._position])

    def _skip(self) -> None:
        """Over white space and comments; comments are told."""
        text = self._text
        while True:
            if text[self._position : self._position + 1].isspace():
                space = _SPACE.match(text, self._position)
                if space is not None:
                    self._position = space.end()
            if not text.startswith("%", self._position):
                return
            start = self._position
            if text.startswith("%*", start):
                kind, end = CommentType.Block, self._block_end(start)
            else:
                line = _LINE_COMMENT.match(text, start)
                assert line is not None
                kind, end = CommentType.Line, line.end()
            self._position = end
            if start >= self._told:
                self._told = end
                self._comment(self.location(start, end), self.decoded(text[start:end]), kind)

    def _block_end(self, start: int) -> int:
        """Block comments nest."""
        depth = 0
        for mark in _BLOCK_MARK.finditer(self._text, start):
            depth += 1 if mark.group() == "%*" else -1
            if depth == 0:
                return mark.end()
        return len(self._text)

    def _read(self, theory: bool) -> Token:
        position = self._position
        if theory:
            found = _THEORY_OPERATOR.match(self._text, position)
            if found is not None and found.group() not in _SEPARATORS:
                return Token("operator", found.group(), position, found.end())
        found = _TOKEN.match(self._text, position)
        if found is None:
            end = position if position == len(self._text) else position + 1
            return Token("end", self._text[position:end], position, end)
        text = found.group()
        kind = found.lastgroup or ""
        if kind == "other" or text == "not":
            kind = text
        return Token(kind, text, position, found.end())
