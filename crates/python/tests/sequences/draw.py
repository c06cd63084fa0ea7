"""Draws sequences of calls from seeds, valid by clingo's documentation."""

import random

from programs import DOMAIN, OTHERS, base, declared_once, extra, statements, step

_ATOMS = ["a", "-a", "b", "c", "p(1)", "q(2)", "e", "f(1)", "s(1)", "x(2)", "z(1)", "k1(0)", "h1", "nowhere"]
_CONFIGURATIONS = [
    ("solve.models", ["0", "0", "0", "1", "3"], 4),
    ("solve.enum_mode", ["auto", "auto", "bt", "record", "brave", "cautious"], 3),
    ("solve.opt_mode", ["opt", "optN", "optN", "ignore", "enum", "enum,3"], 3),
    ("solve.project", ["no", "show", "project", "auto"], 3),
    ("solve.solve_limit", ["umax", "0", "umax,umax"], 1),
]
_ADDITIONS = {
    "rule": 6, "weight_rule": 3, "minimize": 2, "external": 1, "assume": 0.5, "project": 0.5, "heuristic": 0.5, "edge": 1,
}
_HOOKS = ["on_finish", "on_last", "on_unsat", "on_core", "on_statistics"]


class Sequence:
    """A sequence while it is drawn, with what the calls so far make of the program."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.calls = []
        self._extras = 0
        self._step = 0
        self._backends = 0
        self._external = ["e", "f(1)", "f(2)"]

    def draw(self):
        """The calls."""
        random = self.random
        length = random.randint(5, 40)
        self._begin()
        kinds = [
            (self._ground_step, 3), (self._extra, 2), (self._again, 1), (self._solve, 9), (self._assign, 3),
            (self._release, 1), (self._backend, 2), (self._configure, 3.5), (self._remove_minimize, 0.5), (self._flag, 0.5),
            (self._cleanup, 0.7), (self._project, 0.5), (self._look, 1.5), (self._const, 0.2),
        ]
        while len(self.calls) < length - 5:
            random.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]()
        if random.random() < 0.1:
            # What is kept of a search without it is not said: no other search comes behind.
            self._call("flag", "enable_enumeration_assumption", False)
        self._solve()
        return self.calls

    def _call(self, *call):
        self.calls.append(list(call))

    def _begin(self):
        random = self.random
        self._call("make", *random.choice([["0"], ["0"], ["0", "-c", "k=4"], ["1"], []]))
        if random.random() < 0.15:
            self._call("propagator", random.sample(_ATOMS[:6], 2), random.random() < 0.5)
        if random.random() < 0.1:
            self._call("observer")
        rest = ["{ a ; b ; p(X) : n(X) }."] if random.random() < 0.7 else []
        if random.random() < 0.6:
            rest += ["#external e.", "#external f(X) : n(X)."]
        rest += statements(random, base(), random.randint(3, 8))
        self._call("add", "base", [], [DOMAIN, "#const k=2.", *declared_once(rest)])
        # What a later step may define is external until then.
        stepwise = ["#external x(t+1).", *statements(random, step(), random.randint(2, 5))]
        stepwise = declared_once(stepwise)
        if random.random() < 0.3:
            self._call("add_text", ["#program step(t).", *stepwise])
        else:
            self._call("add", "step", ["t"], stepwise)
        self._call("add", "again", ["t"], statements(random, step(), random.randint(1, 2), OTHERS))
        wanted = [["base", []]]
        if random.random() < 0.2:
            wanted.append(self._next_step())
        self._call("ground", wanted, random.random() < 0.7)

    def _next_step(self):
        self._step += self.random.choice([1, 1, 1, 2])
        self._external += [f"x({self._step + 1})", f"z({self._step})"]
        return ["step", [str(self._step)]]

    def _ground_step(self):
        wanted = [self._next_step()]
        if self.random.random() < 0.2:
            wanted.append(self._next_step())
        if self.random.random() < 0.2:
            wanted.append(["again", [str(self.random.randint(1, 3))]])
        self._call("ground", wanted, self.random.random() < 0.5)

    def _extra(self):
        self._extras += 1
        part = extra(self._extras)
        self._external.append(f"{part.name}(8)")
        self._call("add", part.name, [], declared_once(statements(self.random, part, self.random.randint(1, 3))))
        self._call("ground", [[part.name, []]], self.random.random() < 0.5)

    def _again(self):
        self._call("ground", [["again", [str(self.random.randint(1, 3))]]], False)

    def _solve(self):
        random = self.random
        options = {"form": random.choices(["plain", "yield", "async", "both"], [4, 4, 2, 2])[0]}
        if random.random() < 0.3:
            options["assumptions"] = self._assumptions()
        if random.random() < 0.3:
            options["hooks"] = random.sample(_HOOKS, random.randint(1, 3))
        if random.random() < 0.5:
            options["ask"] = random.sample(_ATOMS, 3)
        if random.random() < 0.15:
            options["leave"] = random.randint(1, 3)
        if random.random() < 0.15:
            options["extend"] = True
        if random.random() < 0.1:
            options["clause"] = [[atom, random.random() < 0.5] for atom in random.sample(_ATOMS, 2)]
        if random.random() < 0.1:
            options["pause"] = 0.0005
        if options["form"] != "plain":
            options["by"] = random.choice(["for", "for", "resume", "wait"])
            options["last"] = random.random() < 0.3
            if random.random() < 0.2:
                options["wait"] = 0.002
            if random.random() < 0.1:
                options["cancel"] = True
            if random.random() < 0.3:
                options["cancel_after"] = True
        self._call("solve", options)
        if random.random() < 0.1:
            self._call("statistics")

    def _assumptions(self):
        """Few assumptions, or up to twice as many as there are atoms: repeated ones, and some that contradict others."""
        random = self.random
        if random.random() < 0.6:
            chosen = random.sample(_ATOMS, random.choice([1, 1, 2]))
            return [[atom, random.random() < 0.4, random.random() < 0.5] for atom in chosen]
        signs = {atom: random.random() < 0.25 for atom in _ATOMS}
        chosen = random.choices(random.sample(_ATOMS, random.randint(2, len(_ATOMS))), k=random.randint(3, 2 * len(_ATOMS)))
        return [[atom, signs[atom] != (random.random() < 0.03), random.random() < 0.5] for atom in chosen]

    def _assign(self):
        random = self.random
        atom = random.choice(self._external if random.random() < 0.9 else _ATOMS)
        self._call("assign", atom, random.choice([True, True, False, None]), random.random() < 0.3)
        if atom.startswith("x"):
            # If a rule defined it first, clingo would hold on to the value.
            self._solve()

    def _release(self):
        atom = self.random.choice(self._external)
        self._call("release", atom, self.random.random() < 0.3)

    def _configure(self):
        random = self.random
        path, values, _ = random.choices(_CONFIGURATIONS, [weight for _, _, weight in _CONFIGURATIONS])[0]
        self._call("configure", path, random.choice(values))

    def _remove_minimize(self):
        self._call("remove_minimize")

    def _flag(self):
        self._call("flag", "enable_cleanup", self.random.random() < 0.5)

    def _cleanup(self):
        self._call("cleanup")

    def _project(self):
        how = self.random.choice(["add_project", "replace_project", "remove_project"])
        self._call("project", how, *self.random.sample(_ATOMS, 2))

    def _look(self):
        kind = self.random.choices(["look", "conflicting", "observed"], [6, 1, 1])[0]
        self._call(kind, *([self.random.sample(_ATOMS, 2)] if kind == "look" else []))

    def _const(self):
        self._call("const", self.random.choice(["k", "nothing"]))

    def _backend(self):
        random = self.random
        self._backends += 1
        heads = [f"h{self._backends}", f"h{self._backends}(1)", "_one", "_two"]

        def body(least=0):
            names = random.sample(_ATOMS + heads, random.randint(least, 3))
            return [[name, random.random() < 0.6] for name in names]

        additions = [self._addition(heads, body) for _ in range(random.randint(1, 4))]
        self._external.append(f"h{self._backends}(5)")
        self._call("backend", *additions)

    def _addition(self, heads, body):
        random = self.random
        kind = random.choices(list(_ADDITIONS), list(_ADDITIONS.values()))[0]
        if kind == "rule":
            rest = [random.sample(heads, random.choice([0, 1, 1, 1, 1, 2])), body(1), random.random() < 0.4]
        elif kind == "weight_rule":
            rest = [random.sample(heads, random.choice([0, 1, 1])), random.randint(2, 4), body(2), random.random() < 0.3]
        elif kind == "minimize":
            rest = [random.randint(-1, 2), [random.randint(-1, 3) for _ in range(3)], body(1)]
        elif kind == "external":
            rest = [f"h{self._backends}(5)", random.choice(["Free", "True_", "False_"])]
        elif kind in ("assume", "project"):
            rest = [body(1)]
        elif kind == "heuristic":
            rest = [random.choice(_ATOMS), random.choice(["Level", "Sign", "Factor", "Init", "False_", "True_"]), body()]
        else:
            # The numbers of the nodes that texts name are not told.
            rest = [random.randint(11, 13), random.randint(11, 13), body(1)]
        if kind in ("rule", "weight_rule"):
            # A choice that nothing names makes several answer sets look the same.
            rest[-1] = rest[-1] and not any(head.startswith("_") for head in rest[0])
        return [kind, *rest]


def draw(seed):
    """The sequence of a seed."""
    return Sequence(seed).draw()


def features(sequence):
    """What there is in a sequence that tends to go wrong."""
    searches = [options for name, *rest in sequence if name == "solve" for options in rest]
    written = " ".join(str(call) for call in sequence)
    names = [call[0] for call in sequence]
    values = [call[2] for call in sequence if call[0] == "configure"]
    searched = names.index("solve")
    found = {
        "several grounds": names.count("ground") > 1,
        "several searches": len(searches) > 1,
        "yields": any(options["form"] in ("yield", "both") for options in searches),
        "async": any(options["form"] in ("async", "both") for options in searches),
        "both": any(options["form"] == "both" for options in searches),
        "left early": any("leave" in options for options in searches),
        "assumptions": any("assumptions" in options for options in searches),
        "externals": "#external" in written and "assign" in names,
        "releases": "#external" in written and "release" in names,
        "backend": "backend" in names,
        "minimize": any(word in written for word in ("#minimize", "#maximize", ":~", "'minimize'")),
        "minimize removed": "remove_minimize" in names,
        "consequences": "brave" in values or "cautious" in values,
        "projection": "show" in values or "project" in values,
        "all best": "optN" in values,
        "clauses": any("clause" in options for options in searches),
        "propagators": "propagator" in names,
        "disjunctions": any(";" in text.split(":-")[0] and "{" not in text for text in _statements(sequence)),
        "loops": any(text.count(" :- ") == 3 for text in _statements(sequence)),
        "aggregates": any(f"#{function} {{" in written for function in ("count", "sum", "sum+", "min", "max")),
        "looks after a search": "look" in names[searched:],
    }
    return [name for name, is_there in found.items() if is_there]


def _statements(sequence):
    for call in sequence:
        if call[0] in ("add", "add_text"):
            yield from call[-1]
