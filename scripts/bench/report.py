"""Reads the measured rows and writes what they say about the aims."""

import csv
import math
import statistics
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

# How many levels a whole run has of each collection; decide asks only those whose optimum is known.
SIZES = {
    "corpus": {"asp2009": 29, "microban1": 155},
    "decide": {"asp2009": 29, "microban1": 147},
    "matrix": {"microban1": 12},
}
NAMES = {"repository": "this repository", "asp2009": "competition 2009", "microban1": "Microban I"}
LIMITS = {"matrix": 20, "corpus": 60, "decide": 60}
BEGIN = "<!-- other programs: written by scripts/bench/general -->\n"
END = "<!-- end of other programs -->\n"
# What other scripts write, in the order of the page: the marks around it.
MARKS = {
    "general": (BEGIN, END),
    "applications": (
        "<!-- applications: written by scripts/bench/applications -->\n",
        "<!-- end of applications -->\n",
    ),
    # Measured by hand on programs that Spack prints; the report keeps it.
    "spack": ("<!-- Spack: measured by hand -->\n", "<!-- end of Spack -->\n"),
}
CONFIGURATIONS = {"auto", "jumpy", "handy"}


@dataclass(frozen=True)
class Best:
    """The fastest run of one side on one case; the limit in place of the time if none ended."""

    seconds: float
    solved: bool
    peak_mib: float
    setting: str
    result: str


# ---- Rows


def read(file):
    """The rows of a CSV file; none if it does not exist."""
    if not file.exists():
        return []
    with file.open(newline="", encoding="utf-8") as opened:
        return list(csv.DictReader(opened))


def key(row):
    return tuple(row[name] for name in ("level", "actions", "engine", "setting", "text", "run"))


def latest(rows):
    """The last row of each key: a later one is there because the earlier one was not good enough."""
    return {key(row): row for row in rows}


def best(rows, start=0.0):
    """By case (level, actions), the fastest of the rows, each less the start-up time."""
    found = {}
    for row in rows:
        if row["outcome"] not in ("solved", "time out"):
            continue
        solved = row["outcome"] == "solved"
        seconds = max(float(row["cpu_seconds"]) - start, 0.001) if solved else float(row["limit"])
        candidate = Best(seconds, solved, float(row["peak_mib"]), row["setting"], row["result"])
        case = (row["level"], row["actions"])
        if case not in found or (not solved, seconds) < (not found[case].solved, found[case].seconds):
            found[case] = candidate
    return found


def contradictions(rows):
    """A line for each row that is wrong, and for each case on which the engines disagree."""
    lines, results = [], defaultdict(set)
    for row in rows:
        if row["outcome"] == "wrong":
            words = [row[name] for name in ("part", "level", "actions", "engine", "setting", "text")]
            lines.append(f"wrong: {' '.join(filter(None, words))} gave {row['result']}")
        elif row["outcome"] == "solved":
            results[row["part"] == "decide", row["level"], row["actions"]].add(row["result"])
    for (_, level, actions), found in results.items():
        if len(found) > 1:
            lines.append(f"engines disagree: {level} {actions}".rstrip() + f" gave {', '.join(sorted(found))}")
    return lines


# ---- Markdown


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def digits(value):
    """Two significant digits, and no more than two places."""
    if value >= 10:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def seconds(side):
    if side is None:
        return "-"
    return f"{side.seconds:.2f}" if side.solved else f"> {side.seconds:.0f}"


def case_name(case):
    level, actions = case
    return level.removeprefix("microban1/") + (f" with {actions} actions" if actions else "")


def ratios(ours, theirs, cases):
    """By case, how many times longer they take; a limit stands for a time that is longer. Cases that nobody solved, or
    that one side has not run, are left out."""
    return {
        case: theirs[case].seconds / ours[case].seconds
        for case in cases
        if case in ours and case in theirs and (ours[case].solved or theirs[case].solved)
    }


COMPARISON = [
    "compared with",
    "cases",
    "geometric mean",
    "median",
    "worst",
    "clingo at its limit",
    "groundplan at its limit",
]


def comparison(name, ours, theirs, cases):
    """A row of a table with the header COMPARISON."""
    found = ratios(ours, theirs, cases)
    if not found:
        return [name, 0, "-", "-", "-", "-", "-"]
    worst = min(found, key=found.get)
    return [
        name,
        len(found),
        digits(statistics.geometric_mean(found.values())),
        digits(statistics.median(found.values())),
        f"{digits(found[worst])} ({case_name(worst)})",
        sum(not theirs[case].solved for case in found),
        sum(not ours[case].solved for case in found),
    ]


