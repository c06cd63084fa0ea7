"""Routes: vehicles, wires, crossings."""

from families import facts, family, graph


@family((9, 2, 14), (9, 3, 10), (10, 2, 16))
def vehicles(draw, customers, vehicles, capacity):
    """Vehicle routing with capacities, the shortest way in all."""
    places = [(draw.randint(0, 30), draw.randint(0, 30)) for _ in range(customers + 1)]
    roads = [
        (a, b, abs(x - u) + abs(y - v))
        for a, (x, y) in enumerate(places)
        for b, (u, v) in enumerate(places)
        if a != b
    ]
    demands = [(c, draw.randint(1, 4)) for c in range(1, customers + 1)]
    capacity = max(capacity, -(-sum(d for _, d in demands) * 11 // 10 // vehicles))
    return f"""
depot(0). vehicle(1..{vehicles}).
{facts(draw, "demand", demands)}{facts(draw, "road", roads)}
customer(C) :- demand(C,_).
{{ serves(V,C) : vehicle(V) }} = 1 :- customer(C).
:- vehicle(V), #sum {{ D,C : serves(V,C), demand(C,D) }} > {capacity}.
{{ drives(X,Y) : road(X,Y,_) }} = 1 :- customer(X).
{{ drives(X,Y) : road(X,Y,_) }} = 1 :- customer(Y).
:- {{ drives(0,Y) : customer(Y) }} > {vehicles}.
:- drives(X,Y), customer(X), customer(Y), serves(V,X), not serves(V,Y).
:- drives(0,X), drives(0,Y), X < Y, serves(V,X), serves(V,Y).
reached(Y) :- drives(0,Y).
reached(Y) :- reached(X), drives(X,Y), customer(Y).
:- customer(C), not reached(C).
#minimize {{ L,X,Y : drives(X,Y), road(X,Y,L) }}.
"""


@family((12, 34), (13, 34), (13, 36))
def crossings(draw, nodes, edges):
    """Fewest crossings of edges between two layers whose orders are chosen."""
    pairs = draw.sample([(a, b) for a in range(1, nodes + 1) for b in range(nodes + 1, 2 * nodes + 1)], edges)
    return f"""
{facts(draw, "edge", sorted(pairs))}
layer(1,1..{nodes}). layer(2,{nodes + 1}..{2 * nodes}).
{{ left(X,Y) ; left(Y,X) }} = 1 :- layer(L,X), layer(L,Y), X < Y.
:- left(X,Y), left(Y,Z), not left(X,Z), X != Z.
cross(A,B,C,D) :- edge(A,B), edge(C,D), A < C, B != D, left(A,C), left(D,B).
cross(A,B,C,D) :- edge(A,B), edge(C,D), A < C, B != D, left(C,A), left(B,D).
#minimize {{ 1,A,B,C,D : cross(A,B,C,D) }}.
"""


@family((10, 4), (11, 4), (12, 4))
def wires(draw, size, count):
    """Wires between pins on a grid that do not touch, with the least length."""
    squares = draw.sample([(x, y) for x in range(1, size + 1) for y in range(1, size + 1)], 2 * count)
    return f"""
cell(1..{size},1..{size}).
{facts(draw, "pin", [(w, "a", *squares[2 * w]) for w in range(count)])}
{facts(draw, "pin", [(w, "b", *squares[2 * w + 1]) for w in range(count)])}
wire(W) :- pin(W,_,_,_).
near(X,Y,U,V) :- cell(X,Y), cell(U,V), |X-U| + |Y-V| = 1.
{{ on(W,X,Y) : wire(W) }} 1 :- cell(X,Y).
:- pin(W,_,X,Y), not on(W,X,Y).
reached(W,X,Y) :- pin(W,a,X,Y).
reached(W,U,V) :- reached(W,X,Y), near(X,Y,U,V), on(W,U,V).
:- pin(W,b,X,Y), not reached(W,X,Y).
#minimize {{ 1,W,X,Y : on(W,X,Y) }}.
"""


@family((160, 480, 8), (200, 600, 9), (240, 720, 10))
def disjoint_ways(draw, nodes, edges, pairs):
    """Ways between pairs of nodes that have no node in common."""
    ends = draw.sample(range(1, nodes + 1), 2 * pairs)
    return f"""
node(1..{nodes}).
{facts(draw, "edge", graph(draw, nodes, edges))}
{facts(draw, "pair", [(p + 1, ends[2 * p], ends[2 * p + 1]) for p in range(pairs)])}
link(X,Y) :- edge(X,Y). link(Y,X) :- edge(X,Y).
{{ next(P,X,Y) : link(X,Y) }} :- pair(P,_,_).
way(P,X) :- pair(P,X,_).
way(P,Y) :- way(P,X), next(P,X,Y).
:- pair(P,_,Y), not way(P,Y).
:- next(P,X,Y), not way(P,X).
:- node(X), 2 {{ way(P,X) : pair(P,_,_) }}.
:- way(P,X), 2 {{ next(P,X,Y) : link(X,Y) }}.
#minimize {{ 1,P,X,Y : next(P,X,Y) }}.
"""
