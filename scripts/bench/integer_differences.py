"""Minimises a variable by clingo-dl, as its command does with --minimize-variable, which its Python package lacks: each value that
is found must be less than the one before.

    integer_differences.py VARIABLE FILE...
    integer_differences.py --version

A line `Start: S` for the CPU seconds until Python has what it needs, `Cost: N` for each value, and at the end the verdict, in the
words of clingo.
"""

import sys
import time

from clingo import Control, Number, ast
from clingodl import ClingoDLTheory

STEP = "&diff { variable - 0 } <= bound."


def main(arguments):
    theory = ClingoDLTheory()
    if arguments == ["--version"]:
        print(".".join(map(str, theory.version())))
        return
    print(f"Start: {time.process_time():.3f}", flush=True)
    variable, *files = arguments
    control = Control()
    theory.register(control)
    with ast.ProgramBuilder(control) as builder:
        ast.parse_files(files, lambda statement: theory.rewrite_ast(statement, builder.add))
        step = f"#program step(bound). {STEP.replace('variable', variable, 1)}"
        ast.parse_string(step, lambda statement: theory.rewrite_ast(statement, builder.add))
    control.ground([("base", [])])
    best = None
    while True:
        theory.prepare(control)
        with control.solve(on_model=theory.on_model, yield_=True) as handle:
            model = handle.model()
            if model is None:
                break
            values = {str(symbol): value for symbol, value in theory.assignment(model.thread_id)}
            best = values[variable]
            print(f"Cost: {best}", flush=True)
        control.ground([("step", [Number(best - 1)])])
    print("UNSATISFIABLE" if best is None else "OPTIMUM FOUND")


if __name__ == "__main__":
    main(sys.argv[1:])
