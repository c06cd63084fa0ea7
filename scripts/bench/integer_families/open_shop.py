"""Open shop, the makespan least."""

SIZES = {"small": (5, 5, 30), "middle": (7, 7, 50), "large": (9, 9, 50)}
DIFFERENCES = "makespan"


def draw(draw, jobs, machines, longest):
    return {
        "operation": [(j, m, draw.randint(1, longest)) for j in range(1, jobs + 1) for m in range(1, machines + 1)]
    }


def model(model, facts):
    horizon = sum(duration for *_, duration in facts["operation"])
    makespan = model.new_int_var(0, horizon, "makespan")
    apart = {}
    for job, machine, duration in facts["operation"]:
        start = model.new_int_var(0, horizon - duration, f"start {job} {machine}")
        interval = model.new_fixed_size_interval_var(start, duration, f"{job} {machine}")
        apart.setdefault(("job", job), []).append(interval)
        apart.setdefault(("machine", machine), []).append(interval)
        model.add(start + duration <= makespan)
    for intervals in apart.values():
        model.add_no_overlap(intervals)
    model.minimize(makespan)
