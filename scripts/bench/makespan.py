#!/usr/bin/env python3
"""How long a batch takes on many workers: a model, and a simulation beside it; the tables of docs/scale.md.

    scripts/bench/makespan.py [--jobs N] [--seed S] [--chunk SECONDS] [--job SECONDS] [--task SECONDS]

Times are drawn with replacement from all that are recorded in docs/*.csv and docs/benchmarks/*.csv. The model is the larger of
two lower bounds, all work shared evenly and the longest chunk; the simulation hands each free worker the next chunk. A worker
pays --job for each job and --task for each chunk.
"""

import argparse
import csv
import heapq
import math
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[2]
# As in crates/batch/src/estimate.rs.
MOST_IN_CHUNK = 25


def recorded():
    """All CPU times that the repository has."""
    times = []
    for path in sorted(ROOT.glob("docs/*.csv")) + sorted(ROOT.glob("docs/benchmarks/*.csv")):
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row.get("cpu_seconds"):
                    times.append(float(row["cpu_seconds"]))
    return times


def chunks(times, estimates, length, most=MOST_IN_CHUNK):
    """The times of each chunk, the longest first by the estimates."""
    together, estimated, made = [], 0.0, []
    for estimate, time in sorted(zip(estimates, times), key=lambda pair: -pair[0]):
        if together and (estimated >= length or len(together) == most):
            made.append(together)
            together, estimated = [], 0.0
        together.append(time)
        estimated += estimate
    return made + [together]


def makespan(lengths, workers):
    """When the last worker is done, if each takes the next of these when it is free."""
    free = [0.0] * workers
    for length in lengths:
        heapq.heappush(free, heapq.heappop(free) + length)
    return max(free)


def model(lengths, workers):
    """No schedule is shorter, and by Graham none that leaves nobody idle is longer than the sum of the two."""
    return max(sum(lengths) / workers, max(lengths))


def batches(options, times, rng):
    """The table of whole batches."""
    noisy = [time * math.exp(rng.gauss(0, 1)) for time in times]
    costs = lambda made: [options.task + sum(time + options.job for time in chunk) for chunk in made]
    ways = {
        "one job a task": costs([[time] for time in sorted(times, reverse=True)]),
        "chunks, true lengths known": costs(chunks(times, times, options.chunk)),
        "chunks, estimates wrong by a factor of e": costs(chunks(times, noisy, options.chunk)),
        "chunks, in no order": rng.sample(costs(chunks(times, times, options.chunk)), len(chunks(times, times, options.chunk))),
    }
    print("| | chunks | " + " | ".join(f"{workers:,} workers" for workers in options.workers) + " |")
    print("|---|---|" + "---|" * len(options.workers))
    for name, lengths in ways.items():
        cells = [f"{makespan(lengths, workers):,.0f} ({model(lengths, workers):,.0f})" for workers in options.workers]
        print(f"| {name} | {len(lengths):,} | " + " | ".join(cells) + " |")


def cubes(options, rng):
    """The table of one question of an hour, by the spread of its cubes and what a limit gives that has them split again."""
    hour, tries = 3600.0, 5
    print("\n| spread | split | " + " | ".join(f"{workers:,} workers" for workers in options.workers) + " |")
    print("|---|---|" + "---|" * len(options.workers))
    for spread in (0.5, 1.0, 2.0):
        for name, again in (("once", False), ("again, those over four times the mean", True)):
            cells = []
            for workers in options.workers:
                total = 0.0
                for _ in range(tries):
                    drawn = [math.exp(rng.gauss(0, spread)) for _ in range(4 * workers)]
                    lengths = [hour * length / sum(drawn) for length in drawn]
                    total += split(lengths, workers, spread, options.task, rng) if again else makespan(
                        [length + options.task for length in lengths], workers
                    )
                cells.append(f"{hour / (total / tries):,.1f}")
            print(f"| {spread} | {name} | " + " | ".join(cells) + " |")


def split(lengths, workers, spread, task, rng):
    """Rounds: cubes over the limit cost it, and are split into 16 that share what they would have cost."""
    total, limit = 0.0, 4 * sum(lengths) / len(lengths)
    while lengths:
        total += makespan([task + min(length, limit) for length in lengths], workers)
        inner = []
        for length in (length for length in lengths if length > limit):
            drawn = [math.exp(rng.gauss(0, spread)) for _ in range(16)]
            inner += [length * part / sum(drawn) for part in drawn]
        lengths = inner
    return total


def main():
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chunk", type=float, default=10.0, help="as batch plan --chunk")
    parser.add_argument("--job", type=float, default=0.01, help="seconds that a job costs besides its own")
    parser.add_argument("--task", type=float, default=0.5, help="seconds that the scheduler takes for a task")
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 10, 100, 1000])
    options = parser.parse_args()
    rng = random.Random(options.seed)
    known = recorded()
    times = rng.choices(known, k=options.jobs)
    print(f"{options.jobs:,} times of {len(known):,} recorded: {sum(times):,.0f} s in all, {max(times):,.0f} s the longest,")
    print(f"{sorted(times)[len(times) // 2]:.3f} s the median; {options.task} s a task, {options.job} s a job\n")
    batches(options, times, rng)
    cubes(options, rng)


if __name__ == "__main__":
    main()
