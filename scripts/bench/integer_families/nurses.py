"""Rotas of nurses, with hours near those of the contract and the most wishes."""

SIZES = {"small": (4, 5), "middle": (4, 8), "large": (8, 10)}
SHIFTS = {"off": 0, "early": 8, "late": 7, "night": 10}


def draw(draw, nurses, days):
    need = []
    for day in range(1, days + 1):
        early = draw.randint(1, max(1, nurses // 4))
        late = draw.randint(1, max(1, nurses // 4))
        need += [(day, "early", early), (day, "late", late), (day, "night", 1)]
    mean = sum(SHIFTS[shift] * number for _, shift, number in need) // nurses
    work = [shift for shift in SHIFTS if shift != "off"]
    wishes = {
        (nurse, day): (nurse, day, draw.choice(["off", "off", *work]), draw.randint(1, 9))
        for nurse in range(1, nurses + 1)
        for day in draw.sample(range(1, days + 1), days // 2)
    }
    return {
        "day": list(range(1, days + 1)),
        "shift": list(SHIFTS.items()),
        "need": need,
        "nurse": [(nurse, draw.randint(mean - 8, mean + 6)) for nurse in range(1, nurses + 1)],
        "rest": [("night", "early"), ("night", "late"), ("late", "early")],
        "run": [5],
        "wish": list(wishes.values()),
    }


def model(model, facts):
    days, hours, nurses = facts["day"], dict(facts["shift"]), dict(facts["nurse"])
    works = {(n, d, s): model.new_bool_var(f"{n} {d} {s}") for n in nurses for d in days for s in hours}
    for nurse in nurses:
        for day in days:
            model.add_exactly_one(works[nurse, day, shift] for shift in hours)
    for day, shift, number in facts["need"]:
        model.add(sum(works[nurse, day, shift] for nurse in nurses) == number)
    (run,) = facts["run"]
    cost, most = 0, max(hours.values()) * len(days)
    for nurse, contract in nurses.items():
        for day in days:
            for shift, later in facts["rest"]:
                if day + 1 in days:
                    model.add_implication(works[nurse, day, shift], ~works[nurse, day + 1, later])
            if day + run in days:
                model.add_bool_or(works[nurse, day + more, "off"] for more in range(run + 1))
        over, under = model.new_int_var(0, most, f"over {nurse}"), model.new_int_var(0, most, f"under {nurse}")
        worked = sum(hours[shift] * works[nurse, day, shift] for day in days for shift in hours)
        model.add(worked == contract + over - under)
        cost += 2 * over + under
    for nurse, day, shift, weight in facts["wish"]:
        cost += weight * (1 - works[nurse, day, shift])
    model.minimize(cost)
