"""What a sequence gives a control object to call: functions of programs, a propagator, an observer."""

import clingo
from table import known, symbol


class Context:
    """The functions that programs call."""

    def double(self, number):
        return clingo.Number(2 * number.number)

    def several(self, number):
        return [clingo.Number(n) for n in range(number.number)]


class Forbids:
    """A propagator: two atoms never hold together."""

    def __init__(self, atoms, early):
        self._atoms, self._early = [symbol(atom) for atom in atoms], early
        self._literals = []

    def init(self, init):
        atoms = [known(init.symbolic_atoms, atom) for atom in self._atoms]
        self._literals = [] if None in atoms else [init.solver_literal(atom.literal) for atom in atoms]
        if self._early:
            for literal in self._literals:
                init.add_watch(literal)

    def propagate(self, control, changes):
        self._exclude(control)

    def check(self, control):
        self._exclude(control)

    def _exclude(self, control):
        if self._literals and all(control.assignment.is_true(literal) for literal in self._literals):
            control.add_nogood(self._literals)


class Counter:
    """An observer: how many searches there were, and at which priorities something is minimised."""

    def __init__(self):
        self.seen = {"programs": 0, "ends": 0}
        self.priorities = set()

    def init_program(self, incremental):
        self.seen["programs"] += 1

    def end_step(self):
        self.seen["ends"] += 1

    def minimize(self, priority, literals):
        if literals:
            self.priorities.add(priority)


class Heads:
    """An observer: the atoms that rules have in their heads, whether they can apply or not. What `x :- x.` says is nothing."""

    def __init__(self):
        self.atoms = set()

    def rule(self, choice, head, body):
        if choice or not set(head) & set(body):
            self.atoms.update(head)

    def weight_rule(self, choice, head, lower_bound, body):
        self.atoms.update(head)
