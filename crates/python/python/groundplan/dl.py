"""Difference constraints by the names of clingo-dl's module: `ClingoDLTheory`.

The engine solves `&diff` atoms by itself, whether or not a theory is registered; this class hands out what it finds. After
`sys.modules["clingo"] = groundplan`, `import clingodl` gives this module.

    >>> from groundplan import Control
    >>> from groundplan.dl import ClingoDLTheory
    >>> theory = ClingoDLTheory()
    >>> control = Control(["0"])
    >>> theory.register(control)
    >>> control.add("&diff { a-b } <= -3. &diff { 0-a } <= 0.")
    >>> control.ground()
    >>> theory.prepare(control)
    >>> with control.solve(yield_=True, on_model=theory.on_model) as handle:
    ...     for model in handle:
    ...         print([f"{name}={value}" for name, value in theory.assignment(model.thread_id)])
    ['a=0', 'b=3']
"""

from typing import Any, Tuple

from .solved_theory import Option, SolvedTheory
from .solving import Model
from .symbol import SymbolType

__all__ = ["ClingoDLTheory"]

_YES_OR_NO = "yes|no|1|0|true|false|on|off"


class ClingoDLTheory(SolvedTheory):
    """Difference constraints, and the values that they have in an answer set."""

    _GROUP = "Clingo.DL Options"
    _OPTIONS = {
        "propagate": Option(r"(no|inverse|partial\+?|zero|full)(,\d+)?", "Set propagation mode"),
        "propagate-root": Option(r"\d+(,\d+)?", "Enable full propagation below decision level"),
        "propagate-budget": Option(r"\d+(,\d+)?", "Enable full propagation limiting to budget"),
        "add-mutexes": Option(r"\d+(,\d+)?", "Add mutexes in a preprocessing step"),
        "sort-edges": Option(r"no|weight(-reversed)?|potential(-reversed)?", "Sort edges for propagation"),
        "dl-heuristic": Option("none|min|max", "Decision heuristic for difference constraints"),
        "rdl": Option(_YES_OR_NO, "Enable support for real numbers"),
        "shift-constraints": Option(_YES_OR_NO, "Shift constraints into head of integrity constraints"),
        "compute-components": Option(_YES_OR_NO, "Compute connected components"),
    }
    _ATOMS = ("diff",)

    def version(self) -> Tuple[int, int, int]:
        """The version of clingo-dl whose names these are."""
        return (1, 5, 0)

    def configure(self, key: str, value: str) -> None:
        """Accept an option that tunes clingo-dl; it has no effect here."""
        super().configure(key, value)
        if key == "rdl" and value in ("yes", "1", "true", "on"):
            raise NotImplementedError("`rdl` cannot be set: variables are integers")

    def on_model(self, model: Model) -> None:
        """Take an answer set's values, which `model.symbols(theory=True)` has as well."""
        self._values = {}
        for symbol in model.symbols(theory=True):
            if symbol.match("dl", 2) and symbol.arguments[1].type == SymbolType.Number:
                variable, value = symbol.arguments
                self._values[self._number(variable)] = value.number

    def on_statistics(self, step: Any, accu: Any) -> None:
        """Add the number of variables to the statistics; numbers that only clingo-dl counts are 0."""
        counts = {"Time init(s)": 0, "CCs": 0, "Mutexes": 0, "Edges": 0, "Variables": len(self._numbers)}
        for values in (step, accu):
            values.update({"DifferenceLogic": counts})
