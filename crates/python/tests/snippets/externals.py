"""External atoms."""

import clingo
from clingo import Control, Function, Number, TruthValue
from transcript import control

_PROGRAM = "#external e. a :- e. b :- not e."


def false_at_first(out):
    out.models(control(_PROGRAM, "0"))


def every_value(out):
    ctl = control(_PROGRAM, "0")
    for value in (True, False, None, True, None, False):
        ctl.assign_external(Function("e"), value)
        out(value)
        out.models(ctl)


def by_literal(out):
    ctl = control(_PROGRAM, "0")
    literal = ctl.symbolic_atoms[Function("e")].literal
    ctl.assign_external(literal, True)
    out.models(ctl)
    ctl.assign_external(-literal, True)
    out.models(ctl)


def release(out):
    ctl = control(_PROGRAM, "0")
    ctl.assign_external(Function("e"), True)
    out.models(ctl)
    ctl.release_external(Function("e"))
    out.models(ctl)
    ctl.assign_external(Function("e"), True)
    out.models(ctl)


def release_by_literal(out):
    ctl = control(_PROGRAM, "0")
    ctl.release_external(ctl.symbolic_atoms[Function("e")].literal)
    out.models(ctl)


def values_in_the_program(out):
    out.models(control("#external a. [true] #external b. [false] #external c. [free] d :- a. e :- c.", "0"))


def value_by_a_term(out):
    out.models(control("v(1,true). v(2,false). v(3,free). #external p(X) : v(X,V). [V] q(X) :- p(X).", "0"))


def with_a_condition(out):
    ctl = control("r(1..3). #external p(X) : r(X). q(X) :- p(X).", "0")
    ctl.assign_external(Function("p", [Number(2)]), True)
    out.models(ctl)


def unknown_external(out):
    ctl = control(_PROGRAM, "0")
    ctl.assign_external(Function("nowhere"), True)
    ctl.release_external(Function("nowhere"))
    out.models(ctl)


def of_an_ordinary_atom(out):
    ctl = control("{a}. b :- a.", "0")
    ctl.assign_external(Function("a"), True)
    out.models(ctl)


def defined_later(out):
    ctl = Control(["0"])
    ctl.add("base", [], "#external p(2). q :- p(2).")
    ctl.add("more", [], "{p(2)}.")
    ctl.ground([("base", [])])
    ctl.assign_external(Function("p", [Number(2)]), True)
    out.models(ctl)
    ctl.ground([("more", [])])
    out.models(ctl)


def fact_later(out):
    ctl = Control(["0"])
    ctl.add("base", [], "#external p. q :- p. r :- not p.")
    ctl.add("more", [], "p.")
    ctl.ground([("base", [])])
    out.models(ctl)
    ctl.ground([("more", [])])
    out.models(ctl)


def in_the_table_of_atoms(out):
    ctl = control("#external e. {a}. b.", "0")
    for atom in sorted(ctl.symbolic_atoms, key=lambda atom: str(atom.symbol)):
        out(atom.symbol, atom.is_external, atom.is_fact)
    ctl.release_external(Function("e"))
    out(ctl.symbolic_atoms[Function("e")] is not None and ctl.symbolic_atoms[Function("e")].is_external)


def values_stay(out):
    ctl = control(_PROGRAM, "0")
    ctl.assign_external(Function("e"), True)
    for _ in range(3):
        out.models(ctl)


def under_assumptions(out):
    ctl = control(_PROGRAM, "0")
    ctl.assign_external(Function("e"), None)
    out.models(ctl, assumptions=[(Function("e"), True)])
    out.models(ctl, assumptions=[(Function("e"), False)])
    ctl.assign_external(Function("e"), False)
    out.models(ctl, assumptions=[(Function("e"), True)])


def horizon(out):
    ctl = Control(["0"])
    ctl.add("base", [], "at(0,0).")
    ctl.add("step", ["t"], "1 {at(X+D,t) : D = -1..2} 1 :- at(X,t-1). #external query(t). :- query(t), not at(4,t).")
    ctl.ground([("base", [])])
    for step in range(1, 5):
        ctl.ground([("step", [Number(step)])])
        if step > 1:
            ctl.release_external(Function("query", [Number(step - 1)]))
        ctl.assign_external(Function("query", [Number(step)]), True)
        found = []
        result = ctl.solve(on_model=lambda model: found.append(1))
        out(step, result, len(found))


