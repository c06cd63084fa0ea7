"""Draws a program with integer variables from a seed."""

import random

from draw_constraints import DrawConstraints
from program import Objective, Program, ShownTerm, WeakConstraint
from rules import Aggregate, Body, BodyConstraint, Choice, Disjunction, External, Literal, Rule, Weighted
from terms import RELATIONS


def drawn(seed):
    """The program of a seed."""
    return Draw(random.Random(seed)).program()


class Draw(DrawConstraints):
    def program(self):
        random = self.random
        self.heads = list("abcd")[: random.choice([1, 2, 3, 3, 4])]
        externals = (External("e", random.choice(["true", "free", "false"])),) if self.chance(0.2) else ()
        self.atoms = self.heads + [it.atom for it in externals]
        rules = self.some(6, self.rule, 1)
        if self.chance(0.6):
            rules = (Rule(Choice(tuple(self.heads)), Body()), *rules)
        has_objective = self.chance(0.45)
        return Program(
            facts=self.facts,
            variables=self.variables,
            defined=self.defined,
            bounds=self.bounds,
            externals=externals,
            rules=rules,
            weak_constraints=self.weak_constraints() if has_objective and self.chance(0.6) else (),
            objectives=self.some(2, self.objective) if has_objective else (),
            shown=tuple(it for it in self.atoms if self.chance(0.85)),
            shown_terms=(self.shown_term(),) if self.chance(0.1) else (),
            shown_variables=self.shown_variables() if self.chance(0.15) else None,
        )

    # ---- Bodies

    def literal(self):
        sign = self.random.choice(["", "", "", "not ", "not ", "not not "])
        return Literal(sign, self.random.choice(self.atoms))

    def weighted(self, number):
        return Weighted(self.random.choice([-2, -1, 1, 1, 2, 3]), number, self.some(2, self.literal, 1))

    def aggregate(self):
        random = self.random
        elements = tuple(self.weighted(number) for number in range(random.randint(1, 3)))
        function = random.choice(["count", "sum", "sum", "sum+", "min", "max"])
        sign = random.choice(["", "", "not ", "not not "])
        return Aggregate(sign, function, elements, random.choice(list(RELATIONS)), random.randint(-1, 3))

    def constraint(self, locals):
        sign = self.random.choice(["", "", "not ", "not not "])
        return BodyConstraint(sign, self.sum(locals) if self.chance(0.85) else self.difference(locals))

    def body(self, least=0):
        random = self.random
        for_each = self.chance(0.15)
        count = max(least, random.choice([0, 1, 1, 2, 2, 3]))
        kinds = random.choices(["literal", "aggregate", "constraint"], [6, 1, 4], k=count)
        literals = tuple(getattr(self, kind)() for kind in kinds if kind != "constraint")
        locals = ["I"] if for_each else []
        return Body(literals, tuple(self.constraint(locals) for kind in kinds if kind == "constraint"), for_each)

    # ---- Rules

    def rule(self):
        random = self.random
        kind = random.choices(["choice", "atom", "disjunction", "nothing", "constraint"], [4, 6, 2, 3, 9])[0]
        body = self.body(1 if kind == "nothing" else 0)
        if kind == "constraint":
            draw = random.choices(
                [self.sum, self.difference, self.domain, self.distinct, self.disjoint], [10, 2, 3, 3, 2]
            )[0]
            return Rule(draw(["I"] if body.for_each else []), body)
        if kind == "choice":
            least, most = random.choice([(0, 9), (0, 9), (0, 1), (1, 1), (1, 9)])
            return Rule(Choice(self.few_heads(4), least, most), body)
        most = {"nothing": 0, "atom": 1, "disjunction": 2}[kind]
        return Rule(Disjunction(self.few_heads(most) if most > 0 else ()), body)

    def few_heads(self, most):
        return tuple(self.random.sample(self.heads, self.random.randint(1, min(most, len(self.heads)))))

    # ---- Objectives and what is shown

    def weak_constraints(self):
        random = self.random
        return tuple(
            WeakConstraint(random.choice([-2, -1, 1, 1, 2, 3, 5]), random.choice([0, 0, 1, 2]), number, self.body(1))
            for number in range(random.randint(1, 3))
        )

    def objective(self):
        elements = self.elements([])
        priorities = tuple(self.random.choice([0, 1, 2, -1]) if self.chance(0.15) else None for _ in elements)
        return Objective(self.random.choice([1, 1, -1]), elements, priorities)

    def shown_term(self):
        body = self.body(1)
        return ShownTerm("t(I)" if body.for_each else "t", body)

    def shown_variables(self):
        return self.some(2, lambda: self.random.choice([self.name(), "v/1", "x/0", "f/1", "g/2"]))
