"""Prints what clingo finds under options, as JSON: answer sets, those that are proven best, or consequences.

Standard input is a JSON list of objects: "program" is a text, "options" are clingo's, and "view" says what of a model is printed:
"shown" or "atoms", "visible" for what is shown under names that do not begin with `_`, or a list of atoms to look for. Each
gives a list of models, sorted but for consequences, which come as they were found.
"""

import json
import sys

import clingo


def view_of(model, view):
    if view == "shown":
        return sorted({str(symbol) for symbol in model.symbols(shown=True)})
    if view == "visible":
        return sorted({str(symbol) for symbol in model.symbols(shown=True) if not str(symbol).startswith("_")})
    atoms = {str(symbol) for symbol in model.symbols(atoms=True)}
    return sorted(atoms if view == "atoms" else atoms.intersection(view))


def models_of(question):
    control = clingo.Control(question["options"], logger=lambda *_: None)
    control.add("base", [], question["program"])
    control.ground([("base", [])])
    wants_best = "--opt-mode=optN" in question["options"]
    with control.solve(yield_=True) as models:
        # Where nothing ever costs anything, nothing is proven best.
        wanted = (model for model in models if model.optimality_proven or not model.cost or not wants_best)
        found = [view_of(model, question["view"]) for model in wanted]
    return found if question["view"] == "shown" else sorted(found)


if __name__ == "__main__":
    json.dump([models_of(question) for question in json.load(sys.stdin)], sys.stdout)
    print()
