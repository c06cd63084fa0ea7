"""Objectives, and the modes of optimisation."""

import clingo
from transcript import control

_CHOICE = "1 {a;b;c}. #minimize {1:a; 2:b; 4:c}."
_LEVELS = "1 {a;b;c} 2. #minimize {1@2:a; 2@2:b; 2@2:c}. #minimize {5@1:a; 3@1:b; 1@1:c}."


def minimize(out):
    out.best(control(_CHOICE, "0"))


def maximize(out):
    out.best(control("{a;b;c} 2. #maximize {1:a; 2:b; 4:c}.", "0"))


def levels(out):
    out.best(control(_LEVELS, "0"))


def priorities(out):
    last = []
    control(_LEVELS + "#maximize {7@-3:b}.", "0").solve(on_model=lambda model: last.append([list(model.cost), list(model.priority)]))
    out(last[-1])


def weak_constraints(out):
    out.best(control("1 {p(1..3)} 1. :~ p(X). [X@1,X] :~ p(X), X < 3. [10@2]", "0"))


def negative_weights(out):
    out.best(control("{a;b;c}. #minimize {-3:a; 2:b; -1:c}.", "0"))


def a_set_of_tuples(out):
    out.best(control("{p(1..4)} 2. :- {p(X)} 1. #minimize {1,X \\ 2 : p(X)}. #maximize {X@-1,X : p(X)}.", "0"))


def constant_costs(out):
    out.best(control("{a}. #minimize {3; 4,x}. :- a.", "0"))


def objectives_over_facts(out):
    out.best(control("p(1..3). #minimize {X : p(X)}.", "0"))


def an_empty_objective(out):
    out.best(control("a. #minimize {X : q(X)}.", "0"))


def no_solution(out):
    out.best(control("1 {a;b}. :- a. :- b. #minimize {1:a; 2:b}.", "0"))


def costs_fall(out):
    costs = []
    control("{p(1..6)}. :- {p(X)} 2. #minimize {X,X : p(X)}.", "0").solve(on_model=lambda model: costs.append(list(model.cost)))
    out(all(one > other for one, other in zip(costs, costs[1:])), costs[-1])


def only_one_model_asked_for(out):
    last = []
    ctl = control(_CHOICE, "0")
    ctl.configuration.solve.models = 0
    ctl.solve(on_model=lambda model: last.append(list(model.cost)))
    out(last[-1])


def opt_mode_opt(out):
    out.best(control(_CHOICE, "0", "--opt-mode=opt"))


def opt_mode_opt_n(out):
    optimal = []

    def on_model(model):
        if model.optimality_proven:
            optimal.append([list(model.cost), sorted(model.symbols(shown=True))])

    result = control("1 {a;b;c} 1. {d}. #minimize {1:a; 1:b; 4:c}.", "0", "--opt-mode=optN").solve(on_model=on_model)
    out.unordered(optimal)
    out(result, result.exhausted)


def opt_mode_ignore(out):
    found = []
    control(_CHOICE, "0", "--opt-mode=ignore").solve(
        on_model=lambda model: found.append([sorted(model.symbols(shown=True)), model.optimality_proven]))
    out.unordered(found)


def opt_mode_enum(out):
    found = []
    control(_CHOICE, "0", "--opt-mode=enum,3").solve(
        on_model=lambda model: found.append([sorted(model.symbols(shown=True)), list(model.cost)]))
    out.unordered(found)


def opt_mode_through_configuration(out):
    ctl = control("1 {a;b;c} 1. #minimize {1:a; 1:b; 4:c}.", "0")
    ctl.configuration.solve.opt_mode = "optN"
    optimal = []
    ctl.solve(on_model=lambda model: optimal.append(sorted(model.symbols(shown=True))) if model.optimality_proven else None)
    out.unordered(optimal)
    ctl.configuration.solve.opt_mode = "ignore"
    out.models(ctl)


def bound_on_the_command_line(out):
    out.best(control(_CHOICE, "0", "--opt-mode=opt,2"))
    out.best(control("1 {a;b}. :- a. #minimize {1:a; 2:b}.", "0", "--opt-mode=opt,1"))


def strategies_agree(out):
    for strategy in ("bb,lin", "bb,dec", "usc,oll", "usc,pmres"):
        ctl = control(_LEVELS, "0", "--opt-strategy=" + strategy)
        last = []
        result = ctl.solve(on_model=lambda model: last.append([list(model.cost), sorted(model.symbols(shown=True))]))
        out(strategy, last[-1], result)


def optimality_is_proven_at_the_end(out):
    proven = []
    control(_CHOICE, "0", "--opt-mode=optN").solve(on_model=lambda model: proven.append(model.optimality_proven))
    out(proven[-1], proven.count(True))


def costs_after_the_search(out):
    ctl = control(_CHOICE, "0")
    ctl.solve()
    out(ctl.statistics["summary"]["costs"], ctl.statistics["summary"]["models"]["optimal"] >= 0)


def lower_bounds(out):
    ctl = control(_CHOICE, "0")
    ctl.solve()
    out(ctl.statistics["summary"]["lower"])


def twice(out):
    ctl = control(_CHOICE, "0")
    out.best(ctl)
    out.best(ctl)


def multi_shot(out):
    ctl = clingo.Control(["0"])
    ctl.add("base", [], "{p(1..4)}. :- {p(X)} 1. #minimize {X,X : p(X)}.")
    ctl.add("without", ["n"], ":- p(n).")
    ctl.ground([("base", [])])
    out.best(ctl)
    ctl.ground([("without", [clingo.Number(1)])])
    out.best(ctl)
    ctl.ground([("without", [clingo.Number(2)])])
    out.best(ctl)
    ctl.ground([("without", [clingo.Number(3)])])
    out.best(ctl)


