"""`Control.symbolic_atoms`."""

import clingo
from clingo import Control, Function, Number
from transcript import control

_PROGRAM = "p(1..3). {q(1..2)}. -r(1). #external e. s :- q(1), not q(2). t(1,2)."


def all_atoms(out):
    ctl = control(_PROGRAM)
    out(len(ctl.symbolic_atoms))
    out.unordered([atom.symbol, atom.is_fact, atom.is_external] for atom in ctl.symbolic_atoms)


def signatures(out):
    out.unordered(control(_PROGRAM).symbolic_atoms.signatures)


def by_signature(out):
    atoms = control(_PROGRAM).symbolic_atoms
    for name, arity, positive in (("p", 1, True), ("q", 1, True), ("r", 1, True), ("r", 1, False), ("nowhere", 0, True), ("p", 2, True)):
        out(name, arity, positive)
        out.unordered(atom.symbol for atom in atoms.by_signature(name, arity, positive))


def positive_is_the_default(out):
    atoms = control("p(1). -p(2).").symbolic_atoms
    out.unordered(atom.symbol for atom in atoms.by_signature("p", 1))
    out.unordered(atom.symbol for atom in atoms.by_signature("p", 1, positive=False))


def look_up(out):
    atoms = control(_PROGRAM).symbolic_atoms
    for symbol in (Function("p", [Number(1)]), Function("p", [Number(9)]), Function("r", [Number(1)], False), Function("e"), Function("r", [Number(1)])):
        atom = atoms[symbol]
        out(symbol, None if atom is None else [atom.symbol, atom.is_fact, atom.is_external])


def membership(out):
    atoms = control(_PROGRAM).symbolic_atoms
    out(Function("p", [Number(1)]) in atoms, Function("p", [Number(9)]) in atoms, Function("s") in atoms)


def literals_of_facts_and_choices(out):
    atoms = control("a. b. {c}.").symbolic_atoms
    out(atoms[Function("a")].literal > 0, atoms[Function("c")].literal > 0, atoms[Function("a")].literal != atoms[Function("c")].literal)


def literals_are_different(out):
    atoms = control("{p(1..5)}.").symbolic_atoms
    literals = [atom.literal for atom in atoms]
    out(len(set(literals)), all(literal > 0 for literal in literals))


def match(out):
    atoms = control(_PROGRAM).symbolic_atoms
    out.unordered(atom.symbol for atom in atoms if atom.match("p", 1))
    out.unordered(atom.symbol for atom in atoms if atom.match("r", 1, False))
    out.unordered(atom.symbol for atom in atoms if atom.match("q", 2))


def before_grounding(out):
    ctl = Control()
    ctl.add("a.")
    out(len(ctl.symbolic_atoms), list(ctl.symbolic_atoms), list(ctl.symbolic_atoms.signatures))


def of_atoms_that_are_never_true(out):
    ctl = control("{a}. b :- a, not a. c :- d.", logger=lambda code, message: None)
    out(Function("c") in ctl.symbolic_atoms, Function("d") in ctl.symbolic_atoms)


def hidden_by_show(out):
    out.unordered(atom.symbol for atom in control("a. {b}. #show b/0.").symbolic_atoms)


def tuples_as_keys(out):
    atoms = control("a.").symbolic_atoms
    out.raises(lambda: atoms[Number(1)])


def one_iteration_after_the_other(out):
    atoms = control("p(1..3).").symbolic_atoms
    out(len(list(atoms)), len(list(atoms)))


def many(out):
    atoms = control("p(1..100,1..10).").symbolic_atoms
    out(len(atoms), len(list(atoms.by_signature("p", 2))), sorted(atom.symbol for atom in atoms)[500])


def solving_adds_none(out):
    ctl = control(_PROGRAM, "0")
    before = len(ctl.symbolic_atoms)
    ctl.solve()
    out(len(ctl.symbolic_atoms) - before)


def literals_mean_the_atoms(out):
    ctl = control("{a;b}. c :- a, b.", "0")
    literals = {str(atom.symbol): atom.literal for atom in ctl.symbolic_atoms}
    seen = []
    ctl.solve(on_model=lambda model: seen.append(
        all(model.is_true(literal) == model.contains(Function(name)) for name, literal in literals.items())))
    out(seen)


def derived_facts(out):
    atoms = control("a. b :- a. c :- b, not d. {e}. f :- e. g :- e. g.", logger=lambda code, message: None).symbolic_atoms
    out.unordered([atom.symbol, atom.is_fact] for atom in atoms)
