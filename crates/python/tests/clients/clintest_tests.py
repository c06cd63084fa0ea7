"""Clintest 0.4.0: tests of programs, which stop the search when they are certain."""


def _run(test, program, *arguments):
    from clintest.solver import Clingo

    Clingo(list(arguments), program).solve(test)
    return [str(test.outcome())]


def all_models(out):
    from clintest.assertion import Contains
    from clintest.quantifier import All
    from clintest.test import Assert

    out(_run(Assert(All(), Contains("a")), "a. {b}.", "0"), _run(Assert(All(), Contains("b")), "a. {b}.", "0"))


def any_model(out):
    from clintest.assertion import Contains
    from clintest.quantifier import Any
    from clintest.test import Assert

    out(_run(Assert(Any(), Contains("b")), "a. {b}.", "0"), _run(Assert(Any(), Contains("c")), "a. {b}.", "0"))


def exact_numbers(out):
    from clintest.assertion import SubsetOf
    from clintest.quantifier import Exact
    from clintest.test import Assert

    out(_run(Assert(Exact(4), SubsetOf({"a", "b"})), "{a;b}.", "0"), _run(Assert(Exact(3), SubsetOf({"a", "b"})), "{a;b}.", "0"))


def conjunctions(out):
    from clintest.assertion import Contains
    from clintest.quantifier import All, Any
    from clintest.test import And, Assert, Not

    out(_run(And(Assert(All(), Contains("a")), Assert(Any(), Contains("b"))), "a. {b}.", "0"), _run(Not(Assert(Any(), Contains("c"))), "a. {b}.", "0"))
