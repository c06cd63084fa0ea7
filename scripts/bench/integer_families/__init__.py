"""The families of programs with integers that `integers` measures: in which sizes, how instances are drawn, and a model of each
for CP-SAT.

A family is a module: SIZES has the arguments of each size for `draw`, which gives the facts of an instance as rows by predicate;
`model` says the same problem to CP-SAT, in the words of the encoding `encodings/integers/FAMILY.lp`. DIFFERENCES, where it is
there, is the variable that clingo-dl minimises in `encodings/integers/differences/FAMILY.lp`. The same family, size and seed give
the same text everywhere.
"""

import hashlib
import importlib
import random
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from families import facts

NAMES = [
    "job-shop",
    "open-shop",
    "projects",
    "tardiness",
    "rectangles",
    "golomb",
    "nurses",
    "knapsack",
    "trains",
    "magic-series",
    "courses",
]
SIZES = ["small", "middle", "large"]
ENCODINGS = Path(__file__).resolve().parents[3] / "encodings/integers"


@dataclass(frozen=True)
class Family:
    """One kind of problem."""

    name: str
    module: ModuleType

    @staticmethod
    def of(name):
        return Family(name, importlib.import_module(f"integer_families.{name.replace('-', '_')}"))

    @property
    def encoding(self):
        return ENCODINGS / f"{self.name}.lp"

    @property
    def differences(self):
        """The encoding for clingo-dl and the variable to minimise there, if the problem can be said so."""
        variable = getattr(self.module, "DIFFERENCES", None)
        return variable and (ENCODINGS / f"differences/{self.name}.lp", variable)

    @property
    def has_objective(self):
        text = self.encoding.read_text(encoding="utf-8")
        return "&minimize" in text or "&maximize" in text

    def instance(self, size, seed):
        """The rows of each predicate."""
        return self.module.draw(random.Random(f"{self.name} {size} {seed}"), *self.module.SIZES[size])

    def text(self, size, seed):
        """The instance as facts, in an order that is drawn, too."""
        draw = random.Random(f"order {self.name} {size} {seed}")
        lines = [facts(draw, name, rows) for name, rows in self.instance(size, seed).items()]
        return f"% {self.module.__doc__.splitlines()[0]} {size}, seed {seed}.\n{''.join(lines)}"

    def digest(self, size, seed):
        """The first digits of a digest of encoding and instance."""
        text = self.encoding.read_text(encoding="utf-8") + self.text(size, seed)
        return hashlib.sha256(text.encode()).hexdigest()[:8]
