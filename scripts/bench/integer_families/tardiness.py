"""One machine, the weighted tardiness least."""

SIZES = {"small": (12, 10), "middle": (15, 10), "large": (20, 10)}


def draw(draw, jobs, longest):
    durations = [draw.randint(1, longest) for _ in range(jobs)]
    total, rows = sum(durations), []
    for job, duration in enumerate(durations, 1):
        release = draw.randint(0, total * 2 // 3)
        due = release + duration + draw.randint(0, total // 4)
        rows.append((job, release, duration, due, draw.randint(1, 9)))
    return {"job": rows}


def model(model, facts):
    rows = facts["job"]
    horizon = max(release for _, release, *_ in rows) + sum(duration for _, _, duration, *_ in rows)
    intervals, cost = [], 0
    for job, release, duration, due, weight in rows:
        start = model.new_int_var(release, horizon - duration, f"start {job}")
        late = model.new_int_var(0, horizon, f"late {job}")
        model.add(start + duration - due <= late)
        intervals.append(model.new_fixed_size_interval_var(start, duration, f"{job}"))
        cost += weight * late
    model.add_no_overlap(intervals)
    model.minimize(cost)
