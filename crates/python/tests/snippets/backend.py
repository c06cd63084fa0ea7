"""`Control.backend`: ground rules by hand."""

import clingo
from clingo import Control, Function, HeuristicType, Number, TheoryTermType, TruthValue
from transcript import control


def _atoms(backend, *names):
    return [backend.add_atom(Function(name)) for name in names]


def facts(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        (a,) = _atoms(backend, "a")
        backend.add_rule([a])
    out.models(ctl)


def rules(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b, c = _atoms(backend, "a", "b", "c")
        backend.add_rule([a], [], choice=True)
        backend.add_rule([b], [a])
        backend.add_rule([c], [-a])
    out.models(ctl)


def disjunction(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b = _atoms(backend, "a", "b")
        backend.add_rule([a, b])
    out.models(ctl)


def choices(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        backend.add_rule(_atoms(backend, "a", "b"), choice=True)
    out.models(ctl)


def constraints(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b = _atoms(backend, "a", "b")
        backend.add_rule([a, b], choice=True)
        backend.add_rule([], [a, b])
        backend.add_rule([], [-a, -b])
    out.models(ctl)


def inconsistent(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        backend.add_rule([], [])
    out.models(ctl)


def weight_rules(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b, c, d = _atoms(backend, "a", "b", "c", "d")
        backend.add_rule([a, b, c], choice=True)
        backend.add_weight_rule([d], 3, [(a, 1), (b, 2), (-c, 1)])
    out.models(ctl)


def weight_rules_with_choice(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b, c = _atoms(backend, "a", "b", "c")
        backend.add_rule([a, b], choice=True)
        backend.add_weight_rule([c], 2, [(a, 1), (b, 1)], choice=True)
    out.models(ctl)


def minimize(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b = _atoms(backend, "a", "b")
        backend.add_rule([a, b], choice=True)
        backend.add_rule([], [-a, -b])
        backend.add_minimize(1, [(a, 2), (b, 3)])
        backend.add_minimize(0, [(-b, 1)])
    out.best(ctl)


def external(out):
    for value in (TruthValue.True_, TruthValue.False_, TruthValue.Free):
        ctl = Control(["0"])
        with ctl.backend() as backend:
            a, b = _atoms(backend, "a", "b")
            backend.add_external(a, value)
            backend.add_rule([b], [a])
        out(value)
        out.models(ctl)


def external_released(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b = _atoms(backend, "a", "b")
        backend.add_external(a, TruthValue.True_)
        backend.add_rule([b], [a])
    out.models(ctl)
    with ctl.backend() as backend:
        backend.add_external(a, TruthValue.Release)
    out.models(ctl)


def assume(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b = _atoms(backend, "a", "b")
        backend.add_rule([a, b], choice=True)
        backend.add_assume([a, -b])
    out.models(ctl)


def project(out):
    ctl = Control(["0", "--project=project"])
    with ctl.backend() as backend:
        a, b = _atoms(backend, "a", "b")
        backend.add_rule([a, b], choice=True)
        backend.add_project([a])
    found = []
    ctl.solve(on_model=lambda model: found.append(model.contains(Function("a"))))
    out.unordered(found)


def heuristic(out):
    ctl = Control(["--heuristic=Domain"])
    with ctl.backend() as backend:
        a, b = _atoms(backend, "a", "b")
        backend.add_rule([a, b], choice=True)
        backend.add_heuristic(a, HeuristicType.True_, 10, 2, [])
        backend.add_heuristic(b, HeuristicType.False_, 10, 1, [])
    found = []
    ctl.solve(on_model=lambda model: found.append(sorted(model.symbols(shown=True))))
    out(found)


def acyclic_edges(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b, c = _atoms(backend, "a", "b", "c")
        backend.add_rule([a, b, c], choice=True)
        backend.add_acyc_edge(1, 2, [a])
        backend.add_acyc_edge(2, 3, [b])
        backend.add_acyc_edge(3, 1, [c])
    out.models(ctl)


def atoms_without_symbols(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        hidden = backend.add_atom()
        (a,) = _atoms(backend, "a")
        backend.add_rule([hidden], choice=True)
        backend.add_rule([a], [hidden])
        out(isinstance(hidden, int), hidden != a)
    out.models(ctl)
    out(len(ctl.symbolic_atoms))


def an_atom_twice(out):
    ctl = Control()
    with ctl.backend() as backend:
        one, other = backend.add_atom(Function("a", [Number(1)])), backend.add_atom(Function("a", [Number(1)]))
        out(one == other)


def with_a_ground_program(out):
    ctl = control("{a}. b :- a.", "0")
    with ctl.backend() as backend:
        literals = {name: ctl.symbolic_atoms[Function(name)].literal for name in "ab"}
        out(backend.add_atom(Function("a")) == literals["a"])
        (c,) = _atoms(backend, "c")
        backend.add_rule([c], [literals["b"]])
    out.models(ctl)


def rules_then_ground(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a = backend.add_atom(Function("p", [Number(1)]))
        b = backend.add_atom(Function("p", [Number(2)]))
        backend.add_rule([a])
        backend.add_rule([b], choice=True)
    ctl.add("q(X) :- p(X).")
    ctl.ground()
    out.models(ctl)


def multi_shot(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b = _atoms(backend, "a", "b")
        backend.add_rule([a, b], choice=True)
    out.models(ctl)
    with ctl.backend() as backend:
        backend.add_rule([], [a])
    out.models(ctl)
    with ctl.backend() as backend:
        (c,) = _atoms(backend, "c")
        backend.add_rule([c], [b])
    out.models(ctl)


def positive_loops(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b, c = _atoms(backend, "a", "b", "c")
        backend.add_rule([c], choice=True)
        backend.add_rule([a], [b])
        backend.add_rule([b], [a])
        backend.add_rule([a], [c])
    out.models(ctl)


def in_the_table_of_atoms(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        a, b = _atoms(backend, "a", "b")
        backend.add_rule([a])
        backend.add_rule([b], choice=True)
    out.unordered([atom.symbol, atom.literal in (a, b)] for atom in ctl.symbolic_atoms)


def theory_terms(out):
    ctl = Control()
    with ctl.backend() as backend:
        number = backend.add_theory_term_number(7)
        text = backend.add_theory_term_string("x")
        function = backend.add_theory_term_function("f", [number, text])
        sequence = backend.add_theory_term_sequence(TheoryTermType.Tuple, [number, function])
        symbol = backend.add_theory_term_symbol(Function("g", [Number(1)]))
        element = backend.add_theory_element([sequence, symbol], [])
        backend.add_theory_atom(text, [element])
    out.unordered(str(atom) for atom in ctl.theory_atoms)


def theory_atoms_with_guards(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        (a,) = _atoms(backend, "a")
        backend.add_rule([a], choice=True)
        name, one = backend.add_theory_term_string("sum"), backend.add_theory_term_number(1)
        element = backend.add_theory_element([one], [a])
        backend.add_theory_atom_with_guard(name, [element], "<=", backend.add_theory_term_number(3))
    for atom in ctl.theory_atoms:
        out(atom.guard[0], str(atom.guard[1]), [len(element.condition) for element in atom.elements])


def errors_in_the_block(out):
    def fail():
        ctl = Control()
        with ctl.backend():
            raise KeyError("mine")

    out.raises(fail)


def assumptions_of_one_search(out):
    ctl = control("{a;b}.", "0")
    with ctl.backend() as backend:
        backend.add_assume([backend.add_atom(Function("a"))])
    out.models(ctl)
    out.models(ctl)


def assumptions_beside_those_of_a_call(out):
    ctl = control("{a;b;c}.", "0")
    with ctl.backend() as backend:
        backend.add_assume([backend.add_atom(Function("a"))])
    out.models(ctl, assumptions=[(Function("b"), False)])
    with ctl.backend() as backend:
        backend.add_assume([-backend.add_atom(Function("c"))])
    out.models(ctl, assumptions=[(Function("b"), True)])
    out.models(ctl)


def assumptions_of_a_step_that_goes_on(out):
    ctl = control("{a;b}.", "0")
    with ctl.backend() as backend:
        backend.add_assume([backend.add_atom(Function("a"))])
    ctl.add("more", [], "{c} :- a.")
    ctl.ground([("more", [])])
    out.models(ctl)
    with ctl.solve(yield_=True) as handle:
        out(handle.get(), handle.core())


def core_of_assumptions(out):
    ctl = control("{a;b}. :- a.", "0")
    with ctl.backend() as backend:
        atom = backend.add_atom(Function("b"))
        backend.add_assume([atom])
        backend.add_assume([-atom])
    with ctl.solve(yield_=True) as handle:
        out(handle.get())
        core = handle.core()
    out(bool(core), ctl.solve(assumptions=core), ctl.solve())


def external_in_the_table(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        backend.add_external(backend.add_atom(Function("e")), TruthValue.Free)
    out([(atom.symbol, atom.is_external) for atom in ctl.symbolic_atoms])
    out.models(ctl)


def _conflicting(out, program, add):
    """Whether it is seen that a rule added behind a search excludes all answer sets."""
    ctl = control(program, "0")
    out.models(ctl)
    with ctl.backend() as backend:
        add(backend, lambda name: backend.add_atom(Function(name)))
    out(ctl.is_conflicting)
    out.models(ctl)
    out(ctl.is_conflicting)


def conflicting_at_once(out):
    _conflicting(out, "q.", lambda backend, atom: backend.add_weight_rule([], 3, [(backend.add_atom(), 1), (atom("q"), 3)]))
    _conflicting(out, "q. r.", lambda backend, atom: backend.add_rule([], [atom("q"), atom("r")]))
    _conflicting(out, "q.", lambda backend, atom: backend.add_weight_rule([], 0, [(backend.add_atom(), 1)]))


def conflicting_by_what_was_found_out(out):
    for sign in (1, -1):
        _conflicting(out, "{ b }. p :- not q. q :- not p. :- q.", lambda backend, atom: backend.add_rule([], [sign * atom("p")]))
    _conflicting(
        out,
        "{ b }. { p }. :- not p.",
        lambda backend, atom: backend.add_weight_rule([], 3, [(-atom("b"), 1), (atom("new"), 2), (atom("p"), 3)]),
    )


def not_conflicting_yet(out):
    _conflicting(out, "{ b }.", lambda backend, atom: backend.add_rule([], [atom("b")]))
    _conflicting(out, "{ b }.", lambda backend, atom: backend.add_rule([], [atom("new")]))
    _conflicting(out, "q. { b }.", lambda backend, atom: backend.add_weight_rule([], 3, [(atom("b"), 2), (atom("q"), 2)]))


def a_choice_among_nothing_is_no_constraint(out):
    _conflicting(out, "q.", lambda backend, atom: backend.add_rule([], [atom("q")], True))
    _conflicting(out, "{ b }.", lambda backend, atom: backend.add_rule([], [], True))
    _conflicting(out, "q.", lambda backend, atom: backend.add_weight_rule([], 2, [(atom("q"), 2), (atom("new"), 1)], True))


def disjunctions_without_names(out):
    """Answer sets that differ in atoms without a name are several."""
    for heads, body in ((2, 0), (2, 1), (3, 0)):
        ctl = clingo.Control(["0"])
        with ctl.backend() as backend:
            atoms = [backend.add_atom() for _ in range(heads)]
            backend.add_rule(atoms, [-backend.add_atom()] * body)
        found = []
        ctl.solve(on_model=lambda model: found.append([model.is_true(atom) for atom in atoms]))
        out.unordered(found)


def atoms_that_nobody_asked_for(out):
    """Numbers that `add_atom` has not given are atoms all the same."""
    ctl = Control(["0"])
    with ctl.backend() as backend:
        (a,) = _atoms(backend, "a")
        backend.add_rule([a + 1, a + 2], [], choice=True)
        backend.add_rule([a], [a + 1, -(a + 2)])
    out.models(ctl)


def equal_terms_of_theories_share_a_number(out):
    ctl = Control()
    with ctl.backend() as backend:
        one, x = backend.add_theory_term_number(1), backend.add_theory_term_string("x")
        call = backend.add_theory_term_function("f", [one, x])
        elements = [backend.add_theory_element([one], []), backend.add_theory_element([x], [])]
        out(backend.add_theory_term_number(1) == one, backend.add_theory_term_string("x") == x, one != x)
        out(backend.add_theory_term_symbol(clingo.parse_term("f(1,x)")) == call)
        out(backend.add_theory_element([one], []) == elements[0], elements[0] != elements[1])
    with ctl.backend() as backend:
        out(backend.add_theory_term_number(1) == one, backend.add_theory_term_symbol(clingo.parse_term("f(1,x)")) == call)
        backend.add_theory_atom(call, elements, 0)
    out([str(atom) for atom in ctl.theory_atoms])


def theory_atoms_that_are_equal(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        name, other = backend.add_theory_term_string("x"), backend.add_theory_term_string("y")
        three, four = (backend.add_theory_term_number(number) for number in (3, 4))
        one, two = (backend.add_theory_element([term], []) for term in (three, four))
        made = [
            backend.add_theory_atom(name, [one]),
            backend.add_theory_atom(name, [one]),
            backend.add_theory_atom(name, [one], 0),
            backend.add_theory_atom(name, [one], backend.add_atom()),
            backend.add_theory_atom(other, [one]),
            backend.add_theory_atom(name, [one, two]),
            backend.add_theory_atom(name, [two, one]),
            backend.add_theory_atom_with_guard(name, [one], "<=", three),
            backend.add_theory_atom_with_guard(name, [one], "<=", three),
            backend.add_theory_atom_with_guard(name, [one], "<=", four),
            backend.add_theory_atom_with_guard(name, [one], "<", three),
        ]
        out([made.index(atom) for atom in made])
        directives = [backend.add_theory_atom(other, [], number) for number in (0, None, 0, made[0])]
        out(directives)
    out.unordered(str(atom) for atom in ctl.theory_atoms)
    out(len([model.number for model in ctl.solve(yield_=True)]))


def theory_atoms_of_the_text(out):
    ctl = control(
        "#theory t { term { - : 1, unary }; &a/1 : term, {<=}, term, any; &h/0 : term, head; &b/0 : term, body; "
        "&d/0 : term, directive }. {x}. &a(1){3} <= 3 :- x. &h{3} :- x. y :- &b{3}. &d{3}.",
        "0",
    )
    known = {str(atom): atom.literal for atom in ctl.theory_atoms}
    with ctl.backend() as backend:
        three = backend.add_theory_term_number(3)
        element = backend.add_theory_element([three], [])
        name = backend.add_theory_term_function("a", [backend.add_theory_term_number(1)])
        out(backend.add_theory_atom_with_guard(name, [element], "<=", three) == known["&a(1){3}<=3"])
        for name in "hbd":
            out(backend.add_theory_atom(backend.add_theory_term_string(name), [element]) == known[f"&{name}{{3}}"])
    out.unordered(str(atom) for atom in ctl.theory_atoms)
    out(len([model.number for model in ctl.solve(yield_=True)]))


def theory_atoms_of_several_steps(out):
    """An atom of an earlier step is another one."""
    ctl = Control(["0"])

    def add():
        with ctl.backend() as backend:
            element = backend.add_theory_element([backend.add_theory_term_number(3)], [])
            return backend.add_theory_atom(backend.add_theory_term_string("x"), [element])

    first, second = add(), add()
    ctl.solve()
    third = add()
    out(first == second, first == third)
    out([str(atom) for atom in ctl.theory_atoms])


def negative_numbers_in_theory_terms(out):
    ctl = Control(["0"])
    with ctl.backend() as backend:
        number = backend.add_theory_term_number(-5)
        element = backend.add_theory_element([number, backend.add_theory_term_function("f", [number])], [])
        backend.add_theory_atom(backend.add_theory_term_string("x"), [element])
    for atom in ctl.theory_atoms:
        out(str(atom), atom.elements[0].terms[0].type, atom.elements[0].terms[0].number)
