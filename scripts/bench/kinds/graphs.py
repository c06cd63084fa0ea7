"""Colours, tours, trees and patterns in graphs."""

from families import both_ways, connected, facts, graph
from kinds import kind


@kind((125, 740, 5), (125, 780, 5), (150, 925, 5))
def competition_colouring(draw, nodes, edges, colours):
    """Colours of nodes, two that are joined differing, on random graphs as large as in the competition of 2013: 125 to 150
    nodes, near the threshold."""
    return f"""
{facts(draw, "node", range(1, nodes + 1))}{facts(draw, "link", graph(draw, nodes, edges))}
{facts(draw, "colour", ["red", "green", "blue", "yellow", "cyan", "white"][:colours])}
1 {{ chosen(X,C) : colour(C) }} 1 :- node(X).
:- link(X,Y), chosen(X,C), chosen(Y,C).
"""


@kind((16, 10), (30, 24), (40, 40))
def knights_tour_with_holes(draw, size, holes):
    """Closed tour of a knight on a board from which squares are missing, as many of each colour."""
    jumps = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
    squares = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]

    def degree(square):
        return sum((square[0] + x, square[1] + y) in free for x, y in jumps)

    free = set(squares)
    for colour in (0, 1):
        left = holes // 2
        while left:
            x, y = draw.choice([square for square in squares if square in free and sum(square) % 2 == colour])
            free.remove((x, y))
            # Nobody asks for a tour where a square cannot be left.
            if all(degree((x + a, y + b)) > 2 for a, b in jumps if (x + a, y + b) in free):
                left -= 1
            else:
                free.add((x, y))
    return f"""
size({size}).
{facts(draw, "hole", sorted(set(squares) - free))}
{facts(draw, "jump", jumps)}
cell(X,Y) :- size(N), X = 1..N, Y = 1..N, not hole(X,Y).
can(X,Y,X+A,Y+B) :- cell(X,Y), jump(A,B), cell(X+A,Y+B).
1 {{ ride(X,Y,U,V) : can(X,Y,U,V) }} 1 :- cell(X,Y).
1 {{ ride(X,Y,U,V) : can(X,Y,U,V) }} 1 :- cell(U,V).
begin(X,Y) :- cell(X,Y), (X,Y) <= (U,V) : cell(U,V).
seen(U,V) :- begin(X,Y), ride(X,Y,U,V).
seen(U,V) :- seen(X,Y), ride(X,Y,U,V).
:- cell(X,Y), not seen(X,Y).
"""


@kind((40, 90, 9), (60, 130, 13), (70, 155, 15))
def steiner_arborescence(draw, nodes, edges, terminals):
    """Steiner tree of a graph as an arborescence that grows from a terminal, of least weight."""
    weighted = [(a, b, draw.randint(1, 10)) for a, b in connected(draw, nodes, edges)]
    ends = draw.sample(range(1, nodes + 1), terminals)
    return f"""
{facts(draw, "edge", weighted)}{facts(draw, "terminal", ends)}
arc(X,Y,W) :- edge(X,Y,W). arc(Y,X,W) :- edge(X,Y,W).
root(X) :- terminal(X), X <= Y : terminal(Y).
tree(X) :- root(X).
{{ grow(X,Y) : arc(X,Y,_) }} :- tree(X).
tree(Y) :- grow(_,Y).
:- terminal(X), not tree(X).
:- tree(Y), 2 {{ grow(X,Y) }}.
:- grow(_,Y), root(Y).
:- grow(X,Y), not terminal(Y), not grow(Y,Z) : arc(Y,Z,_), Z != X.
:~ grow(X,Y), arc(X,Y,W). [W,X,Y]
"""


@kind((120, 800, 18, 2), (400, 3500, 26, 2), (600, 6000, 30, 2))
def pattern_matching(draw, nodes, edges, pattern, labels):
    """Pattern matching: an embedding of a labelled graph into a larger one that keeps edges and their absence."""
    pairs = set(graph(draw, nodes, edges))
    label = {node: draw.randint(1, labels) for node in range(1, nodes + 1)}
    near = {node: [b if a == node else a for a, b in pairs if node in (a, b)] for node in label}
    chosen = [draw.choice(sorted(label))]
    while len(chosen) < pattern:
        further = sorted({other for node in chosen for other in near[node]} - set(chosen))
        chosen.append(draw.choice(further or sorted(set(label) - set(chosen))))
    draw.shuffle(chosen)
    place = {node: f"q{number}" for number, node in enumerate(chosen)}
    wanted = [(place[a], place[b]) for a, b in sorted(pairs) if a in place and b in place]
    return f"""
{facts(draw, "label", label.items())}{facts(draw, "edge", both_ways(pairs))}
{facts(draw, "wants_label", [(place[node], label[node]) for node in chosen])}
{facts(draw, "wants_edge", wanted)}
query(Q) :- wants_label(Q,_).
{{ image(Q,X) : label(X,L) }} = 1 :- wants_label(Q,L).
:- label(X,_), 2 {{ image(Q,X) : query(Q) }}.
:- wants_edge(Q,R), image(Q,X), not image(R,Y) : edge(X,Y).
:- wants_edge(Q,R), image(R,X), not image(Q,Y) : edge(X,Y).
joined(Q,R) :- wants_edge(Q,R). joined(R,Q) :- wants_edge(Q,R).
:- image(Q,X), image(R,Y), Q < R, edge(X,Y), not joined(Q,R).
"""
