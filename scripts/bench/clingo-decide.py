"""Prints SATISFIABLE or UNSATISFIABLE, as clingo finds in single-shot solving, and nothing else.

    clingo-decide.py [--actions N] [CLINGO-OPTION...] ENCODING FACTS

--actions N adds N + 1 steps to an instance that has none.
"""

import argparse

import clingo

STORAGE = "#defined storage/1. solution(L) :- storage(L)."


def main():
    parser = argparse.ArgumentParser(usage=__doc__, allow_abbrev=False)
    parser.add_argument("--actions", type=int)
    parser.add_argument("encoding")
    parser.add_argument("facts")
    arguments, options = parser.parse_known_args()
    control = clingo.Control(options, logger=lambda code, message: None)
    control.load(arguments.encoding)
    control.load(arguments.facts)
    control.add("base", [], STORAGE)
    if arguments.actions is not None:
        last = arguments.actions + 1
        control.add("base", [], f"step(1..{last}). next(S,S+1) :- step(S), S < {last}.")
    control.ground([("base", [])])
    print("SATISFIABLE" if control.solve().satisfiable else "UNSATISFIABLE")


if __name__ == "__main__":
    main()
