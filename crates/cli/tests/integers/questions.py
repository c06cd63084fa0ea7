"""What is asked of an engine about a program, and whether a reply is right.

A question has options that both groundplan and clingcon understand. Its judge says what is wrong with a reply, or None.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Callable


@dataclass
class Reply:
    """What an engine says: whether there is an answer set, each as it is printed, and its costs; or how it failed."""

    verdict: str = ""
    witnesses: list = field(default_factory=list)
    costs: list = field(default_factory=list)
    failure: str | None = None


@dataclass
class Question:
    name: str
    options: list
    # The judge of a reply that is no failure, and whether there is anything to be found.
    judge: Callable
    is_satisfiable: bool
    # What is added to the program.
    text: str = ""
    # Literals that are assumed: a name, and whether it is true.
    assumed: tuple = ()
    # Whether it is about costs, and not all answer sets alike.
    by_costs: bool = False

    def is_for_one(self):
        """Whether one answer set is enough."""
        return self.options[0] in ("1", "--opt-mode=opt")

    def verdict(self):
        return ("OPTIMUM FOUND" if self.by_costs else "SATISFIABLE") if self.is_satisfiable else "UNSATISFIABLE"

    def fault(self, reply):
        """What is wrong with a reply."""
        if reply.failure is not None:
            return f"it fails: {reply.failure}"
        if reply.verdict != self.verdict():
            return f"it says {reply.verdict}, and not {self.verdict()}"
        return self.judge(reply)


def shown(witness):
    atoms, values = witness
    return " ".join([*atoms, *(f"{name}={value}" for name, value in values)]) or "(nothing)"


def listed(witnesses):
    """A few of these."""
    found = [shown(it) for it in witnesses]
    return ", ".join(f"[{it}]" for it in found[:5]) + (f" and {len(found) - 5} more" if len(found) > 5 else "")


# ---- Judges


def all_of(answers):
    """These answer sets are there, each as often as it occurs where something is hidden."""
    expected = Counter(it.witness() for it in answers)

    def judge(reply):
        found = Counter(reply.witnesses)
        missing, wrong = expected - found, found - expected
        told = [f"{what}: {listed(it.elements())}" for what, it in (("missing", missing), ("wrong", wrong)) if it]
        return "; ".join(told) or None

    return judge


def some_of(answers, count):
    """So many of these are there, or all if they are fewer."""
    expected = Counter(it.witness() for it in answers)

    def judge(reply):
        if wrong := Counter(reply.witnesses) - expected:
            return f"wrong: {listed(wrong.elements())}"
        wanted = min(count, len(answers))
        return None if len(reply.witnesses) == wanted else f"{len(reply.witnesses)} answer sets, and not {wanted}"

    return judge


def ends_with(best):
    """The last one is one of these, and each is better than the one before."""

    def judge(reply):
        if not best:
            return None
        if not reply.witnesses or reply.witnesses[-1] not in [it.witness() for it in best]:
            return f"the last is {listed(reply.witnesses[-1:])}, and not one of {listed(it.witness() for it in best)}"
        if any(one <= other for one, other in zip(reply.costs, reply.costs[1:])):
            return f"the costs do not fall: {reply.costs}"
        return None if reply.costs[-1] == best[0].costs else f"the costs are {reply.costs[-1]}, and not {best[0].costs}"

    return judge


def with_costs(answers, judge):
    """As another judge says, and the costs are those of these answer sets."""
    expected = {(it.witness(), it.costs) for it in answers}

    def both(reply):
        wrong = next((it for it in zip(reply.witnesses, reply.costs) if it not in expected), None)
        return judge(reply) or (f"the costs of [{shown(wrong[0])}] are not {wrong[1]}" if wrong else None)

    return both


def each_once(answers, part):
    """Each part of an answer set is there once, in one that is an answer set."""
    expected = {part(it.shown) for it in answers}
    possible = {it.witness() for it in answers}

    def judge(reply):
        if wrong := [it for it in reply.witnesses if it not in possible]:
            return f"wrong: {listed(wrong)}"
        found = Counter(part(atoms) for atoms, _ in reply.witnesses)
        return None if found == Counter(expected) else f"parts {dict(found)}, and not each once of {sorted(expected)}"

    return judge


def consequences(answers, merge):
    """What the last witness shows is in some or in all of these."""
    expected = merge(*(set(it.shown) for it in answers)) if answers else None

    def judge(reply):
        found = set(reply.witnesses[-1][0]) if reply.witnesses else None
        return None if found == expected else f"consequences {found}, and not {expected}"

    return judge


# ---- Questions


def questions(program, answers, random):
    """The question for all answer sets, and others."""
    has_costs = bool(program.priorities())
    ignoring = ["--opt-mode=ignore"] if has_costs else []
    yield everything(answers, ignoring)
    yield a_few(answers, ignoring, random)
    if atoms := program.atoms():
        yield assumption(atoms, answers, ignoring, random)
    yield from (consequence(answers, mode, ignoring) for mode in MERGES)
    yield from projections(program, answers, ignoring, random)
    if has_costs:
        yield from of_the_best(program, answers, random)


def everything(answers, options):
    return Question("all", ["0", *options], all_of(answers), bool(answers))


def a_few(answers, options, random):
    count = random.choice([1, 1, 2, 3, 5])
    return Question("some", [str(count), *options], some_of(answers, count), bool(answers))


def assumption(atoms, answers, options, random):
    names = random.sample(atoms, random.randint(1, min(2, len(atoms))))
    assumed = tuple((it, random.random() < 0.6) for it in names)
    found = [it for it in answers if all((atom in it.atoms) == truth for atom, truth in assumed)]
    return Question("assumed", ["0", *options], all_of(found), bool(found), assumed=assumed)


MERGES = {"brave": set.union, "cautious": set.intersection}


def consequence(answers, mode, options):
    judge = consequences(answers, MERGES[mode])
    return Question(mode, ["0", f"--enum-mode={mode}", *options], judge, bool(answers))


def projections(program, answers, options, random):
    """To what is shown, and to some atoms of it."""
    judge = each_once(answers, lambda shown: shown)
    yield Question("shown", ["0", "--project=show", *options], judge, bool(answers))
    atoms = random.sample(program.shown, random.randint(0, len(program.shown)))
    text = "".join(f"#project {it}/0.\n" for it in atoms)
    judge = each_once(answers, lambda shown: tuple(it for it in shown if it in atoms))
    yield Question("projected", ["0", "--project=project", *options], judge, bool(answers), text)


def of_the_best(program, answers, random):
    """Questions about costs."""
    least = min((it.costs for it in answers), default=())
    best = [it for it in answers if it.costs == least]
    limit = random.choice(answers).costs if answers else (0,)
    within = [it for it in answers if it.costs <= limit]
    limited = ["0", "--opt-mode=enum," + ",".join(map(str, limit))]
    optimal = ["--opt-mode=optN"]
    found = [
        Question("best", ["--opt-mode=opt"], ends_with(best), bool(best)),
        Question("optima", ["0", *optimal], with_costs(best, all_of(best)), bool(best)),
        Question("within", limited, with_costs(within, all_of(within)), bool(within)),
    ]
    of_all = [consequence(best, mode, optimal) for mode in MERGES] + list(projections(program, best, optimal, random))
    for it in of_all:
        it.name += " of the best"
    for it in [*found, *of_all]:
        it.by_costs = True
        yield it
