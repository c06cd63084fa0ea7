"""Answers questions by clingcon: a line of JSON for each line of JSON.

Needs a Python with the package clingcon: see scripts/peers/install-integers.
"""

import json
import sys

import clingo
from clingcon import ClingconTheory
from clingo.ast import ProgramBuilder, parse_string


def answer(text, options, settings, assumed):
    """All models that clingcon finds."""
    messages = []
    log = lambda code, message: messages.append(message)
    theory = ClingconTheory()
    for key, value in settings.items():
        theory.configure(key, value)
    control = clingo.Control(options, logger=log)
    models = []

    def keep(model):
        theory.on_model(model)
        models.append({
            "shown": [str(it) for it in model.symbols(shown=True, theory=True)],
            "costs": list(zip(model.priority, model.cost)),
            "is_proven": model.optimality_proven,
        })

    try:
        theory.register(control)
        with ProgramBuilder(control) as builder:
            parse_string(text, lambda statement: theory.rewrite_ast(statement, builder.add), logger=log)
        control.ground([("base", [])])
        theory.prepare(control)
        # An atom that nothing derives has no literal, and clingo would take no notice of it.
        atoms = [(control.symbolic_atoms[clingo.Function(it)], truth) for it, truth in assumed]
        literals = [(atom.literal if atom else 0, truth) for atom, truth in atoms]
        if (0, True) in literals:
            return {"models": [], "is_satisfiable": False}
        result = control.solve([it if truth else -it for it, truth in literals if it != 0], on_model=keep)
    except RuntimeError as error:
        return {"failure": " ".join([str(error), *(it for it in messages if "error" in it)])}
    return {"models": models, "is_satisfiable": bool(result.satisfiable)}


for line in sys.stdin:
    print(json.dumps(answer(**json.loads(line))), flush=True)
