"""Theories in libraries, as clingo-dl's, which work on clingo's own control object."""

from typing import Any

__all__ = ["Theory"]


class Theory:
    """Not there: a theory here is a `Propagator`, and the command `groundplan solve` has difference constraints."""

    def __init__(self, prefix: str, lib: Any, ffi: Any) -> None:
        raise NotImplementedError(
            f"the library of `{prefix}` works on clingo's own control object: register a `Propagator`, or solve difference "
            "constraints with `groundplan solve`"
        )
