"""Classes derived from those of the module, whose objects stand for its objects."""

import collections.abc
import copy
import inspect
import pickle
import typing

import clingo
from clingo import Control, Function, Model, Number, SolveControl, SolveHandle, SolveResult, String, Symbol, SymbolicAtom, SymbolicAtoms
from clingo.backend import Backend
from clingo.propagator import Assignment, PropagateControl, PropagateInit, Trail
from clingo.theory_atoms import TheoryAtom, TheoryElement, TheoryTerm
from transcript import control


def models(out):
    class Sorted(Model):
        def __init__(self, model):
            super().__init__(model._rep)
            self.note = "made of one"

        def names(self):
            return sorted(symbol.name for symbol in self.symbols(shown=True))

    def take(model):
        mine = Sorted(model)
        out(mine.names(), str(mine) == str(model), mine.number, mine.contains(Function("b")), mine.note, isinstance(mine, Model))

    control("{a}. b. :- not a.").solve(on_model=take)


def contexts_of_models(out):
    class Excluding(SolveControl):
        def exclude(self, *names):
            self.add_nogood([(Function(name), True) for name in names])

    seen = []

    def take(model):
        seen.append(str(model))
        context = Excluding(model.context._rep)
        context.exclude("a")
        out(len(context.symbolic_atoms))

    control("a.", "0").solve(on_model=take)
    out(seen)


def handles(out):
    class Counting(SolveHandle):
        def count(self):
            return sum(1 for _ in self)

    ctl = control("{a;b}.", "0")
    with ctl.solve(yield_=True) as handle:
        mine = Counting(handle._rep, handle._handler)
        out(mine.count(), mine.get())
    out.models(ctl)


def results(out):
    class Words(SolveResult):
        def words(self):
            return "yes" if self.satisfiable else "no" if self.unsatisfiable else "perhaps"

    for text in ("a.", ":- not a."):
        result = control(text).solve()
        mine = Words(result._rep)
        out(mine.words(), mine.exhausted, mine.interrupted, str(mine), repr(mine) == repr(result))


def symbols(out):
    class Shouted(Symbol):
        def __init__(self, symbol):
            super().__init__(symbol._rep)

        def shout(self):
            return str(self).upper()

    class Plain(Symbol):
        pass

    symbol = Function("f", [Number(1), String("x")])
    mine = Shouted(symbol)
    out(mine.shout(), mine == symbol, symbol == mine, hash(mine) == hash(symbol), mine.arguments, Function("g", [mine]))
    out(mine < Function("g", [mine]), symbol._rep == mine._rep, symbol._rep == Number(1)._rep, isinstance(symbol._rep, int))
    out({symbol: 1}[mine], Plain(symbol._rep).name, str(Plain(Number(3)._rep)))
    ctl = Control()
    ctl.add("p", ["x"], "q(x).")
    ctl.ground([("p", [mine])])
    out(ctl.symbolic_atoms[Function("q", [mine])] is not None)


class Kept(Symbol):
    """What can be pickled has a place in a module."""


def copies(out):
    symbol = Function("f", [Number(1), clingo.Infimum])
    out(pickle.loads(pickle.dumps(symbol)) == symbol, copy.copy(symbol) == symbol, copy.deepcopy([symbol]) == [symbol])
    kept = Kept(symbol._rep)
    again = copy.copy(kept)
    out(again == symbol, type(again) is Kept)


def atoms(out):
    class Named(SymbolicAtom):
        def __init__(self, atom):
            super().__init__(atom._rep, atom._it)
            self.name = atom.symbol.name

    class Counted(SymbolicAtoms):
        def count(self):
            return len(list(self))

    ctl = control("a. {b}. #external c.")
    out(Counted(ctl.symbolic_atoms._rep).count())
    for atom in sorted(map(Named, ctl.symbolic_atoms), key=lambda atom: atom.name):
        out(atom.name, atom.is_fact, atom.is_external, atom.match("a", 0))


def theory_atoms(out):
    class Atom(TheoryAtom):
        def __init__(self, atom):
            super().__init__(atom._rep, atom._idx)

    class Element(TheoryElement):
        def __init__(self, element):
            super().__init__(element._rep, element._idx)

    class Term(TheoryTerm):
        def __init__(self, term):
            super().__init__(term._rep, term._idx)

    ctl = control("#theory t { x { - : 1, unary }; &d/1 : x, { = }, x, any }. &d(1) { f(a) : b; 2 } = 3. {b}.")
    for atom in map(Atom, ctl.theory_atoms):
        out(str(Term(atom.term)), sorted(str(Element(element).terms[0]) for element in atom.elements), str(atom.guard[1]))


def controls(out):
    class Wrapper(Control):
        def __init__(self, ctl):
            super().__init__(ctl._rep)

    ctl = control("{a}.")
    wrapper = Wrapper(ctl)
    wrapper.add("more", [], "b.")
    wrapper.ground([("more", [])])
    wrapper.configuration.solve.models = 0
    out(len(wrapper.symbolic_atoms), len(ctl.symbolic_atoms))
    out.models(wrapper)


