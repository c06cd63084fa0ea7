"""Planning: what moves in so many steps."""

from families import connected, facts, family


def pegs(disks, count):
    """The least number of moves with three pegs, or four (Frame and Stewart)."""
    if count == 3:
        return 2**disks - 1
    return min((2 * pegs(k, 4) + pegs(disks - k, 3) for k in range(1, disks)), default=1) if disks else 0


@family((7, 4, 25), (8, 4, 33), (7, 4, 24))
def hanoi(draw, disks, count, steps):
    """Towers of Hanoi in so many moves."""
    names = draw.sample("abcdefgh", count)
    return f"""
disk(1..{disks}). step(1..{steps}).
{facts(draw, "peg", names)}
on(D,{names[0]},0) :- disk(D).
{{ move(D,P,T) : disk(D), peg(P) }} = 1 :- step(T).
moved(D,T) :- move(D,_,T).
on(D,P,T) :- move(D,P,T).
on(D,P,T) :- on(D,P,T-1), step(T), not moved(D,T).
:- move(D,P,T), on(D,P,T-1).
:- move(D,_,T), on(D,P,T-1), on(E,P,T-1), E < D.
:- move(D,P,T), on(E,P,T-1), E < D.
:- disk(D), not on(D,{names[-1]},{steps}).
"""


@family((16, 4, 14), (18, 5, 16), (20, 5, 18))
def blocks(draw, count, piles, steps):
    """Blocks world with one arm."""

    def towers():
        names = [f"b{i}" for i in range(count)]
        draw.shuffle(names)
        starts = {0, *draw.sample(range(1, count), piles - 1)}
        return [(name, "table" if i in starts else names[i - 1]) for i, name in enumerate(names)]

    return f"""
{facts(draw, "init", towers())}{facts(draw, "goal", towers())}
step(1..{steps}).
block(B) :- init(B,_).
place(table). place(B) :- block(B).
on(B,P,0) :- init(B,P).
{{ move(B,P,T) : block(B), place(P), B != P }} 1 :- step(T).
covered(B,T) :- on(_,B,T), block(B).
:- move(B,_,T), covered(B,T-1).
:- move(_,P,T), covered(P,T-1).
moved(B,T) :- move(B,_,T).
on(B,P,T) :- move(B,P,T).
on(B,P,T) :- on(B,P,T-1), step(T), not moved(B,T).
:- goal(B,P), not on(B,P,{steps}).
"""


@family((4, 3, 30), (4, 3, 36), (4, 4, 30))
def sliding_tiles(draw, columns, rows, steps):
    """Sliding tiles to their places, mixed by so many moves that are not taken back."""
    board = list(range(columns * rows))
    hole, last = 0, None
    for _ in range(steps):
        x, y = hole % columns, hole // columns
        near = [hole + d for d, fits in ((-1, x > 0), (1, x < columns - 1), (-columns, y > 0), (columns, y < rows - 1)) if fits]
        to = draw.choice([place for place in near if place != last])
        board[hole], board[to] = board[to], board[hole]
        hole, last = to, hole
    return f"""
{facts(draw, "init", [(tile, place) for place, tile in enumerate(board)])}
step(1..{steps}). place(0..{len(board) - 1}).
near(P,Q) :- place(P), place(Q), |P \\ {columns} - Q \\ {columns}| + |P / {columns} - Q / {columns}| = 1.
at(N,P,0) :- init(N,P).
{{ hole(P,T) : near(P,Q) }} = 1 :- at(0,Q,T-1), step(T).
at(0,P,T) :- hole(P,T).
at(N,Q,T) :- hole(P,T), at(N,P,T-1), at(0,Q,T-1).
at(N,P,T) :- at(N,P,T-1), step(T), N != 0, not hole(P,T).
:- place(P), not at(P,P,{steps}).
"""


