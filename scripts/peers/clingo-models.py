"""Prints the answer sets that clingo finds, as JSON.

    clingo-models.py FILE...            one program: a list of answer sets
    clingo-models.py --batch [LIMIT [OPTION...]]
                                        many programs: standard input is a JSON list of texts; options of clingo
                                        instead of those by which it finds all answer sets

An answer set is the sorted list of its shown atoms and terms, each once; where the program has an objective, its costs by
falling priority follow as "cost [...]". With --batch each text gives an object: {"answer_sets": [...]},
{"more_than": LIMIT} if there are more answer sets than LIMIT (1000), or {"error": MESSAGE} if clingo refuses the text.

Equivalence preprocessing is off (--eq=0): clingo 5.8.3 loses answer sets of some programs otherwise. Without it clingo
repeats answer sets of some programs with conditional literals, as that of
`q(2) :- p(A) : p(A). p(0) :- s(A,1) : q(A), n(A); not u.`; each is taken once.

Programs may call the external functions of the class Functions.
"""

import json
import sys

import clingo


class Functions:
    """What `@name(t)` stands for; the tests give the engine functions of the same names that do the same."""

    def double(self, number):
        return clingo.Number(2 * number.number)

    def range(self, first, last):
        return [clingo.Number(number) for number in range(first.number, last.number + 1)]

    def none(self, *_):
        return []

    def pair(self, left, right):
        return clingo.Tuple_([left, right])

    def unit(self):
        return clingo.Function("unit")

    def fails(self, *_):
        raise RuntimeError("it fails")


def answer_sets(texts, limit, options=()):
    """The sorted answer sets of the program that the texts make together; None if there are more than the limit."""
    messages = []
    control = clingo.Control(["--eq=0", *(options or ["--opt-mode=enum", "0"])], logger=lambda _, text: messages.append(text))
    try:
        for text in texts:
            control.add("base", [], text)
        control.ground([("base", [])], context=Functions())
    except (RuntimeError, AttributeError) as error:
        raise RuntimeError("\n".join(messages) or str(error)) from error
    found, seen = [], set()
    with control.solve(yield_=True) as models:
        for model in models:
            atoms = frozenset(model.symbols(atoms=True))
            if atoms in seen:
                continue
            seen.add(atoms)
            shown = sorted({str(symbol) for symbol in model.symbols(shown=True)})
            found.append(shown + [f"cost {model.cost}".replace(" ", "").replace("cost", "cost ")] if model.cost else shown)
            if limit and len(found) > limit:
                return None
    return sorted(found)


def of_one(text, limit, options):
    try:
        found = answer_sets([text], limit, options)
    except RuntimeError as error:
        return {"error": str(error)}
    return {"more_than": limit} if found is None else {"answer_sets": found}


def main(arguments):
    if arguments[:1] == ["--batch"]:
        limit = int(arguments[1]) if len(arguments) > 1 else 1000
        result = [of_one(text, limit, arguments[2:]) for text in json.load(sys.stdin)]
    elif arguments:
        texts = []
        for name in arguments:
            with open(name, encoding="utf-8") as file:
                texts.append(file.read())
        result = answer_sets(texts, None)
    else:
        sys.exit(__doc__)
    json.dump(result, sys.stdout)
    print()


if __name__ == "__main__":
    main(sys.argv[1:])