# ---- Sections


def partial_run(lines, rows):
    """What says that not everything has been run as it is meant, from sentences on it; several builds are one more."""
    builds = defaultdict(int)
    for row in rows:
        if row["engine"] == "groundplan":
            builds[row["build"]] += 1
    if len(builds) > 1:
        lines = [
            *lines,
            "groundplan's rows are of several builds: " + ", ".join(f"{b} ({n})" for b, n in builds.items()),
        ]
    if not lines:
        return ""
    return "This is a partial run:\n\n" + "\n".join(f"- {line}" for line in lines) + "\n"


def partial(part, rows):
    """Sentences on what of a part has not been run as it is meant."""
    clingo = {row["setting"] for row in rows if row["engine"] == "clingo"}
    lines = []
    for collection, size in SIZES[part].items():
        cases = {row["level"] for row in rows if row["level"].startswith(collection + "/")}
        if len(cases) < size:
            lines.append(f"{NAMES[collection]}: {len(cases)} of {size} levels")
    if part != "matrix" and not CONFIGURATIONS <= clingo:
        lines.append(f"clingo's configurations: {', '.join(sorted(clingo)) or 'none'}")
    if part != "matrix" and clingo:
        settings = defaultdict(set)
        for row in rows:
            if row["engine"] == "clingo":
                settings[row["level"], row["actions"], row["text"]].add(row["setting"])
        fewer = sum(not clingo <= found for found in settings.values())
        if fewer:
            lines.append(f"{fewer} of {len(settings)} pairs of case and text lack one of clingo's configurations")
        ours = {(row["level"], row["actions"]) for row in rows if row["engine"] == "groundplan"}
        for text in sorted({text for *_, text in settings}):
            ran = {(level, actions) for level, actions, other in settings if other == text}
            if ran != ours:
                lines.append(
                    f"clingo with the text `{text}` ran on {len(ran & ours)} of groundplan's {len(ours)} cases"
                )
    if part == "matrix":
        runs = defaultdict(int)
        for row in rows:
            runs[row["level"], row["setting"]] += row["outcome"] == "solved"
        fewer = sum(count in (1, 2) for count in runs.values())
        if fewer:
            lines.append(f"{fewer} of {len(runs)} pairs of level and method have fewer than three runs that ended")
    lower = sum(row["outcome"] == "time out" and float(row["limit"]) < LIMITS[part] for row in rows)
    if lower:
        lines.append(f"{lower} rows timed out at a limit below {LIMITS[part]} s")
    errors = sum(row["outcome"] == "error" for row in rows)
    if errors:
        lines.append(f"{errors} rows ended in an error")
    return partial_run(lines, rows)


INTRODUCTION = """# Benchmarks

This page compares groundplan with clingo, on programs of many families, on programs that people run, and on Sokoban. Changes that
were tried to make groundplan faster, with their results, are in [a log](benchmarks/tried.md).

| measured | by | page |
| --- | --- | --- |
| `solve` on programs of many families | `scripts/bench/general` | here |
| `solve` on what people run | `scripts/bench/applications` | here |
| `optimize` and `decide` on Sokoban | `scripts/bench/run corpus decide` | here |
| backends and loop methods | `scripts/bench/run matrix` | here |
| grounding, beside gringo | `scripts/bench/grounding` | [grounding](grounding.md) |
| what each pass is worth | `scripts/bench/ablate` | [how programs are solved](solving.md) |
| Sokoban by the engines of others | `scripts/results/run` | [results](results.md) |
| harder levels of Sokoban | `scripts/bench/harder.py` | [harder levels](benchmarks/harder.md) |
| certificates | `scripts/bench/certificates` | [certificates](benchmarks/certificates.md) |

The scripts resume where they were stopped. They write this page from the rows in `benchmarks/*.csv` and the sentences in
`scripts/bench`: do not edit it.

Times are CPU seconds, user and system, of the whole process. A run ends when it has used its limit, and the limit then stands for
its time. **A ratio is clingo's time divided by groundplan's: above 1 groundplan is faster.** clingo's best is the fastest of its
configurations on each program. clingo runs by its Python API; the time that Python needs to start is subtracted from its times.
"""


