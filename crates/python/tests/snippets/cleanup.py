"""What searches have settled for good: atoms become facts, or leave the program and may be defined anew."""

import clingo
from clingo import Function, Number
from transcript import control


def _atoms(ctl):
    return sorted((str(atom.symbol), atom.is_fact, atom.is_external) for atom in ctl.symbolic_atoms)


def _steps(out, program, parts, actions):
    """Parts by name; `solve`, `cleanup`, `atoms`, `release NAME` and `set NAME` are actions, other words are parts to ground."""
    ctl = control(program, "0")
    for name, text in parts.items():
        ctl.add(name, [], text)
    for action in actions:
        verb, _, name = action.partition(" ")
        if verb == "solve":
            out.models(ctl)
        elif verb == "cleanup":
            ctl.cleanup()
        elif verb == "atoms":
            out(_atoms(ctl))
        elif verb == "release":
            ctl.release_external(Function(name))
        elif verb == "set":
            ctl.assign_external(Function(name), True)
        else:
            ctl.ground([(action, [])])


def _limited(out, program):
    ctl = control(program)
    ctl.configuration.solve.solve_limit = 0
    ctl.solve()
    ctl.cleanup()
    out(ctl.is_conflicting, _atoms(ctl))
    with ctl.backend() as backend:
        backend.add_rule([backend.add_atom(Function("new"))])
    ctl.solve()
    ctl.cleanup()
    out(_atoms(ctl))


def propagation_alone(out):
    for program in (
        "{a;b}. c :- a. c :- b. :- not a.",
        "1{a;b}1. :- a. c :- b. {e}.",
        "{e}. d :- not e. :- d. f :- e.",
        "a :- not b. b :- not a. :- b. {z}.",
    ):
        _limited(out, program)


def propagation_through_aggregates(out):
    _limited(out, "{a;b;c}. d :- #count { 1 : a; 2 : b } >= 2. :- not d. e :- not c.")


def propagation_of_unfounded_sets(out):
    _limited(out, "{c}. a :- b. b :- a. a :- c. :- c. d :- not b. {z}.")


def propagation_backwards(out):
    _limited(out, "{a;b}. c :- a, b. :- not c. {z}.")


def externals_stay(out):
    _limited(out, "#external e. {a}. b :- e. :- a, not e. c :- not a.")


_PROGRAM = "{a}. #external e. b :- e, a."


def a_released_atom_as_a_fact(out):
    _steps(out, _PROGRAM, {"n": "e."}, ["release e", "solve", "n", "solve", "atoms"])


def a_released_atom_as_a_choice(out):
    _steps(out, _PROGRAM, {"n": "{e}. c :- e."}, ["release e", "solve", "n", "solve", "atoms"])


def a_released_atom_as_an_external(out):
    _steps(out, _PROGRAM, {"n": "#external e. d :- e."}, ["release e", "solve", "n", "solve", "atoms", "set e", "solve"])


def an_external_again_and_again(out):
    actions = ["release e", "solve", "n", "solve", "set e", "solve", "release e", "solve", "m", "solve", "atoms"]
    _steps(out, _PROGRAM, {"n": "#external e. c :- e.", "m": "e. d :- e."}, actions)


def what_followed_from_a_released_atom(out):
    _steps(out, _PROGRAM, {"n": "b. c :- b."}, ["release e", "solve", "n", "solve", "atoms"])


def users_of_the_old_and_the_new_atom(out):
    parts = {"u": "c :- e. f :- not e.", "n": "e."}
    _steps(out, _PROGRAM, parts, ["release e", "solve", "u", "solve", "n", "solve", "atoms"])


def users_in_the_step_of_the_new_atom(out):
    parts = {"n": "e :- a. c :- e. f :- not e. g(X) :- X = #count { 1 : e; 2 : a }."}
    _steps(out, _PROGRAM, parts, ["release e", "solve", "n", "solve", "atoms"])


