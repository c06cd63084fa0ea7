"""Clauses added while solving, from a model."""

import clingo
from clingo import Function, Number
from transcript import control


def _solve(ctl, on_model):
    seen = []

    def see(model):
        seen.append(sorted(model.symbols(shown=True)))
        on_model(model, seen)

    result = ctl.solve(on_model=see)
    return seen, result


def exclude_each_model(out):
    ctl = control("1 {p(1..4)} 1.", "0")
    seen, result = _solve(ctl, lambda model, seen: model.context.add_clause([(symbol, False) for symbol in seen[-1]]))
    out.unordered(seen)
    out(result)


def nogood_for_each_model(out):
    ctl = control("1 {p(1..4)} 1.", "0")
    seen, result = _solve(ctl, lambda model, seen: model.context.add_nogood([(symbol, True) for symbol in seen[-1]]))
    out.unordered(seen)
    out(result)


def nothing_more(out):
    ctl = control("{p(1..4)}.", "0")
    seen, result = _solve(ctl, lambda model, seen: model.context.add_clause([]))
    out(len(seen), result)


def by_literals(out):
    ctl = control("1 {a;b;c} 1.", "0")
    literals = [ctl.symbolic_atoms[Function(name)].literal for name in "abc"]
    seen, result = _solve(ctl, lambda model, seen: model.context.add_clause([literals[0], literals[1], literals[2]]))
    out.unordered(seen)


def nogood_by_literals(out):
    ctl = control("1 {a;b;c} 1.", "0")
    literals = [ctl.symbolic_atoms[Function(name)].literal for name in "abc"]

    def on_model(model, seen):
        model.context.add_nogood([literal for literal in literals if model.is_true(literal)])

    seen, result = _solve(ctl, on_model)
    out.unordered(seen)


def unknown_atom_in_a_clause(out):
    ctl = control("1 {a;b} 1.", "0")
    seen, result = _solve(ctl, lambda model, seen: model.context.add_clause([(Function("nowhere"), False)]))
    out.unordered(seen)
    seen, result = _solve(ctl, lambda model, seen: model.context.add_clause([(Function("nowhere"), True)]))
    out(len(seen))


def a_clause_with_a_fact(out):
    ctl = control("f. 1 {a;b} 1.", "0")
    seen, result = _solve(ctl, lambda model, seen: model.context.add_clause([(Function("f"), True)]))
    out.unordered(seen)


def only_supersets_excluded(out):
    ctl = control("{p(1..3)}. #heuristic p(X). [1,false]", "0", "--heuristic=Domain")
    seen, result = _solve(ctl, lambda model, seen: model.context.add_nogood([(symbol, True) for symbol in seen[-1]]))
    out(seen[0], len(seen))


def clauses_are_gone_in_the_next_call(out):
    ctl = control("1 {p(1..4)} 1.", "0")
    _solve(ctl, lambda model, seen: model.context.add_clause([]))
    out.models(ctl)


def while_iterating(out):
    ctl = control("1 {p(1..4)} 1. {q}.", "0")
    seen = []
    with ctl.solve(yield_=True) as handle:
        for model in handle:
            place = next(symbol for symbol in model.symbols(atoms=True) if symbol.name == "p")
            seen.append(place)
            model.context.add_nogood([(place, True)])
        out(handle.get())
    out.unordered(seen)


def in_optimisation(out):
    ctl = control("1 {a;b;c} 1. #minimize {1:a; 2:b; 3:c}.", "0")

    def on_model(model, seen):
        model.context.add_clause([(Function("a"), False)])

    seen, result = _solve(ctl, on_model)
    out(seen[-1] in ([Function("a")], [Function("b")]), result)


def in_optimisation_with_priorities(out):
    # Whatever is found first, the clauses leave one answer set that is best, and it is found.
    ctl = control("1 {p(1..6)} 2. #minimize {X@2:p(X)}. #maximize {X@1:p(X)}. :- p(1).", "0")

    def on_model(model, seen):
        model.context.add_nogood([(Function("p", [Number(2)]), True)])
        model.context.add_nogood([(Function("p", [Number(3)]), True)])

    seen, result = _solve(ctl, on_model)
    out(seen[-1] in ([Function("p", [Number(number)])] for number in (2, 3, 4)), result)
    # They hold no longer than the search does.
    seen, result = _solve(ctl, lambda model, seen: None)
    out(seen[-1], result)


def nothing_as_good_is_left(out):
    ctl = control("1 {a;b;c}. #minimize {3@2:a; 4@2:b; 6@2:c}. #minimize {2@1:a; 1@1:b; 1@1,x:c}.", "0")

    def on_model(model, seen):
        costs.append(list(model.cost))
        symbols = [Function(name) for name in "abc"]
        model.context.add_clause([(symbol, not model.contains(symbol)) for symbol in symbols])

    costs = []
    seen, result = _solve(ctl, on_model)
    out(seen[-1], costs[-1], result)


def nogoods_of_better_ones(out):
    ctl = control("{p(1..8)} 3. :- #count {X : p(X)} < 2. #minimize {X,X:p(X)}.", "0")

    def on_model(model, seen):
        costs.append(model.cost[0])
        model.context.add_clause([(Function("p", [Number(5)]), True)])

    costs = []
    seen, result = _solve(ctl, on_model)
    # Those after the first one have p(5): 6 is the least, and 3 is found only at first.
    out(costs[-1] in (3, 4, 5, 6), sorted(costs, reverse=True) == costs, result)


def symbolic_atoms_of_the_context(out):
    ctl = control("1 {a;b;c} 1.", "0")

    def on_model(model, seen):
        atom = model.context.symbolic_atoms[Function("a")]
        model.context.add_clause([-atom.literal])

    seen, result = _solve(ctl, on_model)
    out(seen.count([Function("a")]) <= 1, result)


def lazily_refined(out):
    ctl = control("1 {at(X,1..3)} 1 :- X = 1..3.", "0")

    def on_model(model):
        places = {}
        for symbol in model.symbols(atoms=True):
            places.setdefault(symbol.arguments[1], []).append(symbol)
        for together in places.values():
            if len(together) > 1:
                model.context.add_nogood([(together[0], True), (together[1], True)])
                return
        found.append(sorted(model.symbols(atoms=True)))

    found = []
    ctl.solve(on_model=on_model)
    out.unordered(found)


def wrong_literals(out):
    def on_model(model):
        model.context.add_clause([(1, 2)])

    out.raises(control("a.").solve, on_model=on_model)
