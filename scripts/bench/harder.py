#!/usr/bin/env python3
"""Measures `optimize --engine tabled+` on the levels of harder_levels.py, and writes docs/benchmarks/harder.md.

    scripts/bench/harder.py LABEL [--groundplan FILE] [--levels FROM-TO] [--seed N] [--limit SECONDS] [--memory MIB]
    scripts/bench/harder.py --report

LABEL names the build that is measured, such as `before`; GROUNDPLAN is the command if --groundplan names none. One row a
level goes to docs/benchmarks/harder.csv: CPU seconds, peak memory, and where the run ended in time whether the plan is proven
a shortest one, its actions, the lower bound, and how many configurations were expanded and tabled. A run that was
measured already is not measured again.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from conditions import append
from levels import GROUNDPLAN, REPOSITORY
from measure import measure

HERE = Path(__file__).resolve().parent
ROWS = REPOSITORY / "docs/benchmarks/harder.csv"
PAGE = REPOSITORY / "docs/benchmarks/harder.md"


def read():
    if not ROWS.exists():
        return []
    with ROWS.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def run(options):
    first, _, last = options.levels.partition("-")
    first, last = int(first), int(last or first)
    known = {(row["label"], row["seed"], row["level"], row["limit"]) for row in read()}
    with tempfile.NamedTemporaryFile("w", suffix=".xsb") as file:
        generator = [sys.executable, HERE / "harder_levels.py", str(last), str(options.seed)]
        subprocess.run(generator, stdout=file, check=True)
        for level in range(first, last + 1):
            if (options.label, str(options.seed), str(level), str(options.limit)) in known:
                continue
            row = {"label": options.label, "seed": options.seed, "level": level, "limit": options.limit}
            append(ROWS, row | one(options, file.name, level))


def one(options, file, level):
    """The figures of one run; a run that ended at its limit has but its time and memory."""
    command = [options.groundplan, "optimize", file, "--level", str(level), "--engine", "tabled+"]
    command += ["--memory-limit", str(options.memory), "--format", "json"]
    # On a busy machine the processor may be had for a small part of the time.
    measured = measure(command, options.limit, patience=10)
    found = json.loads(measured.output) if measured.output.strip() and not measured.timed_out else {}
    stats = found.get("stats") or {}
    return {
        "proven": int(bool(found.get("proven"))),
        "actions": found.get("actions"),
        "lower": (found.get("lower_bound") or {}).get("value"),
        "cpu_seconds": f"{min(measured.cpu_seconds, options.limit):.2f}",
        "peak_mib": f"{measured.peak_mib:.0f}",
        "expanded": stats.get("expanded"),
        "configurations": stats.get("configurations"),
        "bytes_each": stats.get("bytes_each"),
    }


def report():
    """The page: proven levels and their times by label, and each level under all labels."""
    rows = read()
    labels = list(dict.fromkeys(row["label"] for row in rows))
    limits = sorted({float(row["limit"]) for row in rows})
    lines = ["# Harder Sokoban levels", "", "Written by `scripts/bench/harder.py --report`; do not edit.", ""]
    for limit in limits:
        of = {label: [row for row in rows if row["label"] == label and float(row["limit"]) == limit] for label in labels}
        of = {label: rows for label, rows in of.items() if rows}
        cases = sorted({(int(row["seed"]), int(row["level"])) for rows in of.values() for row in rows})
        common = set.intersection(*({(row["seed"], row["level"]) for row in rows_of} for rows_of in of.values()))
        lines += [f"## Within {limit:g} CPU seconds", "", "On the levels measured with all builds:", ""]
        lines += ["| build | levels | proven | CPU seconds | largest peak MiB |"]
        lines += ["| --- | --- | --- | --- | --- |"]
        for label, rows_of in of.items():
            rows_of = [row for row in rows_of if (row["seed"], row["level"]) in common]
            proven = sum(row["proven"] == "1" for row in rows_of)
            seconds = sum(float(row["cpu_seconds"]) for row in rows_of)
            peak = max(float(row["peak_mib"]) for row in rows_of)
            lines.append(f"| {label} | {len(rows_of)} | {proven} | {seconds:.0f} | {peak:.0f} |")
        lines += ["", "| seed | level | actions | " + " | ".join(f"{label} s" for label in of) + " |"]
        lines += ["| --- | --- | --- |" + " --- |" * len(of)]
        for case in cases:
            here = {
                label: next((row for row in rows_of if (int(row["seed"]), int(row["level"])) == case), None)
                for label, rows_of in of.items()
            }
            actions = next((row["actions"] for row in here.values() if row and row["proven"] == "1"), "open")
            times = [time(row, limit) for row in here.values()]
            lines.append(f"| {case[0]} | {case[1]} | {actions} | " + " | ".join(times) + " |")
        lines.append("")
    lines.append((HERE / "harder_interpretation.md").read_text(encoding="utf-8").rstrip())
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def time(row, limit):
    if row is None:
        return "-"
    return row["cpu_seconds"] if row["proven"] == "1" else f"> {limit:g}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("label", nargs="?")
    parser.add_argument("--groundplan", default=str(GROUNDPLAN))
    parser.add_argument("--levels", default="1-100")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--memory", type=int, default=5000)
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    if options.label:
        run(options)
    elif not options.report:
        parser.error("a label, or --report")
    report()


if __name__ == "__main__":
    main()
