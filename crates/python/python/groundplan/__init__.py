"""An answer-set ground-and-solve engine, with the names and meanings of clingo's Python module.

    >>> import groundplan as clingo
    >>> control = clingo.Control(["0"])
    >>> control.add("1 { colour(N,(red;green)) } 1 :- N = 1..2. :- colour(1,C), colour(2,C).")
    >>> control.ground()
    >>> with control.solve(yield_=True) as handle:
    ...     print(sorted(str(model) for model in handle))
    ['colour(1,green) colour(2,red)', 'colour(1,red) colour(2,green)']

A program that says `import clingo` takes this module where `sys.modules["clingo"] = groundplan` was said before.
"""

from typing import Any

from . import alias

alias.install()

from ._core import __version__ as groundplan_version
from .application import *
from .backend import *
from .certificate import *
from .configuration import *
from .control import *
from .core import *
from .explanation import *
from .justification import *
from .propagator import *
from .solving import *
from .statistics import *
from .symbol import *
from .symbolic_atoms import *
from .theory_atoms import *

__version__ = ".".join(map(str, version()))



def __getattr__(name: str) -> Any:
    if name in ("ast", "clingcon", "dl", "script", "theory", "util", "sokoban"):
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}: clingo 5.8 has none either")