def wrong_values(out):
    out.raises(control(_PROGRAM, "0").assign_external, Function("e"), "maybe")


def truth_values(out):
    out(list(TruthValue), [value.value for value in TruthValue])


def in_choices_and_sums(out):
    ctl = control("#external e. {a} :- e. n(S) :- S = #sum {1:e; 2:a}. ", "0")
    for value in (True, False):
        ctl.assign_external(Function("e"), value)
        out.models(ctl)


def optimised(out):
    ctl = control("#external e. 1 {a;b} 1. :- a, e. #minimize {1:a; 2:b}.", "0")
    for value in (False, True, False):
        ctl.assign_external(Function("e"), value)
        out.best(ctl)


def declared_again_in_a_later_step(out):
    ctl = control("#external e. [true] {a}.", "0")
    ctl.add("free", [], "#external e. [free]")
    ctl.add("false", [], "#external e. [true]")
    ctl.ground([("free", [])])
    out.models(ctl)
    ctl.ground([("false", [])])
    out.models(ctl)


def declared_again_after_an_assignment(out):
    ctl = control("#external e. {a}.", "0")
    ctl.add("again", [], "#external e. [free]")
    out.models(ctl)
    ctl.assign_external(Function("e"), True)
    ctl.ground([("again", [])])
    out.models(ctl)
    ctl.assign_external(Function("e"), False)
    out.models(ctl)
    ctl.assign_external(Function("e"), True)
    with ctl.backend() as backend:
        backend.add_external(backend.add_atom(Function("e")), TruthValue.Free)
    out.models(ctl)


def values_without_a_rule_left(out):
    """`k` is defined, by rules none of which can support it."""
    for text in ("l :- k. k :- l, not l.", "k :- l, not l. { l }.", "k ; l :- not k. l :- k."):
        ctl = control(text, "0")
        ctl.assign_external(Function("k"), True)
        out.models(ctl)


def rules_that_cannot_apply(out):
    """`x` is true when a later step defines it, by rules none of which can support it."""
    for text in ("x ; y :- not x.", "{ x } :- not x. y :- x.", "x :- z, not z. { z }."):
        ctl = control("#external x.", "0")
        ctl.add("late", [], text)
        ctl.assign_external(Function("x"), True)
        ctl.ground([("late", [])])
        out.models(ctl)


def two_values_in_a_step(out):
    for first in ("true", "false", "free", "release"):
        for second in ("true", "false", "free", "release"):
            for text in (
                f"#external b. [{first}] #external b. [{second}]",
                f"#external b : e. [{first}] #external b. [{second}] {{e}}. c :- b.",
                f"c :- b. #external b. [{first}] #external b : e. [{second}] e.",
            ):
                out.models(control(text, "0"))


def values_in_several_parts(out):
    for parts in (["base", "p"], ["p", "base"]):
        ctl = Control(["0"])
        ctl.add("p", [], "#external b. [true]")
        ctl.add("base", [], "#external b. [false] c :- b.")
        ctl.add("p", [], "#external b. [free]")
        ctl.ground([(part, []) for part in parts])
        out.models(ctl)


def a_released_atom_is_declared_in_a_later_step(out):
    ctl = control("#external b. [release] #external b. [true] c :- not b.", "0")
    out.models(ctl)
    ctl.add("more", [], "#external b. [true] d :- b.")
    ctl.ground([("more", [])])
    out.models(ctl)


def a_step_that_releases_an_atom_defines_it(out):
    for first in ("#external b. [release] #external b. {b}.", "#external b. [true] #external b. [release] c :- b. {b}."):
        ctl = control(first, "0")
        out.models(ctl)
        ctl.add("more", [], "d :- b.")
        ctl.ground([("more", [])])
        out.models(ctl)
    for later in ("#external b. [release] {b}.", "b :- d. {d}. #external b. [release]", "#external b. [release] b."):
        ctl = control("#external b. [true] c :- b.", "0")
        out.models(ctl)
        ctl.add("more", [], later)
        ctl.ground([("more", [])])
        out.models(ctl)
