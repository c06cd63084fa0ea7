"""Propagators."""

import clingo
from clingo import Control, Function, Number, Propagator, PropagatorCheckMode, PropagatorUndoMode
from transcript import control


def _literals(init, *names):
    return [init.solver_literal(init.symbolic_atoms[clingo.parse_term(name)].literal) for name in names]


def nothing_to_do(out):
    class Nothing:
        pass

    ctl = control("{a;b}.", "0")
    ctl.register_propagator(Nothing())
    out.models(ctl)


def derived_from_the_class(out):
    class Mine(Propagator):
        def init(self, init):
            calls.append("init")

    calls = []
    ctl = control("{a;b}.", "0")
    ctl.register_propagator(Mine())
    out.models(ctl)
    out(calls)


def both_or_neither(out):
    class Equal:
        def init(self, init):
            self.a, self.b = _literals(init, "a", "b")
            for literal in (self.a, self.b):
                init.add_watch(literal)
                init.add_watch(-literal)

        def propagate(self, ctl, changes):
            for one, other in ((self.a, self.b), (self.b, self.a)):
                for sign in (1, -1):
                    if sign * one in changes and not ctl.add_clause([-sign * one, sign * other]):
                        return

    ctl = control("{a;b;c}.", "0")
    ctl.register_propagator(Equal())
    out.models(ctl)


def only_check(out):
    class AtMostOne:
        def init(self, init):
            self.literals = _literals(init, "p(1)", "p(2)", "p(3)")

        def check(self, ctl):
            true = [literal for literal in self.literals if ctl.assignment.is_true(literal)]
            if len(true) > 1:
                ctl.add_clause([-true[0], -true[1]])

    ctl = control("{p(1..3)}.", "0")
    ctl.register_propagator(AtMostOne())
    out.models(ctl)


