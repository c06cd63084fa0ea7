"""What the theories have in common that the engine solves by itself: options that tune another solver, variables and their values."""

import re
from typing import Any, Callable, Collection, Dict, Iterator, Mapping, Optional, Set, Tuple

from .application import Flag
from .control import Control
from .symbol import Symbol, parse_term
from .theory import Theory
from .theory_atoms import TheoryTerm, TheoryTermType

__all__ = ["Option", "SolvedTheory"]


class Option:
    """An option of the solver whose names these are: the pattern of its values, its description, and for a flag its usual value."""

    def __init__(self, values: str, description: str, flag: Optional[bool] = None) -> None:
        self.values = values
        self.description = description
        self.flag = flag


class SolvedTheory(Theory):
    """A theory that the engine solves: an object of the class hands out what is found."""

    _GROUP: str
    _OPTIONS: Mapping[str, Option]
    _ATOMS: Collection[str]

    def __init__(self) -> None:
        self._numbers: Dict[Symbol, int] = {}
        self._symbols: Dict[int, Symbol] = {}
        self._values: Dict[int, int] = {}

    def configure(self, key: str, value: str) -> None:
        """Set an option. Those that tune another solver are accepted, and have no effect here."""
        if key not in self._OPTIONS:
            raise RuntimeError(f"invalid configuration key '{key}': there are {', '.join(self._OPTIONS)}")
        if re.fullmatch(self._OPTIONS[key].values, value) is None:
            raise RuntimeError(f"invalid value for '{key}': '{value}'")

    def register_options(self, options: Any) -> None:
        """Add the options to those of an application."""

        def taken(key: str) -> Callable[[str], bool]:
            def take(value: str) -> bool:
                try:
                    self.configure(key, value)
                except RuntimeError:
                    return False
                return True

            return take

        for key, option in self._OPTIONS.items():
            if option.flag is None:
                options.add(self._GROUP, key, option.description, taken(key))
            else:
                options.add_flag(self._GROUP, key, option.description, Flag(option.flag))

    def validate_options(self) -> None:
        """Does nothing: all options are compatible with each other."""

    def register(self, control: Control) -> None:
        """Nothing is needed: a control knows the theory."""

    def rewrite_ast(self, stm: Any, add: Callable[[Any], None]) -> None:
        """Pass a statement to `add` unchanged: the engine itself distinguishes atoms in heads and bodies."""
        add(stm)

    def prepare(self, control: Control) -> None:
        """Look for the variables."""
        for atom in control.theory_atoms:
            if atom.term.name in self._ATOMS and not atom.term.arguments:
                terms = [term for element in atom.elements for term in element.terms[:1]]
                for term in terms + ([atom.guard[1]] if atom.guard is not None else []):
                    for variable in sorted(_variables(term)):
                        self._number(variable)

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
    """The variables in a term of a constraint: its parts other than numbers and arithmetic."""
    if term.type == TheoryTermType.Number:
        return set()
    if term.type == TheoryTermType.Function and term.name in ("+", "-", "*"):
        return set().union(*(_variables(argument) for argument in term.arguments))
    if term.type == TheoryTermType.Function and term.name == "@":
        # Behind it is a length or a priority.
        return _variables(term.arguments[0])
    if term.type == TheoryTermType.Function and term.name in ("/", "\\", "**", ".."):
        return set()
    return {parse_term(str(term))}
