"""Colouring, covers, cliques, independent and dominating sets, partitions of graphs."""

from families import both_ways, facts, family, graph


@family((74, 500, 5), (78, 527, 5), (82, 553, 5))
def colouring(draw, nodes, edges, colours):
    """Colours of nodes, two that are joined differing, on random graphs near the threshold."""
    return f"""
node(1..{nodes}). colour(1..{colours}).
{facts(draw, "edge", graph(draw, nodes, edges))}
{{ paint(X,C) : colour(C) }} = 1 :- node(X).
:- edge(X,Y), paint(X,C), paint(Y,C).
"""


@family((85, 245), (90, 260), (95, 275))
def vertex_cover(draw, nodes, edges):
    """Vertex cover of least weight."""
    weights = [(node, draw.randint(1, 20)) for node in range(1, nodes + 1)]
    return f"""
{facts(draw, "node", weights)}{facts(draw, "edge", graph(draw, nodes, edges))}
{{ in(X) : node(X,_) }}.
:- edge(X,Y), not in(X), not in(Y).
#minimize {{ W,X : in(X), node(X,W) }}.
"""


@family((54, 140), (58, 152), (62, 164))
def edge_domination(draw, nodes, edges):
    """Fewest edges of which each edge has one at an end."""
    return f"""
{facts(draw, "edge", graph(draw, nodes, edges))}
{{ in(X,Y) : edge(X,Y) }}.
touched(X) :- in(X,_). touched(Y) :- in(_,Y).
:- edge(X,Y), not touched(X), not touched(Y).
#minimize {{ 1,X,Y : in(X,Y) }}.
"""


@family((100, 80, 5), (105, 85, 5), (110, 95, 5))
def set_cover(draw, sets, elements, size):
    """Sets of least cost that have all elements."""
    members = [
        (s, e)
        for s in range(1, sets + 1)
        for e in draw.sample(range(1, elements + 1), draw.randint(size - 2, size + 2))
    ]
    costs = [(s, draw.randint(10, 99)) for s in range(1, sets + 1)]
    return f"""
{facts(draw, "cost", costs)}{facts(draw, "member", members)}
element(E) :- member(_,E).
{{ take(S) : cost(S,_) }}.
:- element(E), not take(S) : member(S,E).
#minimize {{ C,S : take(S), cost(S,C) }}.
"""


@family((120, 0.5), (150, 0.5), (180, 0.5))
def clique(draw, nodes, density):
    """Largest clique of a random graph."""
    pairs = graph(draw, nodes, int(density * nodes * (nodes - 1) / 2))
    return f"""
node(1..{nodes}).
{facts(draw, "edge", pairs)}
joined(X,Y) :- edge(X,Y). joined(X,Y) :- edge(Y,X).
{{ in(X) : node(X) }}.
:- in(X), in(Y), X < Y, not joined(X,Y).
#maximize {{ 1,X : in(X) }}.
"""


@family((80, 440), (84, 462), (88, 484))
def independent_set(draw, nodes, edges):
    """Independent set of greatest weight."""
    weights = [(node, draw.randint(1, 50)) for node in range(1, nodes + 1)]
    return f"""
{facts(draw, "node", weights)}{facts(draw, "edge", graph(draw, nodes, edges))}
{{ in(X) }} :- node(X,W).
:- edge(X,Y), in(X), in(Y).
#maximize {{ W,X : in(X), node(X,W) }}.
"""


@family((80, 280), (90, 315), (100, 350))
def dominating_set(draw, nodes, edges):
    """Fewest nodes that have every other as a neighbour."""
    return f"""
node(1..{nodes}).
{facts(draw, "edge", both_ways(graph(draw, nodes, edges)))}
{{ in(X) : node(X) }}.
dominated(X) :- in(X).
dominated(Y) :- in(X), edge(X,Y).
:- node(X), not dominated(X).
#minimize {{ 1,X : in(X) }}.
"""


@family((32, 80), (34, 85), (36, 90))
def bisection(draw, nodes, edges):
    """Halves of a graph with the least weight of edges between them."""
    weighted = [(a, b, draw.randint(1, 9)) for a, b in graph(draw, nodes, edges)]
    return f"""
node(1..{nodes}). half(1..2).
{facts(draw, "edge", weighted)}
{{ side(X,H) : half(H) }} = 1 :- node(X).
:- half(H), #count {{ X : side(X,H) }} != {nodes // 2}.
side(1,1).
cut(X,Y) :- edge(X,Y,_), side(X,H), not side(Y,H).
#minimize {{ W,X,Y : cut(X,Y), edge(X,Y,W) }}.
"""


@family((88, 375), (94, 405), (100, 440))
def feedback_vertices(draw, nodes, edges):
    """Fewest nodes without which a directed graph has no cycle."""
    arcs = set()
    while len(arcs) < edges:
        arcs.add(tuple(draw.sample(range(1, nodes + 1), 2)))
    return f"""
node(1..{nodes}).
{facts(draw, "arc", sorted(arcs))}
{{ cut(X) : node(X) }}.
gone(X) :- cut(X).
gone(Y) :- node(Y), gone(X) : arc(X,Y).
:- node(X), not gone(X).
#minimize {{ 1,X : cut(X) }}.
"""
