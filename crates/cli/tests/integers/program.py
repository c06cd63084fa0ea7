"""Programs with integer variables, with what is minimized and shown: what each part is as text, and what it means."""

import re
from dataclasses import dataclass
from itertools import product

from constraints import Facts
from rules import Body, Literal
from terms import Term

# ---- Objectives


@dataclass(frozen=True)
class WeakConstraint:
    """A weak constraint. It is written as a part of an objective where there are only literals in it."""

    weight: int
    priority: int
    number: int
    body: Body

    def __str__(self):
        body = self.body
        if body.for_each or body.constraints or not all(isinstance(it, Literal) for it in body.literals):
            each = ",I" if body.for_each else ""
            return f":~ {body}. [{self.weight}@{self.priority},{self.number}{each}]"
        return f"#minimize {{ {self.weight}@{self.priority},{self.number} : {str(body) or '#true'} }}."


@dataclass(frozen=True)
class Objective:
    """Elements with a priority each, which is 0 if it is not written."""

    direction: int
    elements: tuple
    priorities: tuple

    def __str__(self):
        parts = []
        for element, priority in zip(self.elements, self.priorities):
            term, *condition = str(element).split(" : ")
            parts.append(" : ".join([term if priority is None else f"{term}@{priority}", *condition]))
        return f"&{'minimize' if self.direction > 0 else 'maximize'} {{ {'; '.join(parts)} }}."

    def parts(self, facts):
        """Each instance of a term, with its binding and its priority."""
        for element, priority in zip(self.elements, self.priorities):
            for binding in element.bindings(facts, {"k": facts.k}):
                yield element.term, binding, priority or 0

    def ground(self, facts):
        """What two have in common that are one after grounding."""
        parts = [
            (re.sub(r"\b[A-Zk]\b", lambda name: str(binding.get(name[0], name[0])), str(term)), priority)
            for term, binding, priority in self.parts(facts)
        ]
        return self.direction, tuple(sorted(parts))


# ---- What is shown


@dataclass(frozen=True)
class ShownTerm:
    term: str
    body: Body

    def __str__(self):
        return f"#show {self.term} : {str(self.body) or '#true'}."

    def shown(self, binding):
        return self.term.replace("I", str(binding.get("I")))


# ---- Variables


@dataclass(frozen=True)
class Declared:
    """A variable with the values that a fact gives to it, or with all that are possible for any."""

    name: str
    values: tuple | None

    def __str__(self):
        if self.values is None:
            return f"&sum {{ {self.name} }} <= 1000."
        return f"&dom {{ {'; '.join(map(str, self.values))} }} = {self.name}."

    def within(self, possible):
        """The values that are possible for any variable, too."""
        return possible if self.values is None else [it for it in self.values if it in possible]


@dataclass(frozen=True)
class Defined:
    """A variable that no fact bounds: so many times its value is that of a term."""

    name: str
    factor: int
    term: Term

    def __str__(self):
        return f"&sum {{ {self.factor} * {self.name} }} = {self.term}."

    def value(self, facts, values):
        """None if there is no such number."""
        value, rest = divmod(self.term.value({"k": facts.k}, values), self.factor)
        return value if rest == 0 else None


@dataclass(frozen=True)
class Bounds:
    """Of the values of all variables."""

    least: int
    greatest: int

    def all(self):
        return range(self.least, self.greatest + 1)


# Where nothing else is said.
WIDEST = Bounds(-(2**30 - 1), 2**30 - 1)


# ---- Programs


@dataclass(frozen=True)
class Program:
    """What is shown of the variables is a list of names and of signatures, such as v/1; without one all are."""

    facts: Facts
    variables: tuple
    defined: tuple
    bounds: Bounds | None
    externals: tuple
    rules: tuple
    weak_constraints: tuple
    objectives: tuple
    shown: tuple
    shown_terms: tuple
    shown_variables: tuple | None

    def text(self, with_objectives=True):
        parts = [self.facts, *self.variables, *self.defined, *self.externals, *self.rules]
        if with_objectives:
            # With a cost of 0 a priority counts, even if no other cost of it can ever arise.
            constants = [f"#minimize {{ 0@{it} }}." for it in sorted({it.priority for it in self.weak_constraints})]
            parts += [*self.weak_constraints, *constants, *self.objectives]
        parts += ["#show.", *(f"#show {it}/0." for it in self.shown), *self.shown_terms]
        if self.shown_variables is not None:
            parts.append("&show { " + "; ".join(self.shown_variables) + " }.")
        return "\n".join(map(str, parts)) + "\n"

    def all_rules(self):
        """Externals, too, are rules here."""
        return [*self.rules, *(rule for it in self.externals for rule in it.rules())]

    def atoms(self):
        """Those that are in a head."""
        return sorted({atom for rule in self.all_rules() if rule.is_about_atoms() for atom in rule.head.atoms})

    def names(self):
        return {it.name for it in (*self.variables, *self.defined)}

    def uses(self, name):
        """Whether a variable may occur, declared or not."""
        pattern = r"(?<![a-z#])" + re.escape(name) + r"(?![a-z])"
        return re.search(pattern + (r"|v\([IJ]\)" if name.startswith("v(") else ""), self.text()) is not None

    def assignments(self):
        """The values that all variables may have, as far as their own statements say."""
        possible = (self.bounds or WIDEST).all()
        domains = [it.within(possible) for it in self.variables]
        for chosen in product(*domains):
            values = dict(zip([it.name for it in self.variables], chosen))
            for it in self.defined:
                values[it.name] = it.value(self.facts, values)
            if all(values[it.name] is not None and values[it.name] in possible for it in self.defined):
                yield values

    def shows(self, name):
        """Whether a variable is printed."""
        head, is_function, _ = name.partition("(")
        signature = f"{head}/{1 if is_function else 0}"
        return self.shown_variables is None or name in self.shown_variables or signature in self.shown_variables

    def is_of_clingcon(self):
        """It knows no priorities of integers."""
        return all(it is None for objective in self.objectives for it in objective.priorities)

    def priorities(self):
        """Those of the costs, the highest first."""
        found = {it.priority for it in self.weak_constraints}
        found |= {priority for it in self.all_objectives() for _, _, priority in it.parts(self.facts)}
        return sorted(found, reverse=True)

    def all_objectives(self):
        """An objective counts once, however often it is written."""
        return list({it.ground(self.facts): it for it in self.objectives}.values())