def backends(out):
    class Facts(Backend):
        def __init__(self, backend):
            super().__init__(backend._rep, backend._error)

        def fact(self, symbol):
            self.add_rule([self.add_atom(symbol)])

    ctl = Control()
    with ctl.backend() as backend:
        Facts(backend).fact(Function("a"))
    out.models(ctl)


def propagators(out):
    """What a propagator is called with."""

    class Init(PropagateInit):
        def __init__(self, init):
            super().__init__(init._rep)
            self.watched = []

        def watch(self, name):
            literal = self.solver_literal(self.symbolic_atoms[Function(name)].literal)
            self.add_watch(literal)
            self.watched.append(name)
            return literal

    class Values(Assignment):
        def names(self, literals):
            return {name: self.value(literal) for name, literal in literals.items()}

    class Levels(Trail):
        def level(self, level):
            return self[self.begin(level) : self.end(level)]

    class Adding(PropagateControl):
        def exclude(self, *literals):
            return self.add_nogood(literals)

    class Both:
        def init(self, init):
            mine = Init(init)
            self.literals = {name: mine.watch(name) for name in ("a", "b")}
            self.checked = self.propagated = 0
            out(mine.watched, isinstance(mine, PropagateInit), mine.number_of_threads)
            out(Values(init.assignment._rep).names(self.literals))
            mine.check_mode = init.check_mode

        def propagate(self, control, changes):
            self.propagated += 1
            mine = Adding(control._rep)
            assignment = Values(mine.assignment._rep)
            trail = Levels(assignment.trail._rep)
            last = trail.level(assignment.decision_level)
            self.agrees = all(change in trail for change in changes) and len(last) == len(set(last))

        def check(self, control):
            mine = Adding(control._rep)
            names = Values(control.assignment._rep).names(self.literals)
            self.checked += 1
            if names["a"] and names["b"]:
                mine.exclude(*self.literals.values())

        def undo(self, thread_id, assignment, changes):
            Values(assignment._rep)

    ctl = control("1 {a;b}.", "0")
    both = Both()
    ctl.register_propagator(both)
    out.models(ctl)
    out(both.checked > 0, both.propagated > 0, both.agrees)


def assignments_are_sequences(out):
    class Seen:
        def init(self, init):
            for name, sequence in (("assignment", init.assignment), ("trail", init.assignment.trail)):
                out(name, isinstance(sequence, collections.abc.Sequence), list(sequence)[:1], list(reversed(sequence))[-1:])
                out(1 in sequence, 1000 in sequence, sequence.index(1), sequence.count(1), sequence.count(1000))
                for arguments in ((1000,), (1, 1), ()):
                    out.raises(sequence.index, *arguments)

    ctl = control("{a}.")
    ctl.register_propagator(Seen())
    ctl.solve()


def not_made(out):
    """A class that does not call `super().__init__`."""
    for base in (PropagateInit, PropagateControl, Assignment, Trail, Model):

        class Empty(base):
            def __init__(self):
                pass

        empty = Empty()
        for name in ("assignment", "number_of_threads", "decision_level", "symbolic_atoms", "context", "cost"):
            if hasattr(base, name) and name not in ("number_of_threads",):
                out.raises(getattr, empty, name)
        out.raises(base)


def attributes(out):
    def take(model):
        model.seen = 3
        out(model.seen)

    ctl = control("a.")
    ctl.solve(on_model=take)
    for atom in ctl.symbolic_atoms:
        atom.mine = atom.symbol
        out(atom.mine)


def programs_added(out):
    """Every program passes through `_add2`."""

    class Renaming(Control):
        def _add2(self, name, parameters, program):
            super()._add2(name, parameters, program.replace("x", "y"))

    for arguments in (("base", [], "x."), ("x.",)):
        ctl = Renaming()
        ctl.add(*arguments)
        ctl.ground()
        out.models(ctl)

    class Once(Control):
        def _add1(self, program):
            super()._add1(program + " z.")

    ctl = Once()
    ctl.add("x.")
    ctl.add(program="w.")
    ctl.add("base", [], "v.")
    ctl.ground()
    out.models(ctl)


def signatures(out):
    for name in ("Number", "Function", "String", "Tuple_", "parse_term", "clingo_main"):
        function = getattr(clingo, name)
        parameters = inspect.signature(function).parameters
        out(name, sorted(function.__annotations__), list(parameters), sorted(typing.get_type_hints(function)))
        out(type(function).__name__, [parameter.default for parameter in parameters.values() if parameter.default is not inspect.Parameter.empty])


def signatures_of_methods(out):
    for name in ("Control", "Model", "Symbol", "SolveHandle", "Backend", "SymbolicAtoms", "TheoryAtom", "PropagateInit", "Assignment"):
        kind = getattr(clingo, name)
        for member in dir(kind):
            if not member.startswith("_") and callable(getattr(kind, member)):
                inspect.signature(getattr(kind, member))
        out(name)
