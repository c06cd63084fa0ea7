"""Clingo-dl 1.5.0: difference constraints, by a C library that is handed clingo's own control object."""


def starts(out):
    import clingo
    from clingo.ast import ProgramBuilder, parse_string
    from clingodl import ClingoDLTheory

    theory = ClingoDLTheory()
    ctl = clingo.Control(["0"])
    theory.register(ctl)
    with ProgramBuilder(ctl) as builder:
        parse_string("&diff {a-b} <= -3. &diff {0-a} <= 0.", lambda statement: theory.rewrite_ast(statement, builder.add))
    ctl.ground([("base", [])])
    theory.prepare(ctl)
    with ctl.solve(yield_=True, on_model=theory.on_model) as handle:
        for model in handle:
            out(sorted((str(key), value) for key, value in theory.assignment(model.thread_id)))
