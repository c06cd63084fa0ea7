"""The calls of a random sequence, made on a control object of the module that `clingo` is, and what they let see.

Each public method of `Calls` is one call of a sequence. Told is what does not depend on the order of the search: sets of
models where all of them are found, their number where a limit ends the search, the costs of a best one, the consequences of
which none is open, results and kinds of exceptions.
"""

import time

import clingo
from transcript import text

IS_CLINGO = not hasattr(clingo, "certify")

MANY = 100
"""How many models are looked at; a search that finds more is left."""


def symbol(written):
    return clingo.parse_term(written)


def known(atoms, wanted):
    """The symbolic atom of a symbol. clingo keeps some that no rule defines, with 0 in place of a literal: they are none."""
    found = atoms[wanted]
    return found if found is not None and found.literal != 0 else None


def is_external(atom):
    """Whether an atom is external and never anything else: clingo does not say so of what the backend declared, and of what
    a later step has a rule for it depends on what is left of that rule."""
    return atom.is_external and atom.symbol.name[0] not in "hx"


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


class Record:
    """What was seen of a model while it was at hand."""

    def __init__(self, model, asked, extended):
        self.cost = tuple(model.cost)
        # clingo forgets priorities at which nothing depends on atoms.
        self.costs = sorted((priority, cost) for priority, cost in zip(model.priority, model.cost) if cost)
        self.proven = model.optimality_proven
        self.number, self.kind, self.thread = model.number, model.type, model.thread_id
        self.atoms = frozenset(model.symbols(atoms=True))
        self.shown = frozenset(model.symbols(shown=True))
        self.terms = frozenset(model.symbols(terms=True))
        self.theory = frozenset(model.symbols(theory=True))
        self.printed = frozenset(str(model).split())
        self.extended = frozenset(extended)
        self.asked, self.follows = {}, {}
        for atom in asked:
            # Whether an atom that is false for good is still in the table depends on what the search has learned.
            found = known(model.context.symbolic_atoms, atom)
            literal = found.literal if found is not None else None
            holds = literal is not None and model.is_true(literal)
            fails = literal is None or model.is_true(-literal)
            follows = model.is_consequence(literal) if literal is not None else False
            self.asked[str(atom)] = [model.contains(atom), holds, fails]
            self.follows[str(atom)] = follows

    def told(self, possible):
        """All of it that is the model's own; `possible` atoms are in some model. Of others, clingo has no literal to ask for."""
        asked = sorted((name, told if symbol(name) in possible else told[:1]) for name, told in self.asked.items())
        return [
            sorted(self.atoms), sorted(self.shown), sorted(self.terms), sorted(self.theory), sorted(self.printed),
            self.costs, self.kind, self.thread, asked,
        ]


