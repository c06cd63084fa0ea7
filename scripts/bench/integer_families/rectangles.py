"""Rectangles in a strip, which may be turned, the height least."""

SIZES = {"small": (9, 14, 12), "middle": (11, 16, 10), "large": (14, 20, 10)}


def draw(draw, number, strip, longest):
    rows = [(r, draw.randint(2, longest), draw.randint(2, longest)) for r in range(1, number + 1)]
    return {"strip": [strip], "rectangle": rows}


def model(model, facts):
    (strip,) = facts["strip"]
    top = sum(min(width, height) for _, width, height in facts["rectangle"])
    height_of_all = model.new_int_var(0, top, "height")
    columns, rows, widths, heights = [], [], [], []
    for name, width, height in facts["rectangle"]:
        turned = model.new_bool_var(f"turned {name}")
        wide, high = width + (height - width) * turned, height + (width - height) * turned
        x, y = model.new_int_var(0, strip, f"x {name}"), model.new_int_var(0, top, f"y {name}")
        right, upper = model.new_int_var(0, strip, f"right {name}"), model.new_int_var(0, top, f"upper {name}")
        columns.append(model.new_interval_var(x, wide, right, f"column {name}"))
        rows.append(model.new_interval_var(y, high, upper, f"row {name}"))
        widths.append(wide)
        heights.append(high)
        model.add(upper <= height_of_all)
    model.add_no_overlap_2d(columns, rows)
    model.add_cumulative(rows, widths, strip)
    model.add_cumulative(columns, heights, height_of_all)
    model.minimize(height_of_all)
