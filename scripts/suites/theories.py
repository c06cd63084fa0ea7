"""Suites of solvers that call clingo's library: their examples, and the programs of `theories`, with one library or the other.

The programs of a solver are in a file, each under a line `%%% what it shows`, perhaps with a colon and options behind it. They have
one assignment for each of their answer sets.
"""

import re
import tempfile
from pathlib import Path

from . import environment
from .commands import Commands, is_broken, seen


class Theory(Commands):
    """Commands that start a module of the solver's package. They are unchanged: the library is loaded before that of clingo."""

    page = "c.md"

    def __init__(self, name, below, module, commands):
        super().__init__(name, name, f"potassco/{name}", below, commands)
        self.module = module

    def run(self, module, checkouts):
        found = super().run(module, checkouts)
        text = (environment.HERE / "theories" / f"{self.name}.lp").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for name, options, program in re.findall(r"^%%% (.*?)(?:: (.*))?\n((?:(?!%%%).*\n)*)", text, re.MULTILINE):
                (Path(folder) / "program.lp").write_text(program, encoding="utf-8")
                done = self.start([self.module, "program.lp", "0", *options.split()], module, folder, [])
                found[name] = None if is_broken(done) else seen(done.stdout, False)
        return found

    def start(self, words, module, folder, sources):
        program, *arguments = words
        start = [program] if program.endswith(".py") else ["-m", program]
        preloaded = {"LD_PRELOAD": str(environment.LIBCLINGO)} if module == "groundplan" else {}
        sources = [environment.THEORIES, *sources]
        command = [environment.PYTHON, *start, *arguments]
        return environment.run(command, "clingo", folder, sources, seconds=120, **preloaded)


ALL = [
    Theory(
        "clingcon",
        "examples",
        "clingcon",
        """.: clingcon money.lp 0
.: clingcon queens.lp -c n=6 0
.: clingcon move.lp -c end=3 0
.: clingcon golomb.lp -c l=25 -c o=7
.: ?clingcon golomb.lp -c l=26 -c o=7
.: ?clingcon fsD.lp fsI.lp
.: clingcon fsG.lp fsI.lp -c bound=16 0
.: clingcon fsT.lp fsI.lp -c bound=16 0
.: ?clingcon fsO.lp fsI.lp -c bound=16 0
.: pyclingcon.py""".splitlines(),
    ),
    Theory(
        "clingo-dl",
        "examples",
        "clingodl",
        """taskassignment: ?clingodl encoding-dl.lp tai4_4_1.lp -c n=132
taskassignment: ?clingodl encoding-dl.lp tai4_4_1.lp -c n=132 --propagate=full
taskassignment: ?clingodl encoding-dl.lp tai4_4_1.lp -c n=100
.: pyclingo-dl.py""".splitlines(),
    ),
    Theory(
        "clingo-lpx",
        "examples",
        "clingolpx",
        [".: ?clingolpx encoding-lp.lp tai4_4_1.lp -c n=132"],
    ),
]
