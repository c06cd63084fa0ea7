"""Random programs with random propagators, and with clauses added while better answer sets are looked for.

`propagators.py COUNT FIRST_SEED` prints what is seen otherwise than by clingo.
"""

import random
import sys

import clingo
import groundplan

OPTIONS = [["0"]] * 3 + [["0", "--project=show"], ["0", "--enum-mode=brave"], ["0", "--enum-mode=cautious"], ["0", "--opt-mode=opt"]]


def program(draw):
    """A program over `a(0..n-1)` and `b(0..3)`, and n."""
    count = draw.randint(3, 7)
    atoms = [f"a({number})" for number in range(count)]
    rules = [f"{{ {'; '.join(atoms)} }}."]
    if draw.random() < 0.3:
        rules = [f"{draw.randint(0, 2)} {{ {'; '.join(atoms[:count // 2 + 1])} }} {draw.randint(1, 4)}."]
    for _ in range(draw.randint(0, 6)):
        body = ", ".join(draw.choice(["", "not "]) + draw.choice(atoms) for _ in range(draw.randint(0, 3)))
        behind = f" :- {body}." if body else "."
        first, second = (f"b({draw.randrange(4)})" for _ in range(2))
        sum_ = "; ".join(f"{draw.randint(1, 3)},{number}: {atom}" for number, atom in enumerate(atoms))
        rules.append(
            draw.choice(
                [
                    f":- {body}." if body else f"{first}.",
                    f"{first}{behind}",
                    f"{first} :- {second}, {draw.choice(atoms)}.",
                    f"{{ {first} }} :- {second}.",
                    f"{first} | {second}{behind}",
                    f":- {draw.randint(1, 3)} #sum {{ {sum_} }} {draw.randint(3, 6)}.",
                ]
            )
        )
    return "\n".join(rules), count


def objective(draw, count):
    """Costs of the atoms, at two priorities."""
    elements = (f"{draw.randint(0, 4)}@{draw.randint(1, 2)},{number}: a({number})" for number in range(count))
    return f"#minimize {{ {'; '.join(elements)} }}."


class Forbidding:
    """A propagator that excludes some random sets of literals, in one way or another."""

    def __init__(self, module, seed):
        draw = random.Random(seed)
        self.module = module
        self.drawn = [
            [((draw.choice("ab"), draw.randrange(6)), draw.random() < 0.6) for _ in range(draw.randint(1, 4))]
            for _ in range(draw.randint(0, 5))
        ]
        self.when = draw.choice(["propagate", "check", "both", "fixpoint"])
        self.is_locked, self.splits, self.undoes_always = (draw.random() < 0.3 for _ in range(3))
        # Literal 1 is true: what is added to clauses at the start, and to those of the search.
        self.start = [[draw.choice([1, -1, "a", "-a", "b"]) for _ in range(draw.randint(1, 3))] for _ in range(draw.choice([0, 0, 1, 2]))]
        self.more = draw.choice([[], [], [-1], [-1, -1]])

    def init(self, init):
        known = {(it.symbol.name, it.symbol.arguments[0].number): init.solver_literal(it.literal) for it in init.symbolic_atoms}
        self.nogoods, self.fresh = [], None
        for drawn in self.drawn:
            # That an atom is false which the program does not have is so.
            if all(atom in known or not sign for atom, sign in drawn):
                self.nogoods.append([known[atom] if sign else -known[atom] for atom, sign in drawn if atom in known])
        for literal in {literal for nogood in self.nogoods for literal in nogood}:
            init.add_watch(literal)
        names = {"a": known.get(("a", 0), -1), "-a": -known.get(("a", 0), -1), "b": known.get(("b", 1), -1)}
        for clause in self.start:
            init.add_clause([names.get(it, it) for it in clause])
        if self.more:
            init.add_watch(1)
            init.add_weight_constraint(1, [(-1, 2), (1, 1), (names["a"], 1)], 1)
        modes = self.module.PropagatorCheckMode
        init.check_mode = {"propagate": modes.Total, "fixpoint": modes.Fixpoint, "both": modes.Both}.get(self.when, init.check_mode)
        if self.undoes_always:
            init.undo_mode = self.module.PropagatorUndoMode.Always

    def forbid(self, control, is_total):
        if self.splits and self.fresh is None:
            self.fresh = control.add_literal()
            control.add_watch(self.fresh)
            control.add_watch(-self.fresh)
        for nogood in self.nogoods:
            if not all(control.assignment.is_true(literal) for literal in nogood):
                continue
            clauses = [[-literal for literal in nogood] + self.more]
            if self.splits and is_total:
                clauses = [[sign * self.fresh, *clauses[0]] for sign in (1, -1)]
            if not all(control.add_clause(clause, lock=self.is_locked or len(clauses) > 1) for clause in clauses):
                return
            if not control.propagate():
                return

    def propagate(self, control, changes):
        assert control.assignment.is_true(1) and not control.assignment.is_true(-1)
        if self.when in ("propagate", "both"):
            self.forbid(control, False)

    def undo(self, thread, assignment, changes):
        pass

    def check(self, control):
        self.forbid(control, control.assignment.is_total)


