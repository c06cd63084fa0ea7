"""Combinatorial designs and numbers."""

from families import facts, family


@family((8, 32), (8, 34), (9, 43))
def golomb(draw, marks, length):
    """Golomb ruler: marks whose distances all differ."""
    return f"""
{facts(draw, "place", range(length + 1))}
mark(1..{marks}).
{{ at(M,P) : place(P) }} = 1 :- mark(M).
at(1,0).
:- at(M,P), at(M+1,Q), Q <= P.
distance(M,N,Q-P) :- at(M,P), at(N,Q), M < N, P < Q.
:- distance(M,N,D), distance(K,L,D), (M,N) < (K,L).
"""


@family((16, 24, 9, 6, 3), (19, 19, 9, 9, 4), (25, 50, 8, 4, 1))
def block_design(draw, points, blocks, replicas, size, common):
    """Balanced incomplete block design."""
    return f"""
{facts(draw, "point", range(1, points + 1))}{facts(draw, "block", range(1, blocks + 1))}
{{ in(P,B) : point(P) }} = {size} :- block(B).
:- point(P), #count {{ B : in(P,B) }} != {replicas}.
:- point(P), point(Q), P < Q, #count {{ B : in(P,B), in(Q,B) }} != {common}.
"""


@family((15, (3, 3, 3)), (16, (4, 4)), (17, (4, 4)))
def ramsey(draw, nodes, cliques):
    """Colours of the edges of a complete graph, each without a clique of its size."""

    def forbidden(colour, size):
        names = [f"X{i}" for i in range(size)]
        edges = ", ".join(f"paint({a},{b},{colour})" for i, a in enumerate(names) for b in names[i + 1 :])
        return f":- {edges}.\n"

    return f"""
{facts(draw, "node", range(1, nodes + 1))}
colour(1..{len(cliques)}).
{{ paint(X,Y,C) : colour(C) }} = 1 :- node(X), node(Y), X < Y.
{"".join(forbidden(*pair) for pair in enumerate(cliques, 1))}"""


@family((5, 100), (5, 110), (5, 120))
def schur(draw, parts, numbers):
    """Schur numbers: parts of 1..n, none of which has two numbers and their sum."""
    return f"""
{facts(draw, "number", range(1, numbers + 1))}
part(1..{parts}).
{{ in(N,P) : part(P) }} = 1 :- number(N).
:- number(X), number(Y), X <= Y, part(P), in(X,P), in(Y,P), in(X+Y,P).
"""


@family(((3, 10), 97), ((4, 6), 73), ((3, 12), 135))
def van_der_waerden(draw, lengths, numbers):
    """Van der Waerden numbers: parts of 1..n without an arithmetic progression of a length."""
    return f"""
{facts(draw, "number", range(1, numbers + 1))}{facts(draw, "length", list(enumerate(lengths, 1)))}
step(1..{numbers // (min(lengths) - 1)}).
{{ in(N,P) : length(P,_) }} = 1 :- number(N).
:- length(P,K), number(N), step(D), N + (K-1)*D <= {numbers}, in(N+I*D,P) : I = 0..K-1.
"""


@family((4, 4), (3, 7), (3, 8))
def graceful(draw, clique, copies):
    """Graceful labelling of a chain of cliques: labels of nodes so that all edges differ in their differences."""
    edges = [(c * clique + i, c * clique + j) for c in range(copies) for i in range(clique) for j in range(i + 1, clique)]
    edges += [(c * clique + i, (c + 1) * clique + i) for c in range(copies - 1) for i in range(clique)]
    return f"""
{facts(draw, "edge", edges)}
node(X) :- edge(X,_). node(Y) :- edge(_,Y).
label(0..{len(edges)}).
{{ value(X,L) : label(L) }} = 1 :- node(X).
:- label(L), 2 {{ value(X,L) : node(X) }}.
difference(X,Y,|L-K|) :- edge(X,Y), value(X,L), value(Y,K).
:- label(D), D > 0, not 1 {{ difference(X,Y,D) : edge(X,Y) }} 1.
"""
