"""Observers of the ground program."""

import clingo
from clingo import Control, Function, HeuristicType, Observer, TruthValue
from transcript import control


class _Names(Observer):
    """Takes down what is told, with the names of atoms where they have one."""

    def __init__(self):
        self.events = []
        self.names = {}

    def output_atom(self, symbol, atom):
        self.names[atom] = str(symbol)

    def name(self, literal):
        text = self.names.get(abs(literal), "hidden")
        return text if literal > 0 else "not " + text


class _Rules(_Names):
    def rule(self, choice, head, body):
        self.events.append((choice, tuple(head), tuple(body)))


def _observed(program, observer, *arguments):
    ctl = Control(list(arguments))
    ctl.register_observer(observer)
    ctl.add(program)
    ctl.ground()
    return ctl


def beginning_and_end(out):
    class See(Observer):
        def init_program(self, incremental):
            events.append(["init", incremental])

        def begin_step(self):
            events.append("begin")

        def end_step(self):
            events.append("end")

    events = []
    ctl = Control()
    ctl.register_observer(See())
    ctl.add("a.")
    ctl.ground()
    out(events)
    ctl.solve()
    out(events)
    ctl.solve()
    out(events)


def choice_rules(out):
    observer = _Rules()
    _observed("{a}.", observer).solve()
    out.unordered([choice, sorted(map(observer.name, head)), len(body)] for choice, head, body in observer.events if choice)


def normal_rules(out):
    observer = _Rules()
    _observed("{a;b}. c :- a, not b.", observer).solve()
    rules = [(sorted(map(observer.name, head)), sorted(map(observer.name, body))) for choice, head, body in observer.events if not choice]
    out(["c"] in [head for head, body in rules], (["c"], ["a", "not b"]) in rules)


def constraints(out):
    observer = _Rules()
    _observed("{a;b}. :- a, b.", observer).solve()
    out.unordered(sorted(map(observer.name, body)) for choice, head, body in observer.events if not head)


def output_atoms(out):
    class See(Observer):
        def output_atom(self, symbol, atom):
            events.append([symbol, isinstance(atom, int)])

    events = []
    _observed("a. {b}. #show b/0.", See()).solve()
    out.unordered(events)


def output_terms(out):
    class See(Observer):
        def output_term(self, symbol, condition):
            events.append([symbol, len(condition)])

    events = []
    _observed("{a}. #show t. #show s : a.", See()).solve()
    out.unordered(events)


def minimize(out):
    class See(_Names):
        def minimize(self, priority, literals):
            self.events.append([priority, list(literals)])

    observer = See()
    _observed("{a;b}. #minimize {2@3:a; 1@3:b; 4@1:b}.", observer).solve()
    out.unordered([priority, sorted((observer.name(literal), weight) for literal, weight in literals)] for priority, literals in observer.events)


def externals(out):
    class See(_Names):
        def external(self, atom, value):
            self.events.append([atom, value])

    observer = See()
    _observed("#external e. #external t. [true] a :- e, t.", observer).solve()
    out.unordered(value for atom, value in observer.events)


def projected(out):
    class See(_Names):
        def project(self, atoms):
            self.events.append(list(atoms))

    observer = See()
    _observed("{a;b}. #project a/0.", observer).solve()
    out.unordered(observer.name(atom) for atoms in observer.events for atom in atoms)


def heuristics(out):
    class See(_Names):
        def heuristic(self, atom, type_, bias, priority, condition):
            self.events.append([atom, type_, bias, priority, len(condition)])

    observer = See()
    _observed("{a}. #heuristic a. [3@2,true]", observer).solve()
    out([[observer.name(event[0]), *event[1:]] for event in observer.events])


def edges(out):
    class See(Observer):
        def acyc_edge(self, node_u, node_v, condition):
            events.append([node_u != node_v, len(condition)])

    events = []
    _observed("{a;b}. #edge (1,2) : a. #edge (2,1) : b.", See()).solve()
    out.unordered(events)


def assumptions(out):
    class See(Observer):
        def assume(self, literals):
            events.append(list(literals))

    events = []
    ctl = Control()
    ctl.register_observer(See())
    with ctl.backend() as backend:
        atom = backend.add_atom(Function("a"))
        backend.add_rule([atom], choice=True)
        backend.add_assume([atom])
    ctl.solve()
    out(len(events), [len(literals) for literals in events])


