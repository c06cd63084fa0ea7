#!/usr/bin/env python3
"""Writes harder Sokoban levels to standard output, drawn by seed: solved rooms of 40 to 120 squares with 6 to 20 boxes,
pulled apart.

    scripts/bench/harder_levels.py [COUNT [SEED]]

The floor is a walk in bends, mostly one square wide. The storage locations are a patch of it, or in every fourth level
scattered. From the solved level the sokoban pulls boxes in random lines, seldom the same box twice, so that each level
has a plan. Of many floors pulled apart the one is kept that looks the hardest, by the lines that its boxes need and by
how many are in each other's way, and from there pulled on. The same seed gives the same levels.
"""

import random
import sys

DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
LEAST_SQUARES, MOST_SQUARES = 40, 120
LEAST_BOXES, MOST_BOXES = 6, 20
DENSEST, THINNEST = 4, 7  # squares to a box
ROOM = 1.7  # squares of the large square around a floor, to one of the floor
WIDE = 0.25  # the part of the walk that is two squares wide
BLOCKED = 4  # lines that a box counts for when others are in its way to every storage location
FLOORS = 120  # to choose from
ROUNDS = 100  # of pulling on from the best so far
PULLS = 8  # for each box and round


def step(square, direction, distance=1):
    return (square[0] + direction[0] * distance, square[1] + direction[1] * distance)


def reached(floor, boxes, start):
    """The squares that can be walked to."""
    seen, todo = {start}, [start]
    while todo:
        square = todo.pop()
        for direction in DIRECTIONS:
            following = step(square, direction)
            if following in floor and following not in boxes and following not in seen:
                seen.add(following)
                todo.append(following)
    return seen


def draw_floor(draw, squares):
    """Connected squares, as many as asked for: a walk in bends, one or two squares wide, in a square with room for walls."""
    side = 2 + int((ROOM * squares) ** 0.5)
    square = (side // 2, side // 2)
    floor = {square}
    while len(floor) < squares:
        direction, wide = draw.choice(DIRECTIONS), draw.random() < WIDE
        beside = (direction[1], direction[0])
        for _ in range(draw.randint(1, 4)):
            following = step(square, direction)
            if not (0 <= following[0] < side and 0 <= following[1] < side):
                break
            square = following
            for near in (square, step(square, beside)) if wide else (square,):
                if len(floor) < squares and 0 <= near[0] < side and 0 <= near[1] < side:
                    floor.add(near)
    return floor


def draw_storages(draw, floor, count, scattered):
    """A patch of squares around a first one, or any squares."""
    if scattered:
        return set(draw.sample(sorted(floor), count))
    start = draw.choice(sorted(floor))
    near = sorted(floor, key=lambda square: (abs(square[0] - start[0]) + abs(square[1] - start[1]), square))
    return set(near[:count])


def pulls(floor, boxes, sokoban):
    """The lines a box can be pulled along: from where, in which direction, the places it may come to."""
    walk = reached(floor, boxes, sokoban)
    for box in sorted(boxes):
        for direction in DIRECTIONS:
            if step(box, direction) not in walk:
                continue
            ends = []
            square = step(box, direction)
            while step(square, direction) in floor and step(square, direction) not in boxes:
                ends.append(square)
                square = step(square, direction)
            if ends:
                yield box, direction, ends


def lines_away(floor, storages, boxes=frozenset()):
    """In how many lines a box alone comes from each square to a storage location, the sokoban being wherever it has to.
    Other boxes are walls, but a line may begin at one of them: that is the box that is moved."""
    away = dict.fromkeys(storages - boxes, 0)
    todo = sorted(away)
    free = floor - boxes
    for square in todo:
        for direction in DIRECTIONS:
            before = step(square, direction)
            while before in floor and step(before, direction) in free:
                if before not in away:
                    away[before] = away[square] + 1
                    if before in free:
                        todo.append(before)
                if before in boxes:
                    break
                before = step(before, direction)
    return away


def tangled(boxes, storages, away, around):
    """How hard it looks: the lines that each box needs with all others in place, and some more where it cannot go."""
    return sum(around.get(box, away[box] + BLOCKED) for box in boxes if box not in storages)


def pull_apart(draw, floor, storages, best):
    """Of the configurations along many pulls from one (how hard it looks, boxes, sokoban) the one that looks the hardest."""
    _, boxes, sokoban = best
    boxes = set(boxes)
    away = lines_away(floor, storages)
    last = None
    for _ in range(PULLS * len(boxes)):
        lines = list(pulls(floor, boxes, sokoban))
        lines = [line for line in lines if line[0] != last or draw.random() < 0.2] or lines
        if not lines:
            break
        weights = [3 if box in storages else 1 for box, _, _ in lines]
        box, direction, ends = draw.choices(lines, weights)[0]
        end = draw.choice(ends)
        boxes.remove(box)
        boxes.add(end)
        last, sokoban = end, step(end, direction)
        # No more than that, whatever is in the way.
        if sum(away[box] + BLOCKED for box in boxes - storages) > best[0]:
            score = tangled(boxes, storages, away, lines_away(floor, storages, boxes))
            if score > best[0]:
                best = (score, set(boxes), sokoban)
    return best


def draw_level(seed):
    """A level's floor, storage locations, boxes and sokoban."""
    draw = random.Random(seed)
    squares = draw.randint(LEAST_SQUARES, MOST_SQUARES)
    least, most = max(squares // THINNEST, LEAST_BOXES), min(squares // DENSEST, MOST_BOXES)
    count = draw.randint(least, most)
    scattered = draw.randrange(4) == 0
    drawn = []
    for _ in range(FLOORS):
        floor = draw_floor(draw, squares)
        storages = draw_storages(draw, floor, count, scattered)
        start = (0, storages, draw.choice(sorted(floor - storages)))
        drawn.append((pull_apart(draw, floor, storages, start), floor, storages))
    best, floor, storages = max(drawn, key=lambda one: one[0][0])
    for _ in range(ROUNDS):
        best = pull_apart(draw, floor, storages, best)
    return floor, storages, best[1], best[2]


def rows(floor, storages, boxes, sokoban):
    """The level in XSB notation."""
    left, right = min(x for x, _ in floor) - 1, max(x for x, _ in floor) + 1
    top, bottom = min(y for _, y in floor) - 1, max(y for _, y in floor) + 1
    for y in range(top, bottom + 1):
        row = ""
        for square in ((x, y) for x in range(left, right + 1)):
            near = any((square[0] + x, square[1] + y) in floor for x in (-1, 0, 1) for y in (-1, 0, 1))
            kind = (square in boxes) + 2 * (square == sokoban)
            row += "-$@"[kind] if square in floor - storages else ".*+"[kind] if square in floor else "#" if near else " "
        yield row.rstrip().replace("-", " ")


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for number in range(count):
        floor, storages, boxes, sokoban = draw_level(seed * 1_000_003 + number)
        print(f"; {number + 1}: {len(floor)} squares, {len(boxes)} boxes\n")
        print("\n".join(rows(floor, storages, boxes, sokoban)) + "\n")


if __name__ == "__main__":
    main()
