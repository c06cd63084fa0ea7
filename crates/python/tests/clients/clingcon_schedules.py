"""Clingcon 5.2.1: constraints over integers. Where groundplan is `clingo`, `clingcon` is `groundplan.clingcon`."""

import clingo
from clingo.ast import ProgramBuilder, parse_string

# Two tasks on a machine: one after the other, in a time that is bounded, with a deadline that may be kept.
SCHEDULE = """
task(cut,3). task(bore,2).
&dom { 0..6 } = start(T) :- task(T,_).
&sum { start(T); D } <= end :- task(T,D).
&dom { 0..6 } = end.
&disjoint { start(T)@D : task(T,D) }.
in_time :- &sum { end } <= 5.
{ early(cut) }.
&sum { start(cut) } <= 0 :- early(cut).
#show in_time/0. #show early/1.
"""


def _registered(*arguments, settings=()):
    """A theory with these settings, and a control where it is registered."""
    from clingcon import ClingconTheory

    theory = ClingconTheory()
    for key, value in settings:
        theory.configure(key, value)
    ctl = clingo.Control(["0", *arguments])
    theory.register(ctl)
    return theory, ctl


def _add(text, theory, ctl):
    with ProgramBuilder(ctl) as builder:
        parse_string(text, lambda statement: theory.rewrite_ast(statement, builder.add))


def _solve(text, look, *arguments, settings=(), on_statistics=False, **how):
    theory, ctl = _registered(*arguments, settings=settings)
    _add(text, theory, ctl)
    ctl.ground([("base", [])])
    theory.prepare(ctl)
    more = {"on_statistics": theory.on_statistics} if on_statistics else {}
    with ctl.solve(yield_=True, on_model=theory.on_model, **how, **more) as handle:
        for model in handle:
            look(theory, model)
    return theory, ctl


def _values(theory, model):
    return sorted((str(name), value) for name, value in theory.assignment(model.thread_id))


def _shown(model):
    return sorted(str(model).split())


def _theory(model):
    return sorted(map(str, model.symbols(theory=True)))


def schedules(out):
    seen = []
    _solve(SCHEDULE, lambda theory, model: seen.append([_shown(model), _values(theory, model), _theory(model)]))
    out.unordered(seen)


def assumptions(out):
    for holds in (True, False):
        seen = []
        early = clingo.Function("early", [clingo.Function("cut")])
        _solve(SCHEDULE, lambda theory, model: seen.append([_shown(model), _values(theory, model)]), assumptions=[(early, holds)])
        out.unordered(seen)


def constraints(out):
    """Each kind of constraint, in heads and bodies."""
    for text in [
        "&sum { x; -2*y } = 1. &dom { -2..5 } = x. &dom { 0; 2..3 } = y.",
        "{ a }. &sum { x } >= 2 :- a. &sum { x } < 2 :- not a. &dom { 1..3 } = x.",
        "a :- &sum { x; y } != 4. &dom { 1..3 } = x. &dom { 1..3 } = y.",
        "&distinct { x; y; 2 }. &dom { 1..3 } = x. &dom { 1..3 } = y.",
        "&diff { x-y } <= -2. &dom { 0..3 } = x. &dom { 0..3 } = y.",
        "&sum { f(X) : X = 1..3 } = 4. &dom { 0..2 } = f(X) :- X = 1..3.",
        "a; b. &sum { x } = 1 :- a. &sum { x } = 2 :- b. &dom { 0..2 } = x.",
        ":- &sum { x } > 1, not &sum { x } > 2. &dom { 0..4 } = x.",
    ]:
        seen = []
        _solve(text, lambda theory, model: seen.append([_shown(model), _values(theory, model)]))
        out.unordered(seen)


def differences_alone(out):
    """All values are enumerated, not the least ones alone."""
    seen = []
    bounds = [("min-int", "0"), ("max-int", "3")]
    _solve("&diff { x-y } <= -2.", lambda theory, model: seen.append([_values(theory, model), _theory(model)]), settings=bounds)
    out.unordered(seen)


def what_is_shown(out):
    for show in ["&show { y }.", "&show { f/1 }.", "&show { f/1; x }.", "&show { }."]:
        seen = []
        text = f"&dom {{ 1..2 }} = x. &dom {{ 5 }} = y. &dom {{ 6 }} = f(1). {show}"
        _solve(text, lambda theory, model: seen.append([_shown(model), _values(theory, model), _theory(model)]))
        out.unordered(seen)


def objective(out):
    """Better and better ones: the last is the best."""
    seen = []
    text = "&dom { 0..9 } = x. &dom { 0..9 } = y. &sum { x; y } >= 12. &minimize { 2*x; y }."
    _solve(text, lambda theory, model: seen.append([_values(theory, model), _theory(model)]))
    out(seen[-1])


def variables(out):
    seen = []

    def look(theory, model):
        for name in ("x", "f(1)", "(1,a)", '"s"'):
            index = theory.lookup_symbol(clingo.parse_term(name))
            seen.append([str(theory.get_symbol(index)), theory.has_value(0, index), theory.get_value(0, index)])

    text = '&dom { 1..2 } = x. &dom { 3 } = f(1). &sum { (1,a) } = 4. &sum { "s"; x } = 3.'
    theory, _ = _solve(text, look)
    out.unordered(seen)
    out(theory.lookup_symbol(clingo.Function("nobody")), theory.version())
    out(len({theory.lookup_symbol(clingo.parse_term(name)) for name in ("x", "f(1)")}))