def check_sees_total_assignments(out):
    class See:
        def init(self, init):
            init.check_mode = PropagatorCheckMode.Total

        def check(self, ctl):
            totals.append(ctl.assignment.is_total)

    totals = []
    ctl = control("{a;b}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(all(totals), len(totals) >= 4)


def no_check(out):
    class See:
        def init(self, init):
            init.check_mode = PropagatorCheckMode.Off

        def check(self, ctl):
            calls.append(1)

    calls = []
    ctl = control("{a;b}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(calls)


def check_mode_is_total_at_first(out):
    class See:
        def init(self, init):
            modes.append(init.check_mode)
            init.check_mode = PropagatorCheckMode.Both
            modes.append(init.check_mode)

    modes = []
    ctl = control("{a}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(modes)


def fixpoints(out):
    class Forbid:
        def init(self, init):
            self.literals = _literals(init, "a", "b")
            init.check_mode = PropagatorCheckMode.Fixpoint

        def check(self, ctl):
            if all(ctl.assignment.is_true(literal) for literal in self.literals):
                ctl.add_clause([-literal for literal in self.literals])

    ctl = control("{a;b;c}.", "0")
    ctl.register_propagator(Forbid())
    out.models(ctl)


def clauses_at_the_start(out):
    class AtTheStart:
        def init(self, init):
            a, b = _literals(init, "a", "b")
            results.append(init.add_clause([a, b]))
            results.append(init.propagate())

    results = []
    ctl = control("{a;b}.", "0")
    ctl.register_propagator(AtTheStart())
    out.models(ctl)
    out(results)


def conflicting_clauses_at_the_start(out):
    class AtTheStart:
        def init(self, init):
            (a,) = _literals(init, "a")
            results.append(init.add_clause([a]))
            results.append(init.add_clause([-a]))

    results = []
    ctl = control("{a}.", "0")
    ctl.register_propagator(AtTheStart())
    out.models(ctl)
    out(results)


def weight_constraints_at_the_start(out):
    class AtTheStart:
        def init(self, init):
            a, b, c = _literals(init, "a", "b", "c")
            init.add_weight_constraint(c, [(a, 2), (b, 3)], 3)

    ctl = control("{a;b;c}.", "0")
    ctl.register_propagator(AtTheStart())
    out.models(ctl)


def weight_constraints_one_way(out):
    class AtTheStart:
        def __init__(self, kind):
            self.kind = kind

        def init(self, init):
            a, b, c = _literals(init, "a", "b", "c")
            init.add_weight_constraint(c, [(a, 1), (b, 1)], 2, self.kind)

    for kind in (-1, 1):
        ctl = control("{a;b;c}.", "0")
        ctl.register_propagator(AtTheStart(kind))
        out.models(ctl)


def weight_constraints_for_equality(out):
    class AtTheStart:
        def init(self, init):
            a, b, c = _literals(init, "a", "b", "c")
            init.add_weight_constraint(c, [(a, 1), (b, 1)], 1, compare_equal=True)

    ctl = control("{a;b;c}.", "0")
    ctl.register_propagator(AtTheStart())
    out.models(ctl)


def objectives_at_the_start(out):
    class AtTheStart:
        def init(self, init):
            a, b = _literals(init, "a", "b")
            init.add_minimize(a, 3)
            init.add_minimize(b, 2, 0)

    ctl = control("1 {a;b}.", "0")
    ctl.register_propagator(AtTheStart())
    out.best(ctl)


def objectives_of_literals(out):
    class Costs:
        def init(self, init):
            a, b, c = _literals(init, "a", "b", "c")
            both = init.add_literal()
            for clause in ([-both, a], [-both, b], [both, -a, -b]):
                init.add_clause(clause)
            init.add_minimize(-both, 5, 1)
            init.add_minimize(both, -2, priority=1)
            init.add_minimize(a, 1)
            init.add_minimize(-c, 3)

    ctl = control("{a;b;c}. #minimize { 1,x : b; 4,y : c }.")
    ctl.register_propagator(Costs())
    out.best(ctl)


def objectives_of_several_searches(out):
    class Costs:
        def __init__(self):
            self.calls = 0

        def init(self, init):
            self.calls += 1
            a, b = _literals(init, "a", "b")
            if self.calls in (1, 3):
                both = init.add_literal()
                for clause in ([-both, a], [-both, b], [both, -a, -b]):
                    init.add_clause(clause)
                init.add_minimize(-both, 10 * self.calls)
                init.add_minimize(a, 2 * self.calls)

    ctl = control("{a;b}. #minimize { 3,x : a; 7,y : b }.")
    ctl.register_propagator(Costs())
    for call in range(6):
        if call == 4:
            ctl.remove_minimize()
        out.best(ctl, assumptions=[(Function("a"), True), (Function("b"), call != 1)])


def clauses_propagate_at_the_start(out):
    class AtTheStart:
        def init(self, init):
            a, b, c = _literals(init, "a", "b", "c")
            init.add_clause([-a, b])
            init.add_clause([a])
            seen.append(init.propagate())
            seen.extend(init.assignment.value(literal) for literal in (a, b, c))
            init.add_clause([-b, c])
            init.add_clause([-b, -c])
            seen.append(init.propagate())

    seen = []
    ctl = control("{a;b;c}.", "0")
    ctl.register_propagator(AtTheStart())
    out.models(ctl)
    out(seen)


def slices_of_an_assignment(out):
    class AtTheStart:
        def init(self, init):
            _literals(init, "a", "b", "c")
            assignment = init.assignment
            out(list(assignment[0:4]), list(assignment[0:4][0:4:2]), list(assignment[-1:0:-1])[-2:])

    ctl = control("{a;b;c}.")
    ctl.register_propagator(AtTheStart())
    ctl.solve()


def literals_at_the_start(out):
    class AtTheStart:
        def init(self, init):
            (a,) = _literals(init, "a")
            fresh = init.add_literal()
            init.add_clause([fresh, a])
            init.add_clause([-fresh, -a])
            seen.append(fresh > 0)

    seen = []
    ctl = control("{a}.", "0")
    ctl.register_propagator(AtTheStart())
    out.models(ctl)
    out(seen)


def init_before_each_call(out):
    class Count:
        def init(self, init):
            calls.append("init")

    calls = []
    ctl = control("{a}.", "0")
    ctl.register_propagator(Count())
    ctl.solve()
    ctl.solve()
    out(calls)


def threads(out):
    class See:
        def init(self, init):
            seen.append(init.number_of_threads)

        def check(self, ctl):
            threads_.add(ctl.thread_id)

    seen, threads_ = [], set()
    ctl = control("{a}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(seen, threads_)


def facts_are_true_at_the_start(out):
    class See:
        def init(self, init):
            (a,) = _literals(init, "a")
            (b,) = _literals(init, "b")
            seen.append([init.assignment.is_true(a), init.assignment.is_fixed(a), init.assignment.value(b), init.assignment.is_free(b)])

    seen = []
    ctl = control("a. {b}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(seen)


def assignment_at_the_start(out):
    class See:
        def init(self, init):
            assignment = init.assignment
            seen.append([assignment.decision_level, assignment.has_conflict, assignment.is_total, assignment.root_level])

    seen = []
    ctl = control("{a;b}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(seen)


def assignment_of_a_model(out):
    class See:
        def init(self, init):
            self.a, self.b = _literals(init, "a", "b")

        def check(self, ctl):
            assignment = ctl.assignment
            seen.append([assignment.is_true(self.a), assignment.is_false(self.a), assignment.value(self.b), assignment.is_total,
                         assignment.has_conflict, assignment.has_literal(self.a)])

    seen = []
    ctl = control("{a;b}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(set(map(str, seen)))


def levels_and_trail(out):
    class See:
        def init(self, init):
            self.literals = _literals(init, "a", "b", "c")

        def check(self, ctl):
            assignment = ctl.assignment
            trail = assignment.trail
            for literal in self.literals:
                true = literal if assignment.is_true(literal) else -literal
                seen.add(true in list(trail))
                level = assignment.level(literal)
                seen.add(0 <= level <= assignment.decision_level)
                seen.add(true in list(trail[trail.begin(level):trail.end(level)]))
            for level in range(1, assignment.decision_level + 1):
                seen.add(assignment.decision(level) == trail[trail.begin(level)])

    seen = set()
    ctl = control("{a;b;c}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(seen)


def undo_matches_propagate(out):
    class Balance:
        def init(self, init):
            self.true = set()
            self.literals = _literals(init, "p(1)", "p(2)", "p(3)", "p(4)")
            for literal in self.literals:
                init.add_watch(literal)

        def propagate(self, ctl, changes):
            for literal in changes:
                wrong.append(literal in self.true)
                self.true.add(literal)

        def undo(self, thread_id, assignment, changes):
            for literal in changes:
                self.true.discard(literal)

        def check(self, ctl):
            wrong.append(self.true != {literal for literal in self.literals if ctl.assignment.is_true(literal)})

    wrong = []
    ctl = control("{p(1..4)}. :- p(1), p(2).", "0")
    ctl.register_propagator(Balance())
    out.models(ctl)
    out(any(wrong))


def changes_are_watched_literals(out):
    class See:
        def init(self, init):
            (self.a,) = _literals(init, "a")
            init.add_watch(self.a)

        def propagate(self, ctl, changes):
            seen.add(tuple(change == self.a for change in changes))

    seen = set()
    ctl = control("{a;b;c}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(seen)


def watches_removed(out):
    class See:
        def init(self, init):
            (a,) = _literals(init, "a")
            init.add_watch(a)
            init.remove_watch(a)

        def propagate(self, ctl, changes):
            seen.append(list(changes))

    seen = []
    ctl = control("{a;b;c}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(seen)


def watches_added_while_solving(out):
    class See:
        def init(self, init):
            self.a, self.b = _literals(init, "a", "b")
            init.freeze_literal(self.b)
            init.add_watch(self.a)
            init.add_watch(-self.a)

        def propagate(self, ctl, changes):
            if not ctl.has_watch(self.b):
                ctl.add_watch(self.b)
            seen.add(ctl.has_watch(self.b))

    seen = set()
    ctl = control("{a;b}.", "0")
    ctl.register_propagator(See())
    ctl.solve()
    out(seen)


def nogoods(out):
    class Forbid:
        def init(self, init):
            self.a, self.b = _literals(init, "a", "b")
            init.add_watch(self.a)
            init.add_watch(self.b)

        def propagate(self, ctl, changes):
            if ctl.assignment.is_true(self.a) and ctl.assignment.is_true(self.b):
                ctl.add_nogood([self.a, self.b]) and ctl.propagate()

    ctl = control("{a;b}.", "0")
    ctl.register_propagator(Forbid())
    out.models(ctl)


def tagged_and_locked_clauses(out):
    class Forbid:
        def init(self, init):
            self.literals = _literals(init, "a", "b")

        def check(self, ctl):
            if all(ctl.assignment.is_true(literal) for literal in self.literals):
                ctl.add_clause([-literal for literal in self.literals], tag=True, lock=True)

    ctl = control("{a;b}.", "0")
    ctl.register_propagator(Forbid())
    out.models(ctl)


def tagged_clauses_last_for_one_search(out):
    class Forbid:
        def __init__(self, add, lock):
            self.add, self.lock = add, lock
            self.calls = 0

        def init(self, init):
            self.calls += 1
            self.literals = _literals(init, "a", "b")

        def check(self, ctl):
            if self.calls == 1 and all(ctl.assignment.is_true(literal) for literal in self.literals):
                seen.append(self.add(ctl, self.literals, self.lock))

    def clause(ctl, literals, lock):
        return ctl.add_clause([-literal for literal in literals], True, lock)

    def nogood(ctl, literals, lock):
        return ctl.add_nogood(literals, True, lock)

    for add in (clause, nogood):
        for lock in (False, True):
            seen = []
            ctl = control("{a;b}.", "0")
            ctl.register_propagator(Forbid(add, lock))
            out.models(ctl)
            out.models(ctl)
            out(set(seen))


def tagged_clauses_of_best_answers(out):
    class Forbid:
        def __init__(self):
            self.calls = 0

        def init(self, init):
            self.calls += 1
            self.literals = _literals(init, "a", "b")

        def check(self, ctl):
            if self.calls == 1 and all(ctl.assignment.is_true(literal) for literal in self.literals):
                ctl.add_nogood(self.literals, tag=True)

    for mode in ("opt", "optN", "ignore"):
        ctl = control("{a;b;c}. #maximize { 3,1 : a; 2,2 : b; 1,3 : c }. :- c, a.", "0", f"--opt-mode={mode}")
        ctl.register_propagator(Forbid())
        for _ in range(2):
            costs = []
            result = ctl.solve(on_model=lambda model: costs.append(model.cost))
            out(min(costs), result.exhausted)


def literals_while_solving(out):
    class Fresh:
        def init(self, init):
            (self.a,) = _literals(init, "a")
            self.fresh = None

        def check(self, ctl):
            if self.fresh is None:
                self.fresh = ctl.add_literal()
                seen.append(isinstance(self.fresh, int))
                ctl.add_clause([self.fresh]) and ctl.propagate()

    seen = []
    ctl = control("{a}.")
    ctl.register_propagator(Fresh())
    out(ctl.solve().satisfiable, seen)


def new_literals_are_watched_and_decided(out):
    class Fresh:
        def init(self, init):
            self.a, self.b = _literals(init, "a", "b")
            self.fresh = None

        def check(self, ctl):
            if self.fresh is None:
                self.fresh = ctl.add_literal()
                seen.add(ctl.assignment.is_free(self.fresh))
                ctl.add_watch(self.fresh)
                ctl.add_watch(-self.fresh)
            # It holds exactly where both do, and then excludes them.
            clauses = [[-self.fresh, self.a], [-self.fresh, self.b], [self.fresh, -self.a, -self.b], [-self.fresh]]
            for clause in clauses:
                if not ctl.add_clause(clause) or not ctl.propagate():
                    return

        def propagate(self, ctl, changes):
            seen.add(all(abs(change) == self.fresh for change in changes))

    seen = set()
    ctl = control("{a;b;c}.", "0")
    ctl.register_propagator(Fresh())
    out.models(ctl)
    out(seen)


def fixpoint_checks_see_all_models(out):
    class Number:
        """A number from 0 to 3, by literals that say whether it is at most 0, 1 and 2, each made when it is needed."""

        def __init__(self):
            self.at_most = {}

        def init(self, init):
            init.check_mode = clingo.PropagatorCheckMode.Fixpoint

        def bounds(self, assignment):
            values = {bound: assignment.value(literal) for bound, literal in self.at_most.items()}
            low = max((bound + 1 for bound, value in values.items() if value is False), default=0)
            return low, min((bound for bound, value in values.items() if value), default=3)

        def check(self, ctl):
            low, high = self.bounds(ctl.assignment)
            if low > high:
                ctl.add_clause([-self.at_most[high], self.at_most[low - 1]])
            elif low < high and ctl.assignment.is_total:
                self.at_most[(low + high) // 2] = ctl.add_literal()
            self.value = low if low == high else None

    for mode in "ignore", "optN":
        for objective in "#minimize { 1 : a }.", "#minimize { 1 : a; 2 : b }.", "#maximize { 1,a : a; 1,b : not b }.":
            ctl = control("{a; b}. " + objective, "0", f"--opt-mode={mode}")
            number = Number()
            ctl.register_propagator(number)
            seen = []

            def on_model(model):
                if mode == "ignore" or model.optimality_proven:
                    seen.append((str(model), number.value))

            ctl.solve(on_model=on_model)
            out(sorted(seen))


def decisions_have_their_levels(out):
    class See:
        def init(self, init):
            init.check_mode = PropagatorCheckMode.Both

        def check(self, ctl):
            assignment = ctl.assignment
            for level in range(1, assignment.decision_level + 1):
                decision = assignment.decision(level)
                seen.add((assignment.is_true(decision), assignment.level(decision) == level, assignment.is_fixed(decision)))

    seen = set()
    ctl = control("{a;b;c}. d :- a, b. e :- not d, c.", "0")
    ctl.register_propagator(See())
    out.models(ctl)
    out(seen)


def undo_after_checks(out):
    class See:
        def __init__(self, mode):
            self.mode = mode
            self.open = set()

        def init(self, init):
            seen.add(init.undo_mode == PropagatorUndoMode.Default)
            init.undo_mode = self.mode
            seen.add(init.undo_mode == self.mode)

        def check(self, ctl):
            if ctl.assignment.decision_level > 0:
                self.open.add(ctl.assignment.decision_level)

        def undo(self, thread_id, assignment, changes):
            seen.add((str(list(changes)), assignment.decision_level in self.open))
            self.open.discard(assignment.decision_level)

    for mode in (PropagatorUndoMode.Default, PropagatorUndoMode.Always):
        seen = set()
        ctl = control("{a;b;c}.", "0")
        see = See(mode)
        ctl.register_propagator(see)
        out.models(ctl)
        out(mode.name, sorted(map(str, seen)), len(see.open) > 0)


def undo_after_checks_and_changes(out):
    class See:
        def init(self, init):
            init.undo_mode = PropagatorUndoMode.Always
            self.open = []
            for literal in _literals(init, "a", "b", "c"):
                init.add_watch(literal)

        def touch(self, ctl):
            level = ctl.assignment.decision_level
            if level > 0 and level not in self.open:
                self.open.append(level)

        def propagate(self, ctl, changes):
            self.touch(ctl)

        def check(self, ctl):
            self.touch(ctl)

        def undo(self, thread_id, assignment, changes):
            seen.add(self.open.pop() == assignment.decision_level)

    seen = set()
    ctl = control("{a;b;c}. :- a, b.", "0")
    see = See()
    ctl.register_propagator(see)
    out.models(ctl)
    out(seen, see.open)


def all_placements(out):
    class Apart:
        def init(self, init):
            self.holes = {}
            self.taken = {}
            for atom in init.symbolic_atoms.by_signature("at", 2):
                literal = init.solver_literal(atom.literal)
                self.holes[literal] = atom.symbol.arguments[1].number
                init.add_watch(literal)

        def propagate(self, ctl, changes):
            for literal in changes:
                first = self.taken.setdefault(self.holes[literal], literal)
                if first != literal and (not ctl.add_nogood([first, literal]) or not ctl.propagate()):
                    return

        def undo(self, thread_id, assignment, changes):
            for literal in changes:
                if self.taken.get(self.holes[literal]) == literal:
                    del self.taken[self.holes[literal]]

    for options in (["0"], ["0", "--project=show"], ["7"]):
        ctl = control("1 {at(P,1..5)} 1 :- P = 1..5. #show at(P,H) : at(P,H), P < 4.", *options)
        apart = Apart()
        ctl.register_propagator(apart)
        found = []
        ctl.solve(on_model=lambda model: found.append(str(sorted(model.symbols(shown=True)))))
        out(len(found), len(set(found)), apart.taken)
        # What is found again is all there is.
        out(ctl.solve(assumptions=[(clingo.parse_term("at(1,2)"), True)]), apart.taken)


def no_solution(out):
    class Never:
        def check(self, ctl):
            ctl.add_clause([-ctl.assignment.decision(level) for level in range(1, ctl.assignment.decision_level + 1)])

    ctl = control("{a;b}.", "0")
    ctl.register_propagator(Never())
    out.models(ctl)


def pigeons(out):
    class Holes:
        def init(self, init):
            self.place = {}
            for atom in init.symbolic_atoms.by_signature("at", 2):
                literal = init.solver_literal(atom.literal)
                self.place.setdefault(literal, []).append(atom.symbol.arguments[1].number)
                init.add_watch(literal)
            self.state = {}

        def propagate(self, ctl, changes):
            for literal in changes:
                for hole in self.place[literal]:
                    before = self.state.setdefault(hole, literal)
                    if before != literal and not ctl.add_nogood([literal, before]):
                        return

        def undo(self, thread_id, assignment, changes):
            for literal in changes:
                for hole in self.place[literal]:
                    if self.state.get(hole) == literal:
                        del self.state[hole]

    for pigeons_, holes in ((3, 3), (4, 3), (2, 3)):
        ctl = control(f"1 {{at(P,1..{holes})}} 1 :- P = 1..{pigeons_}.", "0")
        ctl.register_propagator(Holes())
        found = []
        result = ctl.solve(on_model=lambda model: found.append(1))
        out(pigeons_, holes, len(found), result)


def two_propagators(out):
    class Forbid:
        def __init__(self, name):
            self.name = name

        def init(self, init):
            (self.literal,) = _literals(init, self.name)

        def check(self, ctl):
            if ctl.assignment.is_true(self.literal):
                ctl.add_clause([-self.literal])

    ctl = control("{a;b;c}.", "0")
    ctl.register_propagator(Forbid("a"))
    ctl.register_propagator(Forbid("b"))
    out.models(ctl)


def errors_come_out(out):
    class Wrong:
        def __init__(self, place):
            self.place = place

        def init(self, init):
            if self.place == "init":
                raise KeyError("in init")
            for literal in _literals(init, "a", "b"):
                init.add_watch(literal)
                init.add_watch(-literal)

        def propagate(self, ctl, changes):
            if self.place == "propagate":
                raise KeyError("in propagate")

        def check(self, ctl):
            if self.place == "check":
                raise KeyError("in check")

    for place in ("init", "propagate", "check"):
        ctl = control("{a;b}.", "0")
        ctl.register_propagator(Wrong(place))
        out(f"in {place}" in str(out.raises(ctl.solve)))


def multi_shot(out):
    class Forbid:
        def init(self, init):
            self.literals = [init.solver_literal(atom.literal) for atom in init.symbolic_atoms.by_signature("p", 1)]
            sizes.append(len(self.literals))

        def check(self, ctl):
            true = [literal for literal in self.literals if ctl.assignment.is_true(literal)]
            if len(true) > 1:
                ctl.add_nogood(true[:2])

    sizes = []
    ctl = Control(["0"])
    ctl.register_propagator(Forbid())
    ctl.add("step", ["n"], "{p(n)}.")
    for step in range(1, 4):
        ctl.ground([("step", [Number(step)])])
        out.models(ctl)
    out(sizes)


def with_assumptions(out):
    class Equal:
        def init(self, init):
            self.a, self.b = _literals(init, "a", "b")

        def check(self, ctl):
            for one, other in ((self.a, self.b), (self.b, self.a)):
                if ctl.assignment.is_true(one) and ctl.assignment.is_false(other):
                    ctl.add_clause([-one, other])
                    return

    ctl = control("{a;b}.", "0")
    ctl.register_propagator(Equal())
    out.models(ctl, assumptions=[(Function("a"), True)])
    out.models(ctl, assumptions=[(Function("a"), True), (Function("b"), False)])


def decide(out):
    class Decide:
        def init(self, init):
            self.literals = _literals(init, "a", "b", "c")

        def decide(self, thread_id, assignment, fallback):
            calls.append(thread_id)
            for literal in self.literals:
                if assignment.is_free(literal):
                    return literal
            return 0

    calls = []
    ctl = control("{a;b;c}.")
    ctl.register_propagator(Decide())
    found = []
    ctl.solve(on_model=lambda model: found.append(sorted(model.symbols(shown=True))))
    out(found, len(calls) > 0)


def with_optimisation(out):
    class Forbid:
        def init(self, init):
            (self.a,) = _literals(init, "a")

        def check(self, ctl):
            if ctl.assignment.is_true(self.a):
                ctl.add_clause([-self.a])

    ctl = control("1 {a;b;c}. #minimize {1:a; 2:b; 3:c}.", "0")
    ctl.register_propagator(Forbid())
    out.best(ctl)


def theory_atoms_by_hand(out):
    class Less:
        def init(self, init):
            self.bounds = {}
            for atom in init.theory_atoms:
                if atom.term.name == "small":
                    self.bounds[init.solver_literal(atom.literal)] = atom.term.arguments[0].number

        def check(self, ctl):
            true = [literal for literal in self.bounds if ctl.assignment.is_true(literal)]
            if sum(self.bounds[literal] for literal in true) > 3:
                ctl.add_nogood(true)

    ctl = control("#theory t { t {}; &small/1 : t, any }. {a(1..3)}. &small(X) {} :- a(X).", "0")
    ctl.register_propagator(Less())
    out.models(ctl)


def what_is_known_at_an_answer_set(out):
    """What was propagated is taken back when the search goes on, and not before the answer set has been seen."""

    class Follow:
        def __init__(self):
            self.true = []

        def init(self, init):
            self.names = {}
            for atom in init.symbolic_atoms:
                literal = init.solver_literal(atom.literal)
                for sign, text in ((1, ""), (-1, "-")):
                    self.names[sign * literal] = f"{text}{atom.symbol}"
                    init.add_watch(sign * literal)

        def propagate(self, ctl, changes):
            self.true.extend(changes)

        def undo(self, thread_id, assignment, changes):
            for change in changes:
                self.true.remove(change)

    for yields in (False, True):
        ctl = control("{a; b; c}. :- a, b. d :- a, not c.", "0")
        follow = Follow()
        ctl.register_propagator(follow)
        seen = []

        def look(model):
            known = sorted({follow.names[literal] for literal in follow.true} & {str(atom) for atom in "abcd"})
            seen.append([known, sorted(map(str, model.symbols(atoms=True)))])

        if yields:
            with ctl.solve(yield_=True) as handle:
                for model in handle:
                    look(model)
        else:
            ctl.solve(on_model=look)
        out.unordered(seen)
        out(all(known == atoms for known, atoms in seen), len(follow.true))


def what_is_taken_back_at_the_end(out):
    """A search that ends at an answer set takes back what was propagated for it."""

    class Follow:
        def __init__(self):
            self.events = []

        def init(self, init):
            for atom in init.symbolic_atoms:
                literal = init.solver_literal(atom.literal)
                init.add_watch(literal)
                init.add_watch(-literal)

        def propagate(self, ctl, changes):
            self.events.append("propagate")

        def undo(self, thread_id, assignment, changes):
            self.events.append("undo")

    for leaves in (False, True):
        ctl = control("{a}. b :- not a.", "1")
        follow = Follow()
        ctl.register_propagator(follow)
        if leaves:
            with ctl.solve(yield_=True) as handle:
                handle.model()
                out(follow.events)
        else:
            ctl.solve(on_model=lambda model: out(follow.events))
        out(follow.events)


def checks_of_fixpoints_without_watches(out):
    class See:
        def init(self, init):
            init.check_mode = PropagatorCheckMode.Fixpoint
            init.undo_mode = PropagatorUndoMode.Always
            self.levels, self.undone = [], 0

        def check(self, ctl):
            self.levels.append(ctl.assignment.decision_level)

        def undo(self, thread_id, assignment, changes):
            self.undone += 1

    ctl = control("{a; b}.")
    see = See()
    ctl.register_propagator(see)
    out(ctl.solve())
    out(see.levels[0], len(see.levels) >= 3, see.undone + 1 == len(see.levels))


def literal_one_is_true(out):
    class One:
        def init(self, init):
            a = init.assignment
            out(a.is_true(1), a.value(-1), a.is_fixed(1), a.level(-1), a.has_literal(0), a.decision(0), list(a.trail)[0])
            out([init.solver_literal(atom.literal) for atom in init.symbolic_atoms if atom.is_fact])
            out(init.solver_literal(0), init.solver_literal(99), init.solver_literal(-99))
            out(list(a) == list(range(1, len(a) + 1)), a[0], a[-1] == len(a))
            out(init.add_clause([1]), init.add_clause([-1, 1]), init.freeze_literal(-1))
            init.add_watch(1)
            fresh = init.add_literal()
            out(fresh == len(a), a.level(fresh), init.add_clause([-1, fresh]), a.value(fresh), a.is_fixed(fresh))
            out(init.add_weight_constraint(fresh, [(1, 2)], 2), init.add_weight_constraint(-1, [(-1, 1)], 1))

        def propagate(self, ctl, changes):
            if 1 in changes:
                out("told", changes == [1], ctl.assignment.decision_level, ctl.assignment.trail[0])

        def check(self, ctl):
            if not self.done:
                self.done = True
                a = ctl.assignment
                numbers = list(range(1, len(a) + 1))
                out(list(a) == numbers, sorted(map(abs, a.trail)) == numbers, a.is_total, a.trail[0], a.trail.begin(0))
                out(a.is_true(1), a.is_false(-1), a.level(1), a.is_fixed(-1), a.has_literal(len(a)), a.has_literal(len(a) + 1))
                out(ctl.add_clause([-1, 1]), ctl.add_nogood([-1]), ctl.has_watch(1), ctl.has_watch(-1))
                new = ctl.add_literal()
                out(new == len(a), a.value(new), a.is_total)

        done = False

    ctl = control("f. g :- f. {a;b}. c :- a. :- a, b.", "1")
    ctl.register_propagator(One())
    out(ctl.solve())


def clauses_with_literal_one(out):
    class Clauses:
        def __init__(self, *clauses):
            self.clauses = clauses

        def init(self, init):
            known = dict(zip("ab", _literals(init, "a", "b")), t=1)
            number = lambda name: -known[name[1:]] if name[0] == "-" else known[name]
            out([init.add_clause(list(map(number, clause.split()))) for clause in self.clauses])

    for clauses in (["-t a"], ["t -a", "t"], ["-t a", "-t -b"], ["-t"], ["-t -t", "a"], ["a t b", "-a -t -b"]):
        ctl = control("{a;b}.", "0")
        ctl.register_propagator(Clauses(*clauses))
        out.models(ctl)


def clauses_with_literal_one_while_solving(out):
    class Clauses:
        def __init__(self, clause, adds):
            self.clause, self.adds = clause, adds

        def init(self, init):
            self.known = dict(zip("ab", _literals(init, "a", "b")), t=1)

        def check(self, ctl):
            literals = [-self.known[name[1:]] if name[0] == "-" else self.known[name] for name in self.clause.split()]
            if not any(ctl.assignment.is_true(literal) for literal in literals):
                getattr(ctl, self.adds)(literals if self.adds == "add_clause" else [-literal for literal in literals])

    for adds in ("add_clause", "add_nogood"):
        for clause in ("-t a", "a -t b", "-t", "t -a"):
            ctl = control("{a;b}.", "0")
            ctl.register_propagator(Clauses(clause, adds))
            out.models(ctl)


def sums_with_literal_one(out):
    class Sums:
        def __init__(self, *arguments):
            self.arguments = arguments

        def init(self, init):
            known = dict(zip("ab", _literals(init, "a", "b")), t=1, f=-1)
            literal, sum_, bound, *rest = self.arguments
            sum_ = [(known[name], weight) for name, weight in sum_]
            out(init.add_weight_constraint(known[literal], sum_, bound, *rest))

    for arguments in (
        ("t", [("t", 3), ("a", 1)], 4),
        ("f", [("t", 1), ("a", 1), ("b", 1)], 2),
        ("a", [("t", 2), ("b", 2)], 3),
        ("t", [("t", 1), ("a", 1), ("b", 1)], 2, 0, True),
    ):
        ctl = control("{a;b}.", "0")
        ctl.register_propagator(Sums(*arguments))
        out.models(ctl)


def literal_one_in_steps_and_theories(out):
    class One:
        def init(self, init):
            # In clingo, the facts of later steps have literals of their own.
            facts = {str(atom.symbol) for atom in init.symbolic_atoms if init.solver_literal(atom.literal) == 1}
            atoms = [init.solver_literal(atom.literal) == 1 for atom in init.theory_atoms]
            out("f" in facts, sorted(atoms), init.assignment.is_true(1))
            init.add_clause([-1, init.solver_literal(init.symbolic_atoms[Function("a")].literal)])

    ctl = control("#theory t { u { }; &x/0: u, any }. f. &x { 1 }. {a;b}. &x { 2 } :- a.", "0")
    ctl.register_propagator(One())
    out.models(ctl)
    ctl.add("step", [], "g. h :- g. {c}.")
    ctl.ground([("step", [])])
    out.models(ctl)


def literals_of_another_propagator(out):
    class First:
        def init(self, init):
            self.literal = init.add_literal()
            a, b = _literals(init, "a", "b")
            init.add_clause([-self.literal, a])
            init.add_clause([self.literal, -a])

    class Second:
        def init(self, init):
            self.b = _literals(init, "b")[0]

        def check(self, ctl):
            a = ctl.assignment
            if a.is_true(first.literal) and a.is_true(self.b):
                ctl.add_clause([-first.literal, -self.b])

    first = First()
    ctl = control("{a;b}.", "0")
    ctl.register_propagator(first)
    ctl.register_propagator(Second())
    out.models(ctl)


def new_literals_are_counted(out):
    class New:
        def __init__(self, count, clause):
            self.count, self.clause = count, clause

        def init(self, init):
            literals = [init.add_literal() for _ in range(self.count)]
            if self.clause:
                init.add_clause(literals)

    class WhileChecking:
        literals = None

        def check(self, ctl):
            if self.literals is None:
                self.literals = [ctl.add_literal(), ctl.add_literal()]

    def count(options, *propagators, text="{a;b}. #show a/0."):
        ctl = control(text, *options)
        for propagator in propagators:
            ctl.register_propagator(propagator)
        found = []
        ctl.solve(on_model=lambda model: found.append(str(model)))
        counts = [len(found)]
        ctl.solve(on_model=lambda model: found.append(str(model)))
        out(options, *counts, len(found))

    for clause in (False, True):
        count(["0"], New(2, clause))
        count(["0", "--project=show"], New(2, clause))
        count(["5"], New(2, clause))
    count(["0"], New(1, False), New(1, False))
    count(["0"], WhileChecking())
    count(["0", "--project=show"], WhileChecking())


class _Noting:
    """Notes whether it is called; `during` is called once, in the callback of this name."""

    def __init__(self, during=None, act=None):
        self.calls = set()
        self._during, self._act = during, act

    def _note(self, name):
        self.calls.add(name)
        if name == self._during:
            self._during = None
            self._act()

    def init(self, init):
        init.add_watch(_literals(init, "a")[0])
        self._note("init")

    def propagate(self, control, changes):
        self._note("propagate")

    def check(self, control):
        self._note("check")


def registered_on_a_model(out):
    """A propagator that is registered while a search is open hears of the next search."""
    ctl, late, seen = control("{a;b}.", "0"), _Noting(), []

    def take(model):
        if not seen:
            ctl.register_propagator(late)
        seen.append(sorted(model.symbols(atoms=True)))

    ctl.solve(on_model=take)
    out.unordered(seen)
    out(late.calls)
    out.models(ctl)
    out(late.calls)


def registered_between_models(out):
    for how in ({"yield_": True}, {"async_": True}, {"yield_": True, "async_": True}):
        ctl, late = control("{a;b}.", "0"), _Noting()
        with ctl.solve(**how) as handle:
            ctl.register_propagator(late)
            ctl.register_propagator(_Noting())
            out(sum(1 for _ in handle) if "yield_" in how else handle.wait())
            out(late.calls)
        out.models(ctl)
        out(late.calls)


def registered_by_a_propagator(out):
    for during in ("init", "check"):
        ctl, late = control("{a;b}.", "0"), _Noting()
        ctl.register_propagator(_Noting(during, lambda ctl=ctl, late=late: ctl.register_propagator(late)))
        ctl.solve()
        # In clingo, one that is registered in `init` is called in this search without its own `init`.
        out("init" in late.calls)
        out.models(ctl)
        out(late.calls)


def registered_while_grounding(out):
    ctl, late = Control(["0"]), _Noting()

    class Context:
        def f(self):
            ctl.register_propagator(late)
            return Number(1)

    ctl.add("{a;b}. c(@f()).")
    ctl.ground(context=Context())
    out(late.calls)
    out.models(ctl)
    out(late.calls)


def init_where_an_assumption_cannot_hold(out):
    ctl, noting = control("{a}. :- b.", "0"), _Noting()
    ctl.register_propagator(noting)
    for assumptions in ([("b", True)], [("c", True)], [("a", True), ("a", False)], []):
        noting.calls.clear()
        with ctl.solve(assumptions=[(Function(name), value) for name, value in assumptions], yield_=True) as handle:
            out(handle.get().satisfiable, "init" in noting.calls)
