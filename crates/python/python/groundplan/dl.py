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

import re
from typing import Any, Callable, Dict, Iterator, Optional, Set, Tuple

from .control import Control
from .solving import Model
from .symbol import Symbol, SymbolType, parse_term
from .theory import Theory
from .theory_atoms import TheoryTerm, TheoryTermType

__all__ = ["ClingoDLTheory"]

_YES_OR_NO = "yes|no|1|0|true|false|on|off"
# The options that tune clingo-dl: the pattern of their values, and their descriptions.
_KEYS = {
    "propagate": (r"(no|inverse|partial\+?|zero|full)(,\d+)?", "Set propagation mode"),
    "propagate-root": (r"\d+(,\d+)?", "Enable full propagation below decision level"),
    "propagate-budget": (r"\d+(,\d+)?", "Enable full propagation limiting to budget"),
    "add-mutexes": (r"\d+(,\d+)?", "Add mutexes in a preprocessing step"),
    "sort-edges": (r"no|weight(-reversed)?|potential(-reversed)?", "Sort edges for propagation"),
    "dl-heuristic": ("none|min|max", "Decision heuristic for difference constraints"),
    "rdl": (_YES_OR_NO, "Enable support for real numbers"),
    "shift-constraints": (_YES_OR_NO, "Shift constraints into head of integrity constraints"),
    "compute-components": (_YES_OR_NO, "Compute connected components"),
}
_OPERATORS = ("+", "-", "*", "/", "\\", "**")


class ClingoDLTheory(Theory):
    """Difference constraints, and the values that they have in an answer set."""

    def __init__(self) -> None:
        self._numbers: Dict[Symbol, int] = {}
        self._symbols: Dict[int, Symbol] = {}
        self._values: Dict[int, int] = {}

    def version(self) -> Tuple[int, int, int]:
        """The version of clingo-dl whose names these are."""
        return (1, 5, 0)

    def configure(self, key: str, value: str) -> None:
        """Accept an option that tunes clingo-dl; it has no effect here."""
        if key not in _KEYS:
            raise RuntimeError(f"invalid configuration key '{key}': there are {', '.join(_KEYS)}")
        if re.fullmatch(_KEYS[key][0], value) is None:
            raise RuntimeError(f"invalid value for '{key}': '{value}'")
        if key == "rdl" and value in ("yes", "1", "true", "on"):
            raise NotImplementedError("`rdl` cannot be set: variables are integers")

    def register_options(self, options: Any) -> None:
        """Add clingo-dl's options to those of an application."""

        def taken(key: str) -> Callable[[str], bool]:
            def take(value: str) -> bool:
                try:
                    self.configure(key, value)
                except RuntimeError:
                    return False
                return True

            return take

        for key, (_, description) in _KEYS.items():
            options.add("Clingo.DL Options", key, description, taken(key))

    def validate_options(self) -> None:
        """Does nothing: all options are compatible with each other."""

    def register(self, control: Control) -> None:
        """Nothing is needed: a control knows `&diff`."""

    def rewrite_ast(self, stm: Any, add: Callable[[Any], None]) -> None:
        """Pass a statement to `callback` unchanged: the engine itself distinguishes atoms in heads and bodies."""
        add(stm)

    def prepare(self, control: Control) -> None:
        """Look for the variables."""
        for atom in control.theory_atoms:
            if atom.term.name == "diff" and not atom.term.arguments:
                terms = [term for element in atom.elements for term in element.terms[:1]]
                for term in terms + ([atom.guard[1]] if atom.guard is not None else []):
                    for variable in sorted(_variables(term)):
                        self._number(variable)

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

    def lookup_symbol(self, symbol: Symbol) -> Optional[int]:
        """The number of a variable, if it is one."""
        return self._numbers.get(symbol)

    def get_symbol(self, index: int) -> Symbol:
        """The variable of a number."""
        return self._symbols[index]

    def has_value(self, thread_id: int, index: int) -> bool:
        """Whether a variable has a value in the answer set that `on_model` was told of."""
        return index in self._values

    def get_value(self, thread_id: int, index: int) -> int:
        """The value of a variable that has one."""
        return self._values[index]

    def assignment(self, thread_id: int) -> Iterator[Tuple[Symbol, int]]:
        """The variables that have values in that answer set, with these."""
        return ((self._symbols[index], value) for index, value in self._values.items())

    def _number(self, variable: Symbol) -> int:
        number = self._numbers.setdefault(variable, len(self._numbers) + 1)
        self._symbols[number] = variable
        return number


def _variables(term: TheoryTerm) -> Set[Symbol]:
    """The variables in a term: its parts other than numbers and arithmetic."""
    if term.type == TheoryTermType.Number:
        return set()
    if term.type == TheoryTermType.Function and term.name in _OPERATORS:
        return set().union(*(_variables(argument) for argument in term.arguments))
    return {parse_term(str(term))}
