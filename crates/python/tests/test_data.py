"""Data in and out: facts of Python's values and data frames, and rows of answer sets."""

import dataclasses
import datetime
import enum
import sys
import typing

import groundplan as clingo
import numpy
import pandas
import pytest
from groundplan import Function, Number, String, Tuple_


@dataclasses.dataclass
class Talk:
    title: str
    slot: int


@dataclasses.dataclass
class TimeSlot:
    day: str
    hour: int


@dataclasses.dataclass
class HTTPServer2:
    at: TimeSlot


@dataclasses.dataclass
class Raining:
    pass


class Level(enum.IntEnum):
    LOW = 1


class Polars:
    """What a data frame of polars has, as far as it matters here."""

    columns = ["who", "age"]

    def iter_rows(self):
        return iter([("ada", 36), ("ben", None)][: self.height])

    def __init__(self, height):
        self.height = height


def added(*arguments, **named):
    """The atoms of the facts, in their order."""
    control = clingo.Control()
    control.add_facts(*arguments, **named)
    control.ground()
    return [str(atom.symbol) for atom in control.symbolic_atoms if atom.is_fact]


def model(text, *arguments):
    control = clingo.Control(list(arguments))
    control.add(text)
    control.ground()
    handle = control.solve(yield_=True)
    return handle, next(handle)


@pytest.mark.parametrize(
    "rows, atoms",
    [
        ([("a", 1), ("b", 2)], ['at("a",1)', 'at("b",2)']),
        ([["a", 1]], ['at("a",1)']),
        ((row for row in [(1,), (2,)]), ["at(1)", "at(2)"]),
        ([], []),
        ([()], ["at"]),
        ([('a "b"\n\\c',)], ['at("a \\"b\\"\\n\\\\c")']),
        ([("é . at(2). %",)], ['at("é . at(2). %")']),
        ([(2**63 - 1, -(2**63))], ["at(9223372036854775807,-9223372036854775808)"]),
        ([((1, ("x",)),)], ['at((1,("x",)))']),
        ([((),)], ["at(())"]),
        ([(Function("a"), Number(3), String("s"), Tuple_([]), clingo.Infimum)], ['at(a,3,"s",(),#inf)']),
        ([(Function("f", [Function("g")], False),)], ["at(-f(g))"]),
        ([(numpy.int64(7), numpy.uint8(8), Level.LOW)], ["at(7,8,1)"]),
        ([Talk("asp", 1)], ['at("asp",1)']),
        ([(TimeSlot("mo", 9), 1)], ['at(time_slot("mo",9),1)']),
        (pandas.DataFrame({"who": ["ada", "ben"], "age": [36, 40]}), ['at("ada",36)', 'at("ben",40)']),
        (pandas.DataFrame({"n": pandas.array([1, 2], dtype="Int64")}), ["at(1)", "at(2)"]),
        (pandas.DataFrame({"a": [], "b": []}), []),
        (Polars(1), ['at("ada",36)']),
        (numpy.array([[1, 2], [3, 4]]).tolist(), ["at(1,2)", "at(3,4)"]),
    ],
)
def test_rows_of_a_predicate(rows, atoms):
    assert added("at", rows) == atoms


def test_constants():
    assert added("at", [("a", ("b", 1))], constants=True) == ["at(a,(b,1))"]
    assert added("at", [(TimeSlot("mo", 1),)], constants=True) == ["at(time_slot(mo,1))"]
    for wrong in ("Monday", "", "not", "a b", "é", "1"):
        with pytest.raises(ValueError, match=r"row 2, argument 1: .* is no constant"):
            added("at", [("a",), (wrong,)], constants=True)


def test_facts_are_called_as_their_dataclasses():
    facts = [Talk("asp", 1), TimeSlot("mo", 9), HTTPServer2(TimeSlot("tu", 1)), Raining(), Function("p", [Number(1)], False)]
    assert added(facts) == [
        'talk("asp",1)',
        'time_slot("mo",9)',
        'http_server2(time_slot("tu",1))',
        "raining",
        "-p(1)",
    ]


