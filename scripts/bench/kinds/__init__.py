"""The kinds of programs that `applications` measures: what people run, in the sizes of what they run.

A kind is a family in the sense of `families`: a function that gets a source of random numbers and the numbers of one size,
and gives the text of a program. One group of kinds a file. Encodings and generators are of this repository; where a problem
or its numbers come from somewhere, the kind names it.
"""

import importlib

from families import registry

GROUPS = ["graphs", "matching", "networks", "packages", "products", "time"]

_found = {}
kind = registry(_found)


def kinds():
    """All kinds by name."""
    for group in GROUPS:
        importlib.import_module(f"kinds.{group}")
    return dict(sorted(_found.items()))
