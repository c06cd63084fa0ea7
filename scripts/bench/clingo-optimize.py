"""Prints the least horizon that is satisfiable, found by clingo in multi-shot solving, and nothing else.

    clingo-optimize.py [--from N] [CLINGO-OPTION...] ENCODING FACTS

The encoding has the parts base, step(t) and check(t), with the external atom query(t). As in clingo's own incremental
mode, base and check(0) are grounded first, then step(t) and check(t) for t = 1, 2, ...; horizon after horizon is asked
with query(t) true. --from N grounds all of them but asks none below N.
"""

import argparse

import clingo

# Instances may call storage locations by either name.
STORAGE = "#defined storage/1. solution(L) :- storage(L)."


def least_horizon(control, first):
    """Grounds and asks horizon after horizon until one is satisfiable."""
    horizon = 0
    while True:
        part = ("step", [clingo.Number(horizon)]) if horizon else ("base", [])
        control.ground([part, ("check", [clingo.Number(horizon)])])
        if horizon >= first:
            query = clingo.Function("query", [clingo.Number(horizon)])
            control.assign_external(query, True)
            if control.solve().satisfiable:
                return horizon
            control.release_external(query)
        horizon += 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__, allow_abbrev=False)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("encoding")
    parser.add_argument("facts")
    arguments, options = parser.parse_known_args()
    control = clingo.Control(options, logger=lambda code, message: None)
    control.load(arguments.encoding)
    control.load(arguments.facts)
    control.add("base", [], STORAGE)
    print(least_horizon(control, arguments.first))


if __name__ == "__main__":
    main()
