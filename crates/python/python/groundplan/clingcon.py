"""Constraints over integers by the names of clingcon's module: `ClingconTheory`.

The engine solves `&sum` and the like by itself. This class bounds the variables, and hands out their values. After
`sys.modules["clingo"] = groundplan`, `import clingcon` gives this module. Its other name is `groundplan.con`.

    >>> from groundplan import Control
    >>> from groundplan.clingcon import ClingconTheory
    >>> theory = ClingconTheory()
    >>> theory.configure("max-int", "9")
    >>> control = Control(["0"])
    >>> theory.register(control)
    >>> control.add("&sum { x; y } = 17. &sum { x } < y.")
    >>> control.ground()
    >>> theory.prepare(control)
    >>> with control.solve(yield_=True, on_model=theory.on_model) as handle:
    ...     for model in handle:
    ...         print([f"{name}={value}" for name, value in theory.assignment(model.thread_id)])
    ['x=8', 'y=9']
"""

from typing import Any, Dict, List, Tuple

from ._core import Settings
from .control import Control
from .solved_theory import Option, SolvedTheory
from .solving import Model

__all__ = ["ClingconTheory"]

_MOST = (1 << 30) - 1
_YES_OR_NO = "(|1|yes|true|0|no|false)"
_NUMBER = "(min|max|[+-]?[0-9]+)"
_THREAD = "(,[0-9]+)?"
_NAMES = ("sum", "nsum", "diff", "dom", "distinct", "disjoint", "minimize", "maximize", "show")


class ClingconTheory(SolvedTheory):
    """Constraints over integers, and the values of their variables in an answer set."""

    _GROUP = "CSP Options"
    _OPTIONS = {
        "shift-constraints": Option(_YES_OR_NO, "Move constraints out of the bodies of integrity constraints", True),
        "sort-constraints": Option(_YES_OR_NO, "Sort the elements of constraints", True),
        "translate-clauses": Option(f"{_NUMBER}?(,{_NUMBER})?", "Clauses that a constraint, and all of them, may become"),
        "literals-only": Option(_YES_OR_NO, "Make no clauses where constraints are translated", False),
        "translate-pb": Option(rf"{_NUMBER}|[+-]?[0-9.]+(e[0-9]+)?", "Literals for each variable that a weight constraint may have"),
        "translate-distinct": Option(_NUMBER, "Weight constraints that a distinct constraint may become"),
        "translate-opt": Option(_NUMBER, "Literals that the objective may become"),
        "add-order-clauses": Option(_YES_OR_NO, "Add clauses about neighbouring bounds", False),
        "order-heuristic": Option(f"(|no|none|max|max-chain){_THREAD}", "Order of decisions about bounds"),
        "sign-value": Option(f"({_NUMBER}|[+-])?{_THREAD}", "Sign of decisions about bounds"),
        "refine-reasons": Option(f"{_YES_OR_NO}{_THREAD}", "Simplify reasons"),
        "refine-introduce": Option(f"{_YES_OR_NO}{_THREAD}", "Introduce literals for reasons"),
        "propagate-chain": Option(f"{_YES_OR_NO}{_THREAD}", "Use the closest literal as a reason"),
        "split-all": Option(f"{_YES_OR_NO}{_THREAD}", "Split all domains of a total assignment"),
        "min-int": Option(_NUMBER, f"Least value of a variable [{-_MOST}]"),
        "max-int": Option(_NUMBER, f"Greatest value of a variable [{_MOST}]"),
        "check-solution": Option(_YES_OR_NO, "Check the values", True),
        "check-state": Option(_YES_OR_NO, "Check the state of the search", False),
    }
    # What programs add to a ground program has the names that clingcon gives to atoms of heads and bodies.
    _ATOMS = (*_NAMES, *(f"__{name}_{side}" for name in ("sum", "nsum", "diff") for side in "hb"))

    def __init__(self) -> None:
        super().__init__()
        self._bounds: Dict[str, int] = {}
        self._controls: List[Settings] = []

    def version(self) -> Tuple[int, int, int]:
        """The version of clingcon whose names these are."""
        return (5, 2, 1)

    def configure(self, key: str, value: str) -> None:
        """Set an option. `min-int` and `max-int` bound the variables that are new in later searches; the others tune clingcon, and
        have no effect here."""
        super().configure(key, value)
        if key in ("min-int", "max-int"):
            bound = {"min": -_MOST, "max": _MOST}.get(value)
            bound = int(value) if bound is None else bound
            if abs(bound) > _MOST:
                raise RuntimeError(f"invalid value for '{key}': it is from {-_MOST} to {_MOST}")
            self._bounds[key] = bound
            for settings in self._controls:
                self._bound(settings)

    def register(self, control: Control) -> None:
        """Have a control read constraints as clingcon does, also those that the program adds, and bound its variables."""
        control._rep._engine.read_as_clingcon()
        self._controls.append(control._rep._settings)
        self._bound(control._rep._settings)

    def on_model(self, model: Model) -> None:
        """Take an answer set's values. `model.symbols(theory=True)` has those that are shown."""
        self._values = {self._number(variable): value for variable, value in model._rep._integers}

    def on_statistics(self, step: Any, accu: Any) -> None:
        """Add the number of variables to the statistics; numbers that only clingcon counts are 0."""
        counts = {
            "Init time in seconds": {"Total": 0, "Simplify": 0, "Translate": 0},
            "Problem": {"Constraints": 0, "Variables": len(self._numbers), "Clauses": 0, "Literals": 0},
            "Translate": {"Constraints removed": 0, "Constraints added": 0, "Clauses": 0, "Weight constraints": 0, "Literals": 0},
            "Thread": [
                {
                    "Time in seconds": {"Total": 0, "Propagation": 0, "Check": 0, "Undo": 0},
                    "Refined reason": 0,
                    "Introduced reason": 0,
                    "Literals introduced": 0,
                }
            ],
        }
        for values in (step, accu):
            values.update({"Clingcon": counts})

    def _bound(self, settings: Settings) -> None:
        settings.set_integer_bounds(self._bounds.get("min-int"), self._bounds.get("max-int"))
