"""Programs for scripts/bench/grounding: name, text, options of the command.

The first are small textbook problems, then come encodings of the kinds that the ASP competitions of 2011 to 2014 had, written
anew, with instances drawn from fixed seeds. Each has a rule that goes wrong in some grounders: it says which.
"""

import os
import random

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def edges(nodes, count, seed, name="edge"):
    draw = random.Random(seed)
    pairs = set()
    while len(pairs) < count:
        pairs.add((draw.randrange(nodes), draw.randrange(nodes)))
    return "\n".join(f"{name}({a},{b})." for a, b in sorted(pairs)) + "\n"


# Sixty squares to walk on.
LEVEL = """
##########
#        #
# $    $ #
#  #  #  #
#   ..   #
#  @..   #
#  #  #  #
# $    $ #
#        #
##########
"""


def level(steps):
    """The level as facts, with steps for so many actions."""
    squares = {(x, y): mark for y, line in enumerate(LEVEL.strip().splitlines()) for x, mark in enumerate(line) if mark != "#"}
    assert len(squares) == 60
    name = {(x, y): f"c{x}r{y}" for x, y in squares}
    facts = [f"right({name[x, y]},{name[x + 1, y]})." for x, y in squares if (x + 1, y) in squares]
    facts += [f"top({name[x, y]},{name[x, y - 1]})." for x, y in squares if (x, y - 1) in squares]
    kinds = {"$": "box", ".": "solution", "@": "sokoban"}
    facts += [f"{kinds[mark]}({name[square]})." for square, mark in squares.items() if mark in kinds]
    return "\n".join(facts) + f"\nstep(1..{steps + 1}). next(S,S+1) :- step(S), step(S+1).\n"


def labyrinth(size, steps):
    """Rows and columns are pushed until the goal is reached, so all of it is one component: how many connections there are is
    not known when the last rule is planned first, and `inverse` belongs before the second of them."""
    draw = random.Random(1)
    squares = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
    facts = [f"field({x},{y})." for x, y in squares]
    facts += [f"connect({x},{y},{side})." for x, y in squares for side in "nesw" if draw.random() < 0.55]
    return "\n".join(facts) + f"\ninit_on(1,1). goal_on({size},{size}). size({size}). time(1..{steps})." + """
inverse(e,w). inverse(w,e). inverse(n,s). inverse(s,n).
goal(X,Y,0) :- goal_on(X,Y). reach(X,Y,0) :- init_on(X,Y). conn(X,Y,D,0) :- connect(X,Y,D).
dneighbor(n,X,Y,X+1,Y) :- field(X,Y), field(X+1,Y). dneighbor(s,X,Y,X-1,Y) :- field(X,Y), field(X-1,Y).
dneighbor(e,X,Y,X,Y+1) :- field(X,Y), field(X,Y+1). dneighbor(w,X,Y,X,Y-1) :- field(X,Y), field(X,Y-1).
neighbor(D,X,Y,V,W) :- dneighbor(D,X,Y,V,W).
neighbor(n,N,Y,1,Y) :- field(N,Y), size(N). neighbor(s,1,Y,N,Y) :- field(N,Y), size(N).
neighbor(e,X,N,X,1) :- field(X,N), size(N). neighbor(w,X,1,X,N) :- field(X,N), size(N).
away(T) :- goal(X,Y,T), not reach(X,Y,T).
rows(T) :- time(T), away(T-1), not columns(T). columns(T) :- time(T), away(T-1), not rows(T).
1 { push(X,e,T) : field(X,_); push(X,w,T) : field(X,_) } 1 :- rows(T).
1 { push(Y,n,T) : field(_,Y); push(Y,s,T) : field(_,Y) } 1 :- columns(T).
shift(V,Y,X,Y,T) :- neighbor(n,V,Y,X,Y), push(Y,n,T). shift(V,Y,X,Y,T) :- neighbor(s,V,Y,X,Y), push(Y,s,T).
shift(X,W,X,Y,T) :- neighbor(e,X,W,X,Y), push(X,e,T). shift(X,W,X,Y,T) :- neighbor(w,X,W,X,Y), push(X,w,T).
shift(X,Y,X,Y,T) :- field(X,Y), time(T), not push(Y,n,T), not push(Y,s,T), not push(X,e,T), not push(X,w,T).
conn(X,Y,D,T) :- conn(V,W,D,T-1), shift(V,W,X,Y,T).
goal(X,Y,T) :- goal(V,W,T-1), shift(V,W,X,Y,T).
reach(X,Y,T) :- reach(V,W,T-1), shift(V,W,X,Y,T).
reach(X,Y,T) :- reach(V,W,T), dneighbor(D,V,W,X,Y), conn(V,W,D,T), conn(X,Y,E,T), inverse(D,E).
:- away(T), time(T), not time(T+1).
"""


