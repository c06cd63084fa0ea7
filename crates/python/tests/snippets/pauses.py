"""`SolveHandle` call by call, with pauses in which a search in the background goes on: no answer is passed over."""

import time

from clingo import Function
from transcript import control

_PAUSE = 0.02


def _play(out, calls, pause, program="{a;b}.", models="0", **how):
    """What calls of a handle give, by their first letters; `-` is a pause."""
    ctl = control(program, models)
    seen = []
    with ctl.solve(**how) as handle:
        for call in calls:
            time.sleep(pause)
            if call == "n":
                model = next(iter(handle), None)
            elif call == "m":
                model = handle.model()
            elif call == "l":
                model = handle.last()
            elif call == "r":
                seen.append(handle.resume())
                continue
            elif call == "w":
                seen.append(handle.wait())
                continue
            elif call == "g":
                seen.append(handle.get().satisfiable)
                continue
            elif call == "c":
                seen.append(handle.cancel())
                continue
            seen.append(None if model is None else model.number)
    out(calls, seen)


def _all(out, calls, program="{a;b}.", models="0"):
    for pause in (0, _PAUSE):
        for in_background in (False, True):
            _play(out, calls, pause, program, models, yield_=True, async_=in_background)


def pause_before_iteration(out):
    for models in ("0", "1", "3"):
        for pause in (0, 0.05):
            ctl = control("{a(1..3)}.", models)
            with ctl.solve(yield_=True, async_=True) as handle:
                time.sleep(pause)
                out(models, sum(1 for _ in handle), handle.get().satisfiable)


def pause_in_each_round(out):
    ctl = control("{a(1..3)}.", "0")
    with ctl.solve(yield_=True, async_=True) as handle:
        numbers = []
        for model in handle:
            time.sleep(0.01)
            numbers.append(model.number)
        out(numbers)


def iteration_that_is_taken_up_again(out):
    ctl = control("{a(1..3)}.", "0")
    with ctl.solve(yield_=True, async_=True) as handle:
        for model in handle:
            if model.number == 3:
                break
        time.sleep(_PAUSE)
        out([model.number for model in handle])


def resume_before_anybody_looked(out):
    for calls in ("rm", "rrrm", "nnnnn", "mrm", "mrrrm", "nrn", "nrrn", "mnn", "nmn", "nrmn"):
        _all(out, calls)


def resume_after_waiting(out):
    for calls in ("wrm", "wrrm", "grm", "mgrm", "nrwn", "wrwrm"):
        _all(out, calls)


def looking_twice(out):
    for calls in ("mm", "mmrmrm", "wm", "wwm", "gm", "gwm"):
        _all(out, calls)


def last_waits_for_nothing(out):
    for calls in ("ml", "nnl", "wl", "gl", "nnnnnl", "mrmrl", "lm", "lrm"):
        _all(out, calls)


def last_of_one_model(out):
    for calls in ("nnl", "mcl", "gl"):
        _all(out, calls, models="1")


def cancelled(out):
    for calls in ("cm", "ncn", "mcl", "mcm", "nncl", "mcw", "ccm", "mccl"):
        _all(out, calls)


def nothing_to_find(out):
    for calls in ("m", "w", "g", "l", "ml", "nn", "mrm", "wrm", "cm", "gl"):
        _all(out, calls, program="a :- not a.")


def without_yield(out):
    for calls in ("m", "wl", "gl", "wm", "n", "wrl", "mrl", "gcl"):
        for pause in (0, _PAUSE):
            _play(out, calls, pause, async_=True)


def models_that_end_the_search_are_given(out):
    for in_background in (False, True):
        for limit in (1, 2, 4):
            ctl, told = control("{a;b}.", "0"), []

            def on_model(model):
                told.append(model.number)
                return model.number < limit

            with ctl.solve(yield_=True, async_=in_background, on_model=on_model) as handle:
                found = [model.number for model in handle]
                out(limit, told, found, handle.get(), handle.get().exhausted, handle.get().interrupted)


def leaving_tells_of_the_end(out):
    for in_background in (False, True):
        for rounds in (1, 2):
            ctl, told = control("{a;b}.", "0"), []
            callbacks = {
                "on_statistics": lambda step, accu: told.append("statistics"),
                "on_finish": lambda result: told.append((result.satisfiable, result.exhausted, result.interrupted)),
            }
            with ctl.solve(yield_=True, async_=in_background, **callbacks) as handle:
                for _ in range(rounds):
                    handle.model()
                    handle.resume()
                handle.model()
                told.append("leaving")
            out(told)


def cancelling_tells_of_the_end_once(out):
    ctl, told = control("{a;b}.", "0"), []
    with ctl.solve(yield_=True, on_finish=lambda result: told.append(result.interrupted)) as handle:
        handle.model()
        handle.cancel()
        told.append("cancelled")
        handle.cancel()
    out(told)


def errors_tell_of_the_end(out):
    told = []

    def on_model(model):
        raise KeyError("mine")

    ctl = control("{a;b}.", "0")
    out.raises(lambda: ctl.solve(on_model=on_model, on_finish=lambda result: told.append(result.satisfiable)))
    out(told)
    out.models(ctl)


def errors_in_the_second_model(out):
    def on_model(model):
        if model.number == 2:
            raise KeyError("mine")

    ctl = control("{a;b}.", "0")
    with ctl.solve(yield_=True, on_model=on_model) as handle:
        out(handle.model().number)
        handle.resume()
        out.raises(handle.model)
    out.models(ctl)


def assumptions_and_pauses(out):
    ctl = control("{a;b}.", "0")
    for pause in (0, _PAUSE):
        with ctl.solve(assumptions=[(Function("a"), True)], yield_=True, async_=True) as handle:
            time.sleep(pause)
            out.unordered(sorted(model.symbols(shown=True)) for model in handle)
