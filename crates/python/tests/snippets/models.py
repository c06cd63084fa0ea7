"""`Model`: symbols of all kinds, and what else a model says."""

import clingo
from clingo import Function, Number
from transcript import control

_PROGRAM = "1 {a;b} 1. c(1..2). d :- a. #show c/1. #show d/0. #show t(X) : c(X). #show \"text\" : a."


def _each(out, ctl, see):
    seen = []
    ctl.solve(on_model=lambda model: seen.append(see(model)))
    out.unordered(seen)


def shown(out):
    _each(out, control(_PROGRAM, "0"), lambda model: sorted(model.symbols(shown=True)))


def atoms(out):
    _each(out, control(_PROGRAM, "0"), lambda model: sorted(model.symbols(atoms=True)))


def terms(out):
    _each(out, control(_PROGRAM, "0"), lambda model: sorted(model.symbols(terms=True)))


def atoms_and_terms(out):
    _each(out, control(_PROGRAM, "0"), lambda model: sorted(model.symbols(atoms=True, terms=True)))


def theory(out):
    _each(out, control(_PROGRAM, "0"), lambda model: sorted(model.symbols(theory=True)))


def nothing_selected(out):
    _each(out, control(_PROGRAM, "0"), lambda model: sorted(model.symbols()))


def complement_of_atoms(out):
    _each(out, control(_PROGRAM, "0"), lambda model: sorted(model.symbols(atoms=True, complement=True)))


def complement_of_shown(out):
    _each(out, control(_PROGRAM, "0"), lambda model: sorted(model.symbols(shown=True, complement=True)))


def complement_of_terms(out):
    _each(out, control(_PROGRAM, "0"), lambda model: sorted(model.symbols(terms=True, complement=True)))


def as_text(out):
    _each(out, control("{a}. b.", "0"), lambda model: sorted(str(model).split()))


def contains(out):
    names = [Function("a"), Function("b"), Function("c", [Number(1)]), Function("nowhere"), Function("d")]
    _each(out, control(_PROGRAM, "0"), lambda model: [model.contains(name) for name in names])


def contains_classical_negation(out):
    _each(out, control("-a. {b}.", "0"),
          lambda model: [model.contains(Function("a")), model.contains(Function("a", [], False))])


def is_true(out):
    ctl = control("{a}. b.", "0")
    literals = [ctl.symbolic_atoms[Function(name)].literal for name in "ab"]
    _each(out, ctl, lambda model: [model.is_true(literal) for literal in literals])
    _each(out, ctl, lambda model: [model.is_true(-literal) for literal in literals[:1]])


def is_consequence(out):
    ctl = control("{a}. b.", "0")
    literals = [ctl.symbolic_atoms[Function(name)].literal for name in "ab"]
    _each(out, ctl, lambda model: [model.is_consequence(literal) for literal in literals])


def costs_without_objectives(out):
    _each(out, control("{a}.", "0"), lambda model: [list(model.cost), list(model.priority), model.optimality_proven])


def model_type(out):
    _each(out, control("{a}.", "0"), lambda model: model.type)
    _each(out, control("a.", "--enum-mode=brave"), lambda model: model.type)
    _each(out, control("a.", "--enum-mode=cautious"), lambda model: model.type)


def thread(out):
    _each(out, control("{a}.", "0"), lambda model: model.thread_id)


def extend(out):
    def see(model):
        model.extend([Function("extra"), Number(3)])
        return [sorted(model.symbols(theory=True)), sorted(model.symbols(shown=True))]

    _each(out, control("a."), see)


def extend_again(out):
    def see(model):
        model.extend([Function("x")])
        model.extend([Function("y"), Function("x")])
        kinds = ({}, {"shown": True}, {"atoms": True}, {"complement": True})
        return [sorted(model.symbols(theory=True, **kind)) for kind in kinds] + [model.contains(Function("x")), str(model)]

    _each(out, control("a."), see)
    _each(out, control("a. b(1). #show a/0."), see)


def extend_up_to_the_last(out):
    ctl = control("{a}. #minimize { 1 : a }.")
    ctl.solve(
        on_model=lambda model: model.extend([Function("extra", [Number(model.number)])]),
        on_last=lambda model: out(list(model.symbols(theory=True)), sorted(model.symbols(shown=True))),
    )


def extend_while_iterating(out):
    ctl = control("{a}.", "0")
    for in_background in (False, True):
        with ctl.solve(yield_=True, async_=in_background) as handle:
            for model in handle:
                model.extend([Function("extra", [Number(model.number)])])
                out(list(model.symbols(theory=True)), list(handle.model().symbols(theory=True)))
            out(list(handle.last().symbols(theory=True)))


def extend_in_a_callback_beside_iteration(out):
    ctl = control("{a}.", "0")
    with ctl.solve(yield_=True, on_model=lambda model: model.extend([Number(model.number)])) as handle:
        out([list(model.symbols(theory=True)) for model in handle])


def extended_answers_are_extended_once(out):
    ctl = control("{a}.", "0")
    seen = []

    def on_model(model):
        seen.append(list(model.symbols(theory=True)))
        model.extend([Function("extra")])

    for _ in range(2):
        ctl.solve(on_model=on_model)
    out(seen)


