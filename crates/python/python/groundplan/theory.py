"""Theories in libraries, which work on clingo's own control object. `groundplan.dl` has difference constraints."""

from typing import Any

__all__ = ["Theory"]


class Theory:
    """A library cannot be had: a theory here is a `Propagator`, or the difference constraints of `groundplan.dl`."""

    def __init__(self, prefix: str, lib: Any, ffi: Any) -> None:
        raise NotImplementedError(
            f"the library of `{prefix}` works on clingo's own control object: register a `Propagator`; "
            "difference constraints are those of `groundplan.dl`"
        )