def released_and_defined_without_a_search_between(out):
    _steps(out, _PROGRAM, {"n": "e."}, ["release e", "n", "solve", "atoms"])
    _steps(out, _PROGRAM, {"n": "e."}, ["solve", "release e", "n", "solve", "atoms"])


def false_by_a_constraint(out):
    parts = {"n": "a.", "u": "x :- a. y :- not a."}
    actions = ["solve", "atoms", "cleanup", "atoms", "n", "solve", "atoms", "u", "solve"]
    _steps(out, "{a;b}. :- a. c :- a. d :- not a.", parts, actions)


def false_because_of_another(out):
    _steps(out, "{a;b}. :- a. c :- a.", {"n": "c.", "u": "x :- c. y :- not a."}, ["solve", "n", "solve", "u", "solve"])


def false_by_a_later_constraint(out):
    parts = {"m": ":- a.", "n": "a :- b. c :- a."}
    _steps(out, "{a;b}.", parts, ["solve", "m", "solve", "n", "solve", "atoms"])


def true_and_defined_again(out):
    parts = {"n": "a.", "m": "{c}.", "u": "x :- a. y :- not d. {a} :- b."}
    _steps(out, "{a;b}. :- not a. c :- a.", parts, ["solve", "n", "solve", "m", "solve", "u", "solve", "atoms"])


def in_a_loop(out):
    parts = {"n": "a.", "m": "c :- b. b :- c. {b}."}
    _steps(out, "a :- b. b :- a. a :- d. {d}. :- d. {z}.", parts, ["solve", "n", "solve", "m", "solve", "atoms"])


def strong_negation(out):
    _steps(out, "-a :- e. #external e. {b}.", {"n": "-a.", "m": "a :- b."}, ["release e", "solve", "n", "solve", "m", "solve"])


def projections(out):
    parts = {"n": "a(1,2). a(1,3).", "m": "r(X) :- a(X,_). s(X,Y) :- a(X,Y), not q(X)."}
    _steps(out, "{a(1,2)}. :- a(1,2). p :- a(1,_). q(X) :- a(X,_).", parts, ["solve", "n", "solve", "m", "solve", "atoms"])


def projections_of_many(out):
    program = "{a(1..3,1..2)}. :- a(2,_). p(X,Y) :- a(X,_), a(Y,_), X < Y."
    parts = {"n": "{a(2,1)}. q(X,Y) :- a(X,_), a(Y,_), X < Y. :- a(1,_). :- a(3,2).", "m": "{a(1,1)}. r(X) :- a(X,_)."}
    _steps(out, program, parts, ["solve", "n", "solve", "m", "solve", "atoms"])


def aggregates(out):
    parts = {"n": "a. d :- #count { 1 : a; 2 : b } >= 2."}
    _steps(out, "{a;b}. :- a. c :- #count { 1 : a; 2 : b } >= 1.", parts, ["solve", "n", "solve"])


def conditions(out):
    parts = {"n": "p(2). r :- p(X) : X = 1..3."}
    _steps(out, "{p(1..3)}. :- p(2). q :- p(X) : X = 1..3.", parts, ["solve", "n", "solve", "atoms"])


def shown_terms(out):
    _steps(out, "{a;b}. :- a. #show t : a. #show b/0.", {"n": "a. #show u : a."}, ["solve", "n", "solve"])


def costs_of_both(out):
    ctl = control("#external e. {a}. :- not a. #minimize { 1,x : e; 2,y : a }.", "0")
    ctl.release_external(Function("e"))
    out.best(ctl)
    ctl.add("n", [], "e. #minimize { 4,z : e }.")
    ctl.ground([("n", [])])
    out.best(ctl)


def from_the_backend(out):
    ctl = control(_PROGRAM, "0")
    ctl.release_external(Function("e"))
    out.models(ctl)
    with ctl.backend() as backend:
        backend.add_rule([backend.add_atom(Function("e"))], choice=True)
    out.models(ctl)
    out(_atoms(ctl))


