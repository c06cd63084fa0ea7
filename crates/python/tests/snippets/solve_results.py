"""`Control.solve`: results and callbacks."""

import clingo
from clingo import Control, Function
from transcript import control


def satisfiable(out):
    result = control("a.").solve()
    out(result, bool(result.satisfiable), result.interrupted)


def unsatisfiable(out):
    result = control("a. :- a.").solve()
    out(result, result.exhausted, result.interrupted)


def unsatisfiable_after_search(out):
    result = control("1 {p(X,H) : H=1..2} 1 :- X=1..3. :- p(X,H), p(Y,H), X<Y.").solve()
    out(result, result.exhausted)


def one_of_many(out):
    result = control("{a;b}.").solve()
    out(result, result.exhausted)


def all_of_many(out):
    result = control("{a;b}.", "0").solve()
    out(result, result.exhausted)


def exactly_as_many_as_wanted(out):
    result = control("{a;b}.", "5").solve()
    out(result, result.exhausted)


def the_text_of_results(out):
    for program in ("a.", "a. :- a."):
        out(str(control(program).solve()))


def models_are_counted(out):
    numbers = []
    control("{a;b}.", "0").solve(on_model=lambda model: numbers.append(model.number))
    out(numbers)


def stopping_from_on_model(out):
    seen = []

    def on_model(model):
        seen.append(model.number)
        return len(seen) < 2

    result = control("{a;b;c}.", "0").solve(on_model=on_model)
    out(seen, result.satisfiable, result.exhausted, result.interrupted)


def on_model_that_returns_true(out):
    seen = []

    def on_model(model):
        seen.append(model.number)
        return True

    control("{a;b}.", "0").solve(on_model=on_model)
    out(seen)


def on_finish(out):
    seen = []
    control("{a;b}.", "0").solve(on_finish=lambda result: seen.append(str(result)))
    out(seen)


def on_finish_after_the_models(out):
    seen = []
    control("a.").solve(on_model=lambda model: seen.append("model"), on_finish=lambda result: seen.append("finish"))
    out(seen)


def on_statistics(out):
    seen = []

    def on_statistics(step, accu):
        seen.append("statistics")
        step["mine"] = {"a": 1, "b": [2, 3]}
        accu["mine"] = 7

    ctl = control("{a;b}.", "0", "--stats")
    ctl.solve(on_statistics=on_statistics)
    out(seen, ctl.statistics["user_step"], ctl.statistics["user_accu"])


def on_core(out):
    ctl = control("1 {a;b;c} 1.")
    cores = []
    result = ctl.solve(assumptions=[(Function("a"), True), (Function("b"), True)], on_core=cores.append)
    named = [{ctl.symbolic_atoms[Function(name)].literal: name for name in "abc"}[literal] for literal in cores[0]]
    out(result, len(cores), set(named))


def no_core_when_satisfiable(out):
    cores = []
    out(control("{a}.").solve(assumptions=[(Function("a"), True)], on_core=cores.append), cores)


def on_unsat(out):
    bounds = []
    control("1 {a;b}. #minimize {2:a; 3:b}.", "--opt-strategy=usc,oll", "--opt-usc-shrink=no").solve(on_unsat=bounds.append)
    out(bounds[-1:])


def errors_in_on_model(out):
    def on_model(model):
        raise KeyError("mine")

    error = out.raises(control("a.").solve, on_model=on_model)
    out("mine" in str(error))


def solve_again_after_an_error(out):
    ctl = control("{a}.", "0")

    def on_model(model):
        raise KeyError("mine")

    out.raises(ctl.solve, on_model=on_model)
    out.models(ctl)


def solving_twice(out):
    ctl = control("{a;b}.", "0")
    out.models(ctl)
    out.models(ctl)


def is_conflicting(out):
    ctl = control("a. :- a.")
    out(ctl.is_conflicting)
    ctl.solve()
    out(ctl.is_conflicting)
    ctl = control("{a}.")
    out(ctl.is_conflicting)
    ctl.solve()
    out(ctl.is_conflicting)


def is_conflicting_after_a_search(out):
    for text in [
        "1 {p(X,H) : H=1..3} 1 :- X=1..4. :- p(X,H), p(Y,H), X<Y.",
        "{p(X,H) : H=1..3} = 1 :- X=1..7. :- H=1..3, 3 {p(X,H) : X=1..7}.",
    ]:
        ctl = control(text)
        ctl.solve()
        out(ctl.is_conflicting)


def not_conflicting_under_assumptions(out):
    ctl = control("{a}.")
    out(ctl.solve(assumptions=[(Function("a"), False), (Function("a"), True)]))
    out(ctl.is_conflicting)
    out(ctl.solve())


def positional_arguments(out):
    seen = []
    control("a.").solve([], lambda model: seen.append(str(model)))
    out(seen)


def yield_and_async_are_false(out):
    out(control("a.").solve(yield_=False, async_=False))


def cleanup(out):
    ctl = Control()
    out(ctl.enable_cleanup)
    ctl.enable_cleanup = False
    out(ctl.enable_cleanup)
    ctl.add("{a}. b :- a, not c.")
    ctl.ground()
    out.models(ctl)
    ctl.cleanup()
    out.models(ctl, assumptions=[(Function("a"), True)])


def enumeration_assumption(out):
    ctl = Control(["0"])
    out(ctl.enable_enumeration_assumption)
    ctl.enable_enumeration_assumption = True
    ctl.add("{a}.")
    ctl.ground()
    out.models(ctl)
    out.models(ctl)


def version(out):
    out(clingo.version()[:2], clingo.__version__.split(".")[:2], len(clingo.version()))
