"""Theory atoms as the grounder makes them."""

import clingo
from clingo import TheoryTermType
from transcript import control

_THEORY = """#theory t {
    term { + : 1, binary, left; - : 1, binary, left; * : 2, binary, left; - : 3, unary; .. : 0, binary, left };
    &sum/1 : term, {<=,=,>=}, term, any;
    &fact/0 : term, head;
    &any/2 : term, any;
    &in/0 : term, body
}.
"""


def _theory(program, *arguments, **keywords):
    return control(_THEORY + program, *arguments, **keywords)


def atoms(out):
    ctl = _theory("&sum(1) {x+y; 2*z} <= 10. &fact {a(1,2)}.")
    out.unordered(str(atom) for atom in ctl.theory_atoms)


def term_and_guard(out):
    ctl = _theory("&sum(f(1)) {x} >= y-1.")
    for atom in ctl.theory_atoms:
        out(str(atom.term), atom.term.name, [str(argument) for argument in atom.term.arguments])
        out(atom.guard[0], str(atom.guard[1]))


def no_guard(out):
    for atom in _theory("&fact {x}.").theory_atoms:
        out(atom.guard)


def elements(out):
    ctl = _theory("p(1..3). &sum(1) {X,y : p(X)} = 4.")
    for atom in ctl.theory_atoms:
        out.unordered([[str(term) for term in element.terms], len(element.condition)] for element in atom.elements)
        out.unordered(str(element) for element in atom.elements)


def conditions(out):
    ctl = _theory("{p(1..3)}. &sum(1) {X : p(X)} = 4.")
    for atom in ctl.theory_atoms:
        out.unordered(len(element.condition) for element in atom.elements)
        literals = {symbolic.literal for symbolic in ctl.symbolic_atoms}
        out(all(set(element.condition) <= literals for element in atom.elements))
        out(len({element.condition_id for element in atom.elements}))
    out([element.condition_id for atom in _theory("&sum(1) {1; 2} = 4.").theory_atoms for element in atom.elements])


def kinds_of_terms(out):
    ctl = _theory('&fact {1; -2; a; "s"; f(x,1); (1,2); [1,2]; {1,2}; x+1; (); (1,)}.')
    for atom in ctl.theory_atoms:
        for text, kind in sorted((str(element.terms[0]), element.terms[0].type.name) for element in atom.elements):
            out(text, kind)


def parts_of_terms(out):
    ctl = _theory("&fact {f(x,2)}.")
    for atom in ctl.theory_atoms:
        term = atom.elements[0].terms[0]
        out(term.type, term.name, [str(argument) for argument in term.arguments])
        out(term.arguments[0].type, term.arguments[0].name, term.arguments[1].type, term.arguments[1].number)


def operators_are_functions(out):
    ctl = _theory("&fact {x+y*2}.")
    for atom in ctl.theory_atoms:
        term = atom.elements[0].terms[0]
        out(term.type, term.name, len(term.arguments), str(term), term.arguments[1].name)


def precedence(out):
    ctl = _theory("&fact {a+b+c, a*b+c, a+b*c, -a*b}.")
    for atom in ctl.theory_atoms:
        out([str(term) for term in atom.elements[0].terms])


def in_bodies(out):
    ctl = _theory("a :- &sum(1) {x} <= 3. b :- not &sum(1) {x} <= 3. c :- &in {y}.", "0")
    out.unordered(str(atom) for atom in ctl.theory_atoms)
    found = []
    ctl.solve(on_model=lambda model: found.append(sorted(model.symbols(shown=True))))
    out.unordered(found)


def literals(out):
    ctl = _theory("{a}. &sum(1) {x} <= 3 :- a. b :- &sum(2) {x} <= 3.", "0")
    found = []
    literals = {str(atom.term): atom.literal for atom in ctl.theory_atoms}
    ctl.solve(on_model=lambda model: found.append([sorted(model.symbols(shown=True)), {name: model.is_true(literals[name]) for name in sorted(literals)}]))
    out.unordered(found)


def variables(out):
    ctl = _theory("p(1..3). &sum(X) {X*y} <= X :- p(X).")
    out.unordered(str(atom) for atom in ctl.theory_atoms)


def none(out):
    out(list(control("a.").theory_atoms))


def types(out):
    out(sorted(kind.name for kind in TheoryTermType))


def wrong_part(out):
    ctl = _theory("&fact {1; f(x)}.")
    for atom in ctl.theory_atoms:
        for element in sorted(atom.elements, key=str):
            term = element.terms[0]
            out(str(term))
            out.raises(lambda: term.number)
            out.raises(lambda: term.name)


def two_theories(out):
    ctl = control("#theory a { t {}; &x/0 : t, head }. #theory b { t {}; &y/0 : t, head }. &x {1}. &y {2}.")
    out.unordered(str(atom) for atom in ctl.theory_atoms)


def undefined_theory_atom(out):
    out.raises(control, "&nowhere {1}.", logger=lambda code, message: None)


def in_the_propagator(out):
    seen = []

    class Propagator:
        def init(self, init):
            seen.extend(str(atom) for atom in init.theory_atoms)

    ctl = _theory("{a}. &sum(1) {x} <= 3 :- a.", "0")
    ctl.register_propagator(Propagator())
    ctl.solve()
    out(seen)


def multi_shot(out):
    ctl = clingo.Control(["0"])
    ctl.add("base", [], _THEORY)
    ctl.add("step", ["t"], "&sum(t) {x(t)} <= t.")
    ctl.ground([("base", [])])
    for step in (1, 2):
        ctl.ground([("step", [clingo.Number(step)])])
        out.unordered(str(atom) for atom in ctl.theory_atoms)
        ctl.solve()


def strings_and_escapes(out):
    ctl = _theory('&fact {"a\\nb", "q\\"q"}.')
    for atom in ctl.theory_atoms:
        out([str(term) for term in atom.elements[0].terms], [term.name for term in atom.elements[0].terms])


def arguments_of_all_kinds_of_terms(out):
    ctl = _theory('&fact {1; -2; a; "s"; f(x,1); (1,2); [1,2]; {1,2}; x+1; (); (1,); #inf; #sup}.')
    for atom in ctl.theory_atoms:
        for text, arguments in sorted((str(element.terms[0]), element.terms[0].arguments) for element in atom.elements):
            out(text, [str(argument) for argument in arguments])