def cleaned_up_by_hand_only(out):
    ctl = control("{a;b}. :- a.", "0")
    ctl.enable_cleanup = False
    out.models(ctl)
    ctl.add("n", [], "c(1) :- b.")
    ctl.ground([("n", [])])
    out(_atoms(ctl))
    out.models(ctl)
    ctl.cleanup()
    out(_atoms(ctl))


def before_any_search(out):
    ctl = control("{a;b}. :- a.", "0")
    ctl.cleanup()
    out(_atoms(ctl))
    out.models(ctl)


def steps_that_look_back(out):
    """An instance for a false atom of an earlier step is no instance at all."""
    ctl = clingo.Control(["0"])
    ctl.add("base", [], "at(0).")
    ctl.add("step", ["t"], "{ at(t) } :- at(t-1). :- at(2). last(t) :- at(t), t > 0.")
    ctl.ground([("base", [])])
    for step in range(1, 4):
        ctl.ground([("step", [Number(step)])])
        out.models(ctl)
        ctl.cleanup()
        out(_atoms(ctl))


def assumptions_about_what_is_gone(out):
    ctl = control("{a;b}. :- a.", "0")
    out.models(ctl)
    ctl.cleanup()
    out.models(ctl, assumptions=[(Function("a"), False)])
    out.models(ctl, assumptions=[(Function("a"), True)])


def _defined_anew(out, program, text, is_cleaned=False):
    """The external atom `x` is released, searched without, and gets rules in a part that is ground then."""
    ctl = control(program, "0")
    ctl.enable_cleanup = is_cleaned
    ctl.add("late", [], text)
    ctl.release_external(Function("x"))
    out.models(ctl)
    ctl.ground([("late", [])])
    out.models(ctl)
    ctl.add("more", [], "{ last }. :- last, b.")
    ctl.ground([("more", [])])
    out.models(ctl)


def rules_for_what_was_released(out):
    """Without a clean-up, they make nothing true, and exclude what their bodies say."""
    for text in ("x.", "x :- b.", "x :- not b.", ":- x.", "y :- x, b.", "x :- 2 { b; c }."):
        for is_cleaned in (False, True):
            _defined_anew(out, "#external x. { b; c }. a :- x.", text, is_cleaned)


def disjunctions_and_choices_of_what_was_released(out):
    for text in ("x ; y.", "x ; y :- b.", "{ x ; y } :- b.", "1 { x ; y } 1.", "{ x }. z :- not x.", "x ; x :- b."):
        for is_cleaned in (False, True):
            _defined_anew(out, "#external x. { b }. a :- not x.", text, is_cleaned)


def loops_through_what_was_released(out):
    for text in ("x :- a.", "x :- y. y :- x. y :- b.", "x ; y :- a. a2 :- y. y :- a2.", "y :- a, x. x :- y, not b."):
        for is_cleaned in (False, True):
            _defined_anew(out, "#external x. { b }. a :- x. a :- b.", text, is_cleaned)


def atoms_without_rules(out):
    """They leave the names with a clean-up, so that no instance is made for them."""
    for text in ("r(1,X) :- n(X), not not r(0,X).", "r(1,1) :- q, not q. q :- not not r(0,1).", "r(1,X) :- n(X), X > 5."):
        ctl = control(f"n(1..2). #external e. {text}", "0")
        ctl.add("late", [], "#external later. e ; later2 :- r(1,1), not a. s(X) :- r(1,X).")
        out.models(ctl)
        ctl.ground([("late", [])])
        ctl.assign_external(Function("e"), True)
        out.models(ctl)


def rules_for_numbers_that_have_no_rule(out):
    """What nothing defined when it was searched is false for good: rules for its number come too late."""
    for is_choice in (False, True):
        for has_body in (False, True):
            ctl = control("{ b }.", "0")
            with ctl.backend() as backend:
                number = backend.add_atom(Function("late"))
            out.models(ctl)
            with ctl.backend() as backend:
                body = [backend.add_atom(Function("b"))] if has_body else []
                backend.add_rule([number], body, is_choice)
                backend.add_rule([backend.add_atom(Function("other"))], [-number])
            out.models(ctl)
