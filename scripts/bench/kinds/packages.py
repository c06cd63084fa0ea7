"""Configurations of packages, as package managers choose them."""

from families import facts
from kinds import kind

# What Spack chooses by, in words of its own: versions, variants, virtual packages and their providers, conditions of
# dependencies, compilers, targets, reuse of what is installed, and some forty priorities, those of packages to be built above
# those of packages that are there (Gamblin et al., Using Answer Set Programming for HPC Dependency Solving, SC 2022).
RULES = """
node(P) :- root(P).
node(Q) :- depends(_,Q).

% A package is there already, or it is built.
{ reuse(P,H) : installed(P,H) } 1 :- node(P).
reuse(Q,G) :- reuse(P,H), hash_depends(H,Q,G).
reused(P) :- reuse(P,_).
build(P) :- node(P), not reused(P).

% One value of each attribute: chosen for a package to be built, known of one that is there.
{ attr(version,P,V) : version(P,V,_) } = 1 :- build(P).
{ attr(compiler,P,C) : compiler(C,_) } = 1 :- build(P).
{ attr(target,P,T) : target(T,_) } = 1 :- build(P).
{ attr(system,P,S) : system(S,_) } = 1 :- build(P).
{ attr(variant(X),P,W) : value(P,X,W) } = 1 :- build(P), has(P,X).
attr(A,P,W) :- reuse(P,H), hash_attr(H,A,W).
attr(range,P,R) :- attr(version,P,V), in_range(P,R,V).
has(P,X) :- met(C), condition(C,P), defines(C,X).

% A condition that is met says something about a package that is built.
met(C) :- condition(C,P), node(P), attr(A,Q,W) : needs(C,A,Q,W).
applies(C) :- met(C), condition(C,P), build(P).
depends(P,Q) :- applies(C), condition(C,P), wants(C,Q).
depends(P,Q) :- reuse(P,H), hash_depends(H,Q,_).
imposed(A,Q,W) :- applies(C), imposes(C,A,Q,W).
:- imposed(A,Q,W), node(Q), not attr(A,Q,W).
:- applies(C), conflict(C).
:- requested(A,P,W), not attr(A,P,W).

% Virtual packages have one provider.
asks(P,V) :- applies(C), condition(C,P), wants_virtual(C,V).
asks(P,V) :- reuse(P,H), hash_virtual(H,_,V).
candidate(Q,V) :- condition(C,Q), provides(C,V).
{ provider(V,Q) : candidate(Q,V) } = 1 :- asks(_,V).
provider(V,Q) :- reuse(_,H), hash_virtual(H,Q,V).
depends(P,Q) :- asks(P,V), provider(V,Q).
offers(Q,V) :- met(C), condition(C,Q), provides(C,V).
:- provider(V,Q), build(Q), not offers(Q,V).

% Compilers know targets, and what is built runs where it is needed.
:- build(P), attr(compiler,P,C), attr(target,P,T), not supports(C,T).
:- depends(P,Q), attr(target,P,T), attr(target,Q,U), target(T,I), target(U,J), J < I.
differs(A,P,Q) :- depends(P,Q), attr(A,P,W), not attr(A,Q,W), compared(A).

below(P) :- node(P), not root(P).
priority(P,200) :- build(P).
priority(P,0) :- reused(P).
unused(P,X) :- default(P,X,W), has(P,X), not attr(variant(X),P,W), node(P).

#minimize { 1@100,P : build(P) }.
#minimize { 1@15+B,P : attr(version,P,V), deprecated(P,V), priority(P,B) }.
#minimize { W@14+B,P : root(P), attr(version,P,V), version(P,V,W), priority(P,B) }.
#minimize { 1@13+B,P,X : root(P), unused(P,X), priority(P,B) }.
#minimize { W@12+B,P,V : root(P), asks(P,V), provider(V,Q), preference(V,Q,W), priority(P,B) }.
#minimize { 1@11+B,P : root(P), attr(system,P,S), system(S,W), W > 0, priority(P,B) }.
#minimize { 1@10+B,P,X : below(P), unused(P,X), priority(P,B) }.
#minimize { W@9+B,Q,V : provider(V,Q), preference(V,Q,W), priority(Q,B) }.
#minimize { 1@8+B,P,Q : differs(compiler,P,Q), priority(Q,B) }.
#minimize { 1@7+B,P,Q : differs(system,P,Q), priority(Q,B) }.
#minimize { W@6+B,P : attr(system,P,S), system(S,W), priority(P,B) }.
#minimize { W@5+B,P : below(P), attr(version,P,V), version(P,V,W), priority(P,B) }.
#minimize { W@4+B,P : attr(compiler,P,C), compiler(C,W), priority(P,B) }.
#minimize { 1@3+B,P,Q : differs(target,P,Q), priority(Q,B) }.
#minimize { W@2+B,P : attr(target,P,T), target(T,W), priority(P,B) }.
#minimize { 1@1+B,P : node(P), priority(P,B) }.

#heuristic attr(version,P,V) : version(P,V,0), node(P). [10, true]
#heuristic attr(compiler,P,C) : compiler(C,0), node(P). [10, true]
#heuristic attr(target,P,T) : target(T,0), node(P). [10, true]
#heuristic attr(variant(X),P,W) : default(P,X,W), node(P). [10, true]
#heuristic provider(V,Q) : preference(V,Q,0). [10, true]
"""