def test_strong_negation():
    assert added("-at", [(1,)]) == ["-at(1)"]


class Row(typing.NamedTuple):
    who: str
    when: object


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        (("at", [(1,), (True,)]), TypeError, "row 2, argument 1: True is no term"),
        (("at", [(numpy.bool_(True),)]), TypeError, "row 1, argument 1: .*True.* is no term: give 0 or 1"),
        (("at", [("a", 1.5)]), TypeError, "row 1, argument 2: 1.5 is a float"),
        (("at", [("a", None)]), ValueError, "row 1, argument 2: the value is missing"),
        (("at", [(float("nan"),)]), ValueError, "row 1, argument 1: the value is missing"),
        (("at", [(numpy.float32("nan"),)]), ValueError, "the value is missing"),
        (("at", [((1, (2, None)),)]), ValueError, "row 1, argument 1, place 2, place 2: the value is missing"),
        (("at", [(2**63,)]), ValueError, "row 1, argument 1: 9223372036854775808 is too large"),
        (("at", [(datetime.date(2026, 1, 1),)]), TypeError, "of the type date is no term"),
        (("at", [([1],)]), TypeError, "of the type list is no term"),
        (("at", [(numpy.array([1, 2]),)]), TypeError, "of the type ndarray is no term"),
        (("at", [(1,), (1, 2)]), ValueError, "row 2 has 2 arguments, and the first one has 1 argument"),
        (("at", ["ab"]), TypeError, "row 1 is 'ab': a row is a tuple"),
        (("at", "ab"), TypeError, "a list of rows or a data frame, not 'ab'"),
        (("at", ("a", 1)), TypeError, "row 1 is 'a': a row is a tuple"),
        (("at", [{"a": 1}]), TypeError, "row 1 is {'a': 1}: a row is a tuple"),
        (("at", {"a": 1}), TypeError, "a list of rows or a data frame"),
        (("at",), TypeError, "a list of rows or a data frame, not None"),
        (("at", 3), TypeError, "a list of rows or a data frame, not 3"),
        (("At", [(1,)]), ValueError, "'At' is no name of a predicate"),
        (("at(1). b", [()]), ValueError, "is no name of a predicate"),
        (("not", [()]), ValueError, "is no name of a predicate"),
        (("at", [(Function("x). y(1"),)]), ValueError, "is no name that a program can write"),
        (("at", [(Function("f", [Function("X")]),)]), ValueError, "'X' is no name that a program can write"),
        (([(1, 2)],), TypeError, "fact 1 is .*, which has no name of a predicate"),
        (([Raining, 1],), TypeError, "fact 1 is .*which has no name"),
        (([Number(1)],), TypeError, "fact 1 is the term 1, which is no atom"),
        (([Tuple_([])],), TypeError, "which is no atom"),
        (([Talk("a", 1), Talk(None, 1)],), ValueError, "fact 2, `title`: the value is missing"),
        ((Talk("a", 1),), TypeError, "a list of rows or a data frame"),
        (("at", [Row("a", 0.5)]), TypeError, "row 1, `when`: 0.5 is a float"),
        (("at", pandas.DataFrame({"who": ["a", None]})), ValueError, "row 2, `who`: the value is missing"),
        (("at", pandas.DataFrame({"n": pandas.array([1, None], dtype="Int64")})), ValueError, "row 2, `n`: the value is missing"),
        (("at", pandas.DataFrame({"t": [pandas.NaT]})), ValueError, "row 1, `t`: the value is missing"),
        (("at", pandas.DataFrame({"n": [1, None]})), TypeError, "row 1, `n`: 1.0 is a float"),
        (("at", Polars(2)), ValueError, "row 2, `age`: the value is missing"),
        ((3, [(1,)]), TypeError, "the name of a predicate is a text, not 3"),
    ],
)
def test_what_is_no_fact_is_refused_with_its_place(arguments, error, message):
    control = clingo.Control()
    with pytest.raises(error, match=message):
        control.add_facts(*arguments)
    control.ground()
    assert len(control.symbolic_atoms) == 0