def weight_rules(out):
    class See(_Names):
        def weight_rule(self, choice, head, lower_bound, body):
            self.events.append([choice, len(head), lower_bound, list(body)])

    observer = See()
    ctl = Control()
    ctl.register_observer(observer)
    with ctl.backend() as backend:
        a, b, c = (backend.add_atom(Function(name)) for name in "abc")
        backend.add_rule([a, b], choice=True)
        backend.add_weight_rule([c], 3, [(a, 2), (b, 1)])
    ctl.solve()
    out([[choice, heads, bound, sorted(weight for literal, weight in body)] for choice, heads, bound, body in observer.events])


def theory_atoms(out):
    class See(Observer):
        def theory_atom(self, atom_id_or_zero, term_id, elements):
            events.append(["atom", len(elements)])

        def theory_atom_with_guard(self, atom_id_or_zero, term_id, elements, operator_id, right_hand_side_id):
            events.append(["guarded", len(elements)])

        def theory_element(self, element_id, terms, condition):
            events.append(["element", len(terms), len(condition)])

        def theory_term_string(self, term_id, name):
            events.append(["string", name])

        def theory_term_number(self, term_id, number):
            events.append(["number", number])

        def theory_term_compound(self, term_id, name_id_or_type, arguments):
            events.append(["compound", len(arguments)])

    events = []
    _observed("#theory t { t { + : 1, binary, left }; &s/0 : t, {=}, t, head; &u/0 : t, head }. &s {x,2; f(1)} = 7. &u {y}.", See()).solve()
    out.unordered(events)


def numbers_of_theory_terms(out):
    class See(Observer):
        def theory_atom_with_guard(self, atom_id_or_zero, term_id, elements, operator_id, right_hand_side_id):
            events.append(["guarded", term_id, operator_id, right_hand_side_id])

        def theory_element(self, element_id, terms, condition):
            events.append(["element", element_id, list(terms)])

        def theory_term_string(self, term_id, name):
            events.append(["string", term_id, name])

        def theory_term_number(self, term_id, number):
            events.append(["number", term_id, number])

        def theory_term_compound(self, term_id, name_id_or_type, arguments):
            events.append(["compound", term_id, name_id_or_type, list(arguments)])

    theory = "#theory t { t { + : 1, binary, left; <? : 0, binary, left }; &s/0: t, {=}, t, any; &u/1: t, {=}, t, any }. "
    for atom in (
        "&s { a(x) <? b((2,3)) }.",
        "&s { [1,{2}] <? g(1)+g(1); () } = h(g(1),2).",
        "&u(f(g(1),k,h(3))) { X+1 : X = 1..2; f(k), g(X) : X = 3 } = f(9).",
    ):
        events = []
        _observed(theory + atom, See())
        out(events)


def of_the_backend(out):
    observer = _Rules()
    ctl = Control()
    ctl.register_observer(observer)
    with ctl.backend() as backend:
        a, b = backend.add_atom(Function("a")), backend.add_atom(Function("b"))
        backend.add_rule([a], choice=True)
        backend.add_rule([b], [-a])
    ctl.solve()
    out(observer.events == [(True, (a,), ()), (False, (b,), (-a,))])


def replacing(out):
    observer = _Rules()
    ctl = Control(["0"])
    ctl.register_observer(observer, replace=True)
    ctl.add("{a}. b :- a.")
    ctl.ground()
    result = ctl.solve()
    out(len(observer.events) > 0, result)


def two_observers(out):
    one, other = _Rules(), _Rules()
    ctl = Control()
    ctl.register_observer(one)
    ctl.register_observer(other)
    ctl.add("{a}. b :- a.")
    ctl.ground()
    ctl.solve()
    out(one.events == other.events, len(one.events) > 0)


def only_some_methods(out):
    class See:
        def rule(self, choice, head, body):
            events.append(choice)

    events = []
    ctl = Control()
    ctl.register_observer(See())
    ctl.add("{a}.")
    ctl.ground()
    ctl.solve()
    out(True in events)


def errors_come_out(out):
    class Wrong(Observer):
        def rule(self, choice, head, body):
            raise KeyError("mine")

    def run():
        ctl = Control()
        ctl.register_observer(Wrong())
        ctl.add("{a}.")
        ctl.ground()
        ctl.solve()

    out.raises(run)