def extend_consequences(out):
    for mode in ("brave", "cautious"):
        ctl = control("a. {b}. :- not b.", "0", f"--enum-mode={mode}")
        ctl.solve(
            on_model=lambda model: model.extend([Function("extra")]),
            on_last=lambda model: out(mode, list(model.symbols(theory=True)), sorted(model.symbols(shown=True))),
        )


def symbols_are_a_sequence(out):
    def see(model):
        symbols = model.symbols(atoms=True)
        return [len(symbols), symbols[0] in symbols, symbols[-1] in symbols, len(symbols[1:]), sorted(symbols) == sorted(list(symbols))]

    _each(out, control("p(1..5)."), see)


def symbols_out_of_range(out):
    def see(model):
        try:
            return str(model.symbols(atoms=True)[7])
        except IndexError:
            return "IndexError"

    _each(out, control("p(1..5)."), see)


def facts_in_their_order(out):
    _each(out, control("p(3). p(1). p(2)."), lambda model: sorted(model.symbols(atoms=True)))


def show_nothing(out):
    _each(out, control("a. {b}. #show.", "0"), lambda model: [sorted(model.symbols(shown=True)), sorted(model.symbols(atoms=True))])


def show_one_signature(out):
    _each(out, control("p(1..2). p(1,2). -p(7). q. #show p/1.", "0"), lambda model: sorted(model.symbols(shown=True)))


def show_negative_signature(out):
    _each(out, control("p(1). -p(7). #show -p/1."), lambda model: sorted(model.symbols(shown=True)))


def show_terms_only(out):
    _each(out, control("p(1..3). {q}. #show X+1 : p(X), not q.", "0"),
          lambda model: [sorted(model.symbols(shown=True)), sorted(model.symbols(terms=True))])


def show_term_that_is_an_atom(out):
    _each(out, control("p(1). #show q(X) : p(X)."), lambda model: sorted(model.symbols(shown=True)))


def show_a_term_twice(out):
    _each(out, control("p(1..3). #show t : p(X). #show t."), lambda model: sorted(model.symbols(shown=True)))


def defined_but_never_derived(out):
    _each(out, control("#defined z/0. a :- z. b."), lambda model: sorted(model.symbols(atoms=True)))


def same_control_in_context(out):
    def see(model):
        return sorted(atom.symbol for atom in model.context.symbolic_atoms)

    _each(out, control("{a;b}.", "0"), see)


def last_model_of_a_handle(out):
    ctl = control("a. b.")
    with ctl.solve(yield_=True) as handle:
        for model in handle:
            out(sorted(model.symbols(atoms=True)))
        out(handle.model())


def many_atoms(out):
    _each(out, control("p(1..3000)."), lambda model: [len(model.symbols(atoms=True)), model.contains(Function("p", [Number(3000)]))])


def large_terms(out):
    _each(out, control('p(f(g("x",-3),(1,(2,))),#inf,-h). q(()).'), lambda model: sorted(map(repr, model.symbols(atoms=True))))


def order_of_symbols(out):
    for program in (
        "q(2). p(1). q(1).",
        "z. y. x :- y.",
        "r :- q(3). q(X) :- p(X). p(3..5).",
        "x(1). y(1). z(X) :- y(X). w(X) :- z(X), x(X).",
        "-a. r :- -a. b. -c. d(1). -d(2).",
        "a :- b, not c, d, not e. b. d. x.",
        "a :- b, c(X) : d(X), e. c(1). d(1). e. b.",
        "1 {a : b, c; d : e} 1 :- f, g. b. c. f. g. :- d.",
        "a : b; c : d, e :- f. b. f. d. :- c.",
        "#external e : f. f. g.",
        ":- #sum { X : p(X), q; Y : r(Y) } > 2, s. p(1). q. r(1). s.",
        "#minimize { 1 : b, a }. d. {a;b}. :- not a. :- not b.",
        "#project a. b. c :- a. {a}. :- not a.",
        "a(1;2). b :- c. c.",
        "a :- &x { b : c, d }. #theory t { u { }; &x/0: u, any }. c. d. b. :- not a.",
        "a :- not not b, c, 1 { d; e : f } 2. b. c. d.",
        "1 #sum { 1,a : a : b; 2 : c : d } 1 :- e. b. d. e.",
        "#show p/1. #show q/1. #show t(X) : p(X). q(2). p(1). q(1).",
        ":~ w. [1] v :- u. u. w.",
        "t(X,Y) :- e(X,Y). e(1,2). e(2,3). -t(3). #show. #show t/2. #show e/2.",
    ):
        ctl = control(program, "1", "--opt-mode=ignore")
        ctl.solve(on_model=lambda model: out(model.symbols(atoms=True), model.symbols(shown=True), str(model)))
    ctl = control("#program q. y :- b. b. #program p. c :- b.", "1")
    ctl.ground([("p", []), ("q", [])])
    ctl.solve(on_model=lambda model: out(model.symbols(atoms=True)))
