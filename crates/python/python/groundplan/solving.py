"""Searches and what they find."""

import atexit

from ._core import Model, SolveControl, SolveHandle, SolveResult, end_searches
from .core import ModelType, OrderedEnum as OrderedEnum
from .symbol import Symbol as Symbol
from .symbolic_atoms import SymbolicAtoms as SymbolicAtoms
from .util import Slice as Slice, SlicedSequence as SlicedSequence

__all__ = ["Model", "ModelType", "SolveControl", "SolveHandle", "SolveResult"]

# A search in another thread ends with the program.
atexit.register(end_searches)