def objective_that_grows(out):
    ctl = clingo.Control(["0"])
    ctl.add("base", [], "1 {p(1..2)}.")
    ctl.add("more", ["n"], "#minimize {10-n,n : p(n)}.")
    ctl.ground([("base", [])])
    ctl.ground([("more", [clingo.Number(1)])])
    out.best(ctl, assumptions=[(clingo.Function("p", [clingo.Number(1)]), True), (clingo.Function("p", [clingo.Number(2)]), True)])
    ctl.ground([("more", [clingo.Number(2)])])
    out.best(ctl, assumptions=[(clingo.Function("p", [clingo.Number(1)]), True), (clingo.Function("p", [clingo.Number(2)]), True)])


def remove_minimize(out):
    ctl = control(_CHOICE, "0")
    ctl.remove_minimize()
    out.models(ctl)


def _minimized_anew(out, first, second, *others):
    """What is minimised is taken away, and the next part minimises anew: the costs of the only answer set."""
    ctl = control(first, "0")
    costs = []
    ctl.solve(on_model=lambda model: costs.append(list(model.cost)))
    for number, text in enumerate((second, *others)):
        ctl.remove_minimize()
        ctl.add(f"s{number}", [], text)
        ctl.ground([(f"s{number}", [])])
        ctl.solve(on_model=lambda model: costs.append(list(model.cost)))
    out(costs)


def a_tuple_that_was_removed(out):
    _minimized_anew(out, "a. #minimize { 1,t : a }.", "c. #minimize { 1,x : c; 1,t : c }.")


def the_same_tuple_again_and_again(out):
    _minimized_anew(out, "a. #minimize { 2,t : a }.", "#minimize { 2,t : a }.", "#minimize { 2,t : a; 2,u : a }.")


def priorities_that_were_removed(out):
    _minimized_anew(out, "a. #minimize { 1@2,t : a; 3@1,t : a }.", "b. #minimize { 3@1,t : b; 1@3,t : a }.")


def open_tuples_that_were_removed(out):
    ctl = control("{a}. #minimize { 1,t : a }.", "0")
    out.best(ctl)
    ctl.remove_minimize()
    ctl.add("s", [], "{b}. :- a, b. :- not a, not b. #minimize { 1,t : b; 3,u : a }.")
    ctl.ground([("s", [])])
    out.best(ctl)


def removed_and_added_by_the_backend(out):
    ctl = control("a. {b}. #minimize { 1,t : a }.", "0")
    ctl.remove_minimize()
    with ctl.backend() as backend:
        backend.add_minimize(0, [(ctl.symbolic_atoms[clingo.Function("a")].literal, 5)])
    out.best(ctl)


def travelling(out):
    ctl = control("""
        node(1..5). cost(X,Y,(X*Y) \\ 7 + 1) :- node(X), node(Y), X != Y.
        1 {go(X,Y) : cost(X,Y,_)} 1 :- node(X). 1 {go(X,Y) : cost(X,Y,_)} 1 :- node(Y).
        reached(Y) :- go(1,Y). reached(Y) :- go(X,Y), reached(X). :- node(X), not reached(X).
        #minimize {C,X,Y : go(X,Y), cost(X,Y,C)}.""", "0")
    last = []
    result = ctl.solve(on_model=lambda model: last.append(list(model.cost)))
    out(last[-1], result, result.exhausted)


def knapsack(out):
    ctl = control("""
        item(1,12,4). item(2,2,2). item(3,1,1). item(4,1,2). item(5,4,10).
        {take(I) : item(I,_,_)}. :- #sum {W,I : take(I), item(I,W,_)} > 15. #maximize {V,I : take(I), item(I,_,V)}.""", "0")
    out.best(ctl)


def as_many_of_the_best(out):
    for models in ("1", "2", "3", "0"):
        proven = []
        result = control("2 {a;b;c;d} 2. #minimize {1:a; 1:b; 1:c; 9:d}.", models, "--opt-mode=optN").solve(
            on_model=lambda model: proven.append(model.optimality_proven)
        )
        out(models, sum(proven), result.exhausted)


def one_within_a_bound(out):
    for arguments in ([], ["0"], ["2"]):
        for mode in ("enum", "enum,1", "enum,0"):
            ctl = control("{a;b;c}. #minimize {1:a; 1:b}.", *arguments, f"--opt-mode={mode}")
            found = []
            result = ctl.solve(on_model=lambda model: found.append(model.cost[0]))
            out(arguments, mode, len(found), all(cost <= 1 for cost in found) or mode == "enum", result, result.exhausted)


def one_within_a_bound_by_configuration(out):
    ctl = control("{a;b;c}. #minimize {1:a; 1:b}.")
    ctl.configuration.solve.opt_mode = "enum,1"
    with ctl.solve(yield_=True) as handle:
        out(sum(1 for _ in handle), handle.get())
    ctl.configuration.solve.models = 0
    with ctl.solve(yield_=True) as handle:
        out(sum(1 for _ in handle), handle.get())


def costs_of_consequences(out):
    for mode in ("brave", "cautious"):
        for opt_mode in ("optN", "ignore"):
            ctl = control("{a;b}. :~ a. [1@2] :~ not b. [2@1] :~ not a, b. [3@1]", "0", f"--opt-mode={opt_mode}", f"--enum-mode={mode}")
            with ctl.solve(yield_=True) as handle:
                last = [(model.cost, model.priority) for model in handle if model.optimality_proven or opt_mode == "ignore"][-1:]
                out(mode, opt_mode, last)
