"""Messages that a logger gets: none but those that clingo gives."""

from clingo import Control, Function, Number


def _codes(*calls):
    told = []
    ctl = Control(logger=lambda code, message: told.append(code.name))
    for call in calls:
        if isinstance(call, str):
            ctl.add(call)
        elif isinstance(call, tuple):
            ctl.add(*call)
        else:
            ctl.ground(call)
    return told


_BASE = [("base", [])]


def nothing_to_tell(out):
    for text in (
        "p(1..3). q(X) :- p(X), X < c.",
        "p(1). p(1,2). q(X) :- p(X).",
        "a(X) :- b(X,Y). b(1,2).",
        "p(1). q :- p(2).",
        "p(1..2). :- p(X), X > 3.",
        "#external e. a :- e.",
        "p(X) :- X = 1..0.",
        "_p(1). q(Y) :- _p(Y).",
        "d(mon). s(X) :- d(Mon), X = Mon.",
        "#defined b/0. a :- b.",
        "{a}. #project b.",
    ):
        out(text, _codes(text, _BASE))


def atoms_of_a_backend(out):
    """What a backend has made is defined."""
    for text in ("a(X) :- b(X).", "a :- not b(1).", "{a : b(_)}."):
        told = []
        ctl = Control(logger=lambda code, message: told.append(code.name))
        with ctl.backend() as backend:
            backend.add_rule([backend.add_atom(Function("b", [Number(1)]))])
        ctl.add(text)
        ctl.ground(_BASE)
        out(text, told)


def atoms_without_rules(out):
    for text in (
        "edge(1,2). reach(X,Y) :- edge(X,Y). :- reech(1).",
        "a :- not b.",
        ":- #count{X : q(X)} > 1.",
        "#show x/1. a.",
        "-a. b :- a.",
        "{a : b}.",
        ":~ b. [1]",
    ):
        out(text, _codes(text, _BASE))


def terms_without_values(out):
    for text in (
        "p(X) :- q(X), X = 1/0. q(1).",
        "p(a). q(X+1) :- p(X).",
        'p("a"). :- p(X), X + 1 > 2.',
        "#const n = 3. p(1..m).",
    ):
        out(text, _codes(text, _BASE))

