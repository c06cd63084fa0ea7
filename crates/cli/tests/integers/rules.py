"""Rules about atoms and integer variables: what each part is as text, and what it means.

Atoms are tried in two sets, as in the logic of here-and-there: an answer set satisfies all rules as `there`, by itself,
and with no smaller set as `here`. Negation is about `there` alone.
"""

from dataclasses import dataclass
from math import inf

from constraints import Constraint
from terms import RELATIONS

# ---- Bodies


def signed(sign, is_true, here, there):
    """Whether a literal holds, by what its atom or aggregate is in a set."""
    if sign == "":
        return is_true(here) and is_true(there)
    return is_true(there) != (sign == "not ")


@dataclass(frozen=True)
class Literal:
    sign: str
    atom: str

    def __str__(self):
        return self.sign + self.atom

    def holds(self, here, there):
        return signed(self.sign, lambda world: self.atom in world, here, there)


FUNCTIONS = {
    "count": len,
    "sum": sum,
    "sum+": lambda weights: sum(it for it in weights if it > 0),
    "min": lambda weights: min(weights, default=inf),
    "max": lambda weights: max(weights, default=-inf),
}


@dataclass(frozen=True)
class Weighted:
    """An element of an aggregate. Its tuple has its number, so that none is equal to another."""

    weight: int
    number: int
    literals: tuple

    def __str__(self):
        return f"{self.weight},{self.number} : {', '.join(map(str, self.literals))}"

    def holds(self, here, there):
        return all(it.holds(here, there) for it in self.literals)


@dataclass(frozen=True)
class Aggregate:
    sign: str
    function: str
    elements: tuple
    relation: str
    number: int

    def __str__(self):
        elements = "; ".join(map(str, self.elements))
        return f"{self.sign}#{self.function} {{ {elements} }} {self.relation} {self.number}"

    def holds(self, here, there):
        return signed(self.sign, lambda world: self.is_true(world, there), here, there)

    def is_true(self, here, there):
        weights = [it.weight for it in self.elements if it.holds(here, there)]
        return RELATIONS[self.relation](FUNCTIONS[self.function](weights), self.number)


@dataclass(frozen=True)
class BodyConstraint:
    """A constraint in a body: the values of the variables decide it."""

    sign: str
    constraint: Constraint

    def __str__(self):
        return f"{self.sign}{self.constraint}"

    def holds(self, facts, binding, values):
        return self.constraint.holds(facts, binding, values) != (self.sign == "not ")


@dataclass(frozen=True)
class Body:
    literals: tuple = ()
    constraints: tuple = ()
    for_each: bool = False

    def __str__(self):
        return ", ".join(map(str, (*self.constraints, *self.literals, *(["p(I)"] if self.for_each else []))))

    def bindings(self, facts):
        """A binding of the local variables for each instance."""
        constants = {"k": facts.k}
        return [constants | {"I": it} for it in facts.p] if self.for_each else [constants]

    def allows(self, facts, binding, values):
        """Whether the constraints hold."""
        return all(it.holds(facts, binding, values) for it in self.constraints)

    def holds(self, here, there):
        """Whether the rest does."""
        return all(it.holds(here, there) for it in self.literals)


# ---- Heads


@dataclass(frozen=True)
class Disjunction:
    """At least one atom: without any, never."""

    atoms: tuple

    def __str__(self):
        return "; ".join(self.atoms)

    def holds(self, here, there):
        return any(it in here for it in self.atoms)


@dataclass(frozen=True)
class Choice:
    atoms: tuple
    least: int = 0
    most: int = 9

    def __str__(self):
        least = f"{self.least} " if self.least > 0 else ""
        most = f" {self.most}" if self.most < 9 else ""
        return f"{least}{{ {'; '.join(self.atoms)} }}{most}"

    def holds(self, here, there):
        is_free = all(it in here or it not in there for it in self.atoms)
        return is_free and self.least <= sum(it in there for it in self.atoms) <= self.most


@dataclass(frozen=True)
class Rule:
    """The head may also be a constraint."""

    head: object
    body: Body

    def __str__(self):
        head, body = str(self.head), str(self.body)
        return (f"{head} :- {body}" if body or not head else head).strip() + "."

    def is_about_atoms(self):
        return isinstance(self.head, (Disjunction, Choice))


@dataclass(frozen=True)
class External:
    atom: str
    value: str

    def __str__(self):
        return f"#external {self.atom}. [{self.value}]"

    def rules(self):
        head = {"true": [Disjunction((self.atom,))], "free": [Choice((self.atom,))], "false": []}[self.value]
        return [Rule(it, Body()) for it in head]
