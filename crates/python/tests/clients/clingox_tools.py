"""Clingox 1.2.1: trees, ground programs and theory terms."""

import clingo
from transcript import control


def ground_programs(out):
    from clingox.program import Program, ProgramObserver

    program = Program()
    ctl = clingo.Control(["0"])
    ctl.register_observer(ProgramObserver(program))
    ctl.add("base", [], "{a;b}. c :- a, not b. :- c, b. #minimize {1:a; 2:b}.")
    ctl.ground([("base", [])])
    ctl.solve()
    text = str(program)
    out("c :- a, not b." in text or "c :- not b, a." in text, any(line.startswith("{") for line in text.splitlines()))


def ground_programs_again(out):
    from clingox.program import Program, ProgramObserver, Remapping

    program = Program()
    ctl = clingo.Control(["0"])
    ctl.register_observer(ProgramObserver(program))
    ctl.add("base", [], "{a;b}. c :- a, not b. :- c, b.")
    ctl.ground([("base", [])])
    ctl.solve()
    again = clingo.Control(["0"])
    with again.backend() as backend:
        program.add_to_backend(backend, Remapping(backend, program.output_atoms, program.facts))
    out.models(again)


def symbolic_backend(out):
    from clingox.backend import SymbolicBackend

    ctl = clingo.Control(["0"])
    a, b, c = (clingo.Function(name) for name in "abc")
    with SymbolicBackend(ctl.backend()) as backend:
        backend.add_rule([a], [], [], choice=True)
        backend.add_rule([b], [a], [])
        backend.add_rule([c], [], [a])
    out.models(ctl)


def theory_terms(out):
    from clingox.theory import evaluate

    ctl = control("""#theory test { term { - : 3, unary; ** : 2, binary, right; * : 1, binary, left; + : 0, binary, left; - : 0, binary, left };
        &eval/0 : term, head }. &eval { 3**5-201 }.""")
    for atom in ctl.theory_atoms:
        out(evaluate(atom.elements[0].terms[0]))


def renamed_atoms(out):
    from clingo.ast import parse_string
    from clingox.ast import prefix_symbolic_atoms, rename_symbolic_atoms

    found = []
    parse_string("p(X) :- q(X), not r. {a}.", lambda statement: found.append([
        str(rename_symbolic_atoms(statement, lambda name: name + "_")), str(prefix_symbolic_atoms(statement, "u_"))]))
    out(found)


def trees_as_dictionaries(out):
    from clingo.ast import parse_string
    from clingox.ast import ast_to_dict, dict_to_ast

    statements = []
    parse_string("p(X,1) :- q(X), not r.", statements.append)
    out([dict_to_ast(ast_to_dict(statement)) == statement for statement in statements])


def approximations(out):
    from clingox.solving import approximate

    ctl = control("a. b :- a. {c}. d :- c. :- c.")
    lower, upper = approximate(ctl)
    out(set(lower) >= {clingo.Function("a"), clingo.Function("b")}, set(lower) <= set(upper))


def reified(out):
    from clingox.reify import Reifier

    symbols = []
    ctl = clingo.Control()
    ctl.register_observer(Reifier(symbols.append))
    ctl.add("base", [], "{a}. b :- a.")
    ctl.ground([("base", [])])
    ctl.solve()
    out.unordered({symbol.name for symbol in symbols})


def locations(out):
    from clingo.ast import Location, Position
    from clingox.ast import location_to_str, str_to_location

    text = location_to_str(Location(Position("f", 1, 2), Position("f", 3, 4)))
    out(text, location_to_str(str_to_location(text)))