def bounds(out):
    for settings in [[("max-int", "2"), ("min-int", "-1")], [("min-int", "-2"), ("max-int", "-2")], [("max-int", "+1")]]:
        seen = []
        _solve("&sum { x } >= -2.", lambda theory, model: seen.append(_values(theory, model)), settings=settings)
        out.unordered(seen)


def bounds_after_registration(out):
    theory, ctl = _registered()
    theory.configure("max-int", "2")
    theory.configure("min-int", "1")
    _add("&sum { x } >= 0.", theory, ctl)
    ctl.ground([("base", [])])
    theory.prepare(ctl)
    seen = []

    def look(model):
        theory.on_model(model)
        seen.append(_values(theory, model))

    ctl.solve(on_model=look)
    out.unordered(seen)


def steps(out):
    """Variables and constraints that later steps add."""
    theory, ctl = _registered()
    _add("#program base. &dom { 0..3 } = at(0). #program step(t). &dom { 0..3 } = at(t). &sum { at(t-1); 2 } <= at(t).", theory, ctl)
    for step in range(3):
        ctl.ground([("step", [clingo.Number(step)])] if step else [("base", [])])
        theory.prepare(ctl)
        seen = []

        def look(model):
            theory.on_model(model)
            seen.append([_values(theory, model), _theory(model)])

        out(str(ctl.solve(on_model=look)))
        out.unordered(seen)


def in_the_background(out):
    theory, ctl = _registered()
    _add(SCHEDULE, theory, ctl)
    ctl.ground([("base", [])])
    theory.prepare(ctl)
    seen = []

    def look(model):
        theory.on_model(model)
        seen.append([_shown(model), _theory(model)])

    with ctl.solve(on_model=look, async_=True) as handle:
        handle.wait()
        out(str(handle.get()))
    out.unordered(seen)


def of_a_backend(out):
    """Constraints that a program adds to the ground program have the names that clingcon gives to atoms of heads and bodies."""
    theory, ctl = _registered()
    _add("&dom { 0..2 } = x. { a }. #show a/0. #show b/0.", theory, ctl)
    ctl.ground([("base", [])])
    with ctl.backend() as backend:
        x, one, two = backend.add_theory_term_symbol(clingo.Function("x")), *map(backend.add_theory_term_number, (1, 2))
        element = backend.add_theory_element([x], [])
        head = backend.add_theory_atom_with_guard(backend.add_theory_term_string("__sum_h"), [element], ">=", one)
        body = backend.add_theory_atom_with_guard(backend.add_theory_term_function("__sum_b", []), [element], "=", two)
        backend.add_rule([head], [backend.add_atom(clingo.Function("a"))])
        backend.add_rule([backend.add_atom(clingo.Function("b"))], [body])
    theory.prepare(ctl)
    seen = []

    def look(model):
        theory.on_model(model)
        seen.append([_shown(model), _values(theory, model)])

    ctl.solve(on_model=look)
    out.unordered(seen)


def settings(out):
    from clingcon import ClingconTheory

    theory = ClingconTheory()
    for key, values in [
        ("shift-constraints", ["yes", "0", "maybe"]),
        ("translate-clauses", ["1000", "1000,0", "max", "many"]),
        ("translate-pb", ["1", "0.5", "many"]),
        ("translate-opt", ["max", "3", "all"]),
        ("sign-value", ["+", "-,1", "7", "x"]),
        ("order-heuristic", ["max-chain", "none,1", "min"]),
        ("refine-reasons", ["no", "yes,1", "yes,x"]),
        ("min-int", ["-3", "min", "1073741824", "1e2"]),
        ("max-int", ["3", "-1073741823", "-1073741824", ""]),
        ("check-solution", ["no", "2"]),
    ]:
        for value in values:
            try:
                theory.configure(key, value)
                out(key, value, "is taken")
            except RuntimeError:
                out(key, value, "is refused")


def counts(out):
    _, ctl = _solve(SCHEDULE, lambda theory, model: None, "--stats", on_statistics=True)
    counted = ctl.statistics["user_step"]["Clingcon"]
    out(sorted(counted), sorted(counted["Problem"]), sorted(counted["Thread"][0]), "Clingcon" in ctl.statistics["user_accu"])


def an_application(out):
    from clingcon import ClingconTheory
    from clingo.application import Application, clingo_main

    class Schedules(Application):
        def __init__(self):
            self.theory = ClingconTheory()

        def register_options(self, options):
            self.theory.register_options(options)

        def validate_options(self):
            self.theory.validate_options()
            return True

        def main(self, ctl, files):
            self.theory.register(ctl)
            _add("&sum { x } >= 0. { a }.", self.theory, ctl)
            ctl.ground([("base", [])])
            self.theory.prepare(ctl)
            ctl.solve(on_model=self.look)

        def look(self, model):
            self.theory.on_model(model)
            seen.append([_shown(model), _values(self.theory, model)])

    seen = []
    out(clingo_main(Schedules(), ["0", "--outf=3", "--max-int=1", "--refine-reasons=no", "--no-sort-constraints"]))
    out.unordered(seen)
