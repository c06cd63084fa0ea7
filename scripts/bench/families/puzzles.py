"""Puzzles on boards."""

from families import facts, family


@family((140,), (180,), (220,))
def queens(draw, size):
    """Queens on a board, none on a line with another."""
    return f"""
{facts(draw, "line", range(1, size + 1))}
{{ queen(R,C) : line(C) }} = 1 :- line(R).
{{ queen(R,C) : line(R) }} = 1 :- line(C).
diagonal(1-{size}..2*{size}).
:- diagonal(D), 2 {{ queen(R,C) : line(R), line(C), R-C = D }}.
:- diagonal(D), 2 {{ queen(R,C) : line(R), line(C), R+C = D }}.
"""


@family((8, 4, 7), (9, 4, 8), (10, 4, 9))
def golfers(draw, groups, size, weeks):
    """Social golfers: groups each week, in which nobody meets another twice."""
    players = list(range(1, groups * size + 1))
    return f"""
{facts(draw, "player", players)}
week(1..{weeks}). group(1..{groups}).
{{ plays(P,W,G) : group(G) }} = 1 :- player(P), week(W).
:- week(W), group(G), not {{ plays(P,W,G) : player(P) }} = {size}.
meet(P,Q,W) :- plays(P,W,G), plays(Q,W,G), P < Q.
:- player(P), player(Q), P < Q, 2 {{ meet(P,Q,W) : week(W) }}.
"""


@family((9,), (10,), (11,))
def pigeons(draw, holes):
    """One pigeon more than there are holes."""
    return f"""
{facts(draw, "pigeon", range(1, holes + 2))}{facts(draw, "hole", range(1, holes + 1))}
{{ in(P,H) : hole(H) }} = 1 :- pigeon(P).
:- hole(H), 2 {{ in(P,H) : pigeon(P) }}.
"""


LIFE = """
cell(1..{0},1..{0}).
around(X-1..X+1,Y-1..Y+1,X,Y) :- cell(X,Y).
near(X,Y,U,V) :- around(U,V,X,Y), cell(U,V), (X,Y) != (U,V).
{{ alive(X,Y) : cell(X,Y) }}.
:- alive(X,Y), not 2 {{ alive(U,V) : near(X,Y,U,V) }} 3.
:- cell(X,Y), not alive(X,Y), 3 {{ alive(U,V) : near(X,Y,U,V) }} 3.
:- alive(X,1), alive(X+1,1), alive(X+2,1).
:- alive(X,{0}), alive(X+1,{0}), alive(X+2,{0}).
:- alive(1,Y), alive(1,Y+1), alive(1,Y+2).
:- alive({0},Y), alive({0},Y+1), alive({0},Y+2).
#maximize {{ 1,X,Y : alive(X,Y) }}.
"""


@family((8,), (9,), (10,))
def still_life(draw, size):
    """Still life of the greatest density, some cells given."""
    dead = draw.sample([(x, y) for x in range(1, size + 1) for y in range(1, size + 1)], 3)
    return LIFE.format(size) + "".join(f":- alive({x},{y}).\n" for x, y in dead)


@family((7,), (8,), (9,))
def connected_life(draw, size):
    """Still life in one piece."""
    dead = draw.sample([(x, y) for x in range(1, size + 1) for y in range(1, size + 1)], 3)
    further = """
{ root(X,Y) : cell(X,Y) } 1.
reached(X,Y) :- root(X,Y), alive(X,Y).
reached(U,V) :- reached(X,Y), near(X,Y,U,V), alive(U,V).
:- alive(X,Y), not reached(X,Y).
"""
    return LIFE.format(size) + further + "".join(f":- alive({x},{y}).\n" for x, y in dead)


