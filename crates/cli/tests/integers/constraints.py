"""Constraints over integers: what each is as text, and what it means.

A constraint holds, or not, for the values of the integer variables, in an instance of its rule: that is a binding of
the local variables. The facts of the program say what its conditions stand for.
"""

from dataclasses import dataclass
from itertools import combinations

from terms import RELATIONS, SIGN, Number, Term, Variable


@dataclass(frozen=True)
class Facts:
    """The facts that conditions are about: p(1), q(1,2), n(x) and so on, and the value of the constant k."""

    p: tuple
    q: tuple
    n: tuple
    k: int

    def __str__(self):
        facts = [f"p({it})." for it in self.p] + [f"n({it})." for it in self.n]
        facts += [f"q({one},{other})." for one, other in self.q]
        return " ".join([f"#const k={self.k}. #defined z/0.", *facts])


# The bindings of the local variables in a condition, of those that have a name: an element is there once for each. I is
# bound by the rule.
CONDITIONS = {
    "": lambda facts, binding: [{}],
    "#true": lambda facts, binding: [{}],
    "#false": lambda facts, binding: [],
    "not z": lambda facts, binding: [{}],
    "not p(1)": lambda facts, binding: [{}] if 1 not in facts.p else [],
    "p(_)": lambda facts, binding: [{}] if facts.p else [],
    "p(J)": lambda facts, binding: [{"J": it} for it in facts.p],
    "p(J), J > 1": lambda facts, binding: [{"J": it} for it in facts.p if it > 1],
    "q(J,K)": lambda facts, binding: [{"J": one, "K": other} for one, other in set(facts.q)],
    "q(J,_)": lambda facts, binding: [{"J": it} for it in {one for one, _ in facts.q}],
    "q(_,K)": lambda facts, binding: [{"K": it} for it in {other for _, other in facts.q}],
    "K = (1;3)": lambda facts, binding: [{"K": 1}, {"K": 3}],
    "K = 1..k": lambda facts, binding: [{"K": it} for it in range(1, facts.k + 1)],
    "n(V)": lambda facts, binding: [{"V": it} for it in facts.n],
    "n(V), V != v(1)": lambda facts, binding: [{"V": it} for it in facts.n if it != "v(1)"],
    "q(I,K)": lambda facts, binding: [{"K": it} for it in {other for one, other in facts.q if one == binding["I"]}],
    "p(J), J < I": lambda facts, binding: [{"J": it} for it in facts.p if it < binding["I"]],
}


@dataclass(frozen=True)
class Element:
    """A part of a constraint, as often as its condition says."""

    term: Term
    condition: str = ""

    def __str__(self):
        return f"{self.term} : {self.condition}" if self.condition else str(self.term)

    def bindings(self, facts, binding):
        return [binding | more for more in CONDITIONS[self.condition](facts, binding)]

    def values(self, facts, binding, values):
        return [self.term.value(each, values) for each in self.bindings(facts, binding)]


# ---- Constraints


class Constraint:
    def elements_text(self):
        return "{ " + "; ".join(map(str, self.elements)) + " }"

    def all_values(self, facts, binding, values):
        return [value for element in self.elements for value in element.values(facts, binding, values)]


@dataclass(frozen=True)
class Sum(Constraint):
    elements: tuple
    relation: str
    guard: Term
    multiplies: bool = False

    def __str__(self):
        name = "nsum" if self.multiplies else "sum"
        return f"&{name} {self.elements_text()} {self.relation} {self.guard}"

    def holds(self, facts, binding, values):
        total = sum(self.all_values(facts, binding, values))
        return RELATIONS[self.relation](total, self.guard.value(binding, values))


@dataclass(frozen=True)
class Difference(Constraint):
    left: Term
    right: Term
    relation: str
    number: int

    def __str__(self):
        return f"&diff {{ {self.left} - {self.right} }} {self.relation} {self.number}"

    def holds(self, facts, binding, values):
        difference = self.left.value(binding, values) - self.right.value(binding, values)
        return RELATIONS[self.relation](difference, self.number)


@dataclass(frozen=True)
class Range(Term):
    """Values of a domain: it is a term whose value is a range."""

    least: Term
    greatest: Term

    def __str__(self):
        return str(self.least) if self.least == self.greatest else f"{self.least} .. {self.greatest}"

    def value(self, binding, values):
        return range(self.least.value(binding, values), self.greatest.value(binding, values) + 1)


@dataclass(frozen=True)
class Domain(Constraint):
    elements: tuple
    variable: Variable

    def __str__(self):
        return f"&dom {self.elements_text()} = {self.variable}"

    def ranges(self, facts, binding):
        return self.all_values(facts, binding, {})

    def holds(self, facts, binding, values):
        return any(self.variable.value(binding, values) in it for it in self.ranges(facts, binding))


@dataclass(frozen=True)
class Distinct(Constraint):
    elements: tuple

    def __str__(self):
        return f"&distinct {self.elements_text()}"

    def holds(self, facts, binding, values):
        found = self.all_values(facts, binding, values)
        return len(set(found)) == len(found)


@dataclass(frozen=True)
class Interval(Term):
    """An interval that begins at a variable: it is a term whose value is its begin and its end."""

    begin: Variable
    length: int

    def __str__(self):
        return f"{self.begin}@{Number(self.length).within(SIGN + 1)}"

    def value(self, binding, values):
        begin = self.begin.value(binding, values)
        return begin, begin + self.length


@dataclass(frozen=True)
class Disjoint(Constraint):
    elements: tuple

    def __str__(self):
        return f"&disjoint {self.elements_text()}"

    def holds(self, facts, binding, values):
        intervals = [(begin, end) for begin, end in self.all_values(facts, binding, values) if begin < end]
        return all(one[1] <= other[0] or other[1] <= one[0] for one, other in combinations(intervals, 2))
