"""Soft constraints: weights, and objectives at several priorities."""

from families import facts, family


@family((60, 370), (60, 385), (60, 400))
def max_sat(draw, variables, clauses):
    """Clauses with weights, as many as possible true."""
    drawn = [
        (c, "t" if draw.random() < 0.5 else "f", v)
        for c in range(1, clauses + 1)
        for v in draw.sample(range(1, variables + 1), 3)
    ]
    weights = [(c, draw.randint(1, 20)) for c in range(1, clauses + 1)]
    return f"""
variable(1..{variables}).
{facts(draw, "literal", drawn)}{facts(draw, "weight", weights)}
{{ true(V) : variable(V) }}.
holds(C) :- literal(C,t,V), true(V).
holds(C) :- literal(C,f,V), not true(V).
:~ weight(C,W), not holds(C). [W,C]
"""


@family((33, 8), (34, 9), (36, 9))
def projects(draw, students, projects):
    """Students on projects: nobody without a wish, then the ranks of wishes, then the sizes of groups, friends last."""
    wishes = [(s, p, r) for s in range(1, students + 1) for r, p in enumerate(draw.sample(range(1, projects + 1), 4), 1)]
    friends = [tuple(sorted(draw.sample(range(1, students + 1), 2))) for _ in range(students)]
    most = -(-students // projects) + 1
    return f"""
{facts(draw, "wish", wishes)}{facts(draw, "friend", sorted(set(friends)))}
project(1..{projects}). student(S) :- wish(S,_,_).
{{ on(S,P) : project(P) }} = 1 :- student(S).
:- project(P), #count {{ S : on(S,P) }} > {most}.
open(P) :- on(_,P).
:- open(P), #count {{ S : on(S,P) }} < 2.
content(S) :- on(S,P), wish(S,P,_).
:~ student(S), not content(S). [1@4,S]
:~ on(S,P), wish(S,P,R). [R*R@3,S]
:~ project(P), #count {{ S : on(S,P) }} > {most - 1}. [1@2,P]
:~ friend(S,T), on(S,P), not on(T,P). [1@1,S,T]
"""


@family((14, 13), (13, 15), (14, 15))
def ranking(draw, candidates, voters):
    """Kemeny's ranking: the order that contradicts the fewest voters."""
    votes = []
    for voter in range(1, voters + 1):
        order = list(range(1, candidates + 1))
        draw.shuffle(order)
        votes += [(voter, c, place) for place, c in enumerate(order, 1)]
    return f"""
{facts(draw, "vote", votes)}
candidate(C) :- vote(_,C,_).
prefers(C,D,N) :- candidate(C), candidate(D), C != D, N = #count {{ V : vote(V,C,P), vote(V,D,Q), P < Q }}.
{{ above(C,D) ; above(D,C) }} = 1 :- candidate(C), candidate(D), C < D.
:- above(C,D), above(D,E), not above(C,E), C != E.
#minimize {{ N,C,D : above(C,D), prefers(D,C,N) }}.
"""


@family((4, 20), (5, 16), (5, 17))
def seating(draw, tables, guests):
    """Guests at tables: enemies apart, then interests and sides, by priority."""
    pairs = [(a, b, draw.randint(1, 9)) for a in range(1, guests + 1) for b in range(a + 1, guests + 1) if draw.random() < 0.35]
    enemies = [tuple(sorted(draw.sample(range(1, guests + 1), 2))) for _ in range(guests)]
    return f"""
{facts(draw, "likes", pairs)}{facts(draw, "dislikes", sorted(set(enemies)))}
guest(1..{guests}). table(1..{tables}).
{{ sits(G,T) : table(T) }} = 1 :- guest(G).
:- table(T), not {-(-guests // tables) - 1} {{ sits(G,T) : guest(G) }} {-(-guests // tables) + 1}.
together(G,H) :- sits(G,T), sits(H,T), G < H.
:~ dislikes(G,H), together(G,H). [1@2,G,H]
:~ likes(G,H,W), not together(G,H). [W@1,G,H]
"""


@family((19, 19), (20, 20), (21, 21))
def marriage(draw, men, women):
    """Stable marriage with ties and incomplete lists, as many as possible married."""
    likes = []
    for m in range(1, men + 1):
        for w in range(1, women + 1):
            if draw.random() < 0.5:
                likes.append((m, w, draw.randint(1, 4), draw.randint(1, 4)))
    return f"""
{facts(draw, "pair", likes)}
man(M) :- pair(M,_,_,_). woman(W) :- pair(_,W,_,_).
{{ married(M,W) : pair(M,W,_,_) }} 1 :- man(M).
:- woman(W), 2 {{ married(M,W) : man(M) }}.
content_man(M,W) :- pair(M,W,R,_), married(M,V), pair(M,V,S,_), S <= R.
content_woman(M,W) :- pair(M,W,_,R), married(N,W), pair(N,W,_,S), S <= R.
:- pair(M,W,_,_), not content_man(M,W), not content_woman(M,W).
#maximize {{ 1@2,M : married(M,_) }}.
#minimize {{ R+S@1,M,W : married(M,W), pair(M,W,R,S) }}.
"""