COMPILERS = 6
TARGETS = 12
SYSTEMS = 3
VIRTUALS = 6
# Rows of a package are the weights of its versions, the newest first.
VERSIONS = (4, 12)


class Repository:
    """Packages, each of which depends on later ones alone, and the conditions of each."""

    def __init__(self, draw, count):
        self.draw = draw
        self.count = count
        self.rows = {}
        self.versions = [draw.randint(*VERSIONS) for _ in range(count)]
        self.ranges = [self.ranges_of(package) for package in range(count)]
        self.variants = [self.variants_of() for _ in range(count)]
        # Of each package: the attributes that it needs of itself, what it does, and with what.
        self.conditions = [[] for _ in range(count)]
        first = count * 3 // 4
        self.providers = [sorted(draw.sample(range(first, count), 3)) for _ in range(VIRTUALS)]
        for package in range(count):
            self.describe(package, first)

    def add(self, name, *row):
        self.rows.setdefault(name, []).append(row)

    def ranges_of(self, package):
        """Intervals of versions, those that hold most of them more often."""
        last = self.versions[package] - 1
        return [(0, self.draw.randint(last // 2, last)) if i % 3 else (self.draw.randint(0, 1), last) for i in range(5)]

    def variants_of(self):
        """How many values each variant has; the default is the first. The first variant is there in all versions."""
        return [self.draw.choice([2, 2, 2, 3, 5]) for _ in range(self.draw.randint(1, 7))]

    def need(self, package):
        """An attribute of a package that a condition may speak of."""
        if self.draw.random() < 0.5:
            return ("range", self.draw.randrange(len(self.ranges[package])))
        variant = self.draw.randrange(len(self.variants[package]))
        return (f"variant({variant})", self.draw.randrange(self.variants[package][variant]))

    def describe(self, package, first):
        draw, conditions = self.draw, self.conditions[package]
        for variant in range(len(self.variants[package])):
            needs = [("range", draw.randrange(5))] if variant and draw.random() < 0.2 else []
            conditions.append((needs, [("defines", variant)]))
        later = range(package + 1, min(self.count, package + 60))
        for other in draw.sample(later, min(len(later), draw.randint(1, 5))):
            needs = [self.need(package)] if draw.random() < 0.5 else []
            imposed = [("imposes", name, f"p{other}", value) for name, value in self.imposition(other)]
            conditions.append((needs, [("wants", f"p{other}"), *imposed]))
            if draw.random() < 0.6:
                name, value = ("range", draw.randrange(5))
                conditions.append(([*needs, self.need(package)], [("imposes", name, f"p{other}", value)]))
        if package < first:
            for virtual in range(VIRTUALS):
                if draw.random() < 0.15:
                    needs = [self.need(package)] if draw.random() < 0.4 else []
                    conditions.append((needs, [("wants_virtual", f"v{virtual}")]))
        for virtual, providers in enumerate(self.providers):
            if package in providers:
                needs = [("range", draw.randrange(5))] if draw.random() < 0.3 else []
                conditions.append((needs, [("provides", f"v{virtual}")]))
        for _ in range(draw.randint(0, 2)):
            needs = [("compiler", f"c{draw.randrange(1, COMPILERS)}"), ("range", draw.randrange(5)), self.need(package)]
            conditions.append((needs, [("conflict",)]))

    def imposition(self, other):
        """What a dependency asks of a package beside its being there."""
        if self.draw.random() < 0.3:
            yield ("range", self.draw.randrange(5))
        if self.draw.random() < 0.08:
            yield ("variant(0)", self.draw.randrange(2))

    def write(self):
        """The facts of all packages."""
        for package in range(self.count):
            name = f"p{package}"
            for version in range(self.versions[package]):
                self.add("version", name, version, version)
                if version > 2 and self.draw.random() < 0.1:
                    self.add("deprecated", name, version)
            for number, (low, high) in enumerate(self.ranges[package]):
                for version in range(low, high + 1):
                    self.add("in_range", name, number, version)
            for variant, values in enumerate(self.variants[package]):
                self.add("default", name, variant, 0)
                for value in range(values):
                    self.add("value", name, variant, value)
            for number, (needs, effects) in enumerate(self.conditions[package]):
                condition = f"{name}_{number}"
                self.add("condition", condition, name)
                for attribute, value in needs:
                    self.add("needs", condition, attribute, name, value)
                for effect, *words in effects:
                    self.add(effect, condition, *words)
        for virtual, providers in enumerate(self.providers):
            for weight, package in enumerate(self.draw.sample(providers, len(providers))):
                self.add("preference", f"v{virtual}", f"p{package}", weight)

    def install(self, number, root):
        """A package with all that it depends on, as somebody built it some time ago."""
        draw, done = self.draw, {}
        compiler, target = draw.randrange(COMPILERS), draw.randrange(TARGETS // 2)
        provider = [draw.choice(providers) for providers in self.providers]

        def build(package):
            if package in done:
                return
            version = min(draw.randrange(self.versions[package]), draw.randrange(self.versions[package]))
            found = {"version": version, "compiler": f"c{compiler}", "target": f"t{target}", "system": "s0"}
            values = [0 if draw.random() < 0.8 else draw.randrange(count) for count in self.variants[package]]

            def holds(needs):
                for name, value in needs:
                    low, high = self.ranges[package][value] if name == "range" else (0, 0)
                    if not (low <= version <= high if name == "range" else found.get(name) == value):
                        return False
                return True

            for needs, effects in self.conditions[package]:
                if effects[0][0] == "defines" and holds(needs):
                    found[f"variant({effects[0][1]})"] = values[effects[0][1]]
            depends, virtuals = [], []
            done[package] = ([*found.items()], depends, virtuals)
            for needs, effects in self.conditions[package]:
                word = effects[0][0]
                if word in ("wants", "wants_virtual") and holds(needs):
                    name = effects[0][1]
                    other = int(name[1:]) if word == "wants" else provider[int(name[1:])]
                    (depends if word == "wants" else virtuals).append((other, name))
                    build(other)

        build(root)
        for package, (found, depends, virtuals) in sorted(done.items()):
            hash_ = f"h{number}_{package}"
            self.add("installed", f"p{package}", hash_)
            for attribute, value in found:
                self.add("hash_attr", hash_, attribute, value)
            for other in sorted({other for other, _ in depends + virtuals}):
                self.add("hash_depends", hash_, f"p{other}", f"h{number}_{other}")
            for other, virtual in virtuals:
                self.add("hash_virtual", hash_, f"p{other}", virtual)


@kind((60, 1, 6), (250, 3, 45), (500, 4, 100))
def packages(draw, count, roots, installations):
    """Package configuration: versions, variants, providers, compilers, targets and reuse, at some thirty priorities."""
    repository = Repository(draw, count)
    repository.write()
    chosen = draw.sample(range(count // 8), roots)
    for number in range(installations):
        repository.install(number, draw.randrange(count // 4))
    for root in chosen:
        repository.add("root", f"p{root}")
        repository.add("requested", *(word if word != "p" else f"p{root}" for word in ("range", "p", draw.randrange(5))))
    for number in range(COMPILERS):
        repository.add("compiler", f"c{number}", number)
        for target in range(TARGETS):
            # Old compilers do not know the newest targets, which have the least weights.
            if target >= number - 1:
                repository.add("supports", f"c{number}", f"t{target}")
    for number in range(TARGETS):
        repository.add("target", f"t{number}", number)
    for number in range(SYSTEMS):
        repository.add("system", f"s{number}", number)
    for attribute in ("compiler", "system", "target"):
        repository.add("compared", attribute)
    lines = "".join(facts(draw, name, rows) for name, rows in repository.rows.items())
    # What a small repository happens to have none of.
    undefined = "#defined conflict/1. #defined deprecated/2. #defined hash_virtual/3. #defined wants_virtual/2.\n"
    return f"{undefined}{lines}{RULES}"