def test_facts_are_added_to_what_is_ground():
    control = clingo.Control()
    control.add_facts("p", [(1,)])
    control.add("q(X) :- p(X). #program more.")
    control.ground()
    control.add_facts("r", [(2,)])
    control.ground()
    assert sorted(str(atom.symbol) for atom in control.symbolic_atoms) == ["p(1)", "q(1)", "r(2)"]


def test_messages_name_the_fact():
    control = clingo.Control()
    control.add_facts("p", [(1,), (2,)])
    control.add_facts("q", [("a",)])
    control.add(':- p(2), q("a").')
    causes = [str(cause) for cause in control.explain() if cause.kind == "fact"]
    assert causes == ["<facts>:2:1: p(2).", '<facts-2>:1:1: q("a").']


# -- rows back ---------------------------------------------------------------

PROGRAM = """
at(a,1). at("b c",-2). -at(x,3). at(1). hidden((1,f(x)),#sup).
#show at/2. #show pair(X,Y) : at(X,Y). #show at(a,1).
"""


def test_rows():
    handle, found = model(PROGRAM)
    with handle:
        assert found.to_dicts("at/2") == [{1: "a", 2: 1}, {1: "b c", 2: -2}]
        assert found.to_dicts("at/2", columns=["who", "slot"]) == [{"who": "a", "slot": 1}, {"who": "b c", "slot": -2}]
        assert found.to_dicts("-at/2") == [{1: "x", 2: 3}]
        assert found.to_dicts("at/1") == [{1: 1}]
        assert found.to_dicts("hidden/2") == [{1: "(1,f(x))", 2: "#sup"}]
        assert sorted(found.to_dicts("pair/2", ["x", "y"]), key=str) == [{"x": "a", "y": 1}, {"x": "b c", "y": -2}]
        assert found.to_dicts("missing/3") == []


def test_rows_go_in_again():
    handle, found = model('at("a",1). at("b",2).')
    with handle:
        rows = found.to_dicts("at/2")
    assert added("at", [tuple(row.values()) for row in rows]) == ['at("a",1)', 'at("b",2)']


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        (("at",), ValueError, "'at' is no signature"),
        (("at/x",), ValueError, "is no signature"),
        (("At/1",), ValueError, "is no signature"),
        (("at/2", ["a"]), ValueError, "at/2 has 2 arguments, and `columns` has 1 names"),
        (("at/2", ["a", "a"]), ValueError, "the same name twice"),
        (("at/2", "ab"), TypeError, "`columns` is a list of names"),
        ((3,), TypeError, "str"),
    ],
)
def test_wrong_rows(arguments, error, message):
    handle, found = model(PROGRAM)
    with handle:
        for method in (found.to_dicts, found.to_frame):
            with pytest.raises(error, match=message):
                method(*arguments)


def test_frames():
    handle, found = model(PROGRAM)
    with handle:
        frame = found.to_frame("at/2", columns=["who", "slot"])
        assert frame.to_dict("records") == [{"who": "a", "slot": 1}, {"who": "b c", "slot": -2}]
        assert list(found.to_frame("at/2").columns) == [1, 2]
        assert list(found.to_frame("missing/2", columns=["a", "b"]).columns) == ["a", "b"]
        assert len(found.to_frame("missing/2")) == 0


def test_without_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    handle, found = model(PROGRAM)
    with handle:
        with pytest.raises(ImportError, match="data frames need pandas: pip install pandas"):
            found.to_frame("at/2")
        assert len(found.to_dicts("at/2")) == 2


def test_a_model_that_is_gone_has_no_rows():
    handle, found = model("1 { a(1..2) } 1.", "0")
    with handle:
        next(handle)
        with pytest.raises(RuntimeError):
            found.to_dicts("a/1")
