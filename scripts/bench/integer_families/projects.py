"""Projects with resources, the makespan least."""

SIZES = {"small": (25, 3, 10), "middle": (30, 3, 10), "large": (45, 4, 10)}


def draw(draw, tasks, resources, longest):
    after = {(draw.randint(max(1, task - 8), task - 1), task) for task in range(2, tasks + 1) for _ in range(draw.randint(0, 2))}
    needs = [
        (task, resource, draw.randint(1, 6))
        for task in range(1, tasks + 1)
        for resource in range(1, resources + 1)
        if draw.random() < 0.6
    ]
    return {
        "task": [(task, draw.randint(1, longest)) for task in range(1, tasks + 1)],
        "after": sorted(after),
        "capacity": [(resource, draw.randint(6, 9)) for resource in range(1, resources + 1)],
        "needs": needs,
    }


def model(model, facts):
    horizon = sum(duration for _, duration in facts["task"])
    makespan = model.new_int_var(0, horizon, "makespan")
    starts, intervals, durations = {}, {}, dict(facts["task"])
    for task, duration in durations.items():
        starts[task] = model.new_int_var(0, horizon - duration, f"start {task}")
        intervals[task] = model.new_fixed_size_interval_var(starts[task], duration, f"{task}")
        model.add(starts[task] + duration <= makespan)
    for task, later in facts["after"]:
        model.add(starts[task] + durations[task] <= starts[later])
    for resource, capacity in facts["capacity"]:
        users = [(intervals[task], amount) for task, used, amount in facts["needs"] if used == resource]
        model.add_cumulative([interval for interval, _ in users], [amount for _, amount in users], capacity)
    model.minimize(makespan)
