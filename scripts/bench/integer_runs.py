"""The runs of `integers`: which there are of an instance, what command each is, what its output means, and how rows are kept."""

import functools
import hashlib
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from conditions import append
from integer_families import Family
from jobs import digest
from levels import REPOSITORY
from measure import measure
from report import read

HERE = Path(__file__).resolve().parent
PYTHON = os.environ.get("GROUNDPLAN_INTEGERS_PYTHON", str(REPOSITORY / "target/integers/bin/python"))
ENGINES = ["groundplan", "clingcon", "cp-sat", "clingo-dl"]
# clingcon's options by the name of the configuration; the best one counts.
CLINGCON = {
    "default": [],
    "chain": ["--order-heuristic=max-chain", "--refine-introduce=no"],
    "clauses": ["--translate-clauses=max"],
}
# By the clock a run may take so many times its limit in CPU seconds: other processes may be busy, too.
PATIENCE = 3
# A further configuration is stopped a little after the time of the best one so far.
LATER = 1.2
# What is compared beside the end of a run is what was known after so many CPU seconds.
EARLY = 10
# More memory than this, in MiB, no run gets.
MEMORY = 8192
# Only the value counts, so neither atoms nor integers are printed.
QUIET = "#show.\n&show { }.\n"


@dataclass(frozen=True)
class Case:
    """One instance: its family, size and seed."""

    family: Family
    size: str
    seed: int

    def key(self):
        return (self.family.name, self.size, str(self.seed))

    def name(self):
        return "-".join(self.key())

    def write(self, folder):
        """The instance in a file for groundplan and clingcon, and in one for clingo-dl."""
        text = self.family.text(self.size, self.seed)
        (folder / f"{self.name()}.lp").write_text(text + QUIET, encoding="utf-8")
        (folder / f"{self.name()}-differences.lp").write_text(text, encoding="utf-8")


@dataclass(frozen=True)
class Job:
    """One run of an instance; clingcon's setting is its configuration."""

    case: Case
    engine: str
    setting: str = "default"

    def key(self):
        return (*self.case.key(), self.engine, self.setting)


def jobs_of(case, engines):
    """The runs in order; those of clingcon are several."""
    for engine in engines:
        if engine == "clingo-dl" and not case.family.differences:
            continue
        for setting in CLINGCON if engine == "clingcon" else ["default"]:
            yield Job(case, engine, setting)


def command(job, groundplan, folder):
    case = job.case
    file = str(folder / f"{case.name()}.lp")
    if job.engine == "groundplan":
        return [groundplan, "solve", str(case.family.encoding), file, *one_thread(groundplan)]
    if job.engine == "clingcon":
        return [PYTHON, "-m", "clingcon", *CLINGCON[job.setting], str(case.family.encoding), file]
    if job.engine == "cp-sat":
        return [PYTHON, str(HERE / "integer_cp_sat.py"), *case.key()]
    encoding, variable = case.family.differences
    file = str(folder / f"{case.name()}-differences.lp")
    return [PYTHON, str(HERE / "integer_differences.py"), variable, str(encoding), file]


@functools.cache
def one_thread(groundplan):
    """As CPU seconds are counted, where there may be several threads."""
    text = subprocess.run([groundplan, "solve", "--help"], capture_output=True, text=True, check=True).stdout
    return ["--threads", "1"] if "--threads" in text else []


@functools.cache
def version(engine):
    """What Python's package says."""
    word = {
        "clingcon": ["-c", "import clingcon; print('.'.join(map(str, clingcon.ClingconTheory().version())))"],
        "cp-sat": [str(HERE / "integer_cp_sat.py"), "--version"],
        "clingo-dl": [str(HERE / "integer_differences.py"), "--version"],
    }[engine]
    return subprocess.run([PYTHON, *word], capture_output=True, text=True, check=True).stdout.strip()


@functools.cache
def build(engine, groundplan):
    """What a row depends on beside the instance: groundplan's binary, or another engine's version."""
    return digest(Path(groundplan)) if engine == "groundplan" else version(engine)


@functools.cache
def program(job):
    """The first digits of a digest of all that the engine is told."""
    family = job.case.family
    texts = [family.text(job.case.size, job.case.seed)]
    if job.engine == "cp-sat":
        texts += [Path(family.module.__file__).read_text(), (HERE / "integer_cp_sat.py").read_text()]
    elif job.engine == "clingo-dl":
        texts += [family.differences[0].read_text(), (HERE / "integer_differences.py").read_text()]
    else:
        texts += [family.encoding.read_text(), QUIET, *CLINGCON[job.setting]]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]


# ---- What a run says


