"""Terms over integers: what each is as text, and what its value is.

A term has a value where its local variables are bound to numbers or names, and the integer variables have values. Both
are dictionaries by name, the binding and the values.
"""

import operator
from dataclasses import dataclass

RELATIONS = {
    "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "=": operator.eq, "!=": operator.ne,
}


def quotient(left, right):
    """What is behind the point is cut off, also from a negative number."""
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


def rest(left, right):
    return left - right * quotient(left, right)


OPERATIONS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": quotient, "\\": rest, "**": operator.pow,
}
# What has a higher number binds tighter. A sign does so more than all but a power, which is always within parentheses.
TIGHTNESS = {"+": 0, "-": 0, "*": 1, "/": 1, "\\": 1, "**": 3}
SIGN = 2


# ---- Terms


class Term:
    tightness = 4

    def within(self, tightness):
        """The text as a part of a term that binds as tightly as said."""
        return str(self) if self.tightness >= tightness else f"({self})"


@dataclass(frozen=True)
class Number(Term):
    number: int

    @property
    def tightness(self):
        return SIGN if self.number < 0 else Term.tightness

    def __str__(self):
        return str(self.number)

    def value(self, binding, values):
        return self.number


@dataclass(frozen=True)
class Local(Term):
    """A constant, or a variable of the rule or the condition, that stands for a number."""

    name: str

    def __str__(self):
        return self.name

    def value(self, binding, values):
        return binding[self.name]


@dataclass(frozen=True)
class Variable(Term):
    """An integer variable. A local variable may stand for it (V), or be in its name: v(J)."""

    name: str

    def __str__(self):
        return self.name

    def named(self, binding):
        inner = self.name[2:-1]
        return f"v({binding[inner]})" if inner in binding else binding.get(self.name, self.name)

    def value(self, binding, values):
        return values[self.named(binding)]


@dataclass(frozen=True)
class Minus(Term):
    term: Term
    tightness = SIGN

    def __str__(self):
        return f"-{self.term.within(Term.tightness)}"

    def value(self, binding, values):
        return -self.term.value(binding, values)


@dataclass(frozen=True)
class Operation(Term):
    left: Term
    sign: str
    right: Term

    @property
    def tightness(self):
        return TIGHTNESS[self.sign]

    def __str__(self):
        is_power = self.sign == "**"
        left = self.left.within(self.tightness + is_power)
        return f"{left} {self.sign} {self.right.within(self.tightness + 1)}"

    def value(self, binding, values):
        return OPERATIONS[self.sign](self.left.value(binding, values), self.right.value(binding, values))
