"""Random programs as texts, for the trees of them: all of the grammar, with parentheses and comments where nobody puts them."""

import random

RELATIONS = ("<", "<=", ">", ">=", "=", "!=", "==", "<>")
OPERATORS = ("+", "-", "*", "/", "\\", "**", "&", "?", "^", "..")
FUNCTIONS = ("#count", "#sum", "#sum+", "#min", "#max")
SPACES = (" ", "  ", "\n", "\n\n  ", "\t", " \r\n", " % said\n", " %* within *% ", "\n%* of\n two %* lines *% *%\n")
# What may stand beside anything without a space.
ALONE = frozenset("(),")


class Program:
    """A random program."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        """Statements, and what stands between their tokens."""
        tokens = [token for _ in range(self.random.randint(1, 6)) for token in self.statement()]
        parts = []
        commented = self.random.random() < 0.3
        for token in tokens:
            tight = parts and (token in ALONE or parts[-1] in ALONE)
            if not (tight and self.random.random() < 0.7):
                spaces = SPACES if commented else SPACES[:6]
                parts.append(" " if self.random.random() < 0.7 else self.random.choice(spaces))
            parts.append(token)
        return "".join(parts) + self.random.choice(("", "\n", " % end"))

    def one(self, *makers):
        return self.random.choice(makers)()

    def often(self, share=0.5):
        return self.random.random() < share

    def many(self, maker, separator, least=0, most=3):
        """Tokens of some of them, with separators between."""
        tokens = []
        for index in range(self.random.randint(least, most)):
            tokens += [*([self.random.choice(separator)] if index else []), *maker()]
        return tokens

    # -- terms --------------------------------------------------------------

    def term(self, depth=2):
        leaf = self.random.choice(
            (["X"], ["_"], ["a"], ["b'"], ["7"], ["0"], ["0x1F"], ["0b11"], ['"s"'], ['"\\"ü\\n"'], ["#inf"], ["#supremum"], ["_Y"])
        )
        if depth == 0 or self.often(0.4):
            return list(leaf)
        deeper = lambda: self.term(depth - 1)
        return self.one(
            lambda: [*deeper(), self.random.choice(OPERATORS), *deeper()],
            lambda: [*deeper(), self.random.choice(OPERATORS), *deeper(), self.random.choice(OPERATORS), *deeper()],
            lambda: ["(", *deeper(), ")"],
            lambda: ["(", "(", *deeper(), "+", *deeper(), ")", ")"],
            lambda: [self.random.choice("-~"), *deeper()],
            lambda: ["|", *self.many(deeper, ";", 1, 2), "|"],
            lambda: ["f", "(", *self.arguments(depth - 1), ")"],
            lambda: ["@", "g", *self.random.choice(([], ["(", *self.arguments(depth - 1), ")"]))],
            lambda: ["(", *self.many(deeper, ",", 2, 3), *self.random.choice(([], [","])), ")"],
            lambda: ["(", *deeper(), ",", ")"],
            lambda: self.random.choice((["(", ")"], ["(", ",", ")"])),
            lambda: ["(", *self.many(deeper, ";,", 2, 3), ")"],
        )

    def arguments(self, depth=2):
        """Lists of arguments."""
        lists = [self.many(lambda: self.term(depth), ",") for _ in range(self.random.choice((1, 1, 1, 2)))]
        return [token for index, tokens in enumerate(lists) for token in ([";"] * (index > 0) + tokens)]

    def ground(self, depth=2):
        """A term without variables, intervals and pools."""
        if depth == 0 or self.often(0.3):
            return [self.random.choice(("a", "3", '"s"', "#inf", "b"))]
        deeper = lambda: self.ground(depth - 1)
        return self.one(
            lambda: [*deeper(), self.random.choice(OPERATORS[:-1]), *deeper()],
            lambda: ["(", *deeper(), ")"],
            lambda: ["(", *deeper(), ",", *deeper(), ")"],
            lambda: ["(", "(", *deeper(), ",", ")", ")"],
            lambda: ["f", "(", *deeper(), ",", *deeper(), ")"],
            lambda: ["-", *deeper()],
            lambda: ["|", *deeper(), "|"],
            lambda: ["(", ")"],
        )

    # -- literals -----------------------------------------------------------

    def atom(self):
        name = [*(["-"] if self.often(0.2) else []), self.random.choice(("p", "q", "_r"))]
        return name if self.often(0.3) else [*name, "(", *self.arguments(), ")"]

    def sign(self):
        return ["not"] * self.random.choice((0, 0, 0, 1, 2))

    def literal(self):
        comparison = lambda: self.many(lambda: self.term(1), RELATIONS, 2, 3)
        truth = lambda: [self.random.choice(("#true", "#false"))]
        return [*self.sign(), *self.one(self.atom, self.atom, comparison, truth)]

    def condition(self):
        return self.many(self.literal, ",", 0, 2)

    def conditional(self):
        return [*self.literal(), ":", *self.condition()] if self.often() else self.literal()

    def guarded(self, tokens):
        left = [*self.term(1), *([] if self.often(0.3) else [self.random.choice(RELATIONS)])] if self.often() else []
        right = [*([] if self.often(0.3) else [self.random.choice(RELATIONS)]), *self.term(1)] if self.often() else []
        return [*left, *tokens, *right]

    def set(self):
        return self.guarded(["{", *self.many(self.conditional, ";"), "}"])

    def tuple(self):
        return self.many(lambda: self.term(1), ",", 1)

    def body_aggregate(self):
        element = lambda: self.one(self.tuple, lambda: [*self.tuple(), ":", *self.condition()], lambda: [":", *self.condition()])
        return self.guarded([self.random.choice(FUNCTIONS), "{", *self.many(element, ";"), "}"])

    def head_aggregate(self):
        element = lambda: [*self.random.choice((self.tuple, list))(), ":", *self.conditional()]
        return self.guarded([self.random.choice(FUNCTIONS), "{", *self.many(element, ";"), "}"])

    def body(self):
        tokens = []
        for index in range(self.random.randint(0, 3)):
            literal = self.one(
                self.literal,
                self.literal,
                self.conditional,
                lambda: [*self.sign(), *self.set()],
                lambda: [*self.sign(), *self.body_aggregate()],
                lambda: [*self.sign(), *self.theory_atom()],
            )
            # A `,` behind a condition would go on with it.
            tokens += [*([";"] if index else []), *literal]
        return tokens

    def under(self):
        """A body of a directive."""
        return [":", *self.body(), "."] if self.often() else ["."]

    def shown(self):
        """The same of a term that is shown: it is not empty."""
        return [":", *self.literal(), "."] if self.often() else ["."]

    # -- theories -----------------------------------------------------------

    def theory_term(self, depth=2):
        if depth == 0 or self.often(0.3):
            return [self.random.choice(("X", "a", "3", '"s"', "#sup"))]
        deeper = lambda: self.theory_term(depth - 1)
        operator = lambda: [self.random.choice(("+", "-", "*", "<", "**", "<->", "not", "&", "..", "?"))]
        return self.one(
            lambda: [*operator(), *deeper()],
            lambda: [*deeper(), *operator(), *deeper()],
            lambda: [*deeper(), *operator(), "-", *deeper()],
            lambda: ["(", *deeper(), ")"],
            lambda: ["(", "(", *deeper(), ")", ")"],
            lambda: ["(", *deeper(), ",", ")"],
            lambda: ["(", *self.many(deeper, ",", 2, 3), ")"],
            lambda: ["{", *self.many(deeper, ","), "}"],
            lambda: ["[", *self.many(deeper, ","), "]"],
            lambda: ["f", "(", *self.many(deeper, ","), ")"],
        )

    def theory_atom(self):
        atom = ["&", self.random.choice("st"), *(["(", *self.arguments(1), ")"] if self.often() else [])]
        if self.often(0.2):
            return atom
        terms = lambda: self.many(self.theory_term, ",", 1, 2)
        element = lambda: self.one(terms, lambda: [*terms(), ":", *self.condition()], lambda: [":", *self.condition()])
        guard = [self.random.choice(("<=", "=", "+")), *self.theory_term()] if self.often() else []
        return [*atom, "{", *self.many(element, ";"), "}", *guard]

    def theory(self):
        operator = lambda: [
            self.random.choice(("+", "-", "**", "not", "<->")),
            ":",
            str(self.random.randint(0, 9)),
            ",",
            *self.random.choice((["unary"], ["binary", ",", "left"], ["binary", ",", "right"])),
        ]
        term = lambda: [self.random.choice("uv"), "{", *self.many(operator, ";"), "}"]
        guard = lambda: ["{", *self.many(lambda: [self.random.choice(("<=", "=", "+"))], ",", 1), "}", ",", "u", ","]
        place = ("head", "body", "any", "directive")
        atom = lambda: [
            "&", "s", "/", "1", ":", "u", ",", *self.random.choice((guard, list))(), self.random.choice(place)
        ]
        terms, atoms = self.many(term, ";", 1), self.many(atom, ";", 1)
        return ["#theory", "t", "{", *terms, ";", *atoms, "}", "."]

    # -- statements ---------------------------------------------------------

    def head(self):
        disjunction = lambda: [*self.conditional(), self.random.choice(";|"), *self.many(self.conditional, ";|", 1)]
        condition = lambda: [*self.literal(), ":", *self.condition()]
        return self.one(
            self.atom, self.atom, self.literal, disjunction, condition, self.set, self.head_aggregate, self.theory_atom
        )

    def weight(self):
        return [*self.term(1), *(["@", *self.term(1)] if self.often() else []), *([",", *self.tuple()] if self.often() else [])]

    def statement(self):
        # With a comment within, it is a term for clingo.
        signature = lambda directive: [f"{directive} {self.random.choice(('p/2.', '-p/2.', '- p / 2 .'))}"]
        objective = lambda: self.many(lambda: [*self.weight(), *([":", *self.condition()] if self.often() else [])], ";")
        edges = lambda: self.many(lambda: [*self.term(1), ",", *self.term(1)], ";", 1, 2)
        value = lambda: ["[", *self.term(1), "]"] if self.often() else []
        bias = lambda: ["[", *self.term(1), *(["@", *self.term(1)] if self.often() else []), ",", *self.term(1), "]"]
        kind = lambda: self.random.choice(([], ["[", "default", "]"], ["[", "override", "]"]))
        return self.one(
            lambda: [*self.atom(), "."],
            lambda: [*self.head(), "."],
            lambda: [*self.head(), ":-", *self.body(), "."],
            lambda: [":-", *self.body(), "."],
            lambda: [":~", *self.body(), ".", "[", *self.weight(), "]"],
            lambda: [self.random.choice(("#minimize", "#maximise")), "{", *objective(), "}", "."],
            lambda: self.random.choice((["#show", "."], signature("#show"), ["#show", *self.term(), *self.shown()])),
            lambda: ["#const", "n", "=", *self.ground(), ".", *kind()],
            lambda: ["#external", *self.atom(), *self.under(), *value()],
            lambda: ["#edge", "(", *edges(), ")", *self.under()],
            lambda: ["#heuristic", *self.atom(), *self.under(), *bias()],
            lambda: self.random.choice((signature("#project"), ["#project", *self.atom(), *self.under()])),
            lambda: signature("#defined"),
            lambda: ["#program", "n", *self.random.choice(([], ["(", ")"], ["(", "x", ",", "y", ")"])), "."],
            self.theory,
        )
