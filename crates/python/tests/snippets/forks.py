"""Controls in a fork of the process."""

import os

from transcript import control


def _count(ctl, how):
    count = []
    if how == "yield":
        with ctl.solve(yield_=True) as handle:
            count.extend(1 for _ in handle)
    elif how == "async":
        with ctl.solve(on_model=lambda model: count.append(1), async_=True) as handle:
            handle.get()
    else:
        ctl.solve(on_model=lambda model: count.append(1))
    return len(count)


def _fork(work):
    """What `work` gives in a fork, where it has ten seconds."""
    import signal

    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(10)
        result = 255
        try:
            result = work()
        finally:
            os._exit(result)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def not_solved_before(out):
    for how in ("plain", "yield", "async"):
        ctl = control("{a(1..4)}.", "0")
        out(how, _fork(lambda: _count(ctl, how)), _count(ctl, how))


def solved_before(out):
    for how in ("plain", "yield", "async"):
        ctl = control("{a(1..4)}. b :- a(1), c. c :- b. c :- a(2).", "0")
        first = _count(ctl, "plain")
        out(how, first, _fork(lambda: _count(ctl, how)), _count(ctl, how))


def in_several_steps(out):
    ctl = control("{a(1..3)}.", "0")
    _count(ctl, "plain")

    def work():
        ctl.add("more", [], ":- a(1). {d}.")
        ctl.ground([("more", [])])
        return _count(ctl, "plain")

    out(_fork(work), _count(ctl, "plain"), _fork(work))


def best_ones(out):
    ctl = control("{a(1..4)}. :- not a(1), not a(2). #minimize{X,X : a(X)}.", "0")

    def cost():
        costs = []
        ctl.solve(on_model=lambda model: costs.append(model.cost[0]))
        return costs[-1]

    out(cost(), _fork(cost), cost())