def strategic(companies):
    """Five literals of which four are of the rule's own component, and the fifth is what ties them together."""
    draw = random.Random(1)
    some = lambda: ",".join(f"c{draw.randrange(companies)}" for _ in range(4))
    facts = [f"produced_by(g{i},{some()}). controlled_by(c{i},{some()})." for i in range(companies // 2)]
    return "\n".join(facts) + """
strategic(A) ; strategic(B) ; strategic(C) ; strategic(D) :- produced_by(_,A,B,C,D).
strategic(W) :- controlled_by(W,A,B,C,D), strategic(A), strategic(B), strategic(C), strategic(D).
"""


def qualitative(size):
    """Every triangle of a complete graph with a composition table of eight relations."""
    draw = random.Random(1)
    names = ["dc", "ec", "po", "eq", "tpp", "ntpp", "tppi", "ntppi"]
    facts = [f"rel({name})." for name in names]
    facts += [f"table({a},{b},{c})." for a in names for b in names for c in draw.sample(names, draw.randint(1, 5))]
    pairs = [(x, y) for x in range(size) for y in range(x + 1, size)]
    facts += [f"given({x},{y},{a})." for x, y in pairs if draw.random() < 0.5 for a in draw.sample(names, 4)]
    return "\n".join(facts) + f"\nelement(0..{size - 1})." + """
allowed(X,Y,R) :- given(X,Y,R).
allowed(X,Y,R) :- element(X), element(Y), X < Y, not given(X,Y,_), rel(R).
1 { label(X,Y,R) : allowed(X,Y,R) } 1 :- element(X), element(Y), X < Y.
:- label(X,Y,R), label(Y,Z,S), label(X,Z,T), not table(R,S,T).
"""


def shared(rows):
    """Three relations of which only the first argument matters: joined as they are, they are a product."""
    draw = random.Random(1)
    facts = [f"{name}({draw.randrange(2)},{i})." for name in "fgh" for i in range(rows)]
    return "\n".join(facts) + "\nc(0..1). p(X) :- f(X,_), g(X,_), h(X,_), c(X).\n"


def timetable(courses, slots, rooms):
    """Conflicts of courses in whatever rooms they are."""
    draw = random.Random(1)
    pairs = [(a, b) for a in range(1, courses + 1) for b in range(a + 1, courses + 1)]
    facts = [f"conflict({a},{b})." for a, b in pairs if draw.random() < 0.1]
    facts += [f"size({course},{draw.randrange(10, 50)})." for course in range(1, courses + 1)]
    facts += [f"capacity({room},{draw.randrange(20, 60)})." for room in range(1, rooms + 1)]
    return "\n".join(facts) + f"\ncourse(1..{courses}). slot(1..{slots}). room(1..{rooms})." + """
1 { at(C,S,R) : slot(S), room(R) } 1 :- course(C).
:- at(C,S,R), at(D,S,R), C < D.
:- conflict(C,D), at(C,S,_), at(D,S,_).
:- at(C,_,R), size(C,N), capacity(R,K), N > K + 20.
late(S) :- at(_,S,_), S > 15.
#minimize { S@1,S : late(S) }.
"""


def sokoban_2011(steps):
    """Pushes of any length as atoms with four arguments, of which most rules look at some."""
    return level(steps) + """
adj(right,A,B) :- right(A,B). adj(left,A,B) :- right(B,A). adj(up,A,B) :- top(A,B). adj(down,A,B) :- top(B,A).
line(D,A,B) :- adj(D,A,B). line(D,A,C) :- line(D,A,B), adj(D,B,C).
box_at(B,1) :- box(B). sokoban_at(S,1) :- sokoban(S).
{ push(B,D,C,S) : line(D,B,C) } 1 :- step(S), next(S,_).
pushing(S) :- push(_,_,_,S).
:- push(B,_,_,S), not box_at(B,S).
:- push(B,D,_,S), adj(D,P,B), not reach(P,S).
:- push(B,D,_,S), not adj(D,_,B).
:- push(B,D,C,S), line(D,B,L), box_at(L,S), line(D,L,C).
:- push(_,_,C,S), box_at(C,S).
box_at(C,S+1) :- push(_,_,C,S).
box_at(B,S+1) :- box_at(B,S), not push(B,_,_,S), next(S,S+1).
sokoban_at(P,S+1) :- push(_,D,C,S), adj(D,P,C).
sokoban_at(P,S+1) :- sokoban_at(P,S), not pushing(S), next(S,S+1).
reach(P,S) :- sokoban_at(P,S).
reach(Q,S) :- reach(P,S), adj(_,P,Q), not box_at(Q,S).
goal(S) :- step(S), box_at(B,S) : solution(B).
:- step(S), not next(S,_), not goal(S).
"""


def ricochet(size, steps):
    """Robots that slide until something stops them: recursion through negation and arithmetic in heads."""
    draw = random.Random(1)
    place = lambda: f"{draw.randint(1, size)},{draw.randint(1, size)}"
    facts = [f"start({robot},{place()})." for robot in ("red", "blue", "green", "yellow")]
    facts += [f"barrier({place()},{side})." for side in ["east", "south"] * size]
    return "\n".join(facts) + f"\ndim(1..{size}). time(1..{steps}). target(red,{size},{size // 2})." + """
dir(west,-1,0). dir(east,1,0). dir(north,0,-1). dir(south,0,1).
wall(DX,DY,X,Y) :- barrier(X,Y,D), dir(D,DX,DY).
wall(-DX,-DY,X+DX,Y+DY) :- barrier(X,Y,D), dir(D,DX,DY), dim(X+DX), dim(Y+DY).
wall(DX,DY,X,Y) :- dir(_,DX,DY), dim(X), dim(Y), not dim(X+DX).
wall(DX,DY,X,Y) :- dir(_,DX,DY), dim(X), dim(Y), not dim(Y+DY).
pos(R,X,Y,0) :- start(R,X,Y).
1 { move(R,D,T) : start(R,_,_), dir(D,_,_) } 1 :- time(T).
moved(R,T) :- move(R,_,T).
halt(DX,DY,X-DX,Y-DY,T) :- pos(_,X,Y,T), dir(_,DX,DY), dim(X-DX), dim(Y-DY), not wall(DX,DY,X-DX,Y-DY), time(T+1).
go(R,DX,DY,X,Y,T) :- pos(R,X,Y,T-1), move(R,D,T), dir(D,DX,DY).
go(R,DX,DY,X+DX,Y+DY,T) :- go(R,DX,DY,X,Y,T), not wall(DX,DY,X,Y), not halt(DX,DY,X,Y,T-1).
on(R,X,Y,T) :- go(R,DX,DY,X,Y,T), not wall(DX,DY,X,Y), not halt(DX,DY,X,Y,T-1).
pos(R,X,Y,T) :- go(R,_,_,X,Y,T), not on(R,X,Y,T).
pos(R,X,Y,T) :- pos(R,X,Y,T-1), time(T), not moved(R,T).
:- target(R,X,Y), time(T), not time(T+1), not pos(R,X,Y,T).
"""


def transport(places, packages, steps):
    """Fluents and actions as terms: what is known of an argument is within it."""
    draw = random.Random(1)
    facts = [f"road(l{a},l{b})." for a in range(places) for b in range(places) if a != b and draw.random() < 0.3]
    facts += [f"init(at(p{i},l{draw.randrange(places)})). goal(at(p{i},l{draw.randrange(places)}))." for i in range(packages)]
    return "\n".join(facts) + f"\ninit(at(t0,l0)). init(at(t1,l1)). truck(t0). truck(t1). time(1..{steps})." + """
package(P) :- goal(at(P,_)).
holds(F,0) :- init(F).
{ do(drive(T,A,B),S) } :- holds(at(T,A),S-1), truck(T), road(A,B), time(S).
{ do(load(P,T,L),S) } :- holds(at(T,L),S-1), holds(at(P,L),S-1), truck(T), package(P), time(S).
{ do(unload(P,T,L),S) } :- holds(at(T,L),S-1), holds(in(P,T),S-1), time(S).
adds(at(T,B),S) :- do(drive(T,A,B),S). dels(at(T,A),S) :- do(drive(T,A,B),S).
adds(in(P,T),S) :- do(load(P,T,L),S). dels(at(P,L),S) :- do(load(P,T,L),S).
adds(at(P,L),S) :- do(unload(P,T,L),S). dels(in(P,T),S) :- do(unload(P,T,L),S).
holds(F,S) :- adds(F,S).
holds(F,S) :- holds(F,S-1), time(S), not dels(F,S).
:- do(drive(T,A,_),S), do(load(_,T,A),S).
:- do(drive(T,A,_),S), do(unload(_,T,A),S).
:- do(drive(T,A,B),S), do(drive(T,B,A),S+1).
:- goal(F), time(S), not time(S+1), not holds(F,S).
"""


def marriage(couples):
    """Six literals, of which each pair has something in common."""
    draw = random.Random(1)
    pairs = [(m, w) for m in range(1, couples + 1) for w in range(1, couples + 1)]
    facts = [f"ms({m},{w},{draw.randint(1, couples)}). ws({w},{m},{draw.randint(1, couples)})." for m, w in pairs]
    return "\n".join(facts) + """
1 { match(M,W) : ws(W,_,_) } 1 :- ms(M,_,_).
:- match(M,W), match(N,W), M != N.
:- match(M,V), ms(M,W,A), W != V, ms(M,V,B), A > B, match(N,W), ws(W,M,C), ws(W,N,D), C >= D.
"""


def pointers(variables):
    """An analysis of pointers: two predicates define each other by joins of three and four literals."""
    draw = random.Random(1)
    some = lambda: f"v{draw.randrange(variables)}"
    facts = [f"new({some()},o{i}). assign({some()},{some()})." for i in range(variables)]
    facts += [f"store({some()},f{draw.randrange(6)},{some()}). load({some()},f{draw.randrange(6)},{some()})."
              for _ in range(variables // 3)]
    return "\n".join(facts) + """
to(V,O) :- new(V,O).
to(V,O) :- assign(V,W), to(W,O).
to(V,O) :- load(V,F,B), to(B,P), field(P,F,O).
field(P,F,O) :- store(B,F,V), to(B,P), to(V,O).
alias(V,W) :- to(V,O), to(W,O), V < W.
"""


def scheduling(jobs, horizon):
    """Jobs on devices with two instances: intervals that must not overlap."""
    draw = random.Random(1)
    facts = [f"job({j},{draw.randint(1, 4)},{draw.randint(2, 6)},{draw.randint(20, horizon)})." for j in range(jobs)]
    facts += [f"before({a},{b})." for a in range(jobs) for b in range(a + 1, jobs) if draw.random() < 0.04]
    return "\n".join(facts) + f"\nhorizon(0..{horizon}). instance(1..2)." + """
1 { start(J,T) : horizon(T) } 1 :- job(J,_,_,_).
1 { on(J,I) : instance(I) } 1 :- job(J,_,_,_).
:- before(A,B), start(A,S), job(A,_,L,_), start(B,T), T < S + L.
:- job(A,D,L,_), job(B,D,_,_), A != B, start(A,S), start(B,T), S <= T, T < S + L, on(A,I), on(B,I).
late(J,T+L-E) :- start(J,T), job(J,_,L,E), T + L > E.
#minimize { P,J : late(J,P) }.
"""


def chemical(molecules):
    """Bodies of ten and more literals that look for a shape in a graph."""
    draw = random.Random(1)
    facts = []
    for m in range(molecules):
        for a in range(30):
            facts.append(f"atom(m{m},a{m}_{a}). {draw.choice('ccccccohn')}(a{m}_{a}).")
            if a:
                facts.append(f"{draw.choice(['single', 'single', 'double'])}(a{m}_{draw.randrange(max(0, a - 4), a)},a{m}_{a}).")
            if a > 5 and draw.random() < 0.2:
                facts.append(f"single(a{m}_{a - 5},a{m}_{a}).")
    return "\n".join(facts) + """
s(X,Y) :- single(X,Y). s(X,Y) :- single(Y,X). d(X,Y) :- double(X,Y). d(X,Y) :- double(Y,X). b(X,Y) :- s(X,Y). b(X,Y) :- d(X,Y).
acid(M) :- atom(M,A), atom(M,B), atom(M,C), atom(M,D), c(A), o(B), o(C), h(D), d(A,B), s(A,C), s(C,D).
ester(M) :- atom(M,A), atom(M,B), atom(M,C), atom(M,D), c(A), o(B), o(C), c(D), d(A,B), s(A,C), s(C,D), A != D.
ring(M) :- atom(M,A), atom(M,B), atom(M,C), atom(M,D), atom(M,E), b(A,B), b(B,C), b(C,D), b(D,E), b(E,A),
           A != C, A != D, B != D, B != E, C != E.
"""


def programs():
    """All of them."""
    closure = "path(X,Y) :- edge(X,Y). path(X,Z) :- path(X,Y), edge(Y,Z)."
    colours = "colour(1..3). 1 { c(X,C) : colour(C) } 1 :- node(X). :- edge(X,Y), c(X,C), c(Y,C)."
    worst = ("n(1..300). big(X,Y) :- n(X), n(Y). one(7). pair(X,X+1) :- n(X). "
             "hit(X) :- big(X,Y), big(Y,Z), pair(Z,X), one(X).")
    sums = ("item(1..10000). w(I,I\\97) :- item(I). total(S) :- S = #sum { W,I : w(I,W) }. "
            "count(N) :- N = #count { I : w(I,_) }. low(M) :- M = #min { W : w(_,W) }. { pick(I) : item(I) }. "
            ":- #sum { W,I : pick(I), w(I,W) } > 1000.")
    queens = open(os.path.join(ROOT, "encodings/queens/queens.lp"), encoding="utf-8").read()
    hanoi = open(os.path.join(ROOT, "encodings/hanoi/hanoi.lp"), encoding="utf-8").read()
    yield "closure, 1,000 nodes, 5,000 edges", edges(1000, 5000, 1) + closure, []
    yield "queens, 40", queens, ["-c", "n=40"]
    yield "colouring, 2,000 nodes", f"node(0..1999). {edges(2000, 8000, 2)} {colours}", []
    yield "Hanoi, 12 disks, 60 steps", hanoi, ["-c", "d=12", "-c", "m=60"]
    yield "a body in the worst order", worst, []
    yield "aggregates over 10,000 elements", sums, []
    for encoding in "decision", "causal":
        rules = open(os.path.join(ROOT, f"encodings/sokoban/{encoding}.lp"), encoding="utf-8").read()
        for steps in 10, 30, 100:
            yield f"Sokoban, `{encoding}.lp`, {steps} steps", level(steps) + rules, []
    yield "Sokoban as in 2011, 60 steps", sokoban_2011(60), []
    yield "labyrinth, 16 by 16, 40 steps", labyrinth(16, 40), []
    yield "strategic companies, 30,000", strategic(30000), []
    yield "qualitative reasoning, 36 elements", qualitative(36), []
    yield "`f(X,_), g(X,_), h(X,_)`, 20,000 rows each", shared(20000), []
    yield "timetable, 120 courses", timetable(120, 30, 10), []
    yield "ricochet robots, 16 by 16, 20 steps", ricochet(16, 20), []
    yield "transport by terms, 14 places, 30 steps", transport(14, 12, 30), []
    yield "stable marriage, 36 couples", marriage(36), []
    yield "pointers, 260 variables", pointers(260), []
    yield "scheduling, 40 jobs", scheduling(40, 60), []
    yield "chemical classification, 120 molecules", chemical(120), []
