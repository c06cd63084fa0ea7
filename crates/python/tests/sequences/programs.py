"""Random statements of logic programs, small and of every kind that a later call can meet again.

A part defines atoms of its own only, and its bodies look at those of other parts as well: what a control grounds step by step
stays one program, as clingo's documentation asks.
"""

DOMAIN = "n(1..3)."
"""The facts that variables of all parts range over."""


class Part:
    """The atoms that one part of a program may speak of."""

    def __init__(self, name, own, own_variable, seen, seen_variable, external, external_variable, value):
        """`own` are atoms for heads, `seen` for bodies; the `_variable` ones hold an `X` of the domain. `external` are its
        external atoms, and `value` is a predicate of its own for the values of aggregates, with an argument left open."""
        self.name = name
        self.own, self.own_variable = own, own_variable
        self.seen, self.seen_variable = own + seen, own_variable + seen_variable
        self.external, self.external_variable = external, external_variable
        self.value = value


def base():
    """The part `base`."""
    heads, variable = ["a", "-a", "b", "c", "d", "p(1)", "q(2)"], ["p(X)", "q(X)"]
    return Part("base", heads, variable, ["e", "f(1)"], ["f(X)"], ["e"], ["f(X)"], "v({})")


def step():
    """The part `step(t)`; what it leaves external, a later one may define."""
    heads, variable = ["s(t)", "r(t,1)", "y(t)", "x(t)"], ["r(t,X)"]
    seen = ["a", "b", "p(1)", "e", "s(t-1)", "r(t-1,2)", "x(t+1)", "z(t)"]
    return Part("step", heads, variable, seen, ["p(X)", "q(X)", "r(t-1,X)"], ["x(t+1)", "z(t)"], [], "w(t,{})")


def extra(number):
    """A part without parameters, added when others are ground and maybe searched."""
    name = f"k{number}"
    seen = ["a", "b", "q(2)", "e", "s(1)", "s(2)", "x(2)", "k1(1)", "h1", "h2"]
    heads, external = [f"{name}(0)", f"{name}(1)"], [f"{name}(8)"]
    return Part(name, heads, [f"{name}(X)"], seen, ["p(X)", "r(1,X)"], external, [], name + "({}+20)")


def literal(random, atoms):
    sign = random.choices(["", "not ", "not not "], [10, 6, 1])[0]
    atom = random.choice(atoms)
    # An atom that a later step may define is not what an earlier step derives something from: that could become a cycle
    # through both, which is no composition of programs.
    return ("not " if atom == "x(t+1)" else sign) + atom


def body(random, part, least=0):
    """Literals behind `:-`, with the sign; nothing for none."""
    count = random.choice([least, 1, 1, 2, 2, 3])
    literals = [literal(random, part.seen) for _ in range(count)]
    return " :- " + ", ".join(literals) if literals else ""


def element(random, part):
    """An element of an aggregate."""
    if random.random() < 0.5:
        return f"{random.randint(-1, 3)},X : {literal(random, part.seen_variable)}, n(X)"
    return f"{random.randint(-1, 3)},{random.randint(4, 5)} : {literal(random, part.seen)}"


def aggregate(random, part):
    function = random.choice(["count", "sum", "sum", "sum+", "min", "max"])
    elements = " ; ".join(element(random, part) for _ in range(random.randint(1, 2)))
    return f"#{function} {{ {elements} }}"


def choice(random, part):
    heads = [random.choice(part.own) for _ in range(random.randint(1, 3))]
    if random.random() < 0.5:
        heads[0] = f"{random.choice(part.own_variable)} : n(X)"
        if random.random() < 0.3:
            heads[0] += ", " + literal(random, part.seen)
    lower, upper = random.choice([("", ""), ("", ""), ("", ""), ("1 ", ""), ("", " 2"), ("1 ", " 1")])
    return f"{lower}{{ {' ; '.join(heads)} }}{upper}{body(random, part)}."


def rule(random, part):
    head = random.choice(part.own)
    # A rule whose head is its own negative condition takes all answer sets.
    found = f"{head}{body(random, part, 1)}."
    return found.replace(f"not {head}", head)


def rule_of_a_variable(random, part):
    head = random.choice(part.own_variable)
    more = f", {literal(random, part.seen)}" if random.random() < 0.5 else ""
    return f"{head} :- n(X), {literal(random, part.seen_variable).replace(f'not {head}', head)}{more}."


def loop(random, part):
    one, other = random.choice(part.own), random.choice(part.own)
    return f"{one} :- {other}. {other} :- {one}, {literal(random, part.seen)}. {one}{body(random, part, 1)}."


def disjunction(random, part):
    heads = [random.choice(part.own) for _ in range(random.randint(2, 3))]
    return f"{' ; '.join(heads)}{body(random, part)}."


