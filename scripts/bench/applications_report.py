"""What the rows of `applications` say: the section "Applications" of docs/benchmarks.md."""

import statistics
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from families import SIZES
from general_report import SEEDS, contradictions, current, side, start_of, time_of, verdicts
from report import put, read, table

# What no row says.
OWN_WORDS = Path(__file__).resolve().parent / "applications_interpretation.md"
# What the summary asks of clingo's time, in CPU seconds.
MIDDLE = 0.3


def best(rows):
    """The fastest of clingo's rows on a program; where none ended, one that had the whole limit."""

    def rank(row):
        solved = row["outcome"] == "solved"
        return (not solved, float(row["cpu_seconds"]) if solved else -float(row["limit"]))

    return min(rows, key=rank)


def sides(rows, start):
    """By kind and size: groundplan, and clingo's best; medians of the seeds that both have."""
    runs = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for row in rows:
        if row["outcome"] != "error":
            runs[row["family"], row["size"]][row["engine"]][row["seed"]].append(row)
    ours, theirs = {}, {}
    for place, engines in runs.items():
        seeds = sorted(engines["groundplan"].keys() & engines["clingo"].keys())
        if seeds:
            ours[place] = side([engines["groundplan"][seed][0] for seed in seeds], 0)
            fastest = [best(engines["clingo"][seed]) for seed in seeds]
            names = ", ".join(dict.fromkeys(row["setting"] for row in fastest))
            theirs[place] = replace(side(fastest, start), setting=names)
    return ours, theirs


def digits(value):
    """Two digits that count, as some ratios are far below 1."""
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def ratios(ours, theirs):
    """clingo's time by groundplan's, where at least one of the two came to an end."""
    return {
        place: theirs[place].seconds / ours[place].seconds
        for place in ours
        if ours[place].solved or theirs[place].solved
    }


def summary(found, ours, theirs):
    """A row for all programs, for each size, and for those that take clingo a while."""
    groups = {"all": list(found)} | {size: [place for place in found if place[1] == size] for size in SIZES}
    groups[f"clingo takes {MIDDLE} s or more"] = [place for place in found if theirs[place].seconds >= MIDDLE]
    lines = []
    for name, places in groups.items():
        if places:
            worst = min(places, key=found.get)
            mean = statistics.geometric_mean(found[place] for place in places)
            late = [sum(not side[place].solved for place in places) for side in (theirs, ours)]
            solved = [place for place in places if theirs[place].solved and ours[place].solved]
            peaks = [ours[place].peak_mib / theirs[place].peak_mib for place in solved]
            memory = f"{statistics.geometric_mean(peaks):.2f}" if peaks else "-"
            lines.append([name, len(places), digits(mean), f"{digits(found[worst])} ({' '.join(worst)})", *late, memory])
    header = ["programs", "number", "geometric mean", "worst", "clingo at its limit", "groundplan at its limit"]
    return table([*header, "groundplan's memory by clingo's"], lines)


def kind_table(rows, found, ours, theirs, known):
    """A row for each kind and size."""
    kinds = verdicts(rows)
    rules = defaultdict(int)
    for row in rows:
        if row["engine"] == "clingo" and row["rules"]:
            rules[row["family"], row["size"]] = max(rules[row["family"], row["size"]], int(row["rules"]))
    header = ["kind", "size", "result", "clingo's rules", "clingo s", "MiB", "groundplan s", "MiB", "ratio"]
    lines = []
    for place in ((name, size) for name in known for size in SIZES):
        if place not in ours:
            continue
        other, own = theirs[place], ours[place]
        lines.append(
            [*place, ", ".join(sorted(kinds[place])) or "-", f"{rules[place]:,}" if rules[place] else "-"]
            + [f"{time_of(other)} ({other.setting})" if other.solved else time_of(other), f"{other.peak_mib:.0f}"]
            + [time_of(own), f"{own.peak_mib:.0f}", digits(found[place]) if place in found else "-"]
        )
    return table(header, lines)


def section(rows, known, start):
    """The section and the contradictions in it."""
    rows = current(rows, known)
    ours, theirs = sides(rows, start)
    found = ratios(ours, theirs)
    wrong = contradictions(rows)
    limits = sorted({float(row["limit"]) for row in rows if row["engine"] == "groundplan"})
    parts = [
        "## Applications\n",
        f"`scripts/bench/applications` draws programs of {len(known)} kinds that people run, which `scripts/bench/kinds`"
        " describes, in three sizes; with the medium size, clingo's best takes about 0.3 to 10 seconds. `solve` has one thread. clingo"
        " has the configurations auto, jumpy, trendy, handy and tweety, for objectives auto with"
        " `--opt-strategy=usc,stratify` (usc), for packages tweety with `--heuristic=Domain --opt-strategy=usc,one` (domain);"
        " a configuration is stopped a little after the time of the best so far. Satisfiable programs without an objective count"
        f" by the median of the seeds. A run has {' or '.join(f'{limit:g}' for limit in limits)} s."
        f" {start:.3f} s are subtracted from clingo's times for Python, and nothing from its memory.\n",
    ]
    missing = len(known) * len(SIZES) - len(ours)
    if missing:
        parts.append(f"{missing} of {len(known) * len(SIZES)} pairs of kind and size have no runs of both sides.\n")
    seeds = defaultdict(set)
    for row in rows:
        if row["verdict"] == "SATISFIABLE":
            seeds[row["family"], row["size"]].add(row["seed"])
    if fewer := sum(len(drawn) < SEEDS for drawn in seeds.values()):
        parts.append(f"{fewer} satisfiable pairs of kind and size have fewer than {SEEDS} seeds.\n")
    if found:
        parts.append(summary(found, ours, theirs))
    both = len(ours) - len(found)
    if both:
        parts.append(f"On {both} further programs both reached their limits.\n")
    if ours:
        parts.append(kind_table(rows, found, ours, theirs, known))
    parts.append(OWN_WORDS.read_text(encoding="utf-8"))
    if wrong:
        parts.append("Runs that failed or disagree:\n\n" + "\n".join(f"- {line}" for line in wrong) + "\n")
    return "\n".join(parts), wrong


def write(out, known):
    """Writes the section into benchmarks.md; returns where runs failed or disagree."""
    rows = read(out / "benchmarks/applications.csv")
    text, wrong = section(rows, known, start_of(out, "applications"))
    put(out / "benchmarks.md", "applications", text)
    return wrong