def seen(module, seed):
    """What is found: of each search its result, and the answer sets, consequences, or costs of the best one."""
    draw = random.Random(seed)
    (text, count), options = program(draw), draw.choice(OPTIONS)
    if "--project=show" in options:
        text += "\n#show a(X) : a(X), X < 2. #show b/1."
    if "--opt-mode=opt" in options:
        text += "\n" + objective(draw, count)
    control = module.Control(options, logger=lambda code, message: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    for number in range(draw.choice([1, 1, 2])):
        control.register_propagator(Forbidding(module, 7 * seed + number))
    told, steps = [], draw.randint(1, 3)
    for step in range(steps):
        assumptions = [
            (module.Function("a", [module.Number(draw.randrange(count))]), draw.random() < 0.5)
            for _ in range(draw.choice([0, 0, 1]))
        ]
        found = []
        result = control.solve(
            assumptions=assumptions,
            on_model=lambda model: found.append((sorted(map(str, model.symbols(shown=True))), list(model.cost))),
        )
        if len(options) == 1 or "--project=show" in options:
            # With new literals, clingo finds some of them again.
            told.append((str(result), sorted(set(map(str, found)))))
        else:
            told.append((str(result), [found[-1][1 if "--opt-mode=opt" in options else 0]] if found else []))
        if step + 1 < steps:
            constraint = f":- c({step}), a(1)." if draw.random() < 0.5 else ""
            control.add(f"s{step}", [], f"{{ c({step}) }}. d({step}) :- c({step}), not a(0). {constraint}")
            control.ground([(f"s{step}", [])])
    return told


def propagated(seed):
    """What is wrong with a seed, if anything."""
    try:
        theirs = seen(clingo, seed)
    except RuntimeError:
        # clingo does not take a new literal then.
        return None
    ours = seen(groundplan, seed)
    return None if ours == theirs else f"seed {seed}: {ours} in place of {theirs}"


def restricted(seed):
    """What is wrong where clauses are added while better answer sets are looked for, if anything."""
    draw = random.Random(seed)
    text, count = program(draw)
    text += "\n" + objective(draw, count)
    every = clingo.Control(["0", "--opt-mode=enum,10000,10000"], logger=lambda code, message: None)
    every.add("base", [], text)
    every.ground([("base", [])])
    answers = []
    every.solve(on_model=lambda model: answers.append((list(model.cost), set(map(str, model.symbols(atoms=True))))))
    control = groundplan.Control(["0"], logger=lambda code, message: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    for _ in range(2):
        clauses, costs, wrong = [], [], []

        def left(atoms, clauses=clauses):
            return all(any((str(atom) in atoms) == sign for atom, sign in clause) for clause in clauses)

        def on_model(model, costs=costs, clauses=clauses, wrong=wrong, left=left):
            cost, atoms = list(model.cost), set(map(str, model.symbols(atoms=True)))
            if (cost, atoms) not in answers or not left(atoms) or costs and cost >= costs[-1]:
                wrong.append(f"{sorted(atoms)} at {cost}")
            costs.append(cost)
            if draw.random() < 0.7:
                drawn = [draw.randrange(count) for _ in range(draw.randint(1, 3))]
                clause = [(groundplan.Function("a", [groundplan.Number(it)]), draw.random() < 0.5) for it in drawn]
                model.context.add_clause(clause)
                clauses.append(clause)

        result = control.solve(on_model=on_model)
        rest = [cost for cost, atoms in answers if left(atoms)]
        is_best = bool(costs) == bool(answers) and (not rest or costs[-1] <= min(rest))
        if wrong or not result.exhausted or not is_best:
            return f"seed {seed}: {wrong}, best {costs[-1:]}, left {rest}, clauses {clauses}\n{text}"
    return None


def differences(count, first):
    """What is wrong with each of so many seeds."""
    for seed in range(first, first + count):
        yield from filter(None, (propagated(seed), restricted(seed)))


def main():
    found = 0
    for found, difference in enumerate(differences(int(sys.argv[1]), int(sys.argv[2])), 1):
        print(difference, flush=True)
    print(f"{found} of {sys.argv[1]} programs are seen differently")
    return found > 0


if __name__ == "__main__":
    sys.exit(main())
