"""The atoms of a ground program."""

from ._core import SymbolicAtom, SymbolicAtoms

__all__ = ["SymbolicAtom", "SymbolicAtoms"]
