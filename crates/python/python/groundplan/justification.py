"""Why an atom is true or false in an answer set, or why an integer variable has its value: the answer of `Control.justify`."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from . import notebook
from ._core import Symbol
from .explanation import Contrast, Statement, contrast, statement, symbol, values

__all__ = ["Justification"]


@dataclass(frozen=True)
class Element:
    """An element of an aggregate or an instance of a conditional literal, which holds."""

    text: str
    """The tuple, or the consequent."""
    atoms: Tuple[Symbol, ...]
    """The atoms by which it holds, as far as the derivation needs them."""


@dataclass(frozen=True)
class Premise:
    """A literal in the body of a rule, which holds."""

    text: str
    """The literal."""
    reason: str
    """Why it holds; empty for an atom, which is derived itself."""
    atoms: Tuple[Symbol, ...]
    """The atoms on which it rests, which are derived before: of a negative literal there are none."""
    elements: Tuple[Element, ...] = ()
    """The elements of an aggregate that hold."""


@dataclass(frozen=True)
class Support:
    """An instance of a statement that derives an atom."""

    kind: str
    """`fact`, `rule`, `choice`, `disjunction`, `external` or `given`."""
    statement: Optional[Statement]
    """The statement; None for an atom that is given without one."""
    values: Dict[str, Symbol] = field(hash=False)
    """The values of its variables; a term without a name, such as an interval, is named by its text."""
    body: Tuple[Premise, ...]
    """The literals of its body, without comparisons."""
    words: Optional[str] = None
    """What the author of the program says of the statement."""

    @property
    def atoms(self) -> Tuple[Symbol, ...]:
        """The atoms from which the instance derives its head."""
        return tuple(dict.fromkeys(atom for premise in self.body for atom in premise.atoms))


@dataclass(frozen=True)
class DerivedAtom:
    """A true atom, with the instances that derive it."""

    atom: Symbol
    supports: Tuple[Support, ...]
    """Each rests on atoms that are derived before this one: one of them, or with `instances` all."""
    other_supports: int
    """How many more there are."""
    by_cases: bool
    """Whether it follows only together with other atoms, by a distinction of cases. Then its supports may rest on it."""
    words: Optional[str] = None
    """What the author of the program says of the atom."""


@dataclass(frozen=True)
class Failure:
    """What fails in all instances of a rule under some values of its variables."""

    steps: Tuple[Tuple[str, Dict[str, Symbol]], ...] = field(hash=False)
    """Literals that hold in one way only, with the values by which they do."""
    literal: Optional[str]
    """The literal that fails, or that holds in the cases only; None if the head derives something else."""
    reason: Optional[str]
    """Why it fails; None if there are cases."""
    cases: Tuple[Tuple[Dict[str, Symbol], "Failure"], ...] = field(default=(), hash=False)
    """The values by which the literal holds, and what fails under them."""
    omitted: int = 0
    """How many more cases there are, which fail as well."""


@dataclass(frozen=True)
class FailedRule:
    """A rule that could derive an atom and does not."""

    statement: Statement
    values: Dict[str, Symbol] = field(hash=False)
    """The values of the variables that the atom determines."""
    failure: Failure
    words: Optional[str] = None
    """What the author of the program says of the rule."""


@dataclass(frozen=True)
class Justification:
    """Why an atom is true or false in an answer set. It was checked against the answer set."""

    atom: Symbol
    """The atom; of the value of a variable, a name such as `start(a)=3`."""
    holds: bool
    """Whether it is true."""
    is_optimal: Optional[bool]
    """Whether the answer set is proven to be optimal; None without an objective, and for a given model."""
    derivation: Tuple[DerivedAtom, ...] = field(default=(), repr=False)
    """Of a true atom: the atoms of its derivation, each once, the atom itself first."""
    rules: Tuple[FailedRule, ...] = field(default=(), repr=False)
    """Of a false atom: the rules that could derive it."""
    suggestion: Optional[str] = field(default=None, repr=False)
    """Of a false atom that no rule could derive: the predicate that was perhaps meant, as `name/arity`."""
    text: str = field(default="", repr=False)
    """The justification as a tree."""
    contrast: Optional[Contrast] = field(default=None, repr=False)
    """What would change if the atom were otherwise; None where nothing is chosen."""
    reason: Optional[str] = field(default=None, repr=False)
    """Of a value that an integer variable does not have: why not."""

    def __iter__(self) -> Iterator[Union[DerivedAtom, FailedRule]]:
        return iter(self.derivation) if self.holds else iter(self.rules)

    def __getitem__(self, atom: Symbol) -> DerivedAtom:
        """An atom of the derivation; KeyError for another one."""
        return self._by_atom[atom]

    @cached_property
    def _by_atom(self) -> Dict[Symbol, DerivedAtom]:
        return {derived.atom: derived for derived in self.derivation}

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return notebook.justification(self)


def justification(told: str) -> Justification:
    """Read a justification."""
    found = json.loads(told)
    derivation = found.get("derivation", [])
    atoms = [symbol(it["atom"]) for it in derivation]
    return Justification(
        symbol(found["atom"]),
        found["holds"],
        found["optimal"],
        tuple(_derived(it, atoms) for it in derivation),
        tuple(_failed_rule(it) for it in found.get("rules", [])),
        found.get("suggestion"),
        found["text"],
        contrast(found.get("contrast")),
        found.get("reason"),
    )


def _derived(told: Dict[str, Any], atoms: List[Symbol]) -> DerivedAtom:
    supports = tuple(_support(it, atoms) for it in told["supports"])
    return DerivedAtom(symbol(told["atom"]), supports, told["other_supports"], told["by_cases"], told.get("words"))


def _support(told: Dict[str, Any], atoms: List[Symbol]) -> Support:
    rule = statement(told) if "file" in told else None
    body = tuple(_premise(it, atoms) for it in told["body"])
    return Support(told["kind"], rule, values(told["values"]), body, told.get("words"))


def _premise(told: Dict[str, Any], atoms: List[Symbol]) -> Premise:
    if "atom" in told:
        atom = atoms[told["atom"]]
        return Premise(str(atom), "", (atom,))
    elements = tuple(
        Element(it["element"], tuple(atoms[index] for index in it["atoms"])) for it in told.get("elements", [])
    )
    rests_on = dict.fromkeys(atom for element in elements for atom in element.atoms)
    return Premise(told["literal"], told["reason"], tuple(rests_on), elements)


def _failed_rule(told: Dict[str, Any]) -> FailedRule:
    return FailedRule(statement(told), values(told["values"]), _failure(told["fails"]), told.get("words"))


def _failure(told: Dict[str, Any]) -> Failure:
    steps = tuple((it["literal"], values(it["values"])) for it in told["only"])
    cases = tuple((values(it["values"]), _failure(it["fails"])) for it in told.get("cases", []))
    return Failure(steps, told.get("literal"), told.get("reason"), cases, told.get("omitted", 0))
