"""The circumstances of a run, one row of conditions.csv; and how rows are appended to a CSV file."""

import csv
import fcntl
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

from jobs import GROUNDPLAN, PYTHON, digest
from measure import measure


def append(file, row):
    """Appends a row to a CSV file, with a header if the file is new; several processes may do so."""
    with file.open("a", newline="", encoding="utf-8") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        writer = csv.DictWriter(opened, row, lineterminator="\n")
        if opened.seek(0, os.SEEK_END) == 0:
            writer.writeheader()
        writer.writerow(row)


def conditions(part, rows, engines):
    """The machine and the versions of the engines, for the report; and what clingo's Python costs before it does anything."""
    processor = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    start, peak, version, own_version, build = "", "", "", "", ""
    if "clingo" in engines:
        word = "import clingo; clingo.Control(); print(clingo.__version__)"
        starts = [measure([PYTHON, "-c", word], 60) for _ in range(7)]
        start = f"{statistics.median(run.cpu_seconds for run in starts):.3f}"
        peak = f"{statistics.median(run.peak_mib for run in starts):.1f}"
        version = starts[0].output.strip()
    if "groundplan" in engines:
        groundplan = subprocess.run([GROUNDPLAN, "--version"], capture_output=True, text=True, check=True)
        own_version, build = groundplan.stdout.split()[-1], digest(Path(GROUNDPLAN))
    return {
        "date": time.strftime("%Y-%m-%d"),
        "part": part,
        "rows": rows,
        "options": " ".join(sys.argv[1:]),
        "processor": processor[0].partition(":")[2].strip() if processor else platform.machine(),
        "cores": os.cpu_count(),
        "groundplan": own_version,
        "build": build,
        "clingo": version,
        "clingo_start_seconds": start,
        "clingo_start_mib": peak,
    }
