"""`SolveHandle`: iteration and searches in the background."""

import clingo
import clingo.ast
from clingo import Function
from transcript import control


def iteration(out):
    seen = []
    ctl = control("{a;b}.", "0")
    with ctl.solve(yield_=True) as handle:
        for model in handle:
            seen.append(sorted(model.symbols(shown=True)))
        out(handle.get())
    out.unordered(seen)


def iteration_of_nothing(out):
    ctl = control("a. :- a.")
    with ctl.solve(yield_=True) as handle:
        out(len(list(handle)), handle.get())


def only_the_first(out):
    ctl = control("{a;b}.", "0")
    with ctl.solve(yield_=True) as handle:
        for model in handle:
            out(model.number)
            break
        out(handle.get().satisfiable)


def left_early(out):
    ctl = control("{a;b}.", "0")
    with ctl.solve(yield_=True) as handle:
        next(iter(handle))
    out.models(ctl)


def resume_and_model(out):
    seen = []
    ctl = control("{a;b}.", "0")
    with ctl.solve(yield_=True) as handle:
        while True:
            handle.resume()
            model = handle.model()
            if model is None:
                break
            seen.append(sorted(model.symbols(shown=True)))
        out(handle.get())
    out.unordered(seen)


def get_without_iteration(out):
    ctl = control("{a}.", "0")
    with ctl.solve(yield_=True) as handle:
        result = handle.get()
        out(result.satisfiable)


def cancel(out):
    ctl = control("{a;b;c}.", "0")
    with ctl.solve(yield_=True) as handle:
        next(iter(handle))
        handle.cancel()
        out(handle.get().satisfiable)


def callbacks_besides(out):
    seen = []
    ctl = control("{a;b}.", "0")
    with ctl.solve(yield_=True, on_model=lambda model: seen.append(model.number),
                                      on_finish=lambda result: seen.append(str(result))) as handle:
        count = sum(1 for _ in handle)
    out(count, seen)


def in_the_background(out):
    ctl = control("{a;b}.", "0")
    with ctl.solve(async_=True) as handle:
        out(handle.wait(), handle.get())


def background_with_callbacks(out):
    seen = []
    ctl = control("{a;b}.", "0")
    with ctl.solve(on_model=lambda model: seen.append(sorted(model.symbols(shown=True))),
                                      on_finish=lambda result: seen.append(str(result)), async_=True) as handle:
        handle.wait()
        out(handle.get())
    out.unordered(seen)


def background_that_is_waited_for(out):
    ctl = control("{a}.", "0")
    with ctl.solve(async_=True) as handle:
        out(handle.wait(-1), handle.wait(0), handle.wait(5.0))


# As if drawn, which holes a pigeon may take: without symmetries.
_HARD = "{p(X,H) : H=1..12, (X*X*7+H*H*5+X*H*3) \\ 11 > 1} = 1 :- X=1..25. :- H=1..12, 3 {p(X,H) : X=1..25}."


def background_that_times_out(out):
    ctl = control(_HARD)
    with ctl.solve(async_=True) as handle:
        out(handle.wait(0.05), handle.wait(0))
        handle.cancel()
        result = handle.get()
        out(result.interrupted, result.unknown, result.satisfiable)


def background_that_is_left(out):
    ctl = control(_HARD)
    with ctl.solve(async_=True) as handle:
        handle.wait(0.01)
    out("left")


def background_iteration(out):
    seen = []
    ctl = control("{a;b}.", "0")
    with ctl.solve(yield_=True, async_=True) as handle:
        for model in handle:
            seen.append(sorted(model.symbols(shown=True)))
        out(handle.get())
    out.unordered(seen)


def background_step_by_step(out):
    seen = []
    ctl = control("{a;b}.", "0")
    with ctl.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            handle.wait()
            model = handle.model()
            if model is None:
                break
            seen.append(sorted(model.symbols(shown=True)))
        out(handle.get())
    out.unordered(seen)


def interrupted(out):
    ctl = control(_HARD)
    with ctl.solve(async_=True) as handle:
        handle.wait(0.05)
        ctl.interrupt()
        result = handle.get()
        out(result.interrupted, result.unknown, str(result))


def interrupted_before(out):
    ctl = control("{a}.")
    ctl.interrupt()
    out(ctl.solve().interrupted)
    out(ctl.solve().interrupted)


def interrupted_from_another_thread(out):
    import threading

    ctl = control(_HARD)
    timer = threading.Timer(0.1, ctl.interrupt)
    timer.start()
    result = ctl.solve()
    timer.join()
    out(result.interrupted, result.unknown)


def solved_after_an_interrupt(out):
    ctl = control("{a}.", "0")
    ctl.interrupt()
    ctl.solve()
    out.models(ctl)


def errors_in_a_background_callback(out):
    def on_model(model):
        raise KeyError("mine")

    def solve():
        ctl = control("a.")
        with ctl.solve(on_model=on_model, async_=True) as handle:
            handle.get()

    out.raises(solve)


def errors_in_the_block(out):
    def solve():
        ctl = control("a.")
        with ctl.solve(yield_=True) as handle:
            for _ in handle:
                raise KeyError("mine")

    out.raises(solve)


def errors_in_a_callback_beside_iteration(out):
    def on_model(model):
        raise KeyError("mine")

    def solve():
        ctl = control("a.")
        with ctl.solve(on_model=on_model, yield_=True) as handle:
            for _ in handle:
                pass

    out.raises(solve)


def without_a_block(out):
    ctl = control("{a}.", "0")
    handle = ctl.solve(yield_=True)
    with handle as same:
        out(same is handle, len(list(same)))


def last(out):
    ctl = control("a.")
    with ctl.solve(yield_=True) as handle:
        for _ in handle:
            pass
        out(handle.get().satisfiable)


