"""Timetables, shops and rosters."""

from families import facts, family


@family((40, 20, 6), (50, 24, 7), (60, 28, 8))
def timetable(draw, courses, slots, rooms):
    """Course timetable: teachers, curricula and rooms, every lecture in a slot and a room."""
    teachers = [(c, draw.randint(1, courses // 2)) for c in range(1, courses + 1)]
    curricula = [(k, c) for k in range(1, courses // 2 + 1) for c in draw.sample(range(1, courses + 1), 4)]
    seats = [(r, draw.randint(20, 60)) for r in range(1, rooms + 1)]
    largest = max(s for _, s in seats)
    students = [(c, draw.randint(10, largest)) for c in range(1, courses + 1)]
    lectures = [(c, draw.randint(1, max(1, slots * rooms // courses))) for c in range(1, courses + 1)]
    return f"""
{facts(draw, "teacher", teachers)}{facts(draw, "in", curricula)}{facts(draw, "seats", seats)}
{facts(draw, "students", students)}{facts(draw, "lectures", lectures)}
slot(1..{slots}).
{{ at(C,S,R) : slot(S), seats(R,_) }} = N :- lectures(C,N).
:- slot(S), seats(R,_), 2 {{ at(C,S,R) : lectures(C,_) }}.
:- at(C,S,R), at(C,S,Q), R < Q.
:- at(C,S,_), at(D,S,_), C < D, teacher(C,T), teacher(D,T).
:- at(C,S,_), at(D,S,_), C < D, in(K,C), in(K,D).
:~ at(C,S,R), seats(R,N), students(C,M), M > N. [M-N,C,S]
"""


@family((7, 5, 34), (8, 5, 36), (8, 6, 40))
def job_shop(draw, jobs, machines, horizon):
    """Job shop with the least weighted tardiness."""
    operations, due, weight = [], [], []
    for job in range(1, jobs + 1):
        durations = [draw.randint(1, 4) for _ in range(machines)]
        for place, (machine, duration) in enumerate(zip(draw.sample(range(1, machines + 1), machines), durations), 1):
            operations.append((job, place, machine, duration))
        due.append((job, sum(durations) + draw.randint(0, 3)))
        weight.append((job, draw.randint(1, 9)))
    return f"""
time(0..{horizon}). machine(1..{machines}).
{facts(draw, "op", operations)}{facts(draw, "due", due)}{facts(draw, "weight", weight)}
{{ start(J,K,T) : time(T), T + D <= {horizon} }} = 1 :- op(J,K,_,D).
:- start(J,K,T), start(J,K+1,U), op(J,K,_,D), U < T + D.
busy(M,T..T+D-1,J) :- start(J,K,T), op(J,K,M,D).
:- machine(M), time(T), 2 {{ busy(M,T,J) : weight(J,_) }}.
ends(J,T+D) :- start(J,{machines},T), op(J,{machines},_,D).
#minimize {{ W*(T-U),J : ends(J,T), due(J,U), T > U, weight(J,W) }}.
"""


@family((7, 7, 50), (8, 7, 56), (8, 8, 62))
def open_shop(draw, jobs, machines, horizon):
    """Open shop with the least makespan, the order of each pair chosen."""
    durations = [(j, m, draw.randint(1, 9)) for j in range(1, jobs + 1) for m in range(1, machines + 1)]
    return f"""
time(0..{horizon}).
{facts(draw, "task", durations)}
{{ start(J,M,T) : time(T), T + D <= {horizon} }} = 1 :- task(J,M,D).
:- start(J,M,T), start(J,N,U), M != N, task(J,M,D), T <= U, U < T + D.
:- start(J,M,T), start(K,M,U), J != K, task(J,M,D), T <= U, U < T + D.
late(T) :- start(J,M,U), task(J,M,D), T = U + D.
late(T-1) :- late(T), T > 1.
#minimize {{ 1,T : late(T) }}.
"""


@family((16, 58), (17, 60), (18, 60))
def single_machine(draw, jobs, horizon):
    """Jobs on one machine with release dates, the weighted tardiness least."""
    rows = []
    for job in range(1, jobs + 1):
        release, duration = draw.randint(0, horizon // 3), draw.randint(1, 6)
        rows.append((job, release, duration, draw.randint(horizon // 4, horizon), draw.randint(1, 9)))
    return f"""
time(0..{horizon + 10}).
{facts(draw, "job", rows)}
{{ start(J,T) : time(T), T >= R, T + D <= {horizon + 10} }} = 1 :- job(J,R,D,_,_).
:- time(T), 2 {{ start(J,U) : job(J,_,D,_,_), time(U), U <= T, T < U + D }}.
:~ start(J,T), job(J,_,D,E,W), T + D > E. [W*(T+D-E),J]
"""


@family((16, 28), (18, 35), (20, 42))
def nurses(draw, nurses, days):
    """Nurse rostering: shifts and rests are hard, wishes and fairness are weighted."""
    wishes = [
        (n, d, draw.choice(["early", "late", "night", "off"]), draw.randint(1, 5))
        for n in range(1, nurses + 1)
        for d in draw.sample(range(1, days + 1), days // 2)
    ]
    need = {"early": -(-nurses // 4), "late": -(-nurses // 4), "night": 1}
    return f"""
{facts(draw, "wish", wishes)}
nurse(1..{nurses}). day(1..{days}). work(early). work(late). work(night). shift(off).
{" ".join(f"need({s},{n})." for s, n in need.items())}
shift(S) :- work(S).
{{ works(N,D,S) : shift(S) }} = 1 :- nurse(N), day(D).
:- need(S,M), day(D), not M {{ works(N,D,S) : nurse(N) }}.
:- works(N,D,night), works(N,D+1,early).
:- works(N,D,night), works(N,D+1,late).
:- works(N,D,late), works(N,D+1,early).
:- nurse(N), day(D), day(D+5), not 1 {{ works(N,D..D+5,off) }}.
load(N,L) :- nurse(N), L = #count {{ D : works(N,D,night) }}.
:~ load(N,L), L > {-(-days // nurses)}. [10*(L-{-(-days // nurses)})@2,N]
:~ wish(N,D,S,W), not works(N,D,S). [W@1,N,D]
:~ works(N,D,off), works(N,D+1,S), S != off, works(N,D+2,off). [3@1,N,D]
"""


@family((22, 50), (24, 56), (26, 60))
def resources(draw, tasks, horizon):
    """Project scheduling: precedences, and resources of which so much is there at any time."""
    rows = [(t, draw.randint(1, 5)) for t in range(1, tasks + 1)]
    uses = [(t, r, draw.randint(1, 5)) for t in range(1, tasks + 1) for r in draw.sample([1, 2, 3], 2)]
    before = sorted({(draw.randint(1, t - 1), t) for t in range(2, tasks + 1) if draw.random() < 0.7})
    return f"""
{facts(draw, "task", rows)}{facts(draw, "uses", uses)}{facts(draw, "before", before)}
time(0..{horizon}). capacity(1..3,7).
{{ start(J,T) : time(T), T + D <= {horizon} }} = 1 :- task(J,D).
:- before(J,K), start(J,T), start(K,U), task(J,D), U < T + D.
runs(J,T..T+D-1) :- start(J,T), task(J,D).
:- capacity(R,C), time(T), #sum {{ U,J : runs(J,T), uses(J,R,U) }} > C.
{{ makespan(M) : time(M) }} = 1.
:- start(J,T), task(J,D), makespan(M), T + D > M.
#minimize {{ M : makespan(M) }}.
"""
