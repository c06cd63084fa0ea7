"""What the rows of `integers` say: tables for the terminal and for docs/integers.md."""

import statistics
from dataclasses import dataclass

from integer_runs import EARLY, SOLVED
from report import digits, table

BEGIN = "<!-- The tables are written by `scripts/bench/integers --write`. -->\n"
END = "<!-- The end of the tables. -->\n"
# A time that is less counts as so many seconds.
LEAST = 0.05


@dataclass(frozen=True)
class Side:
    """One engine on one instance, its best run; the limit in place of a time that was longer."""

    row: dict
    seconds: float
    solved: bool

    def number(self, name):
        return int(self.row[name]) if self.row[name] else None


def best(rows, limit):
    """The run that ended first; where none ended, the one with the least value."""

    def rank(row):
        solved = row["outcome"] in SOLVED
        value = int(row["value"]) if row["value"] else float("inf")
        return (not solved, float(row["cpu_seconds"]) if solved else value)

    row = min(rows, key=rank)
    solved = row["outcome"] in SOLVED
    return Side(row, max(float(row["cpu_seconds"]) - float(row["start_seconds"]), LEAST) if solved else limit, solved)


def sides_of(results, engines, limit):
    """By instance (family, size, seed), the side of each engine that ran on it; runs that ended in an error are left out."""
    sides = {}
    for place, rows in results.items():
        for engine in engines:
            own = [row for row in rows if row["engine"] == engine and row["outcome"] != "error"]
            if own:
                sides.setdefault(place, {})[engine] = best(own, limit)
    return sides


def contradictions(results):
    """A line for each run that ended in an error, and for each instance on which two runs contradict each other."""
    wrong = []
    for place, rows in results.items():
        name = "-".join(place)
        wrong += [f"{name}: {said(row)}" for row in rows if row["outcome"] == "error"]
        optima = {row["value"]: row for row in rows if row["outcome"] == "optimum"}
        have = [row for row in rows if row["value"] or row["outcome"] == "satisfiable"]
        none = [row for row in rows if row["outcome"] == "unsatisfiable"]
        pairs = [(none[0], have[0])] if none and have else []
        pairs += [tuple(optima.values())[:2]] if len(optima) > 1 else []
        for optimum in optima.values():
            least = int(optimum["value"])
            pairs += [(optimum, row) for row in rows if row["outcome"] == "value" and int(row["value"]) < least]
        bounds = [row for row in rows if row["bound"]]
        pairs += [(low, row) for low in bounds for row in rows if row["value"] and int(row["value"]) < int(low["bound"])]
        wrong += [f"{name}: {said(one)}, but {said(other)}" for one, other in pairs]
    return wrong


def said(row):
    words = [row["engine"], "" if row["setting"] == "default" else row["setting"], row["outcome"], row["value"]]
    return " ".join(filter(None, [*words, f"(bound {row['bound']})" if row["bound"] else ""]))


def over(value, least):
    """How far a value is above the least known, in per cent of that."""
    return "no value" if value is None else f"+{100 * (value - least) / max(1, abs(least)):.1f} %"


def least_of(engines):
    values = [side.number("value") for side in engines.values() if side.row["value"]]
    return min(values) if values else None


def instance_table(sides, engines):
    """A row for each instance."""
    lines = []
    for place, own in sides.items():
        least = least_of(own)
        proven = any(side.solved for side in own.values())
        verdicts = [side.row["outcome"] for side in own.values() if side.row["outcome"] in ("satisfiable", "unsatisfiable")]
        value = verdicts[0] if verdicts else "-" if least is None else f"{least}" if proven else f"at most {least}"
        cells = [cell(own.get(engine), least) for engine in engines]
        peaks = [f"{float(own[engine].row['peak_mib']):.0f}" if engine in own else "" for engine in engines]
        lines.append([*place, value, *(word for pair in zip(cells, peaks) for word in pair)])
    columns = [word for engine in engines for word in (f"{engine} s", "MiB")]
    return table(["family", "size", "seed", "result", *columns], lines)


