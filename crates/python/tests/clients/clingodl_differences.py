"""Clingo-dl 1.5.0: difference constraints. Where groundplan is `clingo`, `clingodl` is `groundplan.dl`."""

import random

import clingo
from clingo.ast import ProgramBuilder, parse_string

ORDERS = """
{ x }. { z }.
&diff {a-b} <= -3.
&diff {0-a} <= 0.
&diff {c-b} <= 4 :- x.
&diff {0-c} <= 0.
&diff {0-f(1)} <= 0.
&diff {b-0} <= 7.
y :- &diff {a-b} <= -5.
&diff {f(1)-a} >= 2 :- z.
#show x/0. #show y/0.
"""


def _solve(text, look, *arguments, **more):
    from clingodl import ClingoDLTheory

    theory = ClingoDLTheory()
    ctl = clingo.Control(["0", *arguments])
    theory.register(ctl)
    with ProgramBuilder(ctl) as builder:
        parse_string(text, lambda statement: theory.rewrite_ast(statement, builder.add))
    ctl.ground([("base", [])])
    theory.prepare(ctl)
    with ctl.solve(yield_=True, on_model=theory.on_model, **{name: getattr(theory, name) for name in more}) as handle:
        for model in handle:
            look(theory, model)
    return theory, ctl


def _values(theory, model):
    return sorted((str(name), value) for name, value in theory.assignment(model.thread_id))


def _shown(model):
    return sorted(str(model).split())


def starts(out):
    seen = []
    _solve("&diff {a-b} <= -3. &diff {0-a} <= 0.", lambda theory, model: seen.append(_values(theory, model)))
    out(seen)


def values(out):
    seen = []
    _solve(ORDERS, lambda theory, model: seen.append([_shown(model), _values(theory, model)]))
    out.unordered(seen)


def no_values(out):
    seen = []
    text = "{ a }. &diff {x-y} <= -3 :- a. &diff {y-x} <= 2 :- a."
    _solve(text, lambda theory, model: seen.append([_shown(model), _values(theory, model)]))
    out.unordered(seen)


def rules_for_facts(out):
    """A constraint that only rules for facts mention does not count."""
    for text in [
        "c. c :- &diff {x-y} <= 1.",
        "c. {c} :- &diff {x-y} <= 1.",
        "{c} :- &diff {x-y} <= 1. c.",
        "c. c; d :- &diff {x-y} <= 1.",
        "{a}. c. c :- &diff {x-y} <= 1, 1 <= #count {1: a}.",
        "c. {c; d} :- &diff {x-y} <= 1.",
    ]:
        seen = []
        _solve(text, lambda theory, model: seen.append(_shown(model)))
        out.unordered(seen)


def _random_program(drawn):
    atoms = ["a", "b", "c", "d"]

    def constraint():
        relation = drawn.choice(["<=", "<", ">=", ">", "=", "!="])
        return f"&diff {{ {drawn.choice('xyz')}-{drawn.choice('xyz')} }} {relation} {drawn.randint(-2, 2)}"

    def literal():
        return drawn.choice(["", "not "]) + drawn.choice(atoms)

    def condition():
        kind = drawn.random()
        if kind < 0.35:
            return drawn.choice(["", "not "]) + constraint()
        if kind < 0.45:
            return f"1 <= #count {{ 1: {literal()}; 2: {literal()} }}"
        return literal()

    def rule():
        kind = drawn.random()
        body = ", ".join(condition() for _ in range(drawn.randint(0, 3)))
        below = f" :- {body}" if body else ""
        if kind < 0.25:
            return drawn.choice(atoms) + "."
        if kind < 0.5:
            return drawn.choice(atoms) + below + "."
        if kind < 0.7:
            return "{ " + "; ".join(drawn.sample(atoms, drawn.randint(1, 2))) + " }" + below + "."
        if kind < 0.8:
            return "; ".join(drawn.sample(atoms, 2)) + below + "."
        if kind < 0.9:
            return constraint() + below + "."
        if kind < 0.95:
            return f":- {body or 'a'}."
        return f"#show s : {condition()}."

    return "\n".join(rule() for _ in range(drawn.randint(2, 7)))


def random_programs(out):
    """The same answer sets. How often each occurs depends on the order in which rules are ground: clingo-dl counts answer sets apart that
    differ in an inequality only, even where a rule that mentions it has no effect."""
    drawn = random.Random(4)
    for _ in range(150):
        text = _random_program(drawn)
        seen = set()
        _solve(text, lambda theory, model: seen.add(" ".join(_shown(model))))
        out(text, sorted(seen))


def symbols(out):
    seen = []

    def look(theory, model):
        seen.append([sorted(map(str, model.symbols(theory=True))), sorted(map(str, model.symbols(shown=True, theory=True)))])

    _solve(ORDERS, look)
    out.unordered(seen)


def variables(out):
    seen = []

    def look(theory, model):
        for name in (clingo.Function("a"), clingo.Function("f", [clingo.Number(1)])):
            index = theory.lookup_symbol(name)
            out.unordered([theory.get_symbol(index) == name])
            seen.append([theory.has_value(0, index), theory.get_value(0, index) if theory.has_value(0, index) else None])

    theory, _ = _solve(ORDERS, look)
    out.unordered(seen)
    out(theory.lookup_symbol(clingo.Function("nobody")), theory.version())
    out(len({theory.lookup_symbol(clingo.Function(name)) for name in "abc"}))


def settings(out):
    from clingodl import ClingoDLTheory

    theory = ClingoDLTheory()
    for key, value in [("propagate", "full"), ("propagate-root", "2"), ("sort-edges", "potential"), ("propagate-budget", "3,0")]:
        out.raises(theory.configure, key, value)
    for key, value in [("nothing", "1"), ("propagate", "sideways"), ("sort-edges", "up")]:
        out.raises(theory.configure, key, value)


def counts(out):
    _, ctl = _solve(ORDERS, lambda theory, model: None, "--stats", on_statistics=True)
    counted = ctl.statistics["user_step"]["DifferenceLogic"]
    out("Variables" in counted, "Edges" in counted, "DifferenceLogic" in ctl.statistics["user_accu"])


def an_application(out):
    from clingo.application import Application, clingo_main
    from clingodl import ClingoDLTheory

    class Orders(Application):
        def __init__(self):
            self.theory = ClingoDLTheory()

        def register_options(self, options):
            self.theory.register_options(options)

        def validate_options(self):
            self.theory.validate_options()
            return True

        def main(self, ctl, files):
            self.theory.register(ctl)
            with ProgramBuilder(ctl) as builder:
                parse_string(ORDERS, lambda statement: self.theory.rewrite_ast(statement, builder.add))
            ctl.ground([("base", [])])
            self.theory.prepare(ctl)
            ctl.solve(on_model=self.look)

        def look(self, model):
            self.theory.on_model(model)
            seen.append([_shown(model), _values(self.theory, model)])

    seen = []
    out(clingo_main(Orders(), ["0", "--outf=3", "--propagate=partial"]))
    out.unordered(seen)
