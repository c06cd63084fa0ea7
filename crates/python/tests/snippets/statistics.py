"""`Control.statistics`: what must be the same in any solver."""

import clingo
from clingo import Function
from transcript import control


def models_enumerated(out):
    ctl = control("{a;b}.", "0")
    ctl.solve()
    models = ctl.statistics["summary"]["models"]
    out(models["enumerated"], models["optimal"])


def calls(out):
    ctl = control("{a;b}.", "0")
    for _ in range(3):
        ctl.solve()
        out(ctl.statistics["summary"]["call"])


def result(out):
    for program in ("a.", "a. :- a."):
        ctl = control(program)
        ctl.solve()
        out(ctl.statistics["summary"]["result"], ctl.statistics["summary"]["signal"])


def exhausted(out):
    for wanted in ("0", "1"):
        ctl = control("{a;b;c}.", wanted)
        ctl.solve()
        out(ctl.statistics["summary"]["exhausted"])


def winner_and_concurrency(out):
    ctl = control("{a}.")
    ctl.solve()
    out(ctl.statistics["summary"]["concurrency"], ctl.statistics["summary"]["winner"])


def times(out):
    ctl = control("{a;b;c}.", "0")
    ctl.solve()
    times = ctl.statistics["summary"]["times"]
    out(sorted(times), all(isinstance(value, float) and value >= 0 for value in times.values()))


def keys(out):
    ctl = control("{a}.", "0")
    ctl.solve()
    out(set(ctl.statistics) >= {"problem", "solving", "summary"})


def keys_of_the_problem(out):
    ctl = control("{a}.", "0")
    ctl.solve()
    out(sorted(ctl.statistics["problem"]))
    out(set(ctl.statistics["problem"]["lp"]) >= {"atoms", "rules", "bodies"})


def the_ground_program(out):
    ctl = control("{a;b}. c :- a, not b. d :- c.", "0")
    ctl.solve()
    lp = ctl.statistics["problem"]["lp"]
    out(lp["atoms"] >= 4, lp["rules"] >= 3)


def keys_of_the_search(out):
    ctl = control("1 {p(X,1..3)} 1 :- X = 1..4. :- p(X,C), p(X+1,C).", "0")
    ctl.solve()
    solvers = ctl.statistics["solving"]["solvers"]
    out(set(solvers) >= {"choices", "conflicts", "restarts"}, solvers["choices"] > 0)


def costs(out):
    ctl = control("1 {a;b}. #minimize {2@2:a; 3@1:b}.", "0")
    ctl.solve()
    out(ctl.statistics["summary"]["costs"])


def no_costs(out):
    ctl = control("{a}.", "0")
    ctl.solve()
    out("costs" in ctl.statistics["summary"])


def optimal_models(out):
    ctl = control("1 {a;b} 1. #minimize {1:a; 1:b}.", "0", "--opt-mode=optN")
    ctl.solve()
    out(ctl.statistics["summary"]["models"]["optimal"])


def before_solving(out):
    out.raises(lambda: sorted(clingo.Control().statistics))


def they_are_plain_values(out):
    import json

    ctl = control("{a}.", "0")
    ctl.solve()
    statistics = ctl.statistics
    out(isinstance(statistics, dict), isinstance(json.dumps(statistics), str))
    out(isinstance(statistics["summary"]["models"]["enumerated"], float))


def user_statistics(out):
    def on_statistics(step, accu):
        step["tree"] = {"leaf": 1, "branch": {"leaf": 2.5}}
        step["list"] = [1, 2, {"x": 3}]
        accu["count"] = 1

    ctl = control("{a}.", "0", "--stats")
    ctl.solve(on_statistics=on_statistics)
    out(ctl.statistics["user_step"]["tree"], ctl.statistics["user_step"]["list"], ctl.statistics["user_accu"]["count"])


def user_statistics_that_accumulate(out):
    def on_statistics(step, accu):
        step["calls"] = 1
        accu["calls"] = lambda before: 1 if before is None else before + 1

    ctl = control("{a}.", "0", "--stats")
    for _ in range(3):
        ctl.solve(on_statistics=on_statistics)
        out(ctl.statistics["user_step"]["calls"], ctl.statistics["user_accu"]["calls"])


def reading_user_statistics_back(out):
    seen = []

    def on_statistics(step, accu):
        step["a"] = {"b": 1, "c": [4, 5]}
        seen.append([sorted(step), step["a"]["b"], len(step["a"]["c"]), step["a"]["c"][1], "a" in step, "z" in step, len(step)])
        step["a"]["b"] = 7
        seen.append(step["a"]["b"])

    ctl = control("{a}.", "0", "--stats")
    ctl.solve(on_statistics=on_statistics)
    out(seen, ctl.statistics["user_step"]["a"]["b"])