def conditions_section(conditions):
    """A row for each part of the runs; the start-up time and the memory of clingo in Sokoban's."""
    parts = defaultdict(list)
    for row in conditions:
        parts[row["part"], row["processor"], row["cores"]].append(row)
    lines = []
    for (part, processor, cores), rows in parts.items():
        dates = sorted({row["date"] for row in rows})
        builds = dict.fromkeys(row["build"] for row in rows if row["build"])
        versions = (
            ", ".join(sorted({row[name] for row in rows} - {""})) or "-" for name in ("groundplan", "clingo")
        )
        period = " to ".join(dict.fromkeys([dates[0], dates[-1]]))
        lines.append([part, period, processor, cores, *versions, len(builds)])
    clingo = [row for row in conditions if row["clingo"] and row["part"] not in MARKS]
    start, peak = (
        statistics.median(float(row[name]) for row in clingo) if clingo else 0.0
        for name in ("clingo_start_seconds", "clingo_start_mib")
    )
    header = ["part", "dates", "processor", "cores", "groundplan", "clingo", "builds of groundplan"]
    text = f"""## Conditions

{table(header, lines)}
Options and builds are in `benchmarks/conditions.csv`. On Sokoban, {start:.3f} s are subtracted from clingo's times; Python with clingo
loaded takes {peak:.0f} MiB. There each run is made once, and three times in the matrix.
"""
    return text, start, peak


def corpus_section(rows, start, start_peak):
    ours = best(row for row in rows if row["engine"] == "groundplan" and row["setting"] == "ground")
    race = best(row for row in rows if row["engine"] == "groundplan" and row["setting"] == "shipped")
    texts = list(dict.fromkeys(row["text"] for row in rows if row["engine"] == "clingo"))
    clingo = {
        text: best([row for row in rows if row["engine"] == "clingo" and row["text"] == text], start) for text in texts
    }
    clingo["any"] = best(
        [row for row in rows if row["engine"] == "clingo" and not row["text"].endswith("+bound")], start
    )
    names = {"same": "clingo, same text", "plain": "clingo, plain.lp", "any": "clingo, best of all texts"}
    names |= {text: f"clingo, {text}" for text in texts if text not in names}
    plain = clingo.get("plain", {})
    middle = [case for case, side in plain.items() if side.solved and 1 <= side.seconds <= 60]
    order = [text for text in names if text in clingo]
    sections = ["## Sokoban: the least number of actions\n", partial("corpus", rows)]
    sections += [
        "`groundplan` is ground-and-solve alone (`--engine ground`). *As shipped* runs it beside a state-space engine, and"
        " has the time of both together. clingo asks every horizon from 0; groundplan starts at a lower bound of its own.\n",
        "### Levels on which clingo with plain.lp takes 1 to 60 s\n",
        table(COMPARISON, [comparison(names[text], ours, clingo[text], middle) for text in order]),
        "As shipped:\n",
        table(COMPARISON, [comparison(names[text], race, clingo[text], middle) for text in order]),
        "Aims: a geometric mean of 3.5 on the same text, no level below 0.5; of 6 on plain.lp; of 3 on any text.\n",
    ]
    sides = [text for text in ("same", "plain") if text in clingo]
    header = ["level", "boxes", "floor", "optimum", "groundplan s", "as shipped s"]
    header += [f"{names[text]} s" for text in sides] + ["MiB"] + [f"{names[text]} MiB" for text in sides]
    sizes = {row["level"]: (row["boxes"], row["floor"]) for row in rows}
    lines = []
    for case in sorted(middle, key=lambda case: plain[case].seconds):
        if case not in ours:
            continue
        others = [clingo[text].get(case) for text in sides]
        lines.append(
            [case[0], *sizes[case[0]], plain[case].result, seconds(ours[case]), seconds(race.get(case))]
            + [f"{seconds(side)} ({side.setting})" if side and side.solved else seconds(side) for side in others]
            + [f"{ours[case].peak_mib:.0f}"]
            + [f"{side.peak_mib:.0f}" if side else "-" for side in others]
        )
    sections += [table(header, lines)] if lines else []
    sections += [
        "### Levels solved within 60 s\n",
        solved_table(rows, {"groundplan": ours, "as shipped": race} | {names[text]: clingo[text] for text in order}),
    ]
    sections += ["Aim: 130 of Microban I's 155 levels.\n"]
    sections += ["### Quick levels\n", quick(ours, race, clingo["any"])]
    sections += [
        "### Peak memory\n",
        memory_table(ours, {names[text]: clingo[text] for text in order}, middle, start_peak),
    ]
    return "\n".join(filter(None, sections))


