"""Timetables of trains on a line, the greatest lateness least."""

SIZES = {"small": (6, 6), "middle": (10, 8), "large": (14, 10)}
DIFFERENCES = "lateness"


def draw(draw, trains, sections):
    """Section S is on the main line, sections+S beside it, longer and only at some places."""
    main = {section: draw.randint(3, 9) for section in range(1, sections + 1)}
    beside = {section: main[section] + draw.randint(1, 6) for section in draw.sample(sorted(main), sections // 3 + 1)}
    rows, legs = [], []
    for train in range(1, trains + 1):
        first = draw.randint(1, sections // 2)
        path = list(range(first, draw.randint(first + sections // 2, sections) + 1))
        if draw.random() < 0.5:
            path.reverse()
        slow = draw.randint(0, 3)
        for place, section in enumerate(path, 1):
            legs.append((train, 1, place, section, main[section] + slow))
            if not beside.keys().isdisjoint(path):
                other, duration = (sections + section, beside[section]) if section in beside else (section, main[section])
                legs.append((train, 2, place, other, duration + slow))
        enter = draw.randint(0, trains * 4)
        rows.append((train, enter, enter + sum(main[section] + slow for section in path) + draw.randint(0, 10)))
    return {"train": rows, "leg": legs, "gap": [2]}


def model(model, facts):
    legs, (gap,) = sorted(facts["leg"]), facts["gap"]
    horizon = max(enter for _, enter, _ in facts["train"]) + sum(duration + gap for *_, duration in legs)
    lateness = model.new_int_var(0, horizon, "lateness")
    goes = {(leg[0], leg[1]): model.new_bool_var(f"goes {leg[0]} {leg[1]}") for leg in legs}
    sections = {}
    for train, earliest, due in facts["train"]:
        own = [leg for leg in legs if leg[0] == train]
        model.add_exactly_one(goes[route] for route in goes if route[0] == train)
        enter = {leg[3]: model.new_int_var(earliest, horizon, f"enter {train} {leg[3]}") for leg in own}
        for section, start in enter.items():
            # The time in a section is the same on each route.
            routes = {leg[1]: leg[4] for leg in own if leg[3] == section}
            uses = model.new_bool_var(f"uses {train} {section}")
            model.add(sum(goes[train, route] for route in routes) == uses)
            duration = next(iter(routes.values()))
            interval = model.new_optional_fixed_size_interval_var(start, duration + gap, uses, f"{train} {section}")
            sections.setdefault(section, []).append(interval)
            model.add(start + duration - due <= lateness).only_enforce_if(uses)
        following = {(leg[1], leg[2]): leg[3] for leg in own}
        for _, route, place, section, duration in own:
            if (route, place + 1) in following:
                later = enter[following[route, place + 1]]
                model.add(enter[section] + duration <= later).only_enforce_if(goes[train, route])
    for intervals in sections.values():
        model.add_no_overlap(intervals)
    model.minimize(lateness)
