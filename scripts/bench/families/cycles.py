"""Cycles through all nodes: found, refuted, and of least length."""

from families import both_ways, facts, family

RULES = """
{ in(X,Y) : edge(X,Y) } = 1 :- node(X).
{ in(X,Y) : edge(X,Y) } = 1 :- node(Y).
reached(X) :- start(X).
reached(Y) :- reached(X), in(X,Y).
:- node(X), not reached(X).
"""


@family((3000, 6000), (2000, 12000), (8000, 16000))
def hamiltonian_cycle(draw, nodes, further):
    """Hamiltonian cycle of a directed graph that hides one."""
    order = list(range(1, nodes + 1))
    draw.shuffle(order)
    arcs = set(zip(order, order[1:] + order[:1]))
    while len(arcs) < nodes + further:
        arcs.add(tuple(draw.sample(order, 2)))
    return f"node(1..{nodes}). start(1).\n{facts(draw, 'edge', sorted(arcs))}{RULES}"


@family((35,), (47,), (59,))
def petersen(draw, size):
    """Hamiltonian cycle of a generalised Petersen graph that has none."""
    spokes = [(i, size + i) for i in range(size)]
    outer = [(i, (i + 1) % size) for i in range(size)]
    inner = [(size + i, size + (i + 2) % size) for i in range(size)]
    edges = both_ways(outer + inner + spokes)
    return f"node(0..{2 * size - 1}). start(0).\n{facts(draw, 'edge', edges)}{RULES}"


@family((24, 24), (30, 30), (40, 40))
def knights_tour(draw, rows, columns):
    """Closed tour of a knight."""
    start = f"({draw.randint(1, rows)},{draw.randint(1, columns)})"
    moves = draw.sample([(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)], 8)
    return f"""
row(1..{rows}). column(1..{columns}). start({start}).
node((R,C)) :- row(R), column(C).
{facts(draw, "jump", moves)}
edge((R,C),(R+D,C+E)) :- node((R,C)), jump(D,E), node((R+D,C+E)).
{RULES}"""


@family((12,), (13,), (14,))
def tour(draw, cities):
    """Shortest tour of cities in the plane."""
    places = [(draw.randint(0, 99), draw.randint(0, 99)) for _ in range(cities)]
    roads = [
        (a + 1, b + 1, round(((x - u) ** 2 + (y - v) ** 2) ** 0.5))
        for a, (x, y) in enumerate(places)
        for b, (u, v) in enumerate(places)
        if a != b
    ]
    return f"""
node(1..{cities}). start(1).
{facts(draw, "cost", roads)}
edge(X,Y) :- cost(X,Y,_).
{RULES}
#minimize {{ C,X,Y : in(X,Y), cost(X,Y,C) }}.
"""


@family((62, 134), (64, 140), (66, 146))
def sparse_tour(draw, nodes, further):
    """Cheapest tour of a sparse directed graph."""
    order = list(range(1, nodes + 1))
    draw.shuffle(order)
    arcs = set(zip(order, order[1:] + order[:1]))
    while len(arcs) < nodes + further:
        arcs.add(tuple(draw.sample(order, 2)))
    costs = [(a, b, draw.randint(1, 50)) for a, b in sorted(arcs)]
    return f"""
node(1..{nodes}). start(1).
{facts(draw, "edge", costs)}
{{ in(X,Y) : edge(X,Y,_) }} = 1 :- node(X).
{{ in(X,Y) : edge(X,Y,_) }} = 1 :- node(Y).
reached(1).
reached(Y) :- reached(X), in(X,Y).
:- node(X), not reached(X).
:~ in(X,Y), edge(X,Y,C). [C,X,Y]
"""