@family((12, 4, 14, 8), (12, 4, 14, 9), (14, 4, 16, 9))
def ricochet(draw, size, robots, walls, steps):
    """Robots that slide until something stops them; one has to stop on its target."""
    squares = draw.sample([(x, y) for x in range(1, size + 1) for y in range(1, size + 1)], robots + 1)
    barriers = [(draw.randint(1, size), draw.randint(1, size), *draw.choice([(1, 0), (0, 1)])) for _ in range(walls)]
    return f"""
line(1..{size}). step(1..{steps}).
{facts(draw, "robot", range(1, robots + 1))}
{facts(draw, "pos", [(r, *squares[r], 0) for r in range(1, robots + 1)])}
target(1,{squares[0][0]},{squares[0][1]}).
{facts(draw, "wall", sorted(set(barriers)))}
direction(1,0). direction(-1,0). direction(0,1). direction(0,-1).
stop(DX,DY,X,Y) :- wall(X,Y,DX,DY).
stop(-DX,-DY,X+DX,Y+DY) :- wall(X,Y,DX,DY).
{{ go(R,DX,DY,T) : robot(R), direction(DX,DY) }} = 1 :- step(T).
active(R,T) :- go(R,_,_,T).
reach(R,DX,DY,X,Y,T) :- go(R,DX,DY,T), pos(R,X,Y,T-1).
reach(R,DX,DY,X+DX,Y+DY,T) :- reach(R,DX,DY,X,Y,T), free(X,Y,DX,DY,T).
free(X,Y,DX,DY,T) :- line(X), line(Y), direction(DX,DY), step(T), line(X+DX), line(Y+DY),
                     not stop(DX,DY,X,Y), not taken(X+DX,Y+DY,T-1).
taken(X,Y,T) :- pos(_,X,Y,T).
pos(R,X,Y,T) :- reach(R,DX,DY,X,Y,T), not free(X,Y,DX,DY,T).
pos(R,X,Y,T) :- pos(R,X,Y,T-1), step(T), not active(R,T).
:- target(R,X,Y), not pos(R,X,Y,{steps}).
"""


@family((10, 11), (12, 13), (14, 15))
def labyrinth(draw, size, steps):
    """Labyrinth: rows and columns of a maze are pushed until a way leads from the avatar to the goal."""
    ways = ["n", "e", "s", "w"]
    opens = [
        (x, y, way)
        for x in range(1, size + 1)
        for y in range(1, size + 1)
        for way in draw.sample(ways, draw.choice([1, 2, 2]))
    ]
    (ax, ay), (gx, gy) = (1, 1), (size, size)
    return f"""
field(X,Y) :- X = 1..{size}, Y = 1..{size}.
line(1..{size}). step(1..{steps}).
{facts(draw, "open", opens)}
start({ax},{ay}). goal({gx},{gy}).
inverse(n,s). inverse(s,n). inverse(e,w). inverse(w,e).
neighbour(n,X,Y,X,(Y+{size}-2) \\ {size}+1) :- field(X,Y).
neighbour(s,X,Y,X,Y \\ {size}+1) :- field(X,Y).
neighbour(w,X,Y,(X+{size}-2) \\ {size}+1,Y) :- field(X,Y).
neighbour(e,X,Y,X \\ {size}+1,Y) :- field(X,Y).
adjacent(n,X,Y,X,Y-1) :- field(X,Y), field(X,Y-1).
adjacent(s,X,Y,X,Y+1) :- field(X,Y), field(X,Y+1).
adjacent(w,X,Y,X-1,Y) :- field(X,Y), field(X-1,Y).
adjacent(e,X,Y,X+1,Y) :- field(X,Y), field(X+1,Y).
{{ push(L,D,T) : line(L), inverse(D,_) }} 1 :- step(T).
shift(X,Y,U,V,T) :- neighbour(e,X,Y,U,V), push(Y,e,T).
shift(X,Y,U,V,T) :- neighbour(w,X,Y,U,V), push(Y,w,T).
shift(X,Y,U,V,T) :- neighbour(n,X,Y,U,V), push(X,n,T).
shift(X,Y,U,V,T) :- neighbour(s,X,Y,U,V), push(X,s,T).
shifted(X,Y,T) :- shift(X,Y,_,_,T).
conn(X,Y,D,0) :- open(X,Y,D).
conn(U,V,D,T) :- conn(X,Y,D,T-1), shift(X,Y,U,V,T).
conn(X,Y,D,T) :- conn(X,Y,D,T-1), step(T), not shifted(X,Y,T).
goal(X,Y,0) :- goal(X,Y).
goal(U,V,T) :- goal(X,Y,T-1), shift(X,Y,U,V,T).
goal(X,Y,T) :- goal(X,Y,T-1), step(T), not shifted(X,Y,T).
reach(X,Y,0) :- start(X,Y).
reach(U,V,T) :- reach(X,Y,T-1), shift(X,Y,U,V,T).
reach(X,Y,T) :- reach(X,Y,T-1), step(T), not shifted(X,Y,T).
reach(X,Y,T) :- reach(U,V,T), adjacent(D,U,V,X,Y), conn(U,V,D,T), conn(X,Y,E,T), inverse(D,E).
:- goal(X,Y,{steps}), not reach(X,Y,{steps}).
"""