def solved_table(rows, sides):
    header = ["collection"] + [f"{name}: run" + " | solved" for name in sides]
    lines = []
    for collection, name in NAMES.items():
        cases = {(row["level"], row["actions"]) for row in rows if row["level"].startswith(collection + "/")}
        if not cases:
            continue

        def solved(side):
            return sum(side[case].solved and side[case].seconds <= 60 for case in cases & side.keys())

        line = [name]
        for side in sides.values():
            line += [len(cases & side.keys()), solved(side)]
        lines.append(line)
    return table(" | ".join(header).split(" | "), lines)


def quick(ours, race, clingo):
    cases = [case for case, side in clingo.items() if side.solved and side.seconds < 0.1 and case in ours]
    if not cases:
        return "There is no level on which clingo's best takes less than 0.1 s.\n"
    ran = [case for case in cases if case in race]

    def words(side, cases):
        under = sum(side[case].solved and side[case].seconds < 0.1 for case in cases)
        slowest = max(cases, key=lambda case: side[case].seconds)
        return f"less than 0.1 s on {under} of {len(cases)}, and at most {seconds(side[slowest])} s ({slowest[0]})"

    shipped = f"; as shipped {words(race, ran)}" if ran else ""
    return (
        f"clingo's best takes less than 0.1 s on {len(cases)} levels; groundplan takes {words(ours, cases)}{shipped}."
        " Aim: all.\n"
    )


def memory_table(ours, others, middle, start_peak):
    """Ratios of peaks; the stricter ones take off what Python with clingo has before it does anything."""
    header = ["groundplan's peak / clingo's", "levels", "geometric mean", "worst", "groundplan's is higher"]
    header += ["geometric mean without Python", "groundplan's is higher without Python"]
    lines = []
    for name, theirs in others.items():
        for label, cases in [("1 to 60 s with plain.lp", middle), ("all that both solve", list(ours))]:
            solved = [case for case in cases if all(case in side and side[case].solved for side in (ours, theirs))]
            if not solved:
                continue
            raw = [ours[case].peak_mib / theirs[case].peak_mib for case in solved]
            strict = [ours[case].peak_mib / max(theirs[case].peak_mib - start_peak, 1) for case in solved]
            worst = max(range(len(solved)), key=raw.__getitem__)
            line = [f"{name}, {label}", len(solved), f"{statistics.geometric_mean(raw):.2f}"]
            line += [f"{raw[worst]:.2f} ({case_name(solved[worst])})", sum(ratio > 1 for ratio in raw)]
            line += [f"{statistics.geometric_mean(strict):.2f}", sum(ratio > 1 for ratio in strict)]
            lines.append(line)
    return table(header, lines) + "\nAim: at most clingo's.\n"


def decide_section(rows, start):
    ours = best(row for row in rows if row["engine"] == "groundplan")
    clingo = best([row for row in rows if row["engine"] == "clingo"], start)
    verdicts = {case: side.result for case, side in [*clingo.items(), *ours.items()] if side.solved}
    lines = []
    for collection in SIZES["decide"]:
        for verdict, word in [("SAT", "satisfiable"), ("UNSAT", "unsatisfiable")]:
            cases = [c for c in ours if c[0].startswith(collection + "/") and verdicts.get(c) == verdict]
            slow = [case for case in cases if case in clingo and clingo[case].seconds >= 1]
            name = f"{NAMES[collection]}, {word}"
            lines.append(comparison(f"{name}: all", ours, clingo, cases))
            lines.append(comparison(f"{name}: clingo takes 1 s or more", ours, clingo, slow))
    both = [case for case in ours if case in clingo and not (ours[case].solved or clingo[case].solved)]
    header = ["cases of"] + COMPARISON[1:]
    return "\n".join(
        [
            "## Sokoban: a given number of actions\n",
            "Both get `decision.lp`. Each level of Microban I with a known optimum is asked with that number of"
            " actions, and with one less.\n",
            partial("decide", rows),
            table(header, lines),
            f"Aim: a geometric mean of 3. On {len(both)} further cases both reached their limits.\n",
        ]
    )


