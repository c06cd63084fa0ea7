"""One search of a sequence, in any of the forms that there are, and what is determined of what it finds.

Told are sets of models where all of them are found, their number where a limit ends the search, the costs of a best one, the
consequences of which none is open, and results.
"""

import time

import clingo
from table import known, symbol
from transcript import text

IS_CLINGO = not hasattr(clingo, "certify")

MANY = 100
"""How many models are looked at; a search that finds more is left."""


class Record:
    """What was seen of a model while it was at hand."""

    def __init__(self, model, asked, unnamed):
        self.cost = tuple(model.cost)
        # clingo forgets priorities at which nothing depends on atoms.
        self.costs = sorted((priority, cost) for priority, cost in zip(model.priority, model.cost) if cost)
        self.proven = model.optimality_proven
        self.number, self.kind, self.thread = model.number, model.type, model.thread_id
        self.atoms = frozenset(model.symbols(atoms=True))
        self.whole = self.atoms | {literal for literal in unnamed if model.is_true(literal)}
        """What tells it from other answer sets: they may differ in atoms without a name."""
        self.shown = frozenset(model.symbols(shown=True))
        self.terms = frozenset(model.symbols(terms=True))
        self.theory = frozenset(model.symbols(theory=True))
        self.printed = frozenset(str(model).split())
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
        """All of it that is the model's own. Of atoms that are not `possible`, clingo has no literal to ask for."""
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
        # clingo counts bounds over the priorities that are left when it has simplified: with `#minimize { 0@2 : a }.` in base and
        # `#minimize { 2 : b }.` in a later step, `enum,3` bounds what is minimised at 0.
        self.is_vague = bool(self.bound and calls.has_priorities)
        # For clingo, atoms of earlier steps are shown here which `#show` of a later text hides: after `{ a }.` is ground, the text
        # `#show b/0.` leaves two answer sets projected to what they show, both of which show nothing.
        self.is_shown_late = self.projection in ("show", "auto") and calls.shows_late
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
        if self.options.get("extend"):
            costs = [clingo.Number(cost) for cost in model.cost if cost]
            model.extend([clingo.Function("cost", costs), clingo.Function("theory")])
        record = self.record(model)
        if IS_CLINGO and self.projection == "no" and self.reasoning is None and not record.cost:
            # With `--eq=0`, clingo finds some answer sets twice.
            if record.whole in self.seen:
                self.is_twice = True
                return True
            self.seen.add(record.whole)
        self.records.append(record)
        if self.clause() and not model.cost and self.reasoning is None:
            model.context.add_clause(self.clause())
        counted = [record for record in self.records if not self.improves() or record.proven]
        self.is_left = len(counted) >= MANY or len(self.records) >= self.options.get("leave", MANY * MANY)
        return not self.is_left

    def record(self, model):
        return Record(model, self.asked, self.calls.unnamed)

    def improves(self):
        """Whether models are found on the way to a best one."""
        return self.aim in ("opt", "optN") and any(record.cost for record in self.records)

    def is_cut(self):
        """Whether the search did not come to its end, or may have come there before it was left."""
        is_improved = self.improves() or self.reasoning is not None
        return self.is_left or self.is_shown_late or (is_improved and "leave" in self.options)

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
                "on_last": lambda model: heard.append(self.record(model)),
                "on_unsat": lambda bound: None,
                "on_core": lambda core: heard.append(list(core)),
                "on_statistics": self.calls.count,
            }[name]
        solved = self.control.solve(self.assumptions(), yield_=self.yields, async_=self.is_async, **hooks)
        if self.yields or self.is_async:
            with solved as handle:
                solved = self.drive(handle)
        self.hear(heard, solved)
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
                tell("last", last is not None and self.is_last(self.record(last)))
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
                model, before = handle.model(), len(self.records)
                if model is None or not self.see(model):
                    return
                at_hand = handle.get()
                is_told = len(self.records) > before and not self.is_shown_late
                if is_told and not model.cost and self.reasoning is None and not self.clause():
                    self.calls.tell("at hand", at_hand)
                handle.resume()
        else:
            for model in handle:
                if not self.see(model):
                    return

    def hear(self, heard, result):
        tell = self.calls.tell
        for one in heard:
            if isinstance(one, clingo.SolveResult):
                tell("on_finish", one if result is not None and not self.is_limited and not self.is_vague else None)
            elif isinstance(one, list):
                if self.is_limited:
                    continue
                self.core = one
            elif not self.is_cut() and not self.is_limited:
                tell("on_last", self.is_last(one))

    def is_last(self, record):
        """Whether this is the model that was at hand last, with what it was extended with."""
        last = self.records[-1]
        return record.atoms == last.atoms and record.cost == last.cost and record.theory == last.theory

    def tell(self, result):
        """What is determined of what was found."""
        tell, records = self.calls.tell, self.records
        if result is None or self.is_limited or self.is_vague:
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
        elif self.is_shown_late:
            pass
        elif self.reasoning is not None:
            # Consequences of best answer sets depend on which of them are found; with a bound or all of them they do not.
            is_determined = not self.calls.minimizes or self.aim in ("enum", "ignore")
            is_plain = not self.calls.shows_late and not self.calls.projects and self.projection == "no"
            if is_complete and is_determined and is_plain and records:
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
        if self.core is None or result is None or self.is_limited or self.is_vague:
            return
        if result.unsatisfiable:
            self.calls.tell("under the core", self.control.solve(assumptions=self.core))
        else:
            self.calls.tell("core", self.core)

    def satisfies(self, record):
        return any((atom in record.atoms) == holds for atom, holds in self.clause())

    def tell_models(self, records):
        tell = self.calls.tell
        if IS_CLINGO and self.aim == "optN" and self.projection == "no":
            records = list({record.whole: record for record in records}.values())
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
        follows = sorted((name, it) for name, it in record.follows.items() if record.asked[name][0] == is_brave)
        # Of what is not shown, consequences are not looked for.
        self.calls.tell("consequences", record.kind, record.shown, record.terms, follows)