def rule_of_an_aggregate(random, part):
    # Where a recursive sum is not to equal a number, clingo loses external atoms in it.
    bound = f"{random.choice(['', 'not '])}{random.randint(0, 3)} {random.choice(['<=', '<', '>=', '>'])} "
    return f"{random.choice(part.own)} :- {bound}{aggregate(random, part)}."


def value_of_an_aggregate(random, part):
    return f"{part.value.format('S')} :- S = #count {{ X : {random.choice(part.seen_variable)}, n(X) }}."


def conditional(random, part):
    condition = f"{random.choice(part.seen_variable)}, n(X)"
    return f"{random.choice(part.own)} :- {literal(random, part.seen_variable)} : {condition}."


def constraint(random, part):
    if random.random() < 0.3:
        return f":- {random.randint(2, 4)} <= {aggregate(random, part)}."
    return f"{body(random, part, 1).strip() or ':- ' + literal(random, part.seen)}."


def external(random, part):
    value = random.choice(["", "", " [true]", " [free]", " [false]"])
    if part.external_variable and random.random() < 0.5:
        return f"#external {random.choice(part.external_variable)} : n(X).{value}"
    return f"#external {random.choice(part.external)}.{value}"


def called(random, part):
    """What a function of the context gives."""
    call = random.choice(["@double(X)", "@several(X)"])
    return f"{part.value.format(call)} :- n(X), {literal(random, part.seen_variable)}."


def minimize(random, part):
    priority = random.choice(["", "@2", "@-1"])
    kind = random.choice(["minimize", "minimize", "maximize"])
    if random.random() < 0.3:
        weak = f":~ {literal(random, part.seen)}, {literal(random, part.seen)}. [{random.randint(-2, 3)}{priority},{part.name}]"
        return f"{weak} :~ . [0{priority},none]"
    if random.random() < 0.5:
        elements = [f"{random.randint(1, 2)}{priority},X : {random.choice(part.seen_variable)}, n(X)"]
    else:
        count = random.randint(1, 3)
        elements = [f"{random.randint(-2, 3)}{priority},{i} : {literal(random, part.seen)}" for i in range(count)]
    # Without it, there is an objective or none by what grounding or a search before has found to be false.
    elements.append(f"0{priority},none")
    return f"#{kind} {{ {' ; '.join(elements)} }}."


def signature(atom):
    """`p/2` for `p(1,X)`."""
    name, _, arguments = atom.partition("(")
    return f"{name}/{arguments.count(',') + bool(arguments)}"


def show(random, part):
    if random.random() < 0.5:
        return f"#show {signature(random.choice(part.seen))}."
    if random.random() < 0.5:
        return f"#show shown({random.randint(1, 2)},X) : {random.choice(part.seen_variable)}, n(X)."
    return f"#show shown({random.randint(1, 2)}) : {literal(random, part.seen)}, {literal(random, part.seen)}."


def project(random, part):
    if random.random() < 0.5:
        return f"#project {random.choice(part.seen)}."
    return f"#project {random.choice(part.seen_variable)} : n(X)."


def heuristic(random, part):
    modifier = random.choice(["true", "false", "level", "sign", "factor", "init"])
    condition = body(random, part).replace(" :-", " :")
    return f"#heuristic {random.choice(part.own)}{condition}. [{random.randint(-1, 2)},{modifier}]"


def edge(random, part):
    return f"#edge ({random.randint(1, 3)},{random.randint(1, 3)}) : {literal(random, part.seen)}."


HEADS = [
    (choice, 9),
    (rule, 5),
    (rule_of_a_variable, 3),
    (loop, 2),
    (disjunction, 2),
    (rule_of_an_aggregate, 1.5),
    (value_of_an_aggregate, 1),
    (conditional, 1),
    (called, 0.7),
    (external, 2),
]
"""Statements that define atoms, with how often they are drawn."""

OTHERS = [(constraint, 1.5), (minimize, 2.5), (show, 1.5), (project, 1), (heuristic, 0.5), (edge, 0.4)]
"""Statements that define none: a part of them may be ground as often as one likes."""


def statements(random, part, count, kinds=None):
    """As many random statements of a part."""
    kinds = kinds or HEADS + OTHERS
    drawn = random.choices([kind for kind, _ in kinds], [weight for _, weight in kinds], k=count)
    return [kind(random, part) for kind in drawn]


def declared_once(written):
    """Statements without second declarations of external atoms: which of two values counts, the order of grounding says."""
    kept, seen = [], set()
    for statement in written:
        predicate = statement.split("(")[0].split(".")[0].split()[1] if statement.startswith("#external") else None
        if predicate not in seen:
            kept.append(statement)
        seen |= {predicate} - {None}
    return kept