def what_is_observed_has_the_same_answer_sets(out):
    observer = _Rules()
    ctl = _observed("{a;b}. c :- a, not b. d :- c. :- d, b. e :- not a.", observer)
    ctl.solve()
    again = Control(["0"])
    with again.backend() as backend:
        highest = max([0, *(abs(literal) for _, head, body in observer.events for literal in (*head, *body)), *observer.names])
        atoms = {}
        for atom in range(1, highest + 1):
            atoms[atom] = backend.add_atom(clingo.parse_term(observer.names[atom])) if atom in observer.names else backend.add_atom()
        for choice, head, body in observer.events:
            backend.add_rule([atoms[atom] for atom in head], [atoms[abs(literal)] * (1 if literal > 0 else -1) for literal in body], choice)
    out.models(again)


def in_place_of_the_search(out):
    class See(Observer):
        def external(self, atom, value):
            events.append(["external", str(value)])

        def end_step(self):
            events.append("end")

    events = []
    ctl = Control(["0"])
    ctl.register_observer(See(), True)
    ctl.add("{a; b}. c :- a. :- b. #external e. #minimize { 1 : a }.")
    ctl.ground()
    out(sorted(str(atom.symbol) for atom in ctl.symbolic_atoms))
    result = ctl.solve(on_model=lambda model: out("a model"), on_finish=lambda result: out(str(result)))
    out(str(result), repr(result), result.exhausted, result.interrupted, result.satisfiable)
    with ctl.solve(yield_=True) as handle:
        out(handle.model(), str(handle.get()))
    out(str(ctl.solve(assumptions=[(Function("a"), True), (Function("none"), True)])))
    with ctl.solve(async_=True) as handle:
        out(handle.wait(), str(handle.get()))
    out(ctl.is_conflicting, events)


def _noting(name):
    return lambda self, *arguments: self.calls.append([name, *arguments])


class _All(Observer):
    """Keeps each call."""

    def __init__(self):
        self.calls = []


for _name in [name for name in vars(Observer) if not name.startswith("_")]:
    setattr(_All, _name, _noting(_name))


def of_each_call_of_a_backend_at_once(out):
    observer = _All()
    ctl = Control()
    ctl.register_observer(observer)
    with ctl.backend() as backend:
        atoms = [backend.add_atom() for _ in range(4)]
        a, b, c, d = atoms
        names = {sign * atom: ("-" if sign < 0 else "") + name for atom, name in zip(atoms, "abcd") for sign in (1, -1)}
        backend.add_rule([a], [b, -c], True)
        out(len(observer.calls), observer.calls[-1][:2], [names[it] for it in observer.calls[-1][2] + observer.calls[-1][3]])
        backend.add_weight_rule([b], 1, [(c, 2), (-d, 3)])
        out(len(observer.calls), observer.calls[-1][0], observer.calls[-1][3], [names[it] for it, _ in observer.calls[-1][4]])
        backend.add_minimize(2, [(a, 5)])
        out(len(observer.calls), observer.calls[-1][:2], [names[it] for it, _ in observer.calls[-1][2]])
        backend.add_project([a, b])
        out(len(observer.calls), observer.calls[-1][0], [names[it] for it in observer.calls[-1][1]])
        backend.add_external(c, TruthValue.Free)
        out(len(observer.calls), observer.calls[-1][0], names[observer.calls[-1][1]], observer.calls[-1][2])
        backend.add_assume([-a])
        out(len(observer.calls), observer.calls[-1][0], [names[it] for it in observer.calls[-1][1]])
        backend.add_heuristic(a, HeuristicType.Level, 3, 4, [b])
        out(len(observer.calls), observer.calls[-1][0], names[observer.calls[-1][1]], *observer.calls[-1][2:5])
        backend.add_acyc_edge(1, 2, [d])
        out(len(observer.calls), observer.calls[-1][:3], [names[it] for it in observer.calls[-1][3]])
    ctl.solve()
    out([call[0] for call in observer.calls])


