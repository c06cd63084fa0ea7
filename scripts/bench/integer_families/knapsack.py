"""Knapsacks of some dimensions with large weights, the value greatest."""

SIZES = {"small": (11, 2, 3), "middle": (15, 2, 3), "large": (30, 2, 3)}
LARGEST = 100_000


def draw(draw, things, dimensions, copies):
    weights, rows = [], []
    for thing in range(1, things + 1):
        own = [draw.randint(LARGEST // 10, LARGEST) for _ in range(dimensions)]
        weights += [(thing, dimension, weight) for dimension, weight in enumerate(own, 1)]
        # What is heavy is worth more, but not by so much that it is clear what to take.
        rows.append((thing, sum(own) // dimensions + draw.randint(0, LARGEST // 5), draw.randint(1, copies)))
    number = {thing: copies for thing, _, copies in rows}
    capacity = [
        (k, sum(weight * number[thing] for thing, used, weight in weights if used == k) // 2) for k in range(1, dimensions + 1)
    ]
    return {"capacity": capacity, "thing": rows, "weight": weights}


def model(model, facts):
    taken = {thing: model.new_int_var(0, number, f"{thing}") for thing, _, number in facts["thing"]}
    for dimension, capacity in facts["capacity"]:
        model.add(sum(weight * taken[thing] for thing, used, weight in facts["weight"] if used == dimension) <= capacity)
    # As clingcon says it: the least of what is not the value.
    model.minimize(-sum(value * taken[thing] for thing, value, _ in facts["thing"]))
