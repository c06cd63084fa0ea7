"""Values of integer variables in the answer sets that the module finds, however it is asked. `clients/clingcon_schedules.py` compares the
theory with clingcon's."""

import groundplan as clingo
import pytest
from groundplan.clingcon import ClingconTheory

PAIR = "&dom { 1..3 } = V :- V = (x;y). &sum { x } < y. { a }."
FOUND = sorted((shown, x, y) for shown in ("", "a") for x, y in [(1, 2), (1, 3), (2, 3)])


def control(text, *arguments):
    made = clingo.Control(["0", *arguments])
    made.add(text)
    made.ground()
    return made


def values(model):
    return {str(symbol.arguments[0]): symbol.arguments[1].number for symbol in model.symbols(theory=True) if symbol.match("__csp", 2)}


def pair(model):
    found = values(model)
    return (str(model), found["x"], found["y"])


def test_values_are_symbols_of_a_theory():
    with control("&dom { 5 } = x. &dom { 6 } = f(x,\"s\"). a.").solve(yield_=True) as handle:
        (model,) = handle
        assert sorted(map(str, model.symbols(theory=True))) == ['__csp(f(x,"s"),6)', "__csp(x,5)"]
        assert list(map(str, model.symbols(shown=True))) == ["a"] == list(map(str, model.symbols(atoms=True)))
        assert len(model.symbols(shown=True, theory=True)) == 3
        assert model.symbols(theory=True, complement=True) == []
        assert str(model) == "a" and (model.cost, model.priority) == ([], [])


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("yields", [False, True])
@pytest.mark.parametrize("options", [(), ("--parallel-mode=4",), ("--project",), ("--symmetry=no",)], ids=str)
def test_all_ways_of_enumeration(options, yields, is_async):
    found = []
    if not yields:
        done = control(PAIR, *options).solve(on_model=lambda model: found.append(pair(model)), async_=is_async)
        if is_async:
            with done as handle:
                assert handle.get().satisfiable
    else:
        with control(PAIR, *options).solve(yield_=True, async_=is_async) as handle:
            while True:
                handle.resume()
                handle.wait()
                model = handle.model()
                if model is None:
                    break
                found.append(pair(model))
    if options == ("--project",):
        # Projections are about atoms.
        assert sorted(shown for shown, *_ in found) == ["", "a"] and set(found) <= set(FOUND)
    else:
        assert sorted(found) == FOUND


def test_values_under_assumptions():
    found = []
    made = control("&dom { 1..3 } = x. b :- &sum { x } > 2. { a }. :- a, b.")
    for name, holds in [("a", True), ("b", True), ("b", False)]:
        found = []
        assumed = [(clingo.Function(name), holds)]
        made.solve(assumptions=assumed, on_model=lambda model: found.append((str(model), values(model)["x"])))
        assert sorted(found) == {
            ("a", True): [("a", 1), ("a", 2)],
            ("b", True): [("b", 3)],
            ("b", False): [("", 1), ("", 2), ("a", 1), ("a", 2)],
        }[name, holds]
    core = []
    assumed = [(clingo.Function("a"), True), (clingo.Function("b"), True)]
    assert made.solve(assumptions=assumed, on_core=core.extend).unsatisfiable
    assert core


def test_the_last_model_has_values():
    found = []
    control("&dom { 1..3 } = x. &minimize { x }.").solve(on_last=lambda model: found.append((values(model), model.optimality_proven)))
    assert found == [({"x": 1}, True)]


OBJECTIVES = """
&dom { 0..3 } = x. &dom { 0..3 } = y. &sum { x; y } >= 4.
{ a }. &sum { x } <= 1 :- not a.
#minimize { 1@2 : a }. &minimize { y; 2*x@1 }. #minimize { 5@1 : not a }.
"""


