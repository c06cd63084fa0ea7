"""The atoms of a ground program."""

from ._core import SymbolicAtom, SymbolicAtoms
from .symbol import Symbol as Symbol

__all__ = ["SymbolicAtom", "SymbolicAtoms"]