def last(words, text):
    """The last number after one of the words at the beginning of a line; None if there is none."""
    found = re.findall(rf"^(?:{words}) *: *(-?[0-9]+)$", text, re.M)
    return int(found[-1]) if found else None


def value_of(text):
    return last("Cost|Optimization", text)


def bound_of(text):
    return last("Bound", text)


def outcome_of(job, measured, limit):
    """optimum, satisfiable, unsatisfiable; value or nothing where the limit came first; or error."""
    # clingcon ends by itself, with an error, when the kernel says that its time is over, which is a little before it is.
    late = measured.timed_out or measured.cpu_seconds > 0.9 * limit or "by signal" in measured.errors
    found = None if late else re.search(r"^(SATISFIABLE|UNSATISFIABLE|OPTIMUM FOUND)$", measured.output, re.M)
    if found is None:
        return "error" if not late else "nothing" if value_of(measured.output) is None else "value"
    if found.group(1) == "SATISFIABLE" and job.case.family.has_objective:
        # clingcon says no more than this, but its status says that nothing is left.
        return "optimum" if measured.status == 30 else "error"
    return {"OPTIMUM FOUND": "optimum"}.get(found.group(1), found.group(1).lower())


@functools.cache
def clingcon_start():
    """CPU seconds that clingcon's Python takes for an empty program: the least of some runs."""
    return min(measure([PYTHON, "-m", "clingcon", os.devnull], 20).cpu_seconds for _ in range(5))


def start_of(job, measured):
    """CPU seconds of the run before the engine does anything: what our own scripts say, or clingcon takes for nothing."""
    if job.engine == "clingcon":
        return clingcon_start()
    found = re.search(r"^Start: ([0-9.]+)$", measured.output, re.M)
    return float(found.group(1)) if found else 0.0


def text_of(number):
    return "" if number is None else str(number)


def row_of(job, measured, limit, groundplan):
    outcome = outcome_of(job, measured, limit)
    family, size, seed = job.case.key()
    return {
        "family": family,
        "size": size,
        "seed": seed,
        "engine": job.engine,
        "setting": job.setting,
        "program": program(job),
        "build": build(job.engine, groundplan),
        "limit": f"{limit:.1f}",
        "outcome": outcome,
        "value": text_of(value_of(measured.output)),
        "bound": text_of(bound_of(measured.output)),
        "early_value": text_of(value_of(measured.early)),
        "early_bound": text_of(bound_of(measured.early)),
        "cpu_seconds": f"{measured.cpu_seconds:.3f}",
        "start_seconds": f"{start_of(job, measured):.3f}",
        "peak_mib": f"{measured.peak_mib:.1f}",
        "date": time.strftime("%Y-%m-%d"),
    }


SOLVED = {"optimum", "satisfiable", "unsatisfiable"}


# ---- The rows


class Rows:
    """The CSV file: the latest row of each job, and where the next is appended."""

    def __init__(self, file, groundplan):
        self.file = file
        self.groundplan = groundplan
        self.latest = {self.key(row): row for row in read(file)}

    @staticmethod
    def key(row):
        return tuple(row[name] for name in ("family", "size", "seed", "engine", "setting"))

    def valid(self, job, limit):
        """The row that says what running the job would say, if there is one."""
        row = self.latest.get(job.key())
        if row is None or row["outcome"] == "error" or row["outcome"] not in SOLVED and float(row["limit"]) < round(limit, 1):
            return None
        same = row["program"] == program(job) and row["build"] == build(job.engine, self.groundplan)
        return row if same else None

    def perform(self, job, limit, folder):
        """The row of a job: the one that is there, or a new one."""
        if row := self.valid(job, limit):
            return row
        limited = ["sh", "-c", 'ulimit -v "$0"; exec "$@"', str(MEMORY * 1024), *command(job, self.groundplan, folder)]
        measured = measure(limited, limit, PATIENCE, EARLY)
        row = row_of(job, measured, limit, self.groundplan)
        if row["outcome"] == "error":
            print(f"{job.case.name()} {job.engine}: status {measured.status}\n{measured.errors}", file=sys.stderr)
        append(self.file, row)
        self.latest[job.key()] = row
        words = [*job.key(), row["outcome"], row["value"], row["cpu_seconds"] + " s", row["peak_mib"] + " MiB"]
        print(*filter(None, words), flush=True)
        return row

    def perform_all(self, case, engines, limit, folder):
        """The rows of an instance."""
        case.write(folder)
        rows, left = [], limit
        for job in jobs_of(case, engines):
            row = self.perform(job, left if job.engine == "clingcon" else limit, folder)
            if job.engine == "clingcon" and row["outcome"] in SOLVED:
                left = min(left, LATER * float(row["cpu_seconds"]) + 0.5)
            rows.append(row)
        return rows
