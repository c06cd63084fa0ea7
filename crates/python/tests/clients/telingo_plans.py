"""Telingo 2.1.3: temporal programs, through its transformers, its theory and its loop."""

import clingo


def _solve(program, *arguments, imax=10, istop="SAT"):
    import telingo
    from clingo.ast import ProgramBuilder
    from telingo import transformers

    ctl = clingo.Control([*arguments], logger=lambda code, message: None)
    with ProgramBuilder(ctl) as builder:
        future, parts = transformers.transform([program], builder.add)
    found = []

    def on_model(model, step):
        found.append([step, sorted(str(symbol) for symbol in model.symbols(shown=True) if not symbol.name.startswith("__"))])

    telingo.imain(ctl, future, parts, on_model, imax=imax, istop=istop)
    return found


def states(out):
    out(_solve("#program initial. a. #program dynamic. b :- 'a. #program final. :- not b.", "0"))


def rewritten_programs(out):
    from telingo import transformers

    statements = []
    future, parts = transformers.transform(["#program dynamic. p :- 'q, not r. #program initial. q."], lambda statement: statements.append(str(statement)))
    out(statements, future, [[root, name, list(steps)] for root, name, steps in parts])


def choices_over_time(out):
    out(_solve("#program always. {a}. #program final. :- not a. #program dynamic. :- a, 'a.", "0", imax=3))


def the_wolf_and_the_goat(out):
    found = _solve("""
        #program always. item(fox;beans;goose). route(river_bank,far_bank). route(far_bank,river_bank). eats(fox,goose). eats(goose,beans).
        #program initial. at(farmer,river_bank). at(X,river_bank) :- item(X).
        #program dynamic. at(X,B) :- 'at(X,A), move(X), _route(A,B). at(X,A) :- 'at(X,A), not move(X).
        0 { move(X) : _item(X) } 1. move(farmer).
        :- move(X), item(X), 'at(farmer,A), not 'at(X,A).
        #program always. :- at(X,A), at(X,B), A < B. :- eats(X,Y), at(X,A), at(Y,A), not at(farmer,A).
        #program final. :- at(X,river_bank). #show move/1.""", "1", imax=12)
    out([[step, len(symbols)] for step, symbols in found])


def temporal_formulas(out):
    out(_solve("#program initial. :- not &tel { >? a }. #program always. {a}. #show a/0.", "0", imax=2))