def test_costs_of_integers_and_atoms():
    found = []

    def look(model):
        found.append((str(model), model.cost, model.priority, model.optimality_proven, values(model)))

    control(OBJECTIVES).solve(on_model=look)
    costs = [cost for _, cost, *_ in found]
    assert costs == sorted(costs, reverse=True)
    assert found[-1][:3] == ("", [0, 7, 3], [2, 1, 0]) and found[-1][4] == {"x": 1, "y": 3}


def test_all_best_ones():
    found = []
    made = control("&dom { 0..3 } = x. &dom { 1..2 } = y. { a }. &minimize { x; z }. &dom { 4 } = z.", "--opt-mode=optN")

    def look(model):
        if model.optimality_proven:
            found.append((str(model), values(model)["x"], values(model)["y"], model.cost, model.priority))

    made.solve(on_model=look)
    assert sorted(found) == [(shown, 0, y, [4], [0]) for shown in ("", "a") for y in (1, 2)]


def test_bounded_and_ignored_costs():
    text = "&dom { 0..3 } = x. &minimize { 2*x }."
    for mode, costs in [("enum,4", [[0], [2], [4]]), ("ignore", [[]] * 4)]:
        found = []
        control(text, f"--opt-mode={mode}").solve(on_model=lambda model: found.append(model.cost))
        assert sorted(found) == costs


def test_the_cost_as_clingcon_names_it():
    found = []
    control("&dom { 0..3 } = x. &minimize { x+4 }. #minimize { 7 : not b }.").solve(
        on_model=lambda model: found.append([str(symbol) for symbol in model.symbols(theory=True)])
    )
    assert sorted(found[-1]) == ["__csp(x,0)", '__csp_cost("4")']


def test_consequences_have_no_values():
    for mode, atoms in [("brave", ["a", "b"]), ("cautious", [])]:
        found = []
        made = control("&dom { 1..3 } = x. a :- &sum { x } > 2. b :- &sum { x } < 2.", f"--enum-mode={mode}")
        theory = ClingconTheory()

        def look(model):
            theory.on_model(model)
            found.append((sorted(str(model).split()), model.symbols(theory=True), list(theory.assignment(0))))

        made.solve(on_model=look)
        assert found[-1] == (atoms, [], [])


def test_later_steps():
    made = clingo.Control(["0"])
    made.add("base", [], "&dom { 0..4 } = at(0).")
    made.add("step", ["t"], "&dom { 0..4 } = at(t). &sum { at(t-1); 2 } <= at(t). #external stop(t). :- stop(t), not &sum { at(t) } > 3.")
    counts = []
    for parts in [[("base", [])], [("step", [clingo.Number(1)])], [("step", [clingo.Number(2)])]]:
        made.ground(parts)
        found = []
        made.solve(on_model=lambda model: found.append(values(model)))
        assert len({tuple(sorted(one.items())) for one in found}) == len(found)
        counts.append(len(found))
    assert counts == [5, 6, 1] and found == [{"at(0)": 0, "at(1)": 2, "at(2)": 4}]
    made.assign_external(clingo.Function("stop", [clingo.Number(1)]), True)
    assert made.solve().unsatisfiable


def test_clauses_of_a_model():
    made = control("&dom { 1..2 } = x. { a }.")
    found = []
    with made.solve(yield_=True) as handle:
        for model in handle:
            found.append(str(model))
            model.context.add_clause([(clingo.Function("a"), model.contains(clingo.Function("a")))])
    assert set(found) in ({""}, {"a"}, {"", "a"}) and 1 <= len(found) <= 2 * 2


class Counter:
    """A propagator that looks on, and forbids an atom where it is told to."""

    def __init__(self, forbids=False):
        self.checks = 0
        self.forbids = forbids

    def init(self, init):
        atom = init.symbolic_atoms[clingo.Function("a")]
        self.literal = init.solver_literal(atom.literal)
        init.add_watch(self.literal)

    def propagate(self, search, changes):
        if self.forbids:
            search.add_clause([-self.literal])

    def check(self, search):
        self.checks += 1


