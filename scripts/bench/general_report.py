"""What the rows of `general` say: the section "Families" of docs/benchmarks.md."""

import statistics
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from families import SIZES
from general_jobs import CLINGO
from report import digits, partial_run, put, read, table

__all__ = ["read", "latest", "key", "case", "write"]

# What no row says.
OWN_WORDS = Path(__file__).resolve().parent / "general_interpretation.md"
# The limit that the aims speak of.
LIMIT = 60
# So many seeds has what is satisfiable.
SEEDS = 3
# From so many ground rules on the memory counts.
MANY_RULES = 100_000


@dataclass(frozen=True)
class Side:
    """One side on a family in one size: the median of the seeds; the limit in place of a time that was longer."""

    seconds: float
    solved: bool
    peak_mib: float
    setting: str


# ---- Rows


def case(row):
    return (row["family"], row["size"], row["seed"])


def key(row):
    return (*case(row), row["engine"], row["setting"])


def latest(rows):
    """The last row of each key."""
    return {key(row): row for row in rows}


def current(rows, known):
    """The rows of the programs that the families write today."""
    kept, digests = {}, {}
    for row in rows:
        family = known.get(row["family"])
        if family and case(row) not in digests:
            digests[case(row)] = family.digest(row["size"], int(row["seed"]))
        if family and row["program"] == digests[case(row)]:
            kept[key(row)] = row
    return list(kept.values())


def contradictions(rows):
    """A line for each program on whose verdict or optimum two runs differ, and for each run that failed."""
    failed = [row for row in rows if row["outcome"] == "error"]
    found = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row["outcome"] == "solved":
            found[case(row)][row["verdict"], row["optimum"]].append(f"{row['engine']} {row['setting']}")
    lines = [f"{'-'.join(case(row))}: {row['engine']} {row['setting']} ended in an error" for row in failed]
    return lines + [
        f"{'-'.join(name)}: "
        + "; ".join(f"{' '.join(result).strip()} by {', '.join(runs)}" for result, runs in results.items())
        for name, results in found.items()
        if len(results) > 1
    ]


def side(rows, start):
    """The median of the rows of one setting, one a seed."""
    times = []
    for row in rows:
        solved = row["outcome"] == "solved"
        seconds = max(float(row["cpu_seconds"]) - start, 0.001) if solved else float(row["limit"])
        times.append((not solved, seconds, float(row["peak_mib"])))
    late, seconds, _ = statistics.median_high(times)
    return Side(seconds, not late, statistics.median_high([peak for *_, peak in times]), rows[0]["setting"])


def sides(rows, start):
    """By family and size: groundplan, and the best of clingo's configurations; on the seeds that both have."""
    runs = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        if row["outcome"] != "error":
            runs[row["family"], row["size"]][row["engine"], row["setting"]][row["seed"]] = row
    ours, theirs = {}, {}
    for place, settings in runs.items():
        seeds = set.intersection(*(set(by_seed) for by_seed in settings.values()))
        if not seeds:
            continue
        for (engine, _), by_seed in settings.items():
            found = side([by_seed[seed] for seed in sorted(seeds)], start if engine == "clingo" else 0)
            best = (theirs if engine == "clingo" else ours).setdefault(place, found)
            if engine == "clingo" and (not found.solved, found.seconds) < (not best.solved, best.seconds):
                theirs[place] = found
    return ours, theirs


def verdicts(rows):
    """By family and size, the verdicts of its seeds."""
    words = {"SATISFIABLE": "sat", "UNSATISFIABLE": "unsat", "OPTIMUM FOUND": "optimum"}
    found = defaultdict(set)
    for row in rows:
        if row["outcome"] == "solved":
            found[row["family"], row["size"]].add(words[row["verdict"]])
    return found


def ratios(ours, theirs):
    """clingo's time by ours, where at least one of the two came to an end."""
    return {
        place: theirs[place].seconds / ours[place].seconds
        for place in ours.keys() & theirs.keys()
        if ours[place].solved or theirs[place].solved
    }


def by_family(places):
    """The geometric mean over the sizes of each family."""
    values = defaultdict(list)
    for (family, _), ratio in places.items():
        values[family].append(ratio)
    return {family: statistics.geometric_mean(found) for family, found in values.items()}


# ---- Markdown


def time_of(side):
    if side is None:
        return "-"
    return f"{side.seconds:.2f}" if side.solved else f"> {side.seconds:g}"


def summary(found, ours, theirs):
    """The aims: all programs, and those that take clingo long."""
    header = ["programs", "families", "sizes", "geometric mean", "worst family"]
    header += ["clingo at its limit", "groundplan at its limit"]
    lines = []
    slow = {place: ratio for place, ratio in found.items() if theirs[place].seconds >= 1}
    for name, places in ("all", found), ("clingo takes 1 s or more", slow):
        families = by_family(places)
        if not families:
            continue
        worst = min(families, key=families.get)
        line = [name, len(families), len(places), digits(statistics.geometric_mean(families.values()))]
        line += [f"{digits(families[worst])} ({worst})"]
        line += [sum(not side[place].solved for place in places) for side in (theirs, ours)]
        lines.append(line)
    return table(header, lines)


