"""The families of programs that `general` measures: what each is, in which sizes, and how its text is drawn.

A family is a function that gets a source of random numbers and the numbers of one size, and gives the text of a program. One
group of families a file. The same family, size and seed give the same text everywhere; another seed gives another instance, at
least another order of its facts.
"""

import hashlib
import importlib
import random
from dataclasses import dataclass
from typing import Callable

GROUPS = [
    "covering",
    "cycles",
    "designs",
    "packing",
    "planning",
    "preferences",
    "puzzles",
    "reachability",
    "routing",
    "scheduling",
]
SIZES = ["small", "medium", "large"]


def digest(text):
    """The first digits of a digest of a program."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Family:
    """One kind of program: its line of description, the arguments of each size, and what writes it."""

    name: str
    about: str
    sizes: dict[str, tuple]
    write: Callable[..., str]

    def program(self, size, seed):
        """The text of one instance."""
        draw = random.Random(f"{self.name} {size} {seed}")
        text = self.write(draw, *self.sizes[size])
        return f"% {self.about} {size}, seed {seed}.\n{text.strip()}\n"

    def digest(self, size, seed):
        """The first digits of a digest of that text."""
        return digest(self.program(size, seed))


def registry(found):
    """Gives what makes a family of a function and files it in `found`."""

    def family(*sizes):
        """The function has the family's name and its docstring describes it; one tuple of arguments a size."""
        assert len(sizes) == len(SIZES)

        def register(write):
            name = write.__name__.replace("_", "-")
            assert name not in found, name
            found[name] = Family(name, " ".join(write.__doc__.split()), dict(zip(SIZES, sizes)), write)
            return write

        return register

    return family


_found = {}
family = registry(_found)


def families():
    """All families by name."""
    for group in GROUPS:
        importlib.import_module(f"families.{group}")
    return dict(sorted(_found.items()))


def facts(draw, name, rows):
    """A line of facts in an order that is drawn; a row is a tuple of arguments or the only argument."""
    rows = [row if isinstance(row, tuple) else (row,) for row in rows]
    draw.shuffle(rows)
    return " ".join(f"{name}({','.join(map(str, row))})." for row in rows) + "\n"


def graph(draw, nodes, edges):
    """So many pairs of different nodes, the smaller one first, from 1 on."""
    pairs = set()
    while len(pairs) < edges:
        pairs.add(tuple(sorted(draw.sample(range(1, nodes + 1), 2))))
    return sorted(pairs)


def connected(draw, nodes, edges):
    """The same for a graph in one piece: a random tree and further edges."""
    pairs = {(draw.randint(1, node - 1), node) for node in range(2, nodes + 1)}
    while len(pairs) < edges:
        pairs.add(tuple(sorted(draw.sample(range(1, nodes + 1), 2))))
    return sorted(pairs)


def both_ways(pairs):
    """Each edge in both directions."""
    return sorted({*pairs, *((b, a) for a, b in pairs)})