def last_model(out):
    ctl = control("1 {a;b} 1. #minimize {1:a; 2:b}.", "0")
    with ctl.solve(async_=True) as handle:
        handle.wait()
        out(sorted(handle.last().symbols(shown=True)), list(handle.last().cost))


def one_after_the_other(out):
    ctl = control("{a}.", "0")
    for _ in range(5):
        with ctl.solve(yield_=True) as handle:
            out(len(list(handle)))


def assumptions(out):
    ctl = control("{a;b}.", "0")
    with ctl.solve(assumptions=[(Function("a"), True)], yield_=True) as handle:
        out.unordered(sorted(model.symbols(shown=True)) for model in handle)


def no_thread_is_left(out):
    import threading

    before = threading.active_count()
    ctl = control("{a;b}.", "0")
    with ctl.solve(async_=True) as handle:
        handle.wait()
    out(threading.active_count() - before)


def model_numbers(out):
    ctl = control("{a;b}.", "0")
    with ctl.solve(yield_=True) as handle:
        out([model.number for model in handle])


def clauses_while_iterating(out):
    ctl = control("{a;b;c}.", "0")
    with ctl.solve(yield_=True) as handle:
        count = 0
        for model in handle:
            count += 1
            model.context.add_nogood([(symbol, True) for symbol in model.symbols(atoms=True)])
    out(count >= 1)


def told_of_the_end_of_a_search_that_is_left(out):
    for leave in (0, 1, 2):
        ctl = control("{a;b}.", "0")
        ends, counts = [], []
        with ctl.solve(yield_=True, on_finish=ends.append, on_statistics=lambda step, all_: counts.append(1)) as handle:
            for _ in range(leave):
                handle.model()
                handle.resume()
        out(leave, [(end.satisfiable, end.exhausted) for end in ends], counts)


def told_of_the_end_of_a_search_that_is_cancelled(out):
    ctl = control("{a;b}.", "0")
    ends = []
    with ctl.solve(yield_=True, on_finish=ends.append) as handle:
        out(handle.model() is not None)
        handle.cancel()
        out(len(ends))
        handle.cancel()
    out([(end.satisfiable, end.exhausted) for end in ends])


def told_of_the_end_once(out):
    ctl = control("a.", "0")
    ends = []
    with ctl.solve(yield_=True, on_finish=ends.append) as handle:
        for _ in handle:
            pass
        out(len(ends), ends)
        handle.cancel()
    out(len(ends))


def told_of_the_end_when_it_is_left_by_an_exception(out):
    ctl = control("{a;b}.", "0")
    ends = []

    def leave():
        with ctl.solve(yield_=True, on_finish=ends.append) as handle:
            for _ in handle:
                raise ValueError

    out.raises(leave)
    out([(end.satisfiable, end.exhausted) for end in ends])


def calls_while_a_search_is_open(out):
    def build(ctl):
        with clingo.ast.ProgramBuilder(ctl) as program:
            clingo.ast.parse_string("#program p. built.", program.add)

    def rules(ctl):
        with ctl.backend() as backend:
            backend.add_rule([backend.add_atom(Function("ruled"))])

    calls = {
        "add": lambda ctl: ctl.add("p", [], "more."),
        "add a program": lambda ctl: ctl.add("#program p. {other}."),
        "build": build,
        "constant": lambda ctl: ctl.get_const("n"),
        "no constant": lambda ctl: ctl.get_const("m"),
        "new constant": lambda ctl: (ctl.add("base", [], "#const m=4."), ctl.get_const("n")),
        "conflict": lambda ctl: ctl.is_conflicting,
        "cleanup": lambda ctl: ctl.cleanup(),
        "ground": lambda ctl: ctl.ground([("p", [])]),
        "backend": rules,
        "assign": lambda ctl: ctl.assign_external(Function("e"), True),
        "release": lambda ctl: ctl.release_external(Function("e")),
        "solve": lambda ctl: ctl.solve(),
        "statistics": lambda ctl: len(ctl.statistics) > 0,
        "atoms": lambda ctl: len(ctl.symbolic_atoms),
        "setting": lambda ctl: setattr(ctl.configuration.solve, "models", "0"),
        "remove_minimize": lambda ctl: ctl.remove_minimize(),
        "project": lambda ctl: ctl.add_project([Function("a")]),
    }

    # In clingo, others forget atoms that are false in the answer set at hand.
    adding = ("add", "add a program", "build", "constant", "new constant", "conflict", "atoms")

    def yielded(ctl, call):
        with ctl.solve(yield_=True) as handle:
            next(iter(handle))
            out.raises(call, ctl)

    def at_the_end(ctl, call):
        with ctl.solve(yield_=True) as handle:
            list(handle)
            handle.get()
            out.raises(call, ctl)

    def on_model(ctl, call):
        seen = []
        ctl.solve(on_model=lambda model: seen or (seen.append(1), out.raises(call, ctl)) and None)

    class Check:
        def __init__(self, ctl, call):
            self.ctl, self.call = ctl, call

        def check(self, control):
            if self.call:
                call, self.call = self.call, None
                out.raises(call, self.ctl)

    def in_a_propagator(ctl, call):
        ctl.register_propagator(Check(ctl, call))
        ctl.solve()

    for way in (yielded, at_the_end, on_model, in_a_propagator):
        for name, call in calls.items():
            if (way, name) in ((at_the_end, "project"), (at_the_end, "cleanup")):
                continue
            out(way.__name__, name)
            ctl = control("#const n=3. {a;b}. #external e. f.", "0", logger=lambda code, message: None)
            way(ctl, call)
            if name in adding:
                ctl.ground([("p", [])])
                out.models(ctl)