def methods_of_the_maps(out):
    seen = []

    def on_statistics(step, accu):
        step.update({"x": 1, "y": [1]})
        seen.append(sorted(step.keys()))
        seen.append(len(list(step.items())) == len(list(step.values())))
        step["y"].append(2)
        step["y"].extend([3, 4])
        seen.append([value for value in step["y"]])

    ctl = control("{a}.", "0", "--stats")
    ctl.solve(on_statistics=on_statistics)
    out(seen)


def _calls(out, *calls):
    """What is set in one call after the other, in both maps; what they hold after each, and the exceptions."""
    ctl = control("{a}.", "--stats")

    for call in calls:

        def on_statistics(step, accu):
            for values in (step, accu):
                try:
                    call(values)
                except (TypeError, AttributeError, NotImplementedError) as error:
                    out(type(error).__name__)

        ctl.solve(on_statistics=on_statistics)
        out(ctl.statistics["user_step"], ctl.statistics["user_accu"])


def _set(value):
    def call(values):
        values["x"] = value

    return call


def user_statistics_stay(out):
    _calls(out, _set(1), lambda values: None, lambda values: values.update({"y": 2}))


def user_maps_are_updated(out):
    _calls(out, _set({"a": 1, "b": 2}), _set({"c": 3}), _set({"a": 9}))
    _calls(out, _set({"a": {"b": [1, {"c": 2}]}}), _set({"a": {"b": [5, {"d": 6}]}}), _set({"a": {"e": 1}}))
    _calls(out, lambda values: values.update({"x": 1, "y": {"z": 2}}), lambda values: values.update({"y": {"w": 3}}))


def user_arrays_are_updated(out):
    _calls(out, _set([1, 2, 3]), _set([7]), _set([8, 9, 10, 11]), _set([]))
    _calls(out, _set((1, 2)), _set(range(3)))
    _calls(out, _set([1]), lambda values: values["x"].append({"a": 1}), lambda values: values["x"].extend([3, [4]]))


def user_statistics_by_functions(out):
    def count(before):
        return 1 if before is None else before + 1

    _calls(out, _set(count), _set(count), _set(count))
    _calls(out, _set({"a": count}), _set({"a": count, "b": [count]}), _set({"b": [count, count]}))


def user_statistics_keep_their_kind(out):
    _calls(out, _set(1), _set({"a": 1}), _set(2))
    _calls(out, _set({"a": 1}), _set(1), _set([1]), _set({"a": 3}))
    _calls(out, _set([1]), _set(1), _set([2]))
    _calls(out, _set("text"), _set(None), _set(True))


def user_statistics_are_not_taken_out(out):
    def delete(values):
        del values["x"]

    _calls(out, _set({"a": [1]}), delete, lambda values: values.pop("x"), lambda values: values["x"]["a"].insert(0, 1))


def user_statistics_that_are_not_there(out):
    seen = []

    def on_statistics(step, accu):
        step["x"] = [1]
        seen.append([step.get("y"), step.get("y", 3), "y" in step, 1 in step, len(step), list(step), len(step["x"])])
        for look in (lambda: step["y"], lambda: step["x"][1], lambda: step["x"][-1]):
            try:
                seen.append(look())
            except (KeyError, IndexError) as error:
                seen.append(type(error).__name__)

    control("{a}.", "--stats").solve(on_statistics=on_statistics)
    out(seen)


def in_optimisation_and_under_assumptions(out):
    ctl = control("{a;b}.", "0")
    ctl.solve(assumptions=[(Function("a"), True)])
    out(ctl.statistics["summary"]["models"]["enumerated"])


def accumulated(out):
    ctl = control("{a;b}.", "0", "--stats")
    ctl.solve()
    ctl.solve()
    out(ctl.statistics["accu"]["models"]["enumerated"] if "models" in ctl.statistics["accu"] else sorted(ctl.statistics["accu"]))


def user_statistics_without_a_callback(out):
    ctl = control("{a}.", "0")
    ctl.solve()
    out(ctl.statistics["user_step"], ctl.statistics["user_accu"])
    ctl.solve(on_statistics=lambda step, accu: step.update({"x": 1}))
    out(ctl.statistics["user_step"], ctl.statistics["user_accu"])
    ctl.solve()
    out(ctl.statistics["user_step"], ctl.statistics["user_accu"])
