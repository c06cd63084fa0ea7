"""Controls in reference cycles with what they call are collected."""

import gc
import weakref

from clingo import Control, Observer


class _Holder:
    """What holds a control that calls it."""

    def init(self, init):
        self.made = True

    def check(self, control):
        pass

    def on_model(self, model):
        return True

    def __call__(self, *arguments):
        return None

    def f(self, number):
        return number


def _play(ctl, holder, on_model=None):
    ctl.add("{a}. b(@f(1)).")
    ctl.ground(context=holder)
    ctl.solve(on_model=on_model)


def _alive(make):
    seen = []
    for _ in range(3):
        seen.append(weakref.ref(make()))
    gc.collect()
    return sum(it() is not None for it in seen)


def propagators(out):
    def make():
        holder, ctl = _Holder(), Control()
        holder.ctl = ctl
        ctl.register_propagator(holder)
        _play(ctl, holder)
        return holder

    out(_alive(make))


def loggers(out):
    def make():
        holder = _Holder()
        holder.ctl = Control(logger=holder)
        _play(holder.ctl, holder)
        return holder

    out(_alive(make))


def observers(out):
    class Watching(Observer):
        def f(self, number):
            return number

    def make():
        holder, ctl = Watching(), Control()
        holder.ctl = ctl
        ctl.register_observer(holder)
        _play(ctl, holder)
        return holder

    out(_alive(make))


def callbacks(out):
    def make():
        holder = _Holder()
        holder.ctl = Control()
        _play(holder.ctl, holder, holder.on_model)
        return holder

    out(_alive(make))


def handles_closed(out):
    def make():
        holder = _Holder()
        holder.ctl = Control(["0"])
        _play(holder.ctl, holder)
        with holder.ctl.solve(on_model=holder.on_model, yield_=True) as holder.handle:
            list(holder.handle)
        return holder

    out(_alive(make))


def backends(out):
    def make():
        holder = _Holder()
        holder.ctl = Control()
        with holder.ctl.backend() as holder.backend:
            holder.backend.add_rule([holder.backend.add_atom()])
        return holder

    out(_alive(make))
