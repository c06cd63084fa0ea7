"""clingo's syntax trees are not there: every name raises NotImplementedError, and says what to do instead."""

from typing import Any, Callable

__all__ = ["ProgramBuilder", "parse_files", "parse_string"]

_INSTEAD = (
    "groundplan has no syntax trees for Python: add the text of a program by `Control.add` and rules by "
    "`Control.backend`, or rewrite the text with clingo's own `clingo.ast` and give `str(statement)` to `Control.add`"
)


def parse_string(program: str, callback: Callable[[Any], None], *args: Any, **kwargs: Any) -> None:
    """Not there: see the module."""
    raise NotImplementedError(_INSTEAD)


def parse_files(files: Any, callback: Callable[[Any], None], *args: Any, **kwargs: Any) -> None:
    """Not there: see the module."""
    raise NotImplementedError(_INSTEAD)


class ProgramBuilder:
    """Not there: see the module."""

    def __init__(self, control: Any) -> None:
        raise NotImplementedError(_INSTEAD)


class _Absent(type):
    """A class of clingo's that is not there: it can be named and inherited from, but not made."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"clingo.ast.{cls.__name__}: {_INSTEAD}")

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotImplementedError(f"clingo.ast.{cls.__name__}.{name}: {_INSTEAD}")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return _Absent(name, (), {"__doc__": "Not there: see the module."})
