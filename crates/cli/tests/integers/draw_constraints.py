"""Draws variables with their values, terms and constraints.

The number behind a relation is close to what the sum is for some possible values, so that constraints are neither
always true nor always false.
"""

from dataclasses import replace
from math import prod

from constraints import Difference, Disjoint, Distinct, Domain, Element, Facts, Interval, Range, Sum
from program import Bounds, Declared, Defined
from terms import RELATIONS, Local, Minus, Number, Operation, Variable

# No more assignments than these are tried.
MOST = 200
# How many variables v(1), v(2) and so on there are, and how many with a name of these.
COUNTS = [(1, 0), (1, 1), (1, 2), (2, 0), (2, 0), (2, 1), (2, 1), (2, 2), (2, 3), (3, 0), (3, 1), (4, 1)]
NAMES = ["x", "y", "(1,a)", '"s"', "f(a)"]
BIG = [99999989, 1000003, 65536, 4096, 1999999, 7]
# No number behind a relation is greater.
LIMIT = 10**9
ANYWHERE = [
    "p(J)", "p(J)", "q(J,K)", "q(J,K)", "q(J,_)", "q(_,K)", "p(_)", "K = (1;3)", "K = 1..k", "n(V)", "n(V), V != v(1)",
    "p(J), J > 1", "not z", "not p(1)", "#true", "#false",
]
WHERE_I_IS_BOUND = ["q(I,K)", "p(J), J < I"]