def registered_later(out):
    """An observer hears of what is ground from then on."""

    class See(Observer):
        def __init__(self):
            self.events = []

        def init_program(self, incremental):
            self.events.append("init")

        def begin_step(self):
            self.events.append("begin")

        def end_step(self):
            self.events.append("end")

        def rule(self, choice, head, body):
            self.events.append(len(head))

    for when in ("first", "ground", "solving", "between", "solved", "later"):
        ctl, late = Control(["0"]), See()
        if when == "first":
            ctl.register_observer(late)
        ctl.add("{a; b}.")
        ctl.ground()
        if when == "ground":
            ctl.register_observer(late)
        if when == "solving":
            ctl.solve(on_model=lambda model: ctl.register_observer(late) if model.number == 1 else None)
        elif when == "between":
            with ctl.solve(yield_=True) as handle:
                next(iter(handle))
                ctl.register_observer(late)
        else:
            ctl.solve()
        if when == "solved":
            ctl.register_observer(late)
        ctl.add("more", [], "c :- a. d :- b.")
        ctl.ground([("more", [])])
        if when == "later":
            ctl.register_observer(late)
        out(when, late.events)
        out.models(ctl)
        out(when, late.events)


def preserved_facts(out):
    """`--preserve-facts`: which facts are in bodies, and whether the output of an atom has its number; the answer sets are the same."""

    class See(_Rules):
        def output_atom(self, symbol, atom):
            super().output_atom(symbol, atom)
            self.events.append((str(symbol), atom != 0))

    programs = (
        "a. b :- a. {c} :- b. d :- c, a.",
        "p(1..2). q(X) :- p(X). {r(X)} :- q(X). :- r(1), p(1). #show r/1.",
        "a(1). b(X+1) :- a(X). {c}. :- not c, a(1).",
        "f. g ; h :- f. i :- not j, f. j :- not i, f.",
    )
    for program in programs:
        for where in ("none", "body", "symtab", "all"):
            observer = See()
            ctl = _observed(program, observer, f"--preserve-facts={where}", "0")
            out(where, sum(len(event) == 3 for event in observer.events), sorted(event for event in observer.events if len(event) == 2))
            bodies = [tuple(map(observer.name, event[2])) for event in observer.events if len(event) == 3 and len(event[2]) > 0]
            out.unordered([len(body) for body in bodies])
            out.models(ctl)
            out.unordered((atom.symbol, atom.is_fact) for atom in ctl.symbolic_atoms)


def values_of_externals(out):
    """The value of an external atom is told at once, and begins a step if a search has ended the last."""
    observer = _All()
    ctl = _observed("#external e. a :- e.", observer)
    for value in (True, None, False, "release"):
        observer.calls.clear()
        if value == "release":
            ctl.release_external(Function("e"))
        else:
            ctl.assign_external(Function("e"), value)
        out([[call[0], str(call[-1])] if call[0] == "external" else call for call in observer.calls])
        if value is not True:
            ctl.solve()
            out(observer.calls[-1])


def terms_named_like_atoms(out):
    class See(Observer):
        def output_atom(self, symbol, atom):
            events.append(["atom", str(symbol)])

        def output_term(self, symbol, condition):
            events.append(["term", str(symbol), len(condition)])

    events = []
    _observed("{a; b}. #show a : a. #show b/0. #show b : a.", See()).solve()
    out.unordered(events)


def registered_after_a_backend(out):
    """What a backend added before is not told, nor that the program and the step have begun."""
    observer = _All()
    ctl = Control()
    with ctl.backend() as backend:
        atom = backend.add_atom(Function("x"))
        backend.add_rule([atom], choice=True)
    ctl.register_observer(observer)
    ctl.add("{a}.")
    ctl.ground()
    out([call[0] for call in observer.calls])
    ctl.solve()
    out([call[0] for call in observer.calls])


def objectives_that_grow(out):
    """What a step adds to the objective, and to the projection, is told; not what it had before."""
    class See(Observer):
        def minimize(self, priority, literals):
            events.append([priority, sorted(weight for _, weight in literals)])

        def project(self, atoms):
            events.append(len(atoms))

    events = []
    ctl = Control()
    ctl.register_observer(See())
    ctl.add("base", [], "{a; b}. #minimize { 1@2 : a; 2 : b }. #project a/0.")
    ctl.add("more", [], "{c}. #minimize { 3 : c; 1@2,x : a }. #project c/0.")
    for part in ("base", "more"):
        ctl.ground([(part, [])])
        out.unordered(events)
        ctl.solve()
        events.clear()
