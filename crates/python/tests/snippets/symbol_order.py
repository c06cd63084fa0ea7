"""How symbols are ordered, compared and hashed."""

import itertools

import clingo
from clingo import Function, Infimum, Number, String, Supremum, Tuple_

_ALL = [
    Infimum,
    Supremum,
    Number(3),
    Number(-3),
    Number(20),
    String("b"),
    String("a"),
    String("aa"),
    String(""),
    Function("b"),
    Function("a"),
    Function("aa"),
    Function("a", [], False),
    Function("b", [], False),
    Function("a", [Number(2)]),
    Function("a", [Number(1)]),
    Function("b", [Number(0)]),
    Function("a", [Number(1)], False),
    Function("aa", [Number(1)]),
    Function("a", [Number(1), Number(2)]),
    Function("a", [Number(1), Number(1)]),
    Function("", [Number(1), Number(1)]),
    Function("z", [Number(1), Number(1)], False),
    Tuple_([]),
    Tuple_([Number(1)]),
    Tuple_([String("a")]),
    Function("f", [Function("a")]),
    Function("f", [Function("a", [Number(1)])]),
    Function("f", [Supremum]),
    Function("f", [Infimum]),
]


def sorted_all(out):
    out(sorted(_ALL))
    out(sorted(_ALL, reverse=True))


def every_pair(out):
    for one, other in itertools.product(_ALL, repeat=2):
        out(one, other, one < other, one <= other, one > other, one >= other, one == other, one != other)


def equal_ones_have_one_hash(out):
    for one, other in itertools.product(_ALL, repeat=2):
        if one == other:
            out(hash(one) == hash(other))
    again = [clingo.parse_term(str(symbol)) for symbol in _ALL]
    out([hash(one) == hash(other) for one, other in zip(_ALL, again)])


def in_sets_and_dictionaries(out):
    out(len(set(_ALL)), len(set(_ALL + [clingo.parse_term(str(symbol)) for symbol in _ALL])))
    places = {symbol: place for place, symbol in enumerate(_ALL)}
    out(places[Number(3)], places[Function("a", [Number(1)])], Function("nowhere") in places)


def with_other_types(out):
    out(Number(1) == 1, Number(1) != 1, Function("a") == "a", String("a") == "a", Number(1) is None)
    out.raises(lambda: Number(1) < 2)
    out.raises(lambda: Number(1) >= "a")


def minimum_and_maximum(out):
    out(min(_ALL), max(_ALL))
    out(max([Function("a"), Function("aa"), Function("b")]))


def as_the_grounder_orders(out):
    ctl = clingo.Control()
    ctl.add("""p(#inf;#sup;3;-3;"b";"a";"aa";b;a;aa;a(2);a(1);-a(1);(1,1);();a(1,1);f(a);f(a(1))).
               least(X) :- X = #min { Y : p(Y) }. most(X) :- X = #max { Y : p(Y) }.
               less(X,Y) :- p(X), p(Y), X < Y.""")
    ctl.ground()
    atoms = [atom.symbol for atom in ctl.symbolic_atoms.by_signature("p", 1)]
    terms = [atom.arguments[0] for atom in atoms]
    less = {tuple(atom.symbol.arguments) for atom in ctl.symbolic_atoms.by_signature("less", 2)}
    out(less == {(x, y) for x in terms for y in terms if x < y})
    out([atom.symbol for atom in ctl.symbolic_atoms.by_signature("least", 1)])
    out([atom.symbol for atom in ctl.symbolic_atoms.by_signature("most", 1)])


def longer_names(out):
    out(sorted(Function(name) for name in ("b", "ab", "a_b", "aB", "abc", "a1", "a", "z", "zz")))


def longer_strings(out):
    out(sorted(String(text) for text in ("b", "ab", "AB", "abc", "a b", "z", "", "1", "10", "2")))


def copies(out):
    import copy

    symbol = Function("f", [Number(1), String("x")])
    out(copy.copy(symbol) == symbol)


def symbols_are_true(out):
    out(bool(Number(0)), bool(String("")), bool(Tuple_([])))
