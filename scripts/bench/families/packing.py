"""Knapsacks, bins, partitions, configuration: things that have to fit."""

from families import connected, facts, family


@family((22,), (24,), (26,))
def knapsack(draw, items):
    """Knapsack of greatest value."""
    weights = [draw.randint(20, 99) for _ in range(items)]
    rows = [(i, w, w + draw.randint(-10, 10)) for i, w in enumerate(weights, 1)]
    return f"""
{facts(draw, "item", rows)}
{{ in(I) : item(I,_,_) }}.
:- #sum {{ W,I : in(I), item(I,W,_) }} > {sum(weights) // 2}.
#maximize {{ V,I : in(I), item(I,_,V) }}.
"""


@family((32, 4), (36, 4), (40, 5))
def many_knapsacks(draw, items, dimensions):
    """Knapsack with several capacities."""
    uses = [(i, d, draw.randint(1, 40)) for i in range(1, items + 1) for d in range(1, dimensions + 1)]
    capacities = [(d, sum(u for _, e, u in uses if e == d) // 2) for d in range(1, dimensions + 1)]
    values = [(i, draw.randint(1, 40)) for i in range(1, items + 1)]
    return f"""
{facts(draw, "value", values)}{facts(draw, "uses", uses)}{facts(draw, "capacity", capacities)}
{{ in(I) }} :- value(I,V).
:- capacity(D,C), #sum {{ U,I : in(I), uses(I,D,U) }} > C.
#maximize {{ V,I : in(I), value(I,V) }}.
"""


@family((14, 5), (15, 5), (16, 5))
def bin_packing(draw, items, bins):
    """Fewest bins for items with sizes."""
    sizes = [(i, draw.randint(15, 60)) for i in range(1, items + 1)]
    return f"""
{facts(draw, "item", sizes)}
bin(1..{bins + 1}).
{{ in(I,B) : bin(B) }} = 1 :- item(I,_).
:- bin(B), #sum {{ S,I : in(I,B), item(I,S) }} > 100.
used(B) :- in(_,B).
:- used(B), bin(B-1), not used(B-1).
#minimize {{ 1,B : used(B) }}.
"""


@family((24, 3, 1000000), (26, 3, 1000000), (28, 3, 1000000))
def partition(draw, numbers, parts, largest):
    """Parts of numbers with equal sums."""
    drawn = [draw.randint(1, largest) for _ in range(numbers - 1)]
    drawn.append(largest + -(sum(drawn) + largest) % parts)
    return f"""
{facts(draw, "number", list(enumerate(drawn, 1)))}
part(1..{parts}).
{{ in(N,P) : part(P) }} = 1 :- number(N,_).
:- part(P), #sum {{ V,N : in(N,P), number(N,V) }} != {sum(drawn) // parts}.
"""


@family((15, 15, 22), (16, 16, 24), (18, 18, 26))
def rectangles(draw, width, height, pieces):
    """Rectangles that fill a larger one."""
    tiles = [(width, height)]
    while len(tiles) < pieces:
        w, h = tiles.pop(max(range(len(tiles)), key=lambda i: tiles[i][0] * tiles[i][1]))
        if w >= h:
            cut = draw.randint(1, w - 1)
            tiles += [(cut, h), (w - cut, h)]
        else:
            cut = draw.randint(1, h - 1)
            tiles += [(w, cut), (w, h - cut)]
    draw.shuffle(tiles)
    return f"""
{facts(draw, "piece", [(i, w, h) for i, (w, h) in enumerate(tiles)])}
column(1..{width}). row(1..{height}).
{{ at(P,X,Y) : column(X), row(Y), X+W-1 <= {width}, Y+H-1 <= {height} }} = 1 :- piece(P,W,H).
covers(P,X..X+W-1,Y..Y+H-1) :- at(P,X,Y), piece(P,W,H).
:- column(X), row(Y), #count {{ P : covers(P,X,Y) }} != 1.
"""


@family((36, 72), (40, 80), (44, 88))
def auction(draw, goods, bids):
    """Bids for sets of goods, of greatest value together."""
    wants, prices = [], []
    for bid in range(1, bids + 1):
        size = draw.randint(2, 5)
        wants += [(bid, good) for good in draw.sample(range(1, goods + 1), size)]
        prices.append((bid, 10 * size + draw.randint(0, 15)))
    return f"""
{facts(draw, "price", prices)}{facts(draw, "wants", wants)}
good(G) :- wants(_,G).
{{ accept(B) : price(B,_) }}.
:- good(G), 2 {{ accept(B) : wants(B,G) }}.
#maximize {{ P,B : accept(B), price(B,P) }}.
"""


@family((4, 14), (4, 16), (5, 18))
def house(draw, persons, things):
    """House configuration: things into cabinets and cabinets into rooms, each of one person, at the least cost."""
    owner = [(t, draw.randint(1, persons)) for t in range(1, things + 1)]
    long = draw.sample(range(1, things + 1), things // 3)
    cabinets = (things + 1) // 2 + persons
    return f"""
{facts(draw, "owner", owner)}{facts(draw, "long", long)}
cabinet(1..{cabinets}). room(1..{(cabinets + 1) // 2}).
{{ in(T,C) : cabinet(C) }} = 1 :- owner(T,_).
used(C) :- in(_,C).
:- used(C), cabinet(C-1), not used(C-1).
{{ stands(C,R) : room(R) }} = 1 :- used(C).
:- cabinet(C), #count {{ T : in(T,C) }} > 4.
high(C) :- in(T,C), long(T).
:- high(C), #count {{ T : in(T,C) }} > 3.
:- room(R), #sum {{ 2,C : stands(C,R), high(C) ; 1,C,low : stands(C,R), not high(C) }} > 4.
belongs(C,P) :- in(T,C), owner(T,P).
:- belongs(C,P), belongs(C,Q), P < Q.
lives(R,P) :- stands(C,R), belongs(C,P).
:- lives(R,P), lives(R,Q), P < Q.
taken(R) :- stands(_,R).
#minimize {{ 3,C,cabinet : used(C) ; 2,C,high : high(C) ; 5,R,room : taken(R) }}.
"""


@family((28, 14), (30, 15), (32, 16))
def partner_units(draw, zones, units):
    """Partner units: zones and sensors on units, two of each at most, and two units that a unit talks to."""
    pairs = []
    for zone in range(1, zones + 1):
        pairs += [(zone, sensor) for sensor in (zone, zone % zones + 1)]
        if draw.random() < 0.4:
            pairs.append((zone, (zone + 1) % zones + 1))
    return f"""
{facts(draw, "needs", sorted(set(pairs)))}
unit(1..{units}).
zone(Z) :- needs(Z,_). sensor(S) :- needs(_,S).
{{ zone_at(Z,U) : unit(U) }} = 1 :- zone(Z).
{{ sensor_at(S,U) : unit(U) }} = 1 :- sensor(S).
:- unit(U), 3 {{ zone_at(Z,U) : zone(Z) }}.
:- unit(U), 3 {{ sensor_at(S,U) : sensor(S) }}.
partner(U,V) :- needs(Z,S), zone_at(Z,U), sensor_at(S,V), U != V.
partner(V,U) :- partner(U,V).
:- unit(U), 3 {{ partner(U,V) : unit(V) }}.
"""


@family((15, 4), (16, 4), (17, 4))
def agents(draw, jobs, agents):
    """Generalised assignment: jobs to agents with capacities, at the least cost."""
    takes = [(j, a, draw.randint(5, 25), draw.randint(10, 50)) for j in range(1, jobs + 1) for a in range(1, agents + 1)]
    capacity = int(0.8 * sum(t for _, _, t, _ in takes) / agents / agents)
    return f"""
{facts(draw, "takes", takes)}
job(J) :- takes(J,_,_,_). agent(A) :- takes(_,A,_,_).
{{ does(A,J) : agent(A) }} = 1 :- job(J).
:- agent(A), #sum {{ T,J : does(A,J), takes(J,A,T,_) }} > {capacity}.
#minimize {{ C,J : does(A,J), takes(J,A,_,C) }}.
"""


@family((8, 16), (9, 16), (9, 18))
def assignment(draw, size, flows):
    """Quadratic assignment: facilities to places, the flow between them times the distance least."""
    flow = [(a, b, draw.randint(1, 9)) for a, b in connected(draw, size, flows)]
    place = [(draw.randint(0, 9), draw.randint(0, 9)) for _ in range(size)]
    distance = [
        (a + 1, b + 1, abs(x - u) + abs(y - v))
        for a, (x, y) in enumerate(place)
        for b, (u, v) in enumerate(place)
        if a != b
    ]
    return f"""
facility(1..{size}). place(1..{size}).
{facts(draw, "flow", flow)}{facts(draw, "distance", distance)}
{{ at(F,P) : place(P) }} = 1 :- facility(F).
:- place(P), 2 {{ at(F,P) : facility(F) }}.
#minimize {{ W*D,F,G : flow(F,G,W), at(F,P), at(G,Q), distance(P,Q,D) }}.
"""
