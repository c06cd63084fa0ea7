"""clingo's incremental mode, for a clingo that is a module of Python: the encoding's parts base and check(0), then step(t)
and check(t) for t = 1, 2, ...; prints the answer set at the least horizon that is satisfiable.

    clingo-optimize.py [CLINGO-OPTION...] ENCODING FACTS
"""

import sys

import clingo


def main():
    *options, encoding, facts = sys.argv[1:]
    control = clingo.Control(options, logger=lambda code, message: None)
    control.load(encoding)
    control.load(facts)
    horizon = 0
    while True:
        part = ("step", [clingo.Number(horizon)]) if horizon else ("base", [])
        control.ground([part, ("check", [clingo.Number(horizon)])])
        query = clingo.Function("query", [clingo.Number(horizon)])
        control.assign_external(query, True)
        with control.solve(yield_=True) as answer_sets:
            for answer_set in answer_sets:
                print(*answer_set.symbols(shown=True))
                print("SATISFIABLE")
                return
        if control.is_conflicting:
            # Without any assumption: no later horizon can differ.
            print("UNSATISFIABLE")
            return
        control.release_external(query)
        horizon += 1


main()
