"""Golomb rulers without some distances, the length least."""

SIZES = {"small": (8, 2), "middle": (9, 2), "large": (11, 2)}


def draw(draw, marks, forbidden):
    return {"marks": [marks], "forbidden": sorted(draw.sample(range(1, 2 * marks), forbidden))}


def model(model, facts):
    (number,) = facts["marks"]
    last = 2 * number * number
    marks = [model.new_int_var(0, last, f"mark {place}") for place in range(number)]
    model.add(marks[0] == 0)
    distances = []
    for end in range(number):
        for begin in range(end):
            distance = model.new_int_var(1, last, f"distance {begin} {end}")
            model.add(distance == marks[end] - marks[begin])
            for forbidden in facts["forbidden"]:
                model.add(distance != forbidden)
            distances.append(distance)
    model.add_all_different(distances)
    model.add(marks[1] - marks[0] < marks[-1] - marks[-2])
    model.minimize(marks[-1])