def cell(side, least):
    """Seconds and clingcon's configuration; of a run at the limit, how far its value is above the least known."""
    if side is None:
        return ""
    setting = "" if side.row["setting"] == "default" else f" ({side.row['setting']})"
    if side.solved:
        return f"{digits(side.seconds)}{setting}"
    return f"> {side.seconds:g}{setting}" + ("" if least is None else f", {over(side.number('value'), least)}")


def early_table(sides, engines):
    """The values and bounds after some seconds, of the instances for which an engine took longer."""
    lines = []
    for place, own in sides.items():
        least = least_of(own)
        if least is None or all(float(side.row["cpu_seconds"]) <= EARLY for side in own.values()):
            continue
        cells = []
        for engine in engines:
            side = own.get(engine)
            if side is None:
                cells.append("")
                continue
            value, bound = side.number("early_value"), side.number("early_bound")
            ended = side.solved and float(side.row["cpu_seconds"]) <= EARLY
            cells.append("ended" if ended else over(value, least) + ("" if bound is None else f", bound {bound}"))
        lines.append([*place, least, *cells])
    return table(["family", "size", "seed", "least value", *engines], lines) if lines else ""


def summary(sides, engines):
    """A row for each family and one for all: how many instances each engine solved, and the times of the others by the first's."""
    first, *others = engines
    families = {}
    for (family, *_), own in sides.items():
        if first in own:
            families.setdefault(family, []).append(own)
    lines, every = [], [own for group in families.values() for own in group]
    for name, group in [*families.items(), *([("all", every)] if len(families) > 1 else [])]:
        line = [name, len(group)]
        for engine in engines:
            there = [own[engine] for own in group if engine in own]
            line.append(f"{sum(side.solved for side in there)} of {len(there)}" if there else "")
        for other in others:
            pairs = [(own[first], own[other]) for own in group if other in own]
            ratios = [theirs.seconds / ours.seconds for ours, theirs in pairs if ours.solved or theirs.solved]
            line.append(digits(statistics.geometric_mean(ratios)) if ratios else "")
        lines.append(line)
    header = ["family", "instances", *(f"{engine} solved" for engine in engines), *(f"{other} / {first}" for other in others)]
    return table(header, lines)


def text_of(results, versions, limit, wrong):
    """All tables, with what one must know to read them."""
    engines = list(versions)
    sides = sides_of(results, engines, limit)
    starts = {}
    for own in sides.values():
        for engine, side in own.items():
            starts.setdefault(engine, []).append(float(side.row["start_seconds"]))
    means = {engine: statistics.median(values) for engine, values in starts.items()}
    subtracted = ", ".join(f"{mean:.2f} s from those of {engine}" for engine, mean in means.items() if mean)
    parts = [
        f"Versions: {', '.join(f'{engine} {version}' for engine, version in versions.items())}. A run has {limit:g} CPU seconds and"
        " one thread. Of clingcon's configurations the best counts."
        + (f" From the times the start of Python is subtracted, about {subtracted}; from memory nothing." if subtracted else "")
        + "\n"
    ]
    if wrong:
        parts.append("**Wrong:**\n\n" + "\n".join(f"- {line}" for line in wrong) + "\n")
    parts.append(
        "Ratios are geometric means of CPU seconds, over the instances that at least one of the two solved, with the limit for the"
        f" other: above 1, {engines[0]} needs less.\n"
    )
    parts.append(summary(sides, engines))
    parts.append(
        "`>`: at its limit, with how far its best value was above the least that any engine found. What is maximised counts as its"
        " negation, as with clingcon.\n"
    )
    parts.append(instance_table(sides, engines))
    if early := early_table(sides, engines):
        parts.append(
            f"After {EARLY} CPU seconds, where at least one engine took longer: how far the value was above the least, and the"
            " bound.\n"
        )
        parts.append(early)
    return "\n".join(parts)


def write(page, text):
    """Puts the tables between their marks in the page; returns whether there is such a page."""
    if not page.exists():
        return False
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        return False
    page.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")
    return True