@pytest.mark.parametrize("forbids", [False, True])
def test_beside_propagators(forbids):
    made = control(PAIR)
    counter = Counter(forbids)
    made.register_propagator(counter)
    for _ in range(2):
        found = []
        made.solve(on_model=lambda model: found.append(pair(model)))
        assert sorted(found) == [one for one in FOUND if not (forbids and one[0])]
    assert counter.checks > 0


def test_bounds_beside_propagators():
    made = control("&sum { x } >= 0. { a }.", "--max-int=1")
    made.register_propagator(Counter())
    found = []
    made.solve(on_model=lambda model: found.append((str(model), values(model)["x"])))
    assert sorted(found) == [("", 0), ("", 1), ("a", 0), ("a", 1)]


def test_costs_beside_propagators():
    class Adds:
        def init(self, init):
            literal = init.solver_literal(init.symbolic_atoms[clingo.Function("a")].literal)
            init.add_minimize(-literal, 3, 1)

    made = control("{ a }. &dom { 0..3 } = x. &sum { x } >= 2 :- a. &minimize { x }.")
    made.register_propagator(Adds())
    found = []
    made.solve(on_model=lambda model: found.append((str(model), model.cost, model.priority, values(model))))
    assert found[-1] == ("a", [0, 2], [1, 0], {"x": 2})


def test_beside_observers():
    class Observer:
        atoms = 0

        def theory_atom_with_guard(self, *_):
            self.atoms += 1

    observer = Observer()
    made = clingo.Control(["0"])
    made.register_observer(observer)
    made.add(PAIR)
    made.ground()
    found = []
    made.solve(on_model=lambda model: found.append(pair(model)))
    assert sorted(found) == FOUND and observer.atoms == 3


def test_another_solver_is_refused():
    with pytest.raises(RuntimeError, match="integer"):
        control(PAIR, "--backend=cadical").solve()


def test_bounds_of_the_command_line():
    for arguments, settings, expected in [
        (["--min-int=0", "--max-int=1"], [], [0, 1]),
        (["--min-int=0", "--max-int=9"], [("max-int", "2")], [0, 1, 2]),
        (["--max-int=-1"], [("min-int", "-2")], [-2, -1]),
    ]:
        theory = ClingconTheory()
        for key, value in settings:
            theory.configure(key, value)
        made = clingo.Control(["0", *arguments])
        theory.register(made)
        made.configuration.solve.models = 0
        made.add("&sum { x } >= -10.")
        made.ground()
        found = []
        made.solve(on_model=lambda model: found.append(values(model)["x"]))
        assert sorted(found) == expected


def test_bounds_that_leave_nothing():
    theory = ClingconTheory()
    theory.configure("min-int", "2")
    theory.configure("max-int", "1")
    made = clingo.Control()
    theory.register(made)
    made.add("&sum { x } >= 0.")
    made.ground()
    with pytest.raises(RuntimeError, match="`--min-int` is above `--max-int`"):
        made.solve()


def test_unknown_settings():
    with pytest.raises(RuntimeError, match="invalid configuration key 'most'"):
        ClingconTheory().configure("most", "1")


def test_one_theory_for_several_controls():
    theory = ClingconTheory()
    made = [clingo.Control(["0"]) for _ in range(2)]
    for one in made:
        theory.register(one)
        one.add("&sum { x } >= 0.")
        one.ground()
        theory.prepare(one)
    theory.configure("max-int", "3")
    for one in made:
        found = []

        def look(model):
            theory.on_model(model)
            found.extend(theory.assignment(model.thread_id))

        one.solve(on_model=look)
        assert sorted(value for _, value in found) == [0, 1, 2, 3]


def test_explanations_know_the_bounds():
    for text in ("&sum { x } > 3.", "&diff { x-y } > 3. &diff { y-x } > -5."):
        made = clingo.Control()
        theory = ClingconTheory()
        theory.configure("min-int", "0")
        theory.configure("max-int", "3")
        theory.register(made)
        made.add(text)
        made.ground()
        assert made.solve().unsatisfiable
        assert text.split(". ")[0].strip(".") in str(made.explain())
