"""Programs that grow between calls."""

import clingo
from clingo import Control, Function, Number
from transcript import control


def add_after_solving(out):
    ctl = control("{a}.", "0")
    out.models(ctl)
    ctl.add("next", [], ":- a.")
    ctl.ground([("next", [])])
    out.models(ctl)


def steps_that_build_on_each_other(out):
    ctl = Control(["0"])
    ctl.add("base", [], "p(0).")
    ctl.add("step", ["t"], "p(t) :- p(t-1).")
    ctl.ground([("base", [])])
    for step in range(1, 5):
        ctl.ground([("step", [Number(step)])])
        out.models(ctl)


def constraints_that_accumulate(out):
    ctl = control("1 {p(1..4)} 1.", "0")
    ctl.add("without", ["n"], ":- p(n).")
    for n in range(1, 5):
        ctl.ground([("without", [Number(n)])])
        out.models(ctl)


def unsatisfiable_for_good(out):
    ctl = control("{a}.", "0")
    ctl.add("stop", [], ":- a. :- not a.")
    ctl.ground([("stop", [])])
    out(ctl.solve(), ctl.is_conflicting)
    ctl.add("more", [], "b.")
    ctl.ground([("more", [])])
    out(ctl.solve())


def choices_that_grow(out):
    ctl = Control(["0"])
    ctl.add("c", ["n"], "{p(n)}.")
    counts = []
    for n in range(1, 6):
        ctl.ground([("c", [Number(n)])])
        found = []
        ctl.solve(on_model=lambda model: found.append(1))
        counts.append(len(found))
    out(counts)


def old_facts_in_new_rules(out):
    ctl = control("p(1..3).", "0")
    ctl.solve()
    ctl.add("next", [], "q(X) :- p(X), X > 1. {r(X)} :- q(X).")
    ctl.ground([("next", [])])
    out.models(ctl)


def new_rule_for_an_undefined_atom(out):
    ctl = Control(["0"], logger=lambda code, message: None)
    ctl.add("base", [], "a :- b. c.")
    ctl.ground([("base", [])])
    out.models(ctl)
    ctl.add("next", [], "b.")
    ctl.ground([("next", [])])
    out.models(ctl)


def base_again(out):
    ctl = control("{a}.", "0")
    ctl.add("base", [], "{b}.")
    ctl.ground([("base", [])])
    out.models(ctl)


def incremental_search(out):
    ctl = Control(["1"])
    ctl.add("base", [], "n(1,2). n(2,3). n(3,4). n(4,5). at(1,0).")
    ctl.add("step", ["t"], "1 {at(Y,t) : n(X,Y)} 1 :- at(X,t-1).")
    ctl.add("check", ["t"], "#external query(t). :- query(t), not at(5,t).")
    ctl.ground([("base", [])])
    step = 0
    while True:
        step += 1
        ctl.ground([("step", [Number(step)]), ("check", [Number(step)])])
        if step > 1:
            ctl.release_external(Function("query", [Number(step - 1)]))
        ctl.assign_external(Function("query", [Number(step)]), True)
        result = ctl.solve()
        out(step, result)
        if result.satisfiable or step > 8:
            break


def clauses_only_for_one_call(out):
    ctl = control("{a;b}.", "0")
    out(sum(1 for _ in _iterate(ctl)))
    with ctl.solve(yield_=True) as handle:
        count = 0
        for model in handle:
            count += 1
            model.context.add_clause([(Function("a"), False)])
            model.context.add_clause([(Function("a"), True)])
    out(count)
    out(sum(1 for _ in _iterate(ctl)))


def _iterate(ctl):
    with ctl.solve(yield_=True) as handle:
        for model in handle:
            yield model.number


def aggregates_over_steps(out):
    ctl = Control(["0"])
    ctl.add("base", [], "{p(0)}.")
    ctl.add("step", ["t"], "{p(t)}. s(t,S) :- S = #sum {X : p(X), X <= t}.")
    ctl.ground([("base", [])])
    for step in (1, 2):
        ctl.ground([("step", [Number(step)])])
        out.models(ctl)


def many_steps(out):
    ctl = Control(["0"])
    ctl.add("step", ["t"], "1 {p(t,1..2)} 1. :- p(t,X), p(t-1,X).")
    counts = []
    for step in range(1, 21):
        ctl.ground([("step", [Number(step)])])
        found = []
        ctl.solve(on_model=lambda model: found.append(1))
        counts.append(len(found))
    out(counts)


def two_controls(out):
    one, other = control("{a}.", "0"), control("b.", "0")
    out.models(one)
    out.models(other)
    one.add("next", [], ":- a.")
    one.ground([("next", [])])
    out.models(one)
    out.models(other)


def symbolic_atoms_grow(out):
    ctl = control("p(1).", "0")
    out(len(ctl.symbolic_atoms))
    ctl.add("next", ["n"], "p(n).")
    ctl.ground([("next", [Number(2)])])
    out(len(ctl.symbolic_atoms), Function("p", [Number(2)]) in ctl.symbolic_atoms)


def loops_closed_in_one_step(out):
    ctl = control("{x}.", "0")
    ctl.add("next", [], "a :- b. b :- a. a :- x.")
    ctl.ground([("next", [])])
    out.models(ctl)


def show_in_a_later_part(out):
    ctl = control("a. {b}.", "0")
    out.models(ctl)
    ctl.add("next", [], "#show b/0.")
    ctl.ground([("next", [])])
    out.models(ctl)


def constants_beside_parameters(out):
    """A constant comes before a parameter of its name, and a parameter may occur in the value of a constant."""
    for text, arguments in (
        ("#const n=3. #program c(n). q(n).", ["-c", "n=7"]),
        ("#program c(n). q(n). r(n+1) :- q(n). {s(X)} < n :- X = n. p(1..n).", ["-c", "n=2"]),
        ("#program c(n). #const n=3. q(n).", []),
        ("#const m=n+1. #const n=2. #program c(n). q(n,m).", []),
        ("#const m=f(n). #program c(n). q(n,m). f(n).", []),
        ("#program c(n). q(n,m,-m).", ["-c", "m=n"]),
        ("#program c(n). q(n,g(n)).", ["-c", "n=f(x)"]),
    ):
        ctl = Control(["0", *arguments])
        ctl.add("base", [], text)
        ctl.ground([("c", [Number(5)])])
        out.models(ctl)


def a_constant_beside_the_parameter_of_a_step(out):
    ctl = Control(["0", "-c", "t=7"])
    ctl.add("step", ["t", "k"], "q(t,k). {s(k,t)}.")
    for step in (1, 2):
        ctl.ground([("step", [Number(step), Number(step)])])
        out.models(ctl)
