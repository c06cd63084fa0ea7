"""External functions: methods of a context, called while grounding."""

from clingo import Control, Function, Number, String, Tuple_
from transcript import Messages, control


class _Context:
    def twice(self, x):
        return Number(2 * x.number)

    def up_to(self, x):
        return [Number(n) for n in range(1, x.number + 1)]

    def nothing(self):
        return []

    def pair(self, x, y):
        return Tuple_([x, y])

    def generated(self, x):
        for n in range(x.number):
            yield Function("n", [Number(n)])

    def text(self, x):
        return String(str(x))


def one_value(out):
    out.models(control("p(@twice(4)). q(X,@twice(X)) :- X = 1..3.", context=_Context()))


def many_values(out):
    out.models(control("p(@up_to(4)).", context=_Context()))


def no_value(out):
    out.models(control("p(@nothing()). q.", context=_Context()))


def two_arguments(out):
    out.models(control("p(@pair(a,\"b\")).", context=_Context()))


def generator(out):
    out.models(control("p(@generated(3)).", context=_Context()))


def strings(out):
    out.models(control("p(@text(f(1,a))). p(@text(\"x\")).", context=_Context()))


def in_bodies(out):
    out.models(control("r(1..6). p(X) :- r(X), X = @twice(2). q(X,Y) :- r(X), Y = @up_to(X), X < 3.", context=_Context()))


def nested(out):
    out.models(control("p(@twice(@twice(3))). q(f(@twice(1),@twice(2))).", context=_Context()))


def in_arithmetic(out):
    out.models(control("p(@twice(3)+1). q(2*@twice(X)) :- X = 1..2.", context=_Context()))


def in_aggregates(out):
    out.models(control("p(1..3). s(S) :- S = #sum { @twice(X),X : p(X) }.", context=_Context()))


def in_conditions(out):
    out.models(control("p(1..3). q :- p(X) : X = @up_to(3).", context=_Context()))


def static_and_class_methods(out):
    class Context:
        @staticmethod
        def one():
            return Number(1)

        @classmethod
        def name(cls):
            return String(cls.__name__)

    out.models(control("p(@one()). p(@name()).", context=Context()))


def a_module_like_object(out):
    from types import SimpleNamespace

    out.models(control("p(@inc(1)).", context=SimpleNamespace(inc=lambda x: Number(x.number + 1))))


def what_is_called(out):
    calls = []

    class Context:
        def f(self, x):
            calls.append(x)
            return x

    control("p(@f(1)). p(@f(2)). p(@f(a)).", context=Context())
    out.unordered(set(calls))


def exceptions_come_out(out):
    class Context:
        def f(self):
            raise KeyError("mine")

    error = out.raises(control, "p(@f()).", context=Context(), logger=lambda code, message: None)
    out("mine" in str(error))


def missing_function(out):
    out.raises(control, "p(@missing(1)).", context=_Context(), logger=lambda code, message: None)


def wrong_return(out):
    class Context:
        def f(self):
            return 7

    out.raises(control, "p(@f()).", context=Context(), logger=lambda code, message: None)


def wrong_number_of_arguments(out):
    out.raises(control, "p(@twice(1,2)).", context=_Context(), logger=lambda code, message: None)


def control_after_an_exception_in_another(out):
    class Context:
        def f(self):
            raise ValueError("mine")

    out.raises(control, "p(@f()).", context=Context(), logger=lambda code, message: None)
    out.models(control("p(@twice(1)).", context=_Context()))


def another_context_for_each_ground(out):
    class Context:
        def __init__(self, value):
            self.value = value

        def f(self):
            return Number(self.value)

    ctl = Control()
    ctl.add("p", ["n"], "q(n,@f()).")
    ctl.ground([("p", [Number(1)])], Context(10))
    ctl.ground([("p", [Number(2)])], context=Context(20))
    out.models(ctl)


def in_a_weak_constraint(out):
    out.best(control("1 {a;b} 1. :~ a. [@twice(3)] :~ b. [@twice(2)]", "0", context=_Context()))


def in_a_theory_free_fact(out):
    out.models(control("p(@pair(X,Y)) :- X = @up_to(2), Y = @up_to(2).", context=_Context()))


def no_context_has_no_functions(out):
    messages = Messages()
    out.models(control("p(@missing(1)). q.", logger=messages))
    out(messages.codes)


def what_is_no_symbol(out):
    class Returns:
        def __init__(self, value):
            self.value = value

        def f(self):
            return self.value

    for value in (None, 1, "x", [None], [Number(1), 2], 1.5, True, object(), "", [], (Number(1),), {Number(1)}, iter([Number(3)])):
        error = out.raises(control, "p(@f()).", context=Returns(value))
        out(str(error) if error else "none")
