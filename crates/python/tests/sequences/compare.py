"""Plays sequences on clingo and on groundplan, and reduces one that they see differently."""

import contextlib
import difflib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

REDEFINED = "redefined"
"""Told where clingo is wrong about a step, see `player.py`: what comes before it is compared."""
MODULES = (["clingo"], ["groundplan"])
"""What is compared: the arguments of `player.py`."""
ORDERS = (["clingo"], ["clingo", "--other-order"])
"""clingo and itself in another order of search: what is told must not depend on it."""
RESTART = 400
"""After how many sequences a process is replaced: clingo keeps all symbols of a process."""


class Player:
    """A process that plays sequences on one module; a new one takes the place of one that ended."""

    def __init__(self, arguments):
        self._arguments = arguments
        self._process = None
        self._played = 0
        self._errors = tempfile.TemporaryFile()

    def send(self, sequence):
        """Has a sequence played."""
        if self._process is None or self._played >= RESTART:
            self.close()
            command = [sys.executable, str(Path(__file__).parent / "player.py"), *self._arguments]
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._errors, text=True)
            self._played = 0
        self._played += 1
        try:
            self._process.stdin.write(json.dumps(sequence) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            # It ended after its last answer: there will be no line of this one.
            pass

    def seen(self):
        """What the sequence sent last sees; how the process ended, if it did."""
        line = self._process.stdout.readline()
        if line:
            return json.loads(line)
        ended = self._process.wait()
        self._errors.seek(0)
        words = self._errors.read().decode(errors="replace")[-3000:]
        self._process = None
        return [f"the process of {' '.join(self._arguments)} ended with {ended}", words]

    def close(self):
        if self._process is not None:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
            self._process.wait()
            self._process = None
            self._errors.seek(0)
            self._errors.truncate()


class Pair:
    """Two processes that play the same."""

    def __init__(self, modules=MODULES):
        self._players = [Player(arguments) for arguments in modules]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for player in self._players:
            player.close()

    def play(self, sequence):
        """What each module sees."""
        for player in self._players:
            player.send(sequence)
        seen = [player.seen() for player in self._players]
        ends = [len(one) - 2 for one in seen if one[-1:] == [repr(REDEFINED)]]
        return [one[: min(ends)] for one in seen] if ends else seen

    def differ(self, sequence):
        theirs, ours = self.play(sequence)
        return theirs != ours


def parts(sequence):
    """The lists in a sequence of which elements may be left out, the longest steps first: its calls, statements, additions,
    parts and options."""
    yield sequence
    for call in sequence:
        if call[0] in ("add", "add_text", "ground"):
            yield call[3 if call[0] == "add" else 1]
        elif call[0] == "backend":
            yield call
        elif call[0] == "solve":
            yield call[1]


def without(sequence, place, keys):
    """A copy of a sequence in which the list at a place of `parts` has these elements no more."""
    copy = json.loads(json.dumps(sequence))
    target = list(parts(copy))[place]
    for key in sorted(keys, reverse=True):
        del target[key]
    return copy


def removable(target):
    """The elements that can be left out; the first call makes the control, the first word of a call is its name."""
    if isinstance(target, dict):
        return [key for key in target if key != "form"]
    return list(range(1 if target and (target[0] == "backend" or target[0][0] == "make") else 0, len(target)))


def reduce(sequence, differs):
    """Leaves out of a sequence what a difference does not need: halves, quarters and so on of its lists, until no single
    element can go."""
    is_smaller = True
    while is_smaller:
        is_smaller = False
        place = 0
        while place < len(list(parts(sequence))):
            size = len(removable(list(parts(sequence))[place]))
            while size > 0:
                at = 0
                while at < len(keys := removable(list(parts(sequence))[place])):
                    smaller = without(sequence, place, keys[at : at + size])
                    if differs(smaller):
                        sequence, is_smaller = smaller, True
                    else:
                        at += size
                size //= 2
            place += 1
    return sequence


def shown(sequence):
    """A sequence as calls of Python."""
    return "\n".join(f"calls.{name}({', '.join(map(repr, arguments))})" for name, *arguments in sequence)


def report(seed, sequence, theirs, ours):
    """What differs, and the calls for it."""
    lines = [f"seed {seed}:", shown(sequence)]
    for line in difflib.unified_diff(theirs, ours, "clingo", "groundplan", n=3, lineterm=""):
        lines.append(f"  {line}")
    return "\n".join(lines)