def family_table(found, ours, theirs, kinds, known):
    """A row a family, the worst first: both times in each size and the ratio."""
    values = by_family(found)
    header = ["family", "result", *(f"{size}: clingo s | groundplan s" for size in SIZES), "ratio"]
    lines = []
    for family in sorted(known, key=lambda name: (values.get(name, float("inf")), name)):
        places = [(family, size) for size in SIZES]
        if not any(place in ours or place in theirs for place in places):
            continue
        words = sorted(set().union(*(kinds.get(place, set()) for place in places)))
        line = [family, ", ".join(words) or "-"]
        for place in places:
            other = theirs.get(place)
            line.append(f"{time_of(other)} ({other.setting})" if other and other.solved else time_of(other))
            line.append(time_of(ours.get(place)))
        lines.append([*line, digits(values[family]) if family in values else "-"])
    return table(" | ".join(header).split(" | "), lines)


def faster(values):
    """On how many families each side is faster."""
    above = sum(ratio > 1 for ratio in values.values())
    return f"groundplan is faster on {above} families, clingo on {sum(ratio < 1 for ratio in values.values())}.\n"


def memory(rows, ours, theirs):
    """The peaks on large ground programs."""
    rules = defaultdict(int)
    for row in rows:
        if row["rules"]:
            rules[row["family"], row["size"]] = max(rules[row["family"], row["size"]], int(row["rules"]))
    large = [
        place
        for place in sorted(ours.keys() & theirs.keys())
        if rules[place] >= MANY_RULES and ours[place].solved and theirs[place].solved
    ]
    if not large:
        return f"No program with {MANY_RULES:,} ground rules or more was solved by both.\n"
    peaks = {place: ours[place].peak_mib / theirs[place].peak_mib for place in large}
    worst = max(peaks, key=peaks.get)
    return (
        f"On the {len(large)} programs with {MANY_RULES:,} ground rules or more that both solve, groundplan's peak of memory"
        f" divided by clingo's (with Python's, and of its best configuration) is {statistics.geometric_mean(peaks.values()):.2f} in"
        f" the geometric mean and {peaks[worst]:.2f} at most ({' '.join(worst)}). Aim: at most 1.\n"
    )


def partial(rows, ours, theirs, known):
    """Sentences on what has not been run as it is meant."""
    lines = []
    whole = len(known) * len(SIZES)
    if len(ours.keys() & theirs.keys()) < whole:
        lines.append(f"{len(ours.keys() & theirs.keys())} of {whole} pairs of family and size have runs of both sides")
    settings, seeds, chance = defaultdict(set), defaultdict(set), set()
    for row in rows:
        place = (row["family"], row["size"])
        seeds[place].add(row["seed"])
        if row["engine"] == "clingo":
            settings[place].add(row["setting"])
        if row["verdict"] == "SATISFIABLE":
            chance.add(place)
    fewer = sum(not CLINGO.keys() <= found for found in settings.values())
    if fewer:
        lines.append(f"{fewer} pairs of family and size lack one of clingo's configurations")
    fewer = sum(len(seeds[place]) < SEEDS for place in chance)
    if fewer:
        lines.append(f"{fewer} satisfiable pairs of family and size have fewer than {SEEDS} seeds")
    lower = sum(row["outcome"] == "limit" and float(row["limit"]) < LIMIT for row in rows)
    if lower:
        lines.append(f"{lower} runs ended at a limit below {LIMIT} s")
    return partial_run(lines, rows)


def section(rows, known, start):
    """The section and the contradictions in it."""
    rows = current(rows, known)
    ours, theirs = sides(rows, start)
    found = ratios(ours, theirs)
    wrong = contradictions(rows)
    both = [place for place in ours.keys() & theirs.keys() if place not in found]
    parts = [
        "## Families\n",
        f"`scripts/bench/general` draws programs of {len(known)} families, which `scripts/bench/families` describes, in three"
        " sizes that were chosen by clingo's time alone. `solve` has one thread. clingo has the configurations auto, tweety, trendy"
        " and, for objectives, auto with `--opt-strategy=usc,stratify` (usc in the table). Satisfiable programs without an"
        " objective count by the median of three seeds, families by the geometric mean of their sizes."
        f" {start:.3f} s are subtracted from clingo's times for Python.\n",
        partial(rows, ours, theirs, known),
    ]
    if found:
        parts.append(summary(found, ours, theirs))
        parts.append(
            "Aims: a geometric mean of 3 over all and of 2 where clingo takes a second or more; no family below 0.5,"
            f" knapsacks and pigeons 0.3. On {len(both)} further sizes both reached their limits.\n"
        )
        parts.append(family_table(found, ours, theirs, verdicts(rows), known))
        parts.append(faster(by_family(found)))
        parts.append(memory(rows, ours, theirs))
    parts.append(OWN_WORDS.read_text(encoding="utf-8"))
    if wrong:
        parts.append("Runs that failed or disagree:\n\n" + "\n".join(f"- {line}" for line in wrong) + "\n")
    return "\n".join(filter(None, parts)), wrong


def start_of(out, part):
    """CPU seconds that clingo's Python takes to start, the median of the runs of a script."""
    starts = [
        float(row["clingo_start_seconds"])
        for row in read(out / "benchmarks/conditions.csv")
        if row["part"] == part and row["clingo_start_seconds"]
    ]
    return statistics.median(starts) if starts else 0.0


def write(out, known):
    """Writes the section into benchmarks.md; returns where runs failed or disagree."""
    text, wrong = section(read(out / "benchmarks/general.csv"), known, start_of(out, "general"))
    put(out / "benchmarks.md", "general", text)
    return wrong