def matrix_section(rows):
    runs = defaultdict(list)
    for row in rows:
        runs[row["setting"], row["level"]].append(row)
    settings = list(dict.fromkeys(setting for setting, _ in runs))
    chosen = list(dict.fromkeys(row["level"] for row in rows))
    lines, refused = [], []
    for setting in settings:
        cells, total, solved = [], 0.0, 0
        for level in chosen:
            ended = runs.get((setting, level), [])
            outcomes = [row["outcome"] for row in ended]
            if not ended:
                cells.append("-")
            elif "n/a" in outcomes:
                cells.append("n/a")
            elif "error" in outcomes or "wrong" in outcomes:
                cells.append("error" if "error" in outcomes else "wrong")
            else:
                times = [float(row["cpu_seconds"]) if row["outcome"] == "solved" else math.inf for row in ended]
                limit = max(float(row["limit"]) for row in ended)
                # A median of two is the worse one, as a third run is left out after two that time out.
                median = statistics.median_high(times)
                cells.append(f"> {limit:.0f}" if median == math.inf else f"{median:.2f}")
                total += limit if median == math.inf else median
                solved += median < math.inf
        if set(cells) == {"n/a"}:
            refused.append(f"`{setting}`")
        else:
            lines.append([setting.replace("/", " | ", 1), solved, f"{total:.1f}", *cells])
    lines.sort(key=lambda line: (-line[1], float(line[2])))
    header = ["backend | loops", "solved", "sum"] + [level.removeprefix("microban1/") for level in chosen]
    sizes = {row["level"]: (row["boxes"], row["floor"]) for row in rows}
    levels = "; ".join(f"{level.removeprefix('microban1/')}: {'/'.join(sizes[level])}" for level in chosen)
    return "\n".join(
        [
            "## Backends and loop methods\n",
            f"`groundplan optimize` on {len(chosen)} levels, median of three in CPU seconds; a limit stands for the"
            f" time of a run that reached it. The levels, with boxes/floor: {levels}.\n",
            partial("matrix", rows),
            table(" | ".join(header).split(" | "), lines),
            f"Not available: {', '.join(refused)}.\n" if refused else "",
        ]
    )


def written_by(script, page):
    """The part of the page that another script writes, with its marks; nothing if there is none."""
    begin, end = MARKS[script]
    if begin not in page or end not in page:
        return ""
    return page[page.index(begin) : page.index(end) + len(end)]


def other_programs(page):
    """What other scripts write on the page."""
    return "\n".join(filter(None, (written_by(script, page) for script in MARKS)))


def put(page_file, script, text):
    """Writes what another script has to say, with its marks, in the place of what it said before: else after the others."""
    page = page_file.read_text(encoding="utf-8") if page_file.exists() else "# Benchmarks\n"
    begin, end = MARKS[script]
    text = f"{begin}\n{text}\n{end}"
    old, others = written_by(script, page), other_programs(page)
    if old:
        page = page.replace(old, text)
    elif others:
        page = page.replace(others, f"{others}\n{text}")
    else:
        page = f"{page.rstrip()}\n\n{text}"
    page_file.write_text(page, encoding="utf-8")


def write(out):
    """Writes benchmarks.md beside the folder of rows; returns what in the rows is contradictory."""
    folder = out / "benchmarks"
    parts = {part: list(latest(read(folder / f"{part}.csv")).values()) for part in LIMITS}
    text, start, start_peak = conditions_section(read(folder / "conditions.csv"))
    page = out / "benchmarks.md"
    sections = [INTRODUCTION, other_programs(page.read_text(encoding="utf-8")) if page.exists() else ""]
    if parts["corpus"]:
        sections.append(corpus_section(parts["corpus"], start, start_peak))
    if parts["decide"]:
        sections.append(decide_section(parts["decide"], start))
    if parts["matrix"]:
        sections.append(matrix_section(parts["matrix"]))
    own_words = Path(__file__).resolve().parent / "interpretation.md"
    if own_words.exists():
        sections.append(own_words.read_text(encoding="utf-8"))
    sections.append(text)
    found = contradictions([row for rows in parts.values() for row in rows])
    if found:
        sections.append("## Contradictions\n\n" + "\n".join(f"- {line}" for line in found) + "\n")
    page.write_text("\n".join(filter(None, sections)), encoding="utf-8")
    return found
