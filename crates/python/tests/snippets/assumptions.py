"""Assumptions and cores."""

import clingo
from clingo import Function, Number
from transcript import control


def _name(ctl):
    return {atom.literal: str(atom.symbol) for atom in ctl.symbolic_atoms} | {
        -atom.literal: f"not {atom.symbol}" for atom in ctl.symbolic_atoms
    }


def true_and_false(out):
    ctl = control("{a;b}.", "0")
    for assumptions in ([], [(Function("a"), True)], [(Function("a"), False)], [(Function("a"), True), (Function("b"), False)]):
        out.models(ctl, assumptions=assumptions)


def by_literals(out):
    ctl = control("{a;b}.", "0")
    a, b = (ctl.symbolic_atoms[Function(name)].literal for name in "ab")
    out.models(ctl, assumptions=[a])
    out.models(ctl, assumptions=[-a, b])


def mixed(out):
    ctl = control("{a;b}.", "0")
    out.models(ctl, assumptions=[-ctl.symbolic_atoms[Function("a")].literal, (Function("b"), True)])


def unknown_atom(out):
    ctl = control("{a}.", "0")
    out.models(ctl, assumptions=[(Function("nowhere"), False)])
    out.models(ctl, assumptions=[(Function("nowhere"), True)])
    out.models(ctl)


def facts(out):
    ctl = control("a. {b}.", "0")
    out.models(ctl, assumptions=[(Function("a"), True)])
    out.models(ctl, assumptions=[(Function("a"), False)])


def contradictory(out):
    ctl = control("{a}.", "0")
    out.models(ctl, assumptions=[(Function("a"), True), (Function("a"), False)])


def they_do_not_stay(out):
    ctl = control("{a}. :- a.", "0")
    out.models(ctl, assumptions=[(Function("a"), True)])
    out.models(ctl)


def classical_negation(out):
    ctl = control("{a;-a}.", "0")
    out.models(ctl, assumptions=[(Function("a", [], False), True)])


def core_of_two(out):
    ctl = control("{a;b;c}. :- a, b.")
    with ctl.solve(assumptions=[(Function("a"), True), (Function("b"), True)], yield_=True) as handle:
        out(handle.get())
        out({_name(ctl)[literal] for literal in handle.core()})


def core_leaves_out_what_is_not_needed(out):
    ctl = control("{a;b;c;d}. :- a, not b.")
    with ctl.solve(assumptions=[(Function("a"), True), (Function("b"), False)], yield_=True) as handle:
        handle.get()
        out({_name(ctl)[literal] for literal in handle.core()})


def core_is_a_reason(out):
    ctl = control("{p(1..6)}. :- p(2), p(4). :- p(5), not p(6).")
    atoms = [Function("p", [Number(n)]) for n in range(1, 7)]
    cores = []
    out(ctl.solve(assumptions=[(atom, True) for atom in atoms], on_core=lambda core: cores.append(list(core))))
    out(ctl.solve(assumptions=cores[0]))
    out(len(cores[0]) <= 6)


def core_of_a_program_without_answer_sets(out):
    ctl = control("{a}. :- a. :- not a.")
    with ctl.solve(assumptions=[(Function("a"), True)], yield_=True) as handle:
        out(handle.get(), handle.core())


def core_when_satisfiable(out):
    ctl = control("{a}.")
    with ctl.solve(assumptions=[(Function("a"), True)], yield_=True) as handle:
        out(handle.get(), handle.core())


def many_times(out):
    ctl = control("1 {q(1,1..4)} 1. 1 {q(2,1..4)} 1. :- q(1,X), q(2,X).", "0")
    for n in range(1, 5):
        out.models(ctl, assumptions=[(Function("q", [Number(1), Number(n)]), True)])


def with_optimisation(out):
    ctl = control("1 {a;b;c}. #minimize {1:a; 2:b; 3:c}.", "0")
    out.best(ctl)
    out.best(ctl, assumptions=[(Function("a"), False)])
    out.best(ctl, assumptions=[(Function("c"), True)])
    out.best(ctl)


def with_brave_and_cautious(out):
    for mode in ("brave", "cautious"):
        ctl = control("1 {a;b;c} 1. d :- a. d :- b.", "--enum-mode", mode, "0")
        last = []
        ctl.solve(assumptions=[(Function("c"), False)], on_model=lambda model: last.append(sorted(model.symbols(shown=True))))
        out(last[-1])


def not_a_function(out):
    out.raises(control("{a}.").solve, assumptions=[(Number(1), True)])


