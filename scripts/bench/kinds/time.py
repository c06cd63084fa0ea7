"""Timetables, jobs, and robots and trains that share their ways."""

from families import connected, facts
from kinds import kind


@kind((20, 5, 5, 5, 6), (40, 5, 6, 8, 20), (45, 5, 6, 9, 24))
def curriculum_timetable(draw, courses, days, periods, rooms, curricula):
    """Curriculum-based course timetable with the constraints of the competition ITC 2007, track 3: four hard ones, and
    capacities of rooms, working days, isolated lectures and stability of rooms as costs."""
    names = [f"k{c}" for c in range(1, courses + 1)]
    seats = [(f"r{r}", draw.choice([40, 80, 120, 200])) for r in range(1, rooms + 1)]
    # Half of the rooms hold every course.
    largest = sorted(size for _, size in seats)[rooms // 2]
    rows, busy = [], []
    total = days * periods * rooms
    for name in names:
        lectures = min(draw.choice([2, 3, 3, 4, 5]), max(1, total * 9 // 10 // courses))
        least = max(1, min(lectures, days) - draw.choice([0, 1, 1]))
        rows.append((name, f"t{draw.randint(1, courses * 2 // 3)}", lectures, least, draw.randint(10, largest)))
        if draw.random() < 0.6:
            day = draw.randint(1, days)
            busy += [(name, day, p) for p in draw.sample(range(1, periods + 1), periods // 2)]
    groups = sorted({(f"q{q}", c) for q in range(1, curricula + 1) for c in draw.sample(names, draw.randint(2, 4))})
    return f"""
{facts(draw, "course", rows)}{facts(draw, "room", seats)}{facts(draw, "curriculum", groups)}
{facts(draw, "unavailable", busy)}
day(1..{days}). period(1..{periods}).
{{ at(C,D,P) : day(D), period(P), not unavailable(C,D,P) }} = N :- course(C,_,N,_,_).
{{ at(C,D,P,R) : room(R,_) }} = 1 :- at(C,D,P).
:- room(R,_), day(D), period(P), 2 {{ at(C,D,P,R) }}.
:- day(D), period(P), course(_,T,_,_,_), 2 {{ at(C,D,P) : course(C,T,_,_,_) }}.
group(Q) :- curriculum(Q,_).
:- day(D), period(P), group(Q), 2 {{ at(C,D,P) : curriculum(Q,C) }}.
% Costs.
works(C,D) :- at(C,D,_).
has(Q,D,P) :- curriculum(Q,C), at(C,D,P).
alone(Q,C,D,P) :- curriculum(Q,C), at(C,D,P), not has(Q,D,P-1), not has(Q,D,P+1).
sits(C,R) :- at(C,_,_,R).
short(C,1..W-N) :- course(C,_,_,W,_), N = #count {{ D : works(C,D) }}, N < W.
#minimize {{ N-S@1,full,C,D,P : at(C,D,P,R), course(C,_,_,_,N), room(R,S), N > S ;
            5@1,days,C,I : short(C,I) ; 2@1,alone,Q,C,D,P : alone(Q,C,D,P) ;
            1@1,moves,C,R : sits(C,R) ; -1@1,moves,C : course(C,_,_,_,_) }}.
"""


@kind((20, 6, 3, 40), (40, 8, 2, 80), (60, 10, 3, 100))
def incremental_scheduling(draw, jobs, devices, instances, horizon):
    """Incremental scheduling as in the competition of 2011: jobs on instances of devices, some of which are off-line, with
    precedences, deadlines and penalties, the sum of which is bounded."""
    rows, deadlines, weights = [], [], []
    for job in range(1, jobs + 1):
        duration = draw.randint(1, 6)
        rows.append((job, f"d{draw.randint(1, devices)}", duration))
        deadlines.append((job, duration + draw.randint(0, horizon // 2)))
        weights.append((job, draw.randint(1, 5)))
    before = sorted({(draw.randint(max(1, j - 6), j - 1), j) for j in range(2, jobs + 1) if draw.random() < 0.6})
    counts = [(f"d{d}", draw.randint(1, instances)) for d in range(1, devices + 1)]
    away = [(device, 1) for device, count in counts if count > 1 and draw.random() < 0.4]
    return f"""
{facts(draw, "job", rows)}{facts(draw, "deadline", deadlines)}{facts(draw, "importance", weights)}
{facts(draw, "before", before)}{facts(draw, "instances", counts)}{facts(draw, "offline", away)}
#defined offline/2.
time(0..{horizon}).
usable(D,I) :- instances(D,N), I = 1..N, not offline(D,I).
{{ on(J,I) : usable(D,I) }} = 1 :- job(J,D,_).
{{ start(J,T) : time(T), T + L <= {horizon} }} = 1 :- job(J,_,L).
ends(J,T+L) :- start(J,T), job(J,_,L).
:- before(J,K), ends(J,T), start(K,U), U < T.
same(J,K) :- job(J,D,_), job(K,D,_), J < K, on(J,I), on(K,I).
:- same(J,K), start(J,T), start(K,U), job(J,_,L), T <= U, U < T + L.
:- same(J,K), start(J,T), start(K,U), job(K,_,L), U <= T, T < U + L.
late(J,T-U) :- ends(J,T), deadline(J,U), T > U.
:~ late(J,N), importance(J,W). [N*W,J]
"""


@kind((10, 6, 16), (12, 8, 20), (16, 10, 28))
def path_finding(draw, size, count, steps):
    """Ways of robots on a grid with obstacles that do not collide, the sum of their arrivals least (multi-agent path
    finding)."""
    squares = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
    walls = set(draw.sample(squares, size * size // 5))
    free = [square for square in squares if square not in walls]

    def distances(start):
        found, border = {start: 0}, [start]
        for x, y in border:
            for square in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if square not in walls and square in squares and square not in found:
                    found[square] = found[x, y] + 1
                    border.append(square)
        return found

    # The largest piece of the grid.
    piece = max((distances(square) for square in free), key=len)
    starts, goals = draw.sample(sorted(piece), count), draw.sample(sorted(piece), count)
    return f"""
{facts(draw, "free", sorted(piece))}
{facts(draw, "start", [(f"a{a}", *square) for a, square in enumerate(starts, 1)])}
{facts(draw, "goal", [(f"a{a}", *square) for a, square in enumerate(goals, 1)])}
time(1..{steps}).
turn(0,0). turn(1,0). turn(-1,0). turn(0,1). turn(0,-1).
agent(A) :- start(A,_,_).
near(X,Y,X+U,Y+V) :- free(X,Y), turn(U,V), free(X+U,Y+V).
% Where an agent can be at a time so that it still gets to its goal.
soon(A,X,Y,0) :- start(A,X,Y).
soon(A,U,V,T) :- soon(A,X,Y,T-1), near(X,Y,U,V), time(T).
back(A,X,Y,{steps}) :- goal(A,X,Y).
back(A,X,Y,T-1) :- back(A,U,V,T), near(X,Y,U,V), time(T).
can(A,X,Y,T) :- soon(A,X,Y,T), back(A,X,Y,T).
at(A,X,Y,0) :- start(A,X,Y).
{{ at(A,U,V,T) : near(X,Y,U,V), can(A,U,V,T) }} = 1 :- at(A,X,Y,T-1), time(T).
:- free(X,Y), time(T), 2 {{ at(A,X,Y,T) : can(A,X,Y,T) }}.
cross(X,Y,U,V,T) :- at(A,X,Y,T-1), at(A,U,V,T), (X,Y) != (U,V).
:- cross(X,Y,U,V,T), cross(U,V,X,Y,T), (X,Y) < (U,V).
:- goal(A,X,Y), not at(A,X,Y,{steps}).
% It costs every step until an agent stays at its goal.
rests(A,{steps}) :- agent(A).
rests(A,T-1) :- rests(A,T), goal(A,X,Y), at(A,X,Y,T-1), time(T).
#minimize {{ 1,A,T : agent(A), time(T), not rests(A,T-1) }}.
"""


@kind((14, 4, 20), (24, 7, 32), (28, 10, 40))
def trains(draw, sections, count, steps):
    """Trains on a network of single tracks: a section has one train at a time, whose way and whose stops are chosen, delays
    weighted."""
    tracks = connected(draw, sections, sections * 5 // 4)
    rows = []
    for train in range(1, count + 1):
        origin, target = draw.sample(range(1, sections + 1), 2)
        rows.append((f"z{train}", origin, target, draw.randint(0, steps // 4), draw.randint(1, 9)))
    lengths = [(s, draw.choice([1, 1, 2, 3])) for s in range(1, sections + 1)]
    return f"""
{facts(draw, "track", tracks)}{facts(draw, "length", lengths)}{facts(draw, "train", rows)}
time(0..{steps}).
joined(X,Y) :- track(X,Y). joined(Y,X) :- track(X,Y).
% Sections are entered at a time and left when their length is over or later; outside of its run a train is in the yard.
{{ enter(Z,S,T) : time(T), T >= R }} = 1 :- train(Z,S,_,R,_).
{{ enter(Z,Y,T) : joined(X,Y) }} 1 :- in(Z,X,T-1), time(T), ready(Z,X,T-1), not train(Z,_,X,_,_).
in(Z,S,T) :- enter(Z,S,T).
in(Z,S,T) :- in(Z,S,T-1), time(T), not left(Z,T), not over(Z,T-1).
left(Z,T) :- enter(Z,S,T), not train(Z,S,_,_,_).
ready(Z,S,T+L-1) :- enter(Z,S,T), length(S,L), time(T+L-1).
ready(Z,S,T) :- ready(Z,S,T-1), in(Z,S,T), time(T).
over(Z,T) :- train(Z,_,S,_,_), in(Z,S,T), ready(Z,S,T).
arrived(Z,T) :- over(Z,T).
arrived(Z,T) :- arrived(Z,T-1), time(T).
:- length(S,_), time(T), 2 {{ in(Z,S,T) : train(Z,_,_,_,_) }}.
:- in(Z,X,T-1), in(Z,Y,T), in(W,Y,T-1), in(W,X,T), X != Y, Z < W.
:- train(Z,_,_,_,_), not arrived(Z,{steps}).
#minimize {{ W,Z,T : train(Z,_,_,R,W), time(T), T >= R, not arrived(Z,T) }}.
"""
