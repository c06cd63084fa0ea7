"""What `general` and `applications` do alike: jobs become rows of a CSV file, and programs files of a folder."""

import os
import shutil
import sys
import time

import general_jobs as jobs
import general_report as report
from conditions import append
from measure import measure

# By the clock a run may take so many times its limit in CPU seconds: other processes may be busy, too.
PATIENCE = 20


class Rows:
    """The CSV file: the latest row of each job, and where the next is appended."""

    def __init__(self, file):
        self.file = file
        self.latest = report.latest(report.read(file))

    def append(self, row):
        append(self.file, row)
        self.latest[report.key(row)] = row

    def valid(self, job, limit):
        """The row that says what running the job would say, if there is one."""
        row = self.latest.get(job.key())
        return row if row is not None and jobs.is_valid(row, job, limit) else None

    def verdict(self, case):
        """What some run found out about the program; nothing if none ended."""
        found = (row for row in self.latest.values() if report.case(row) == case.key())
        return next((row["verdict"] for row in found if row["program"] == case.digest and row["verdict"]), "")


def perform(job, rows, limit, folder):
    """The row of a job: the one that is there, or a new one."""
    if row := rows.valid(job, limit):
        return row
    file = folder / f"{job.case.name()}.lp"
    file.write_text(job.case.text, encoding="utf-8")
    load = os.getloadavg()[0]
    measured = measure(jobs.command(job, file), limit, PATIENCE)
    row = jobs.row_of(job, measured, limit) | {"date": time.strftime("%Y-%m-%d"), "load": f"{load:.1f}"}
    if row["outcome"] == "error":
        print(f"{job.case.name()} {job.engine} {job.setting}: status {measured.status}\n{measured.errors}", file=sys.stderr)
    rows.append(row)
    words = [*job.key(), row["outcome"], row["verdict"], row["optimum"], row["cpu_seconds"] + " s", row["peak_mib"] + " MiB"]
    print(*filter(None, words), flush=True)
    return row


def write_programs(chosen, options):
    """Writes the programs of families into a folder."""
    options.programs.mkdir(parents=True, exist_ok=True)
    for family in chosen:
        for size in options.size:
            for seed in range(1, options.seeds + 1):
                case = jobs.Case.of(family, size, seed)
                (options.programs / f"{case.name()}.lp").write_text(case.text, encoding="utf-8")


def require(only):
    """Ends the script where an engine that it measures is missing."""
    needed = {"groundplan": (jobs.GROUNDPLAN, "cargo build --release"), "clingo": (jobs.PYTHON, "scripts/peers/install")}
    for engine, (program, hint) in needed.items():
        if only in (None, engine) and not shutil.which(program):
            sys.exit(f"{program} is missing: {hint}")
