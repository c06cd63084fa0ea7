"""Theories in libraries, which work on clingo's own control object. `groundplan.clingcon` and `groundplan.dl` have theories that the
engine solves."""

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
    """A library cannot be had: a theory here is a `Propagator`, or one of those that the engine solves."""

    def __init__(self, prefix: str, lib: Any, ffi: Any) -> None:
        raise NotImplementedError(
            f"the library of `{prefix}` works on clingo's own control object: register a `Propagator`; "
            "constraints over integers are those of `groundplan.clingcon`, difference constraints those of `groundplan.dl`"
        )
