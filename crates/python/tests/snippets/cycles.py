"""Controls in reference cycles with what they call are collected."""

import gc
import weakref

from clingo import Control, Observer, ast


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


def nodes(out):
    """A syntax tree in which a node is below itself."""

    def make():
        holder = _Holder()
        ast.parse_string("a(f(X)) :- b(X).", lambda statement: setattr(holder, "node", statement))
        function = holder.node.body[0].atom.symbol
        function.arguments.append(function)
        return function.arguments

    out(_alive(make))


def sequences_of_nodes(out):
    def make():
        trees = []
        ast.parse_string("#external a(X) : b(X), c(X). [true]", trees.append)
        body = trees[-1].body
        body[0].atom.symbol.arguments.extend(literal.atom.symbol for literal in body)
        return body

    out(_alive(make))


def locations_of_nodes(out):
    class Where(str):
        pass

    def make():
        name = Where("a.lp")
        name.node = ast.Variable(ast.Location(ast.Position(name, 1, 1), ast.Position(name, 1, 2)), "X")
        return name

    out(_alive(make))


def backends(out):
    def make():
        holder = _Holder()
        holder.ctl = Control()
        with holder.ctl.backend() as holder.backend:
            holder.backend.add_rule([holder.backend.add_atom()])
        return holder

    out(_alive(make))
