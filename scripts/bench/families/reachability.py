"""What is connected with what: few sources, trees, and sets in one piece."""

from families import both_ways, connected, facts, family


@family((500, 1000, 7), (700, 1400, 8), (1000, 2000, 10))
def multiway_cut(draw, nodes, edges, sources):
    """Cheapest edges without which no source reaches a target."""
    weighted = [(a, b, draw.randint(1, 20)) for a, b in both_ways(connected(draw, nodes, edges))]
    ends = draw.sample(range(1, nodes + 1), 2 * sources)
    return f"""
{facts(draw, "edge", weighted)}
{facts(draw, "source", ends[:sources])}{facts(draw, "target", ends[sources:])}
{{ cut(X,Y) : edge(X,Y,_) }}.
reached(S,S) :- source(S).
reached(S,Y) :- reached(S,X), edge(X,Y,_), not cut(X,Y).
:- target(T), reached(_,T).
#minimize {{ C,X,Y : cut(X,Y), edge(X,Y,C) }}.
"""


@family((44, 88, 9), (48, 96, 9), (52, 104, 10))
def steiner_tree(draw, nodes, edges, terminals):
    """Steiner tree: the cheapest edges that join the terminals."""
    weighted = [(a, b, draw.randint(1, 20)) for a, b in connected(draw, nodes, edges)]
    chosen = draw.sample(range(1, nodes + 1), terminals)
    return f"""
{facts(draw, "edge", weighted)}{facts(draw, "terminal", chosen)}
root({chosen[0]}).
{{ in(X,Y) : edge(X,Y,_) }}.
reached(X) :- root(X).
reached(Y) :- reached(X), in(X,Y).
reached(X) :- reached(Y), in(X,Y).
:- terminal(X), not reached(X).
#minimize {{ C,X,Y : in(X,Y), edge(X,Y,C) }}.
"""


@family((50, 150), (80, 260), (70, 220))
def connected_domination(draw, nodes, edges):
    """Connected dominating set with the fewest nodes."""
    return f"""
node(1..{nodes}).
{facts(draw, "edge", both_ways(connected(draw, nodes, edges)))}
{{ in(X) : node(X) }}.
:- node(X), not in(X), not in(Y) : edge(X,Y).
first(X) :- in(X), not in(Y) : node(Y), Y < X.
reached(X) :- first(X).
reached(Y) :- reached(X), edge(X,Y), in(Y).
:- in(X), not reached(X).
#minimize {{ 1,X : in(X) }}.
"""


@family((18, 30, 5), (20, 30, 6), (22, 32, 6))
def network(draw, nodes, edges, demands):
    """Cheapest links so that each demand has a way, even if any one node on it fails."""
    weighted = [(a, b, draw.randint(1, 20)) for a, b in connected(draw, nodes, 3 * nodes)]
    pairs = [tuple(draw.sample(range(1, nodes + 1), 2)) for _ in range(demands)]
    return f"""
node(1..{nodes}).
{facts(draw, "edge", weighted)}{facts(draw, "demand", sorted(set(pairs)))}
{{ in(X,Y) : edge(X,Y,_) }}.
link(X,Y) :- in(X,Y). link(Y,X) :- in(X,Y).
failure(S,T,F) :- demand(S,T), node(F), F != S, F != T.
reached(S,T,F,S) :- failure(S,T,F).
reached(S,T,F,Y) :- reached(S,T,F,X), link(X,Y), Y != F.
:- failure(S,T,F), not reached(S,T,F,T).
#minimize {{ C,X,Y : in(X,Y), edge(X,Y,C) }}.
"""


@family((14, 4), (14, 5), (16, 5))
def districts(draw, side, count):
    """Districts in one piece with nearly equal numbers of people."""
    people = [(x, y, draw.randint(1, 9)) for x in range(1, side // 2 + 1) for y in range(1, 6)]
    total = sum(p for _, _, p in people)
    low, high = total // count - 2, -(-total // count) + 2
    seeds = draw.sample(people, count)
    return f"""
{facts(draw, "people", people)}
{facts(draw, "seat", [(d, x, y) for d, (x, y, _) in enumerate(seeds, 1)])}
cell(X,Y) :- people(X,Y,_).
district(D) :- seat(D,_,_).
near(X,Y,U,V) :- cell(X,Y), cell(U,V), |X-U| + |Y-V| = 1.
{{ part(X,Y,D) : district(D) }} = 1 :- cell(X,Y).
reached(X,Y,D) :- seat(D,X,Y), part(X,Y,D).
reached(U,V,D) :- reached(X,Y,D), near(X,Y,U,V), part(U,V,D).
:- part(X,Y,D), not reached(X,Y,D).
:- district(D), not {low} #sum {{ P,X,Y : part(X,Y,D), people(X,Y,P) }} {high}.
border(X,Y,U,V) :- near(X,Y,U,V), (X,Y) < (U,V), part(X,Y,D), not part(U,V,D).
#minimize {{ 1,X,Y,U,V : border(X,Y,U,V) }}.
"""