class Search:
    """One call of `solve`: takes down what it finds, and tells what is determined."""

    def __init__(self, calls, options):
        self.calls, self.options, self.control = calls, options, calls.control
        settings = calls.control.configuration.solve
        self.models = int(settings.models)
        self.aim, _, self.bound = settings.opt_mode.partition(",")
        self.reasoning = settings.enum_mode if settings.enum_mode in ("brave", "cautious") else None
        self.projection = settings.project.split(",")[0]
        self.is_limited = not settings.solve_limit.startswith(("umax", "-1"))
        self.yields = options["form"] in ("yield", "both")
        self.is_async = options["form"] in ("async", "both")
        self.records = []
        self.seen, self.is_twice = set(), False
        self.core = None
        self.is_left = False
        self.asked = [symbol(atom) for atom in options.get("ask", ())]

    def assumptions(self):
        given = []
        for atom, holds, as_literal in self.options.get("assumptions", ()):
            found = known(self.control.symbolic_atoms, symbol(atom))
            if found is None:
                given.append((symbol("nowhere"), holds))
            elif as_literal:
                given.append(found.literal if holds else -found.literal)
            else:
                given.append((symbol(atom), holds))
        return given

    def see(self, model):
        """Looks at a model; whether the search is to go on."""
        time.sleep(self.options.get("pause", 0))
        extended = []
        if self.options.get("extend"):
            extended = [clingo.Function("cost", [clingo.Number(cost) for cost in model.cost]), clingo.Function("theory")]
            model.extend(extended)
        record = Record(model, self.asked, extended)
        if IS_CLINGO and self.projection == "no" and self.reasoning is None and not record.cost:
            # With `--eq=0`, clingo finds some answer sets twice.
            if record.atoms in self.seen:
                self.is_twice = True
                return True
            self.seen.add(record.atoms)
        self.records.append(record)
        if self.clause() and not model.cost and self.reasoning is None:
            model.context.add_clause(self.clause())
        counted = [record for record in self.records if not self.improves() or record.proven]
        self.is_left = len(counted) >= MANY or len(self.records) >= self.options.get("leave", MANY * MANY)
        return not self.is_left

    def improves(self):
        """Whether models are found on the way to a best one."""
        return self.aim in ("opt", "optN") and any(record.cost for record in self.records)

    def is_cut(self):
        """Whether the search did not come to its end, or may have come there before it was left."""
        is_improved = self.improves() or self.reasoning is not None
        return self.is_left or (is_improved and "leave" in self.options)

    def clause(self):
        return [(symbol(atom), holds) for atom, holds in self.options.get("clause", ())]

    def run(self):
        """The search in the form that is asked for; its result, None where it was cancelled."""
        options = self.options
        heard = []
        hooks = {}
        if not self.yields:
            hooks["on_model"] = self.see
        for name in options.get("hooks", ()):
            hooks[name] = {
                "on_finish": lambda result: heard.append(result),
                "on_last": lambda model: heard.append(Record(model, self.asked, ())),
                "on_unsat": lambda bound: None,
                "on_core": lambda core: heard.append(list(core)),
                "on_statistics": self.calls.count,
            }[name]
        solved = self.control.solve(self.assumptions(), yield_=self.yields, async_=self.is_async, **hooks)
        if self.yields or self.is_async:
            with solved as handle:
                solved = self.drive(handle)
        self.hear(heard, hooks, solved)
        self.tell_core(solved)
        return solved

    def drive(self, handle):
        """Takes a handle through a search."""
        options, tell = self.options, self.calls.tell
        time.sleep(options.get("wait", 0))
        if options.get("cancel"):
            handle.cancel()
            return None
        if self.yields:
            self.take(handle)
            if "leave" in options and options.get("cancel_after"):
                handle.cancel()
                return None
        result = handle.get()
        if not self.is_cut():
            tell("after", handle.model() is None, handle.wait())
            if options.get("last"):
                last = handle.last()
                tell("last", last is None)
            self.core = list(handle.core())
        return result

    def take(self, handle):
        """All models of a handle, one way or another."""
        if self.options.get("by") == "resume":
            while (model := handle.model()) is not None:
                if not self.see(model):
                    return
                handle.resume()
        elif self.options.get("by") == "wait":
            while True:
                # clingo waits for a time only where the search has a thread of its own.
                while self.is_async and not handle.wait(0.001):
                    pass
                handle.wait()
                model = handle.model()
                if model is None or not self.see(model):
                    return
                at_hand = handle.get()
                if not model.cost and self.reasoning is None and not self.clause():
                    self.calls.tell("at hand", at_hand)
                handle.resume()
        else:
            for model in handle:
                if not self.see(model):
                    return

    def hear(self, heard, hooks, result):
        tell = self.calls.tell
        for one in heard:
            if isinstance(one, clingo.SolveResult):
                tell("on_finish", one if result is not None and not self.is_limited else None)
            elif isinstance(one, list):
                if self.is_limited:
                    continue
                self.core = one
            elif not self.is_cut() and not self.is_limited:
                last = self.records[-1]
                tell("on_last", one.atoms == last.atoms, one.cost == last.cost, one.number == last.number)

    def tell(self, result):
        """What is determined of what was found."""
        tell, records = self.calls.tell, self.records
        # clingo counts bounds over the priorities that are left when it has simplified.
        is_vague = self.bound and self.calls.has_priorities
        if result is None or self.is_limited or is_vague:
            return
        tell(result)
        costs = any(record.cost for record in records)
        wanted = self.models if self.models >= 0 else int(not self.improves() and self.reasoning is None)
        is_complete = wanted == 0 and not self.is_cut()
        if is_complete:
            tell(result.exhausted)
        if self.clause() and not costs and self.reasoning is None:
            if is_complete and self.projection == "no":
                kept = [record for record in records if self.satisfies(record)]
                tell("models within the clause", self.told(kept))
        elif self.projection == "show" and self.calls.shows_late:
            # For clingo, atoms of earlier steps are shown here which `#show` of a later text hides.
            pass
        elif self.reasoning is not None:
            # Consequences of best answer sets depend on which of them are found; with a bound or all of them they do not.
            is_determined = not self.calls.minimizes or self.aim in ("enum", "ignore")
            is_determined = is_determined and not self.calls.shows_late
            if is_complete and is_determined and records and not self.calls.projects and self.projection == "no":
                self.tell_consequences(records[-1])
        elif self.improves():
            # Projected, the best costs depend on which answer set stands for others.
            if is_complete and self.projection == "no":
                tell("best", records[-1].costs)
                if self.aim == "optN":
                    self.tell_models([record for record in records if record.proven])
        elif is_complete:
            if self.projection == "no" and not self.options.get("assumptions"):
                sets = [record.atoms for record in records]
                self.calls.open = set().union(*sets) - set.intersection(*map(set, sets)) if sets else set()
            numbers = [record.number for record in records] == list(range(1, len(records) + 1))
            tell("numbers", numbers or self.is_twice)
            self.tell_models(records)
        else:
            tell("models", len(records))

    def tell_core(self, result):
        """That the core is what its name says: some of what was assumed, external atoms among it in clingo."""
        if self.core is None or result is None or self.is_limited or (self.bound and self.calls.has_priorities):
            return
        if result.unsatisfiable:
            self.calls.tell("under the core", self.control.solve(assumptions=self.core))
        else:
            self.calls.tell("core", self.core)

    def satisfies(self, record):
        return any((atom in record.atoms) == holds for atom, holds in self.clause())

    def tell_models(self, records):
        tell = self.calls.tell
        self.calls.enumerated = len(records) if not self.improves() and self.core is None else None
        tell("models", len(records))
        if self.projection == "no":
            tell(*self.told(records))
        elif self.projection == "show":
            tell(*sorted(text(record.shown) for record in records))

    def told(self, records):
        possible = set().union(*(record.atoms for record in records))
        return sorted(text(record.told(possible)) for record in records)

    def tell_consequences(self, record):
        is_brave = self.reasoning == "brave"
        known = [(name, follows) for name, follows in sorted(record.follows.items()) if record.asked[name][0] == is_brave]
        # Of what is not shown, consequences are not looked for.
        self.calls.tell("consequences", record.kind, record.shown, record.terms, sorted(known))


