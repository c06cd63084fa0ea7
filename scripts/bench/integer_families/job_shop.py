"""Job shop, the makespan least.

The small size is that of ft06, the large one that of la16 to la20 (Fisher & Thompson, 1963; Lawrence, 1984); the numbers are our own.
"""

SIZES = {"small": (6, 6, 20), "middle": (8, 5, 99), "large": (10, 10, 99)}
DIFFERENCES = "makespan"


def draw(draw, jobs, machines, longest):
    return {
        "operation": [
            (job, place, machine, draw.randint(1, longest))
            for job in range(1, jobs + 1)
            for place, machine in enumerate(draw.sample(range(1, machines + 1), machines), 1)
        ]
    }


def model(model, facts):
    operations = sorted(facts["operation"])
    horizon = sum(duration for *_, duration in operations)
    makespan = model.new_int_var(0, horizon, "makespan")
    machines, ends = {}, {}
    for job, place, machine, duration in operations:
        start = model.new_int_var(0, horizon - duration, f"start {job} {place}")
        machines.setdefault(machine, []).append(model.new_fixed_size_interval_var(start, duration, f"{job} {place}"))
        if place > 1:
            model.add(ends[job] <= start)
        ends[job] = start + duration
    for intervals in machines.values():
        model.add_no_overlap(intervals)
    for end in ends.values():
        model.add(end <= makespan)
    model.minimize(makespan)
