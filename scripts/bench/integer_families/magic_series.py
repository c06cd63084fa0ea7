"""A magic series, whose places count the numbers in an order that is drawn."""

SIZES = {"small": (45,), "middle": (90,), "large": (150,)}


def draw(draw, length):
    return {"counts": list(enumerate(draw.sample(range(length), length)))}


def model(model, facts):
    length = len(facts["counts"])
    series = [model.new_int_var(0, length - 1, f"{place}") for place in range(length)]
    for place, value in facts["counts"]:
        equal = [model.new_bool_var(f"{other} is {value}") for other in range(length)]
        for other, literal in zip(series, equal):
            model.add(other == value).only_enforce_if(literal)
            model.add(other != value).only_enforce_if(~literal)
        model.add(sum(equal) == series[place])
    model.add(sum(series) == length)