class DrawConstraints:
    """What is drawn so far. `locals` are the names of local variables that may occur in what is drawn."""

    def __init__(self, random):
        self.random = random
        self.has_big_numbers = self.chance(0.2)
        self.sums = []
        self.draw_variables()

    def chance(self, share):
        return self.random.random() < share

    def some(self, most, draw, least=0):
        """Up to so many things."""
        return tuple(draw() for _ in range(self.random.randint(least, most)))

    # ---- Variables and facts

    def draw_variables(self):
        random = self.random
        indexed, named = random.choice(COUNTS)
        names = [f"v({at})" for at in range(1, indexed + 1)] + random.sample(NAMES, named)
        self.bounds = Bounds(random.randint(-3, 0), random.randint(0, 3)) if self.chance(0.2) else None
        domains = {name: self.values(len(names)) for name in names}
        while prod(map(len, domains.values())) > MOST:
            longest = max(names, key=lambda name: len(domains[name]))
            domains[longest].pop(random.randrange(len(domains[longest])))
        self.variables = tuple(self.declared(name, domains[name]) for name in names)
        self.facts = Facts(
            p=tuple(sorted(random.sample(range(1, indexed + 1), random.randint(1, indexed)))),
            q=self.some(3, lambda: (random.randint(1, indexed), random.randint(-1, 3)), 1),
            n=tuple(random.sample(names, random.randint(1, len(names)))),
            k=random.randint(0, 3),
        )
        # Values that are possible, as a rule.
        self.point = {name: random.choice(domains[name]) for name in names}
        self.defined = ()
        if self.chance(0.2):
            self.defined = (Defined("w", random.choice([1, 1, 1, 1, 2, 3]), self.term([])),)
            self.point["w"] = self.defined[0].value(self.facts, self.point) or 0

    def values(self, count):
        """The values of one of so many variables."""
        random = self.random
        if self.bounds and self.chance(0.5):
            return list(self.bounds.all())
        least = random.randint(-3, 3)
        if self.bounds is None and self.chance(0.05):
            least += random.choice([10**6, -(10**6), 3 * 10**8])
        width = random.randint(1, 5) if count > 1 or self.chance(0.5) else random.randint(20, 60)
        found = list(range(least, least + width))
        if self.chance(0.3):
            found[width // 2 :] = [least + width + random.randint(0, 3)]
        # As a rule some are within the bounds.
        is_possible = self.bounds is None or self.chance(0.1) or any(it in self.bounds.all() for it in found)
        return found if is_possible else self.values(count)

    def declared(self, name, values):
        is_all = self.bounds is not None and values == list(self.bounds.all())
        return Declared(name, None if is_all and self.chance(0.8) else tuple(values))

    def name(self):
        return self.random.choice([*self.variables, *self.defined]).name

    # ---- Terms

    def factor(self, locals):
        random = self.random
        numbers = [it for it in locals if it != "V"]
        if self.chance(0.4 if numbers else 0.1):
            return Local(random.choice([*numbers, "k"]))
        if self.has_big_numbers and self.chance(0.6):
            return Number(random.choice([-1, 1]) * random.choice(BIG))
        if self.chance(0.1):
            sign = random.choice(["/", "\\", "**", "*", "-"])
            return Operation(Number(random.randint(-7, 7)), sign, Number(random.randint(1, 3)))
        return Number(random.choice([-4, -3, -2, -1, 0, 1, 1, 2, 3, 5]))

    def term(self, locals):
        factor, one, other = self.factor(locals), self.variable(locals), self.variable([])
        product = Operation(factor, "*", one)
        return self.random.choice([
            one,
            one,
            factor,
            product,
            Minus(one),
            Operation(one, "*", factor),
            Operation(one, "-", other),
            Operation(product, "-", other),
            Operation(product, "+", Number(self.random.randint(-3, 3))),
            Operation(factor, "*", Operation(one, "+", other)),
            Minus(Operation(one, "-", factor)),
        ])

    def bounded(self, locals):
        """A variable that has a domain. Products of others are too large."""
        found = self.variable(locals)
        is_defined = any(found.name == it.name for it in self.defined)
        return Variable(self.random.choice(self.variables).name) if is_defined else found

    def product(self, locals):
        """A term with the product of two variables, as a rule."""
        one, other = [self.bounded(locals) for _ in range(2)]
        product = Operation(one, "*", other)
        factor = Number(self.random.randint(-4, 5))
        return self.random.choice([
            product,
            product,
            Operation(factor, "*", product),
            Operation(product, "*", factor),
            Minus(product),
            Operation(one, "*", Operation(other, "+", Number(self.random.randint(-3, 3)))),
            Operation(product, "-", self.term(locals)),
            self.term(locals),
        ])

    def variable(self, locals):
        if "V" in locals and self.chance(0.8):
            return Variable("V")
        indices = [it for it in locals if it in ("I", "J")]
        if indices and self.chance(0.6):
            return Variable(f"v({self.random.choice(indices)})")
        return Variable(self.name())

    # ---- Elements

    def condition(self, locals):
        conditions = ANYWHERE + 4 * WHERE_I_IS_BOUND if "I" in locals else ANYWHERE
        return self.random.choice(conditions) if self.chance(0.35) else ""

    def element(self, locals, draw):
        condition = self.condition(locals)
        return Element(draw([*locals, *(it for it in "JKV" if it in condition)]), condition)

    def elements(self, locals, draw=None, most=3):
        least = 0 if self.chance(0.04) else 1
        found = self.some(most, lambda: self.element(locals, draw or self.term), least)
        return (*found, found[0]) if found and self.chance(0.05) else found

    # ---- Constraints

    def binding(self, locals):
        """One of the instances of a rule."""
        return {"k": self.facts.k} | {it: self.random.choice(self.facts.p) for it in locals}

    def near(self, number):
        return max(-LIMIT, min(LIMIT, number + self.random.choice([0, 0, 0, 1, -1, 2, -2, 5, -9])))

    def sum(self, locals):
        if self.sums and not locals and self.chance(0.15):
            # What is said already, or something like it.
            old = self.random.choice(self.sums)
            return replace(old, relation=self.random.choice([old.relation, *RELATIONS]))
        found = self.new_sum(locals)
        if not locals:
            self.sums.append(found)
        return found

    def new_sum(self, locals):
        if self.chance(0.15):
            elements = self.elements(locals, self.product)
            return self.related(elements, self.product if self.chance(0.1) else self.term, locals, multiplies=True)
        return self.related(self.elements(locals), self.term, locals)

    def related(self, elements, draw, locals, multiplies=False):
        """A sum of elements that is in a relation to a number or a term."""
        binding = self.binding(locals)
        total = sum(sum(it.values(self.facts, binding, self.point)) for it in elements)
        relation = self.random.choice(list(RELATIONS))
        if self.chance(0.7):
            return Sum(elements, relation, Number(self.near(total)), multiplies)
        guard = draw(locals)
        left = self.near(total - guard.value(binding, self.point))
        guard = Operation(guard, "+", Number(left)) if self.chance(0.7) else guard
        return Sum(elements, relation, guard, multiplies)

    def difference(self, locals):
        left, right = [Number(0) if self.chance(0.1) else self.variable(locals) for _ in range(2)]
        binding = self.binding(locals)
        difference = left.value(binding, self.point) - right.value(binding, self.point)
        relation = "<=" if self.chance(0.6) else self.random.choice(list(RELATIONS))
        return Difference(left, right, relation, self.near(difference))

    def domain(self, locals):
        return Domain(self.elements(locals, self.range), self.variable(locals))

    def range(self, locals):
        random = self.random
        least = random.randint(-3, 4)
        greatest = Number(least + random.choice([-1, 0, 0, 1, 2, 3]))
        if self.chance(0.2):
            greatest = Local(random.choice([*(it for it in locals if it != "V"), "k"]))
        return Range(Number(least), greatest)

    def distinct(self, locals):
        return Distinct(self.elements(locals, most=4))

    def disjoint(self, locals):
        return Disjoint(self.elements(locals, self.interval))

    def interval(self, locals):
        return Interval(self.variable(locals), self.random.choice([0, 1, 1, 2, 2, 3, -1]))
