"""Searches and what they find."""

from ._core import Model, SolveControl, SolveHandle, SolveResult
from .core import ModelType

__all__ = ["Model", "ModelType", "SolveControl", "SolveHandle", "SolveResult"]
