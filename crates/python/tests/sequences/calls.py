"""The calls of a random sequence, made on a control object of the module that `clingo` is, and what they let see.

Each public method of `Calls` is one call of a sequence. Told is what does not depend on the order of the search.
"""

import clingo
from guests import Context, Counter, Forbids, Heads
from search import IS_CLINGO, Search
from table import is_external, is_ordinary, known, symbol


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
        self.unnamed = []
        """The literals of the atoms that rules of a backend define without a name."""
        self.enumerated = None
        """How many models the last search has enumerated, where that is determined."""
        self._observer = None
        self._heads = Heads()

    def make(self, *arguments):
        # Without `--eq=0`, clingo takes atoms that mean the same in one program for one, also after its externals have changed.
        self.control = clingo.Control([*arguments, "--eq=0"], logger=lambda code, message: None)
        if IS_CLINGO:
            self.control.register_observer(self._heads)

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
        if IS_CLINGO:
            # An external atom with a rule keeps its value where that rule cannot apply: `#external x.`, `x` set to true and later
            # `x ; y :- not x.` have the answer set `x`. By the documentation it is external only until a rule defines it.
            for atom in self.control.symbolic_atoms.by_signature("x", 1):
                if atom.is_external and atom.literal in self._heads.atoms:
                    self.control.assign_external(atom.literal, False)

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
        found = known(self.control.symbolic_atoms, symbol(atom))
        if IS_CLINGO and found is not None and (is_ordinary(found) or found.literal in self._heads.atoms):
            # By clingo's documentation this has no effect. It has one where no rule is left for the atom:
            # `k(1) :- k(0). k(0) :- k(1), not k(1).` and `k(0)` set to true have the answer set `k(0) k(1)`.
            return
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
                self.tell((found.symbol.name, len(found.symbol.arguments), found.symbol.positive) in atoms.signatures)

    def backend(self, *additions):
        """Rules and more."""
        self.is_grown = True
        with self.control.backend() as backend:
            made = {}

            def atom(name):
                if name not in made:
                    made[name] = backend.add_atom() if name.startswith("_") else backend.add_atom(symbol(name))
                    if name.startswith("_"):
                        self.unnamed.append(made[name])
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