def solved_square(draw, base):
    """A full sudoku: the plain pattern with rows, columns and digits exchanged."""
    size = base * base

    def lines():
        return [band * base + line for band in draw.sample(range(base), base) for line in draw.sample(range(base), base)]

    digits, rows, columns = draw.sample(range(1, size + 1), size), lines(), lines()
    return [[digits[(base * (r % base) + r // base + c) % size] for c in columns] for r in rows]


@family((5, 0.42), (5, 0.4), (6, 0.48))
def sudoku(draw, base, kept):
    """Sudoku of larger bases."""
    size = base * base
    board = solved_square(draw, base)
    given = [(r + 1, c + 1, board[r][c]) for r in range(size) for c in range(size) if draw.random() < kept]
    return f"""
line(1..{size}).
{facts(draw, "given", given)}
{{ cell(R,C,V) : line(V) }} = 1 :- line(R), line(C).
:- given(R,C,V), not cell(R,C,V).
{{ cell(R,C,V) : line(C) }} = 1 :- line(R), line(V).
{{ cell(R,C,V) : line(R) }} = 1 :- line(C), line(V).
box(R,C,(R-1)/{base},(C-1)/{base}) :- line(R), line(C).
{{ cell(R,C,V) : box(R,C,A,B) }} = 1 :- box(_,_,A,B), line(V).
"""


@family((26, 0.42), (28, 0.42), (30, 0.42))
def quasigroup(draw, size, holes):
    """Quasigroup completion near its threshold."""
    rows, columns, values = (draw.sample(range(size), size) for _ in range(3))
    table = [[values[(r + c) % size] for c in columns] for r in rows]
    # Exchanges of two values in two rows, where they make a cycle, take the pattern out of the square.
    for _ in range(20 * size):
        r, q = draw.sample(range(size), 2)
        column = draw.randrange(size)
        first = table[r][column]
        while True:
            table[r][column], table[q][column] = table[q][column], table[r][column]
            if table[r][column] == first:
                break
            column = next(c for c in range(size) if table[r][c] == table[r][column] and c != column)
    given = [(r + 1, c + 1, table[r][c] + 1) for r in range(size) for c in range(size) if draw.random() >= holes]
    return f"""
n(1..{size}).
{facts(draw, "given", given)}
{{ cell(R,C,V) : n(V) }} = 1 :- n(R), n(C).
cell(R,C,V) :- given(R,C,V).
:- n(R), n(V), 2 {{ cell(R,C,V) : n(C) }}.
:- n(C), n(V), 2 {{ cell(R,C,V) : n(R) }}.
"""


@family((5, 0), (6, 0), (6, 4))
def magic_square(draw, size, given):
    """Magic square with some numbers given."""
    total = size * (size * size + 1) // 2
    numbers = draw.sample(range(1, size * size + 1), given)
    clues = [(i + 1, i + 1, v) for i, v in enumerate(numbers[: size - 2])]
    return f"""
n(1..{size}). {facts(draw, "value", range(1, size * size + 1))}
{facts(draw, "given", clues)}
#defined given/3.
{{ cell(R,C,V) : value(V) }} = 1 :- n(R), n(C).
{{ cell(R,C,V) : n(R), n(C) }} = 1 :- value(V).
:- given(R,C,V), not cell(R,C,V).
:- n(R), #sum {{ V,C : cell(R,C,V) }} != {total}.
:- n(C), #sum {{ V,R : cell(R,C,V) }} != {total}.
:- #sum {{ V,R : cell(R,R,V) }} != {total}.
:- #sum {{ V,R : cell(R,{size + 1}-R,V) }} != {total}.
"""


@family((14, 12), (15, 12), (16, 13))
def numberlink(draw, size, pairs):
    """Numberlink: ways that join equal numbers and fill the board."""
    snake = [(x if y % 2 else size + 1 - x, y) for y in range(1, size + 1) for x in range(1, size + 1)]
    cuts = sorted(draw.sample(range(3, len(snake) - 3, 3), pairs - 1))
    pieces = [snake[a:b] for a, b in zip([0, *cuts], [*cuts, len(snake)])]
    # Ends of neighbouring ways move over to each other: the ways stay a cover of the board.
    for _ in range(400 * pairs):
        a, b = draw.sample(pieces, 2)
        for way in (a, b):
            if draw.random() < 0.5:
                way.reverse()
        (x, y), (u, v) = a[-1], b[0]
        if abs(x - u) + abs(y - v) != 1:
            (u, v) = b[-1]
            if abs(x - u) + abs(y - v) != 1:
                near = [i for i, (p, q) in enumerate(b) if abs(x - p) + abs(y - q) == 1]
                near = [i for i in near if i >= 3 and len(b) - i >= 3 or i >= 4]
                if near:
                    i = draw.choice(near)
                    tail = b[i:]
                    del b[i:]
                    a.extend(tail)
                continue
            b.reverse()
        if len(b) > 3:
            a.append(b.pop(0))
    ends = [(number, x, y) for number, way in enumerate(pieces, 1) for x, y in (way[0], way[-1])]
    return f"""
cell(1..{size},1..{size}).
{facts(draw, "end", ends)}
number(N) :- end(N,_,_).
fixed(X,Y) :- end(_,X,Y).
near(X,Y,U,V) :- cell(X,Y), cell(U,V), |X-U| + |Y-V| = 1.
has(X,Y,N) :- end(N,X,Y).
{{ has(X,Y,N) : number(N) }} = 1 :- cell(X,Y), not fixed(X,Y).
{{ joined(X,Y,U,V) : near(X,Y,U,V) }} = 1 :- fixed(X,Y).
{{ joined(X,Y,U,V) : near(X,Y,U,V) }} = 2 :- cell(X,Y), not fixed(X,Y).
:- joined(X,Y,U,V), not joined(U,V,X,Y).
:- joined(X,Y,U,V), has(X,Y,N), not has(U,V,N).
reached(X,Y) :- fixed(X,Y).
reached(U,V) :- reached(X,Y), joined(X,Y,U,V).
:- cell(X,Y), not reached(X,Y).
"""