def no_pairs(out):
    out.raises(control("{a}.").solve, assumptions=[Function("a")])


def core_of_an_unknown_atom(out):
    for wanted in ([("nowhere", True)], [("nowhere", False), ("elsewhere", True)], [("a", True), ("nowhere", True)]):
        ctl = control("{a}. #external e. [free]", "0")
        with ctl.solve([(Function(name), holds) for name, holds in wanted], yield_=True) as handle:
            out(handle.get())
            core = handle.core()
        out(bool(core), ctl.solve(assumptions=core))
        cores = []
        ctl.solve([(Function(name), holds) for name, holds in wanted], on_core=cores.append)
        out(len(cores), [ctl.solve(assumptions=core) for core in cores])


def core_within_a_bound(out):
    for bound in ("enum,3", "opt,3", "optN,3", "enum,1"):
        ctl = control("{a;b}. #minimize { 4 : a; 2 : b }. :- not b, not a.", "0", f"--opt-mode={bound}")
        wanted = [(Function("a"), True), (Function("b"), False)]
        with ctl.solve(wanted, yield_=True) as handle:
            out(handle.get())
            core = handle.core()
        out(ctl.solve(assumptions=core), ctl.solve())


def cores_name_each_once(out):
    ctl = control("{a;b;c}. :- a, b.", "0")
    a, b, c = (ctl.symbolic_atoms[Function(name)].literal for name in "abc")
    for assumptions in ([a, b, a, b, a], [c, b, c, a, c], [(Function("a"), True)] * 3 + [b, b]):
        with ctl.solve(assumptions=assumptions, yield_=True) as handle:
            out(handle.get())
            core = handle.core()
            out({a, b} <= set(core), len(core) == len(set(core)))

def more_than_there_are_atoms(out):
    """Assumptions that follow from others, that are repeated, or that say what external atoms are."""
    chain = "{a}. {h}. b :- not a. c :- not b. d :- not c. e :- not d. f :- a."
    wanted = [(Function(name), name in "acef") for name in "abcdef"]
    for assumptions in (wanted, wanted * 3, wanted[::-1] + wanted, [*wanted, (Function("h"), True), (Function("a"), False)]):
        ctl = control(chain, "0")
        out.models(ctl, assumptions=assumptions)
        out.models(ctl)


def externals_that_are_assumed_too(out):
    ctl = control("#external e(1..2). {a; b}. c :- a, e(1). :- a, not e(2).", "0")
    externals = [Function("e", [Number(number)]) for number in (1, 2)]
    for value in (True, False, None):
        for external in externals:
            ctl.assign_external(external, value)
        for holds in (True, False):
            out.models(ctl, assumptions=[(external, holds) for external in externals * 3])
    out.models(ctl)


def _best(ctl, mode, assumptions):
    """What does not depend on the order of the search: the answer sets that are proven best, or the last one, or all."""
    found = []
    ctl.solve(assumptions, on_model=lambda model: found.append((model.optimality_proven, model.symbols(atoms=True))))
    kept = found[-1:] if mode == "opt" else [it for it in found if it[0]] if mode == "optN" else found
    return [sorted(map(str, symbols)) for _, symbols in kept]


def best_ones_under_many(out):
    text = "{a; b}. c :- a. d :- a. e :- a. f :- a. #minimize { 1,b : b; 1,a : a }."
    for mode in ("optN", "opt", "enum", "ignore", "enum,1"):
        ctl = control(text, "0", f"--opt-mode={mode}")
        out.unordered(_best(ctl, mode, [(Function(name), True) for name in "acdefacdef"]))
        out.unordered(_best(ctl, mode, [(Function(name), False) for name in "fedcaa"]))


def consequences_under_many(out):
    for kind in ("brave", "cautious"):
        ctl = control("{a; b}. c :- a. d :- c. :- b, not c.", "0", f"--enum-mode={kind}")
        with ctl.solve([(Function(name), True) for name in "acdacd"], yield_=True) as handle:
            last = [sorted(map(str, model.symbols(shown=True))) for model in handle][-1]
        out(last)


def cores_without_repeats(out):
    for wanted in ("aab", "bababa", "ccab"):
        ctl = control("{a; b; c}. :- a, b.", "0")
        with ctl.solve([(Function(name), True) for name in wanted], yield_=True) as handle:
            out(handle.get())
            core = handle.core()
        out(len(core) == len(set(core)), ctl.solve(assumptions=core))