@family((8, 8, 13), (8, 8, 16), (9, 9, 16))
def robots(draw, size, count, steps):
    """Robots on a grid that change places at the same time and do not collide."""
    squares = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
    walls = draw.sample(squares, size * size // 6)
    free = [square for square in squares if square not in walls]
    starts, goals = draw.sample(free, count), draw.sample(free, count)
    return f"""
{facts(draw, "square", [f"({x},{y})" for x, y in free])}
{facts(draw, "start", [(r, f"({x},{y})") for r, (x, y) in enumerate(starts)])}
{facts(draw, "goal", [(r, f"({x},{y})") for r, (x, y) in enumerate(goals)])}
step(1..{steps}).
near((X,Y),(U,V)) :- square((X,Y)), square((U,V)), |X-U| + |Y-V| = 1.
near(S,S) :- square(S).
robot(R) :- start(R,_).
at(R,S,0) :- start(R,S).
{{ at(R,Q,T) : near(P,Q) }} = 1 :- at(R,P,T-1), step(T).
:- square(S), step(T), 2 {{ at(R,S,T) : robot(R) }}.
:- at(R,P,T-1), at(R,Q,T), at(K,Q,T-1), at(K,P,T), R < K.
:- goal(R,S), not at(R,S,{steps}).
"""


@family((12, 4, 3), (13, 4, 3), (14, 5, 3))
def no_mystery(draw, towns, packages, fuel):
    """Nomystery: a lorry with little fuel that delivers packages."""
    roads = [(a, b, draw.randint(1, 5)) for a, b in connected(draw, towns, 2 * towns)]
    trips = [(p, *draw.sample(range(1, towns + 1), 2)) for p in range(1, packages + 1)]
    steps = 3 * packages + 4
    return f"""
{facts(draw, "cost", roads)}
{facts(draw, "from", [(p, a) for p, a, _ in trips])}{facts(draw, "to", [(p, b) for p, _, b in trips])}
step(1..{steps}). town(1..{towns}).
road(X,Y,C) :- cost(X,Y,C). road(Y,X,C) :- cost(X,Y,C).
package(P) :- from(P,_).
truck(1,0). at(P,X,0) :- from(P,X). fuel({fuel * packages * 2},0).
{{ drive(Y,T) : town(Y) ; load(P,T) : package(P) ; unload(P,T) : package(P) }} 1 :- step(T).
drives(T) :- drive(_,T).
:- drive(Y,T), truck(X,T-1), not road(X,Y,_).
:- load(P,T), truck(X,T-1), not at(P,X,T-1).
:- unload(P,T), not in(P,T-1).
truck(Y,T) :- drive(Y,T).
truck(X,T) :- truck(X,T-1), step(T), not drives(T).
in(P,T) :- load(P,T).
in(P,T) :- in(P,T-1), step(T), not unload(P,T).
at(P,X,T) :- unload(P,T), truck(X,T-1).
at(P,X,T) :- at(P,X,T-1), step(T), not load(P,T).
fuel(F-C,T) :- fuel(F,T-1), drive(Y,T), truck(X,T-1), road(X,Y,C), F >= C.
fuel(F,T) :- fuel(F,T-1), step(T), not drives(T).
:- step(T), not fuel(_,T).
:- to(P,X), not at(P,X,{steps}).
"""
