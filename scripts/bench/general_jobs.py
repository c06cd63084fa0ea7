"""The runs of `general` and `applications`: which there are of a program, what command each is, what its output means."""

import functools
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import families
from jobs import GROUNDPLAN, PYTHON, digest

CLINGO = {name: [f"--configuration={name}"] for name in ("auto", "tweety", "trendy")}
CLINGO_OBJECTIVE = {"usc": ["--configuration=auto", "--opt-strategy=usc,stratify"]}


@dataclass(frozen=True)
class Case:
    """One program: its family, size and seed, and its text."""

    family: str
    size: str
    seed: int
    text: str
    digest: str

    @staticmethod
    def of(family, size, seed):
        text = family.program(size, seed)
        return Case(family.name, size, seed, text, families.digest(text))

    def key(self):
        return (self.family, self.size, str(self.seed))

    def name(self):
        return "-".join(self.key())

    @property
    def has_objective(self):
        return re.search(r"#minimize|#maximize|:~", self.text) is not None


@dataclass(frozen=True)
class Job:
    """One run of a program; clingo's setting is its configuration, with the options that make it."""

    case: Case
    engine: str
    setting: str
    options: tuple[str, ...] = ()

    def key(self):
        return (*self.case.key(), self.engine, self.setting)


def configurations(case):
    """clingo's options by the name of the configuration."""
    return CLINGO | CLINGO_OBJECTIVE if case.has_objective else CLINGO


def jobs_of(case, only, configurations=configurations):
    """groundplan, then clingo's configurations; with `only` one side."""
    if only in (None, "groundplan"):
        yield Job(case, "groundplan", "default")
    if only in (None, "clingo"):
        for setting, options in configurations(case).items():
            yield Job(case, "clingo", setting, tuple(options))


@functools.cache
def own_options():
    """One thread, as CPU seconds are counted, where there may be several."""
    text = subprocess.run([GROUNDPLAN, "solve", "--help"], capture_output=True, text=True, check=True).stdout
    return ["--stats", *(["--threads", "1"] if "--threads" in text else [])]


@functools.cache
def clingo_version():
    word = "import clingo; print(clingo.__version__)"
    return subprocess.run([PYTHON, "-c", word], capture_output=True, text=True, check=True).stdout.strip()


def build(job):
    """What a row depends on beside the program: groundplan's binary, or clingo's version."""
    return digest(Path(GROUNDPLAN)) if job.engine == "groundplan" else clingo_version()


def is_valid(row, job, limit):
    """Whether a row still says what running the job would say."""
    if row["outcome"] == "error" or (row["outcome"] == "limit" and float(row["limit"]) < limit):
        return False
    return row["program"] == job.case.digest and row["build"] == build(job)


def command(job, file):
    if job.engine == "groundplan":
        return [GROUNDPLAN, "solve", str(file), *own_options()]
    return [PYTHON, "-m", "clingo", "--quiet=1,1", "--stats", *job.options, str(file)]


# What the statistics of the two call what is in a row; clingo says nothing of where its time went.
OWN_STATISTICS = {
    "rules": "ground rules",
    "conflicts": "conflicts",
    "ground_seconds": "seconds ground",
    "translate_seconds": "seconds translate",
    "search_seconds": "seconds search",
}
CLINGO_STATISTICS = {"rules": "Rules", "conflicts": "Conflicts"}


def statistics_of(job, measured):
    """Numbers of the statistics that the run printed; empty where it did not get there."""
    own = job.engine == "groundplan"
    names, text = (OWN_STATISTICS, measured.errors) if own else (CLINGO_STATISTICS, measured.output)
    values = dict.fromkeys(OWN_STATISTICS, "")
    for name, words in names.items():
        found = re.search(rf"^{words} *:? +([0-9.]+)", text, re.M)
        values[name] = found.group(1) if found else ""
    return values


def result_of(job, measured):
    """The verdict, and the optimum where there is an objective; None for a run that did not end by itself."""
    verdict = re.search(r"^(SATISFIABLE|UNSATISFIABLE|OPTIMUM FOUND)$", measured.output, re.M)
    if verdict is None:
        return None
    if not job.case.has_objective or verdict.group(1) == "UNSATISFIABLE":
        return verdict.group(1), ""
    costs = re.findall(r"^Optimization *: *([-0-9 ]+)$", measured.output, re.M)
    # The best answer set so far, of a run that was interrupted, is no result.
    return ("OPTIMUM FOUND", costs[-1].strip()) if verdict.group(1) == "OPTIMUM FOUND" else None


def row_of(job, measured, limit):
    """The row of a run, but for the circumstances."""
    found = None if measured.timed_out else result_of(job, measured)
    # clingo ends by itself when the kernel says that its time is over, which is a little before it is.
    late = measured.timed_out or measured.cpu_seconds > 0.9 * limit or "by signal" in measured.errors
    verdict, optimum = found or ("", "")
    family, size, seed = job.case.key()
    return {
        "family": family,
        "size": size,
        "seed": seed,
        "engine": job.engine,
        "setting": job.setting,
        "program": job.case.digest,
        "build": build(job),
        "limit": f"{limit:g}",
        "outcome": "solved" if found else "limit" if late else "error",
        "verdict": verdict,
        "optimum": optimum,
        "cpu_seconds": f"{measured.cpu_seconds:.3f}",
        "peak_mib": f"{measured.peak_mib:.1f}",
        **statistics_of(job, measured),
    }
