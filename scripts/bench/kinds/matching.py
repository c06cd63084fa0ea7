"""Marriages, intervals of time, and patterns of sequences."""

import itertools

from families import facts
from kinds import kind


def lists(draw, count, kept, ties):
    """Ranks of men and women by each other, on so large a part of the pairs; a rank has so many on the average."""
    pairs = [(m, w) for m in range(1, count + 1) for w in range(1, count + 1) if draw.random() < kept]
    most = max(1, int(count * kept / ties))
    return [(m, w, draw.randint(1, most), draw.randint(1, most)) for m, w in pairs]


STABLE = """
man(M) :- ranks(M,_,_,_). woman(W) :- ranks(_,W,_,_).
{ pair(M,W) : ranks(M,W,_,_) } 1 :- man(M).
:- woman(W), #count { M : pair(M,W) } > 1.
% A pair blocks where both prefer each other to what they have.
fine(m,M,R) :- pair(M,W), ranks(M,W,R,_).
fine(w,W,R) :- pair(M,W), ranks(M,W,_,R).
fine(m,M,R+1) :- fine(m,M,R), ranks(M,_,S,_), R < S.
fine(w,W,R+1) :- fine(w,W,R), ranks(_,W,_,S), R < S.
:- ranks(M,W,R,S), not fine(m,M,R), not fine(w,W,S).
"""


@kind((60, 0.6, 4), (125, 0.6, 5), (140, 0.6, 5))
def stable_marriage(draw, count, kept, ties):
    """Stable marriage with ties and incomplete lists."""
    return f"{facts(draw, 'ranks', lists(draw, count, kept, ties))}{STABLE}"


@kind((12, 0.4, 3), (18, 0.45, 3), (20, 0.4, 3))
def best_marriage(draw, count, kept, ties):
    """Stable marriage with ties and incomplete lists: as many pairs as can be, then the least sum of ranks."""
    return f"""
{facts(draw, "ranks", lists(draw, count, kept, ties))}{STABLE}
married(M) :- pair(M,_).
#minimize {{ 1@2,M : man(M), not married(M) }}.
#minimize {{ R@1,m,M : pair(M,W), ranks(M,W,R,_) ; R@1,w,W : pair(M,W), ranks(M,W,_,R) }}.
"""


RELATIONS = ["b", "bi", "m", "mi", "o", "oi", "s", "si", "d", "di", "f", "fi", "e"]


def sign(a, b):
    return (a > b) - (a < b)


def between(first, second):
    """The relation of Allen between two intervals (Maintaining Knowledge about Temporal Intervals, 1983)."""
    (a, b), (c, d) = first, second
    names = {
        (-1, -1, -1, -1): "b", (-1, -1, 0, -1): "m", (-1, -1, 1, -1): "o", (0, -1, 1, -1): "s", (1, -1, 1, -1): "d",
        (1, -1, 1, 0): "f", (0, -1, 1, 0): "e", (0, -1, 1, 1): "si", (-1, -1, 1, 1): "di", (-1, -1, 1, 0): "fi",
        (1, -1, 1, 1): "oi", (1, 0, 1, 1): "mi", (1, 1, 1, 1): "bi",
    }  # fmt: skip
    return names[sign(a, c), sign(a, d), sign(b, c), sign(b, d)]


def compositions():
    """Rows of the composition table: what may hold between the first and the third of three intervals."""
    intervals = list(itertools.combinations(range(6), 2))
    return sorted({(between(i, j), between(j, k), between(i, k)) for i, j, k in itertools.product(intervals, repeat=3)})


@kind((15, 8.0, 6.5), (25, 8.5, 6.5), (40, 9.0, 6.5))
def allen(draw, count, degree, size):
    """Consistency of intervals by Allen's relations, each constraint a set of them, near where most become inconsistent."""
    pairs = draw.sample(list(itertools.combinations(range(1, count + 1), 2)), round(count * degree / 2))
    rows = [
        (i, j, name)
        for i, j in sorted(pairs)
        for name in draw.sample(RELATIONS, min(12, max(1, round(draw.gauss(size, 1.5)))))
    ]
    return f"""
{facts(draw, "relation", RELATIONS)}{facts(draw, "composition", compositions())}
{facts(draw, "may", rows)}
node(1..{count}).
said(X,Y) :- may(X,Y,_).
possible(X,Y,R) :- may(X,Y,R).
possible(X,Y,R) :- node(X), node(Y), X < Y, relation(R), not said(X,Y).
{{ holds(X,Y,R) : possible(X,Y,R) }} = 1 :- node(X), node(Y), X < Y.
:- holds(X,Y,R), holds(Y,Z,S), not holds(X,Z,T) : composition(R,S,T).
"""


@kind((30, 12, 12, 8), (60, 16, 14, 12), (60, 20, 20, 12))
def sequence_mining(draw, sequences, length, items, support):
    """Sequence mining: the longest pattern that so many sequences have, gaps allowed."""
    hidden = [draw.randint(1, items) for _ in range(length // 3)]
    rows = []
    for sequence in range(1, sequences + 1):
        text = [draw.randint(1, items) for _ in range(length)]
        if sequence <= support:
            for place, item in zip(sorted(draw.sample(range(length), len(hidden))), hidden):
                text[place] = item
        rows += [(sequence, place, item) for place, item in enumerate(text, 1)]
    return f"""
{facts(draw, "has", rows)}
item(I) :- has(_,_,I). sequence(S) :- has(S,_,_). place(1..{length // 2}).
{{ pattern(K,I) : item(I) }} 1 :- place(K).
used(K) :- pattern(K,_).
:- used(K), K > 1, not used(K-1).
last(K) :- used(K), not used(K+1).
% The first so many items of the pattern end no later than at a place.
fits(S,1,P) :- pattern(1,I), has(S,P,I).
fits(S,K,P) :- pattern(K,I), has(S,P,I), before(S,K-1,P).
before(S,K,P+1) :- fits(S,K,P), has(S,P+1,_), place(K).
before(S,K,P+1) :- before(S,K,P), has(S,P+1,_).
supports(S) :- last(K), fits(S,K,_).
:- #count {{ S : supports(S) }} < {support}.
#maximize {{ 1,K : used(K) }}.
"""
