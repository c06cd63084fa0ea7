"""The answer sets of a program, by trying all values of its variables with all sets of its atoms."""

from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations

from constraints import Domain


@dataclass(frozen=True)
class Answer:
    """True atoms, what is printed (atoms and terms, values of variables), and the costs by falling priority."""

    atoms: frozenset
    shown: tuple
    values: tuple
    costs: tuple

    def witness(self):
        return self.shown, self.values


def subsets(atoms):
    return map(frozenset, chain.from_iterable(combinations(sorted(atoms), size) for size in range(len(atoms) + 1)))


def respects(rules, here, there):
    return all(rule.head.holds(here, there) for rule in rules if rule.body.holds(here, there))


def stable_models(rules, atoms):
    """The sets that satisfy all rules, and with which no smaller one does."""
    for there in subsets(atoms):
        if respects(rules, there, there):
            if not any(respects(rules, here, there) for here in subsets(there) if here != there):
                yield there


def answer_sets(program, ignore_empty=False):
    """The answer sets. A domain without any value is false, unless it is to be ignored, as clingcon does."""
    facts = program.facts
    instances = [(rule, binding) for rule in program.all_rules() for binding in rule.body.bindings(facts)]
    if ignore_empty:
        instances = [it for it in instances if not is_empty(it[0].head, facts, it[1])]
    about_atoms = [it for it in instances if it[0].is_about_atoms()]
    about_values = [it for it in instances if not it[0].is_about_atoms()]
    possible = program.atoms()
    models = cache(lambda active: list(stable_models([about_atoms[at][0] for at in active], possible)))
    for values in program.assignments():
        broken = [
            rule.body for rule, binding in about_values
            if not rule.head.holds(facts, binding, values) and rule.body.allows(facts, binding, values)
        ]
        if any(not it.literals for it in broken):
            continue
        active = [at for at, (rule, binding) in enumerate(about_atoms) if rule.body.allows(facts, binding, values)]
        for atoms in models(tuple(active)):
            if not any(body.holds(atoms, atoms) for body in broken):
                yield answer(program, atoms, values)


def is_empty(head, facts, binding):
    return isinstance(head, Domain) and not any(head.ranges(facts, binding))


def answer(program, atoms, values):
    facts = program.facts
    shown = {it for it in atoms if it in program.shown}
    for it in program.shown_terms:
        shown.update(it.shown(binding) for binding in instances_in(it.body, facts, atoms, values))
    costs = dict.fromkeys(program.priorities(), 0)
    for it in program.weak_constraints:
        costs[it.priority] += it.weight * len(instances_in(it.body, facts, atoms, values))
    for objective in program.all_objectives():
        for term, binding, priority in objective.parts(facts):
            costs[priority] += objective.direction * term.value(binding, values)
    printed = tuple(sorted((name, value) for name, value in values.items() if program.shows(name)))
    return Answer(atoms, tuple(sorted(shown)), printed, tuple(costs.values()))


def instances_in(body, facts, atoms, values):
    """The bindings for which a body holds."""
    return [it for it in body.bindings(facts) if body.allows(facts, it, values) and body.holds(atoms, atoms)]