class Calls:
    """A control object, and the calls that are made on it."""

    def __init__(self, tell):
        self.tell = tell
        self.control = None
        self.open = set()
        """Atoms that some but not all answer sets have, as the last search has shown."""
        self.externals = set()
        """External atoms, if the last search has found something: clingo drops them where a step contradicts itself."""
        self.projects = self.minimizes = self.has_priorities = self.shows_late = self.is_ground = self.is_satisfiable = False
        self.is_grown = False
        """Whether something was ground since."""
        self.enumerated = None
        """How many models the last search has enumerated, where that is determined."""
        self._observer = None

    def make(self, *arguments):
        # Without `--eq=0`, clingo takes atoms that mean the same in one program for one, also after its externals have changed.
        self.control = clingo.Control([*arguments, "--eq=0"], logger=lambda code, message: None)

    def add(self, name, parameters, statements):
        self.control.add(name, parameters, self._text(statements))

    def add_text(self, statements):
        self.control.add(self._text(statements))

    def _text(self, statements):
        text = "\n".join(statements)
        self.projects = self.projects or "#project" in text
        self.minimizes = self.minimizes or any(word in text for word in ("#minimize", "#maximize", ":~"))
        self.has_priorities = self.has_priorities or "@" in text
        self.shows_late = self.shows_late or (self.is_ground and "#show" in text)
        return text

    def ground(self, parts, context):
        self.is_grown = self.is_ground = True
        wanted = [(name, [symbol(argument) for argument in arguments]) for name, arguments in parts]
        self.control.ground(wanted, context=Context() if context else None)

    def solve(self, options):
        search = Search(self, options)
        self.open, self.is_satisfiable, self.enumerated, self.is_grown = set(), False, None, False
        result = search.run()
        self.is_satisfiable = result is not None and result.satisfiable is True
        atoms = self.control.symbolic_atoms
        self.externals = {atom.symbol for atom in atoms if is_external(atom)} if self.is_satisfiable else set()
        search.tell(result)

    def statistics(self):
        """Counts of the search that ended last."""
        found = self.control.statistics
        self.tell("call", int(found["summary"]["call"]))
        for name in ("user_step", "user_accu"):
            self.tell({key: int(value) for key, value in found.get(name, {}).items()})
        if self.enumerated is not None:
            self.tell("models", int(found["summary"]["models"]["enumerated"]))

    def count(self, step, accumulated):
        """What `on_statistics` does."""
        step["searches"] = 1
        accumulated["searches"] = lambda before: (before or 0) + 1

    def assign(self, atom, value, as_literal):
        self.control.assign_external(self._given(atom, as_literal), value)

    def release(self, atom, as_literal):
        self.control.release_external(self._given(atom, as_literal))

    def _given(self, atom, as_literal):
        found = known(self.control.symbolic_atoms, symbol(atom))
        return found.literal if as_literal and found is not None else symbol(atom)

    def configure(self, path, value):
        *above, key = path.split(".")
        where = self.control.configuration
        for name in above:
            where = getattr(where, name)
        setattr(where, key, value)
        self.tell(getattr(where, key))

    def flag(self, name, value):
        setattr(self.control, name, value)
        self.tell(getattr(self.control, name))

    def cleanup(self):
        self.control.cleanup()

    def remove_minimize(self):
        self.control.remove_minimize()

    def project(self, how, *atoms):
        self.projects = True
        there = [symbol(atom) for atom in atoms if known(self.control.symbolic_atoms, symbol(atom)) is not None]
        getattr(self.control, how)(*([there] if how != "remove_project" else []))

    def propagator(self, atoms, early):
        self.control.register_propagator(Forbids(atoms, early))

    def observer(self):
        self._observer = Counter()
        self.control.register_observer(self._observer)

    def const(self, name):
        self.tell(self.control.get_const(name))

    def conflicting(self):
        """Never so where there is an answer set; else it may have been found out or not."""
        if self.is_satisfiable:
            self.tell(self.control.is_conflicting)

    def look(self, names):
        """The symbolic atoms, and some by name.

        Atoms that never hold are there or not, and facts are said to be some, as grounding goes on and as a search has learned.
        Told are those that all answer sets have shown to be open, and external ones.
        """
        atoms = self.control.symbolic_atoms
        self.tell(len(atoms) == sum(1 for _ in atoms))
        if not self.is_grown:
            told = [atom for atom in atoms if atom.symbol in self.open | self.externals]
            self.tell(sorted((str(atom.symbol), atom.is_fact, is_external(atom)) for atom in told))
        for name in names:
            found = atoms[symbol(name)]
            if found is not None and found.symbol in self.open:
                self.tell(name, symbol(name) in atoms, found.match(found.symbol.name, len(found.symbol.arguments)))
                self.tell((found.symbol.name, len(found.symbol.arguments), True) in atoms.signatures)

    def backend(self, *additions):
        """Rules and more."""
        self.is_grown = True
        with self.control.backend() as backend:
            made = {}

            def atom(name):
                if name not in made:
                    made[name] = backend.add_atom() if name.startswith("_") else backend.add_atom(symbol(name))
                return made[name]

            def seen(name):
                is_there = name in made or name.startswith("_") or known(self.control.symbolic_atoms, symbol(name))
                # An atom that may be defined later must not be in the program yet; one without a name is as false.
                return atom(name) if is_there else backend.add_atom()

            def literals(given):
                return [seen(name) * (1 if sign else -1) for name, sign in given]

            for kind, *rest in additions:
                if kind == "rule":
                    heads, body, choice = rest
                    backend.add_rule([atom(name) for name in heads], literals(body), choice)
                elif kind == "weight_rule":
                    heads, lower, body, choice = rest
                    weighted = [(literal, place + 1) for place, literal in enumerate(literals(body))]
                    backend.add_weight_rule([atom(name) for name in heads], lower, weighted, choice)
                elif kind == "minimize":
                    priority, weights, body = rest
                    self.minimizes = self.has_priorities = True
                    backend.add_minimize(priority, list(zip(literals(body), weights)))
                elif kind == "external":
                    backend.add_external(atom(rest[0]), clingo.TruthValue[rest[1]])
                elif kind == "assume":
                    there = [(name, sign) for name, sign in rest[0] if symbol(name) in self.open]
                    backend.add_assume(literals(there))
                elif kind == "project":
                    self.projects = True
                    backend.add_project([abs(literal) for literal in literals(rest[0])])
                elif kind == "heuristic":
                    backend.add_heuristic(seen(rest[0]), clingo.backend.HeuristicType[rest[1]], 1, 1, literals(rest[2]))
                elif kind == "edge":
                    backend.add_acyc_edge(rest[0], rest[1], literals(rest[2]))

    def observed(self):
        if self._observer is not None and self.is_satisfiable:
            self.tell(self._observer.seen, self._observer.priorities)
