"""Theories in libraries, which work on clingo's own control object. `groundplan.dl` has difference constraints."""

from typing import Any, Union

from .application import ApplicationOptions as ApplicationOptions
from .ast import AST as AST
from .control import Control as Control
from .solving import Model as Model
from .statistics import StatisticsMap as StatisticsMap
from .symbol import Symbol as Symbol

__all__ = ["Theory"]

ValueType = Union[int, float, Symbol]


class Theory:
    """A library cannot be had: a theory here is a `Propagator`, or the difference constraints of `groundplan.dl`."""

    def __init__(self, prefix: str, lib: Any, ffi: Any) -> None:
        raise NotImplementedError(
            f"the library of `{prefix}` works on clingo's own control object: register a `Propagator`; "
            "difference constraints are those of `groundplan.dl`"
        )
