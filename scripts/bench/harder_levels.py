#!/usr/bin/env python3
"""Writes harder Sokoban levels to standard output, drawn by seed: solved rooms of 40 to 120 squares with 6 to 20 boxes,
pulled apart.

    scripts/bench/harder_levels.py [COUNT [SEED]]

Rooms are rectangles joined by doors and short corridors, with a few pillars. The storage locations are a patch of one
room, or in every fourth level scattered. From the solved level the sokoban pulls boxes in random lines until few of them
are left on storage locations, so that each level has a plan. The same seed gives the same levels.
"""

import random
import sys

DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
LEAST_SQUARES, MOST_SQUARES = 40, 120
LEAST_BOXES, MOST_BOXES = 6, 20
PULLS = 20  # for each box
LINES_A_BOX = 1


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
    """Connected squares, as many as asked for or one more: a walk in bends, now one and now two squares wide."""
    side = 2 + int((1.8 * squares) ** 0.5)
    square = (side // 2, side // 2)
    floor = {square}
    while len(floor) < squares:
        direction, wide = draw.choice(DIRECTIONS), draw.random() < 0.45
        beside = (direction[1], direction[0])
        for _ in range(draw.randint(1, 4)):
            following = step(square, direction)
            if not (0 <= following[0] < side and 0 <= following[1] < side) or len(floor) >= squares:
                break
            square = following
            floor.add(square)
            if wide and 0 <= step(square, beside)[0] < side and 0 <= step(square, beside)[1] < side:
                floor.add(step(square, beside))
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


def lines_away(floor, storages):
    """In how many lines a box alone comes from each square to a storage location, the sokoban being wherever it has to."""
    away = dict.fromkeys(storages, 0)
    todo = sorted(storages)
    for square in todo:
        for direction in DIRECTIONS:
            before = step(square, direction)
            while before in floor and step(before, direction) in floor:
                if before not in away:
                    away[before] = away[square] + 1
                    todo.append(before)
                before = step(before, direction)
    return away


def pull_apart(draw, floor, storages):
    """Of the configurations along many pulls the one whose boxes are the farthest away."""
    boxes = set(storages)
    sokoban = draw.choice(sorted(floor - boxes))
    away = lines_away(floor, storages)
    best = (0, None)
    last = None
    for _ in range(PULLS * len(boxes)):
        lines = list(pulls(floor, boxes, sokoban))
        lines = [line for line in lines if line[0] != last or draw.random() < 0.3] or lines
        if not lines:
            break
        weights = [3 if box in storages else 1 for box, _, _ in lines]
        box, direction, ends = draw.choices(lines, weights)[0]
        end = draw.choice(ends)
        boxes.remove(box)
        boxes.add(end)
        last, sokoban = end, step(end, direction)
        score = sum(away[box] for box in boxes)
        if score > best[0]:
            best = (score, (set(boxes), sokoban))
    return best[1] if best[0] >= LINES_A_BOX * len(boxes) else None


def draw_level(seed):
    """A level's floor, storage locations, boxes and sokoban."""
    draw = random.Random(seed)
    squares = draw.randint(LEAST_SQUARES, MOST_SQUARES - 1)
    count = min(max(squares // draw.randint(4, 6), LEAST_BOXES), MOST_BOXES)
    while True:
        floor = draw_floor(draw, squares)
        storages = draw_storages(draw, floor, count, draw.randrange(4) == 0)
        pulled = pull_apart(draw, floor, storages)
        if pulled:
            return floor, storages, *pulled


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
