"""The rows to measure: which there are, what command each stands for, and what its output means."""

import functools
import hashlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import levels
from levels import REPOSITORY, Level

HERE = Path(__file__).resolve().parent
GROUNDPLAN = os.environ.get("GROUNDPLAN", str(REPOSITORY / "target/release/groundplan"))
PYTHON = os.environ.get("GROUNDPLAN_PYTHON", str(REPOSITORY / "target/peers/bin/python"))
BACKENDS = ["cadical", "varisat", "process:cadical", "process:minisat", "process:cryptominisat5"]
METHODS = ["eliminate", "rank", "lazy", "propagate", "auto"]


@dataclass(frozen=True)
class Job:
    """One row to measure."""

    part: str
    level: Level
    engine: str  # groundplan or clingo
    setting: str  # shipped, ground (--engine ground) or backend/method; clingo's configuration with further options
    text: str  # the encoding: same as groundplan's, or another of encodings/sokoban
    actions: int | None = None  # decide: how many actions
    run: int = 1
    expected: str | None = None

    def key(self):
        actions = "" if self.actions is None else str(self.actions)
        return (self.level.name, actions, self.engine, self.setting, self.text, str(self.run))


def optimize_jobs(level, options):
    """The shipped default of groundplan, ground-and-solve alone, and clingo's configurations on each text."""
    job = Job("corpus", level, "groundplan", "shipped", "same", expected=text_of(level.optimum))
    yield job
    yield replace(job, setting="ground")
    for text in options.texts:
        for configuration in options.configs:
            yield replace(job, engine="clingo", setting=configuration, text=text)


def corpus(every, options):
    for level in every:
        if level.solvable:
            yield from optimize_jobs(level, options)


def matrix(every, options):
    chosen = {row["level"] for row in levels.table(HERE / "levels.tsv")}
    for level in every:
        if level.name in chosen:
            for run in (1, 2, 3):
                for backend in options.backends:
                    for method in options.methods:
                        setting = f"{backend}/{method}"
                        yield Job("matrix", level, "groundplan", setting, "same", None, run, text_of(level.optimum))


def decide(every, options):
    for level in every:
        if level.name.startswith("asp2009/"):
            asked = [(level.actions, level.verdict)]
        elif level.name.startswith("microban1/") and level.optimum:
            asked = [(level.optimum, "SAT"), (level.optimum - 1, "UNSAT")]
        else:
            continue
        for actions, verdict in asked:
            job = Job("decide", level, "groundplan", "shipped", "same", actions, expected=verdict)
            yield job
            for configuration in options.configs:
                yield replace(job, engine="clingo", setting=configuration)


PARTS = {"matrix": (matrix, 20), "corpus": (corpus, 60), "decide": (decide, 60)}


def text_of(value):
    return None if value is None else str(value)


def encoding(job):
    name = job.text.removesuffix("+bound")
    if name == "same":
        name = "decision" if job.part == "decide" else "optimize"
    return REPOSITORY / f"encodings/sokoban/{name}.lp"


def lower_bound(level):
    """The bound that groundplan starts at, for clingo to start there too."""
    command = [GROUNDPLAN, "optimize", str(level.facts), "--engine", "ground", "--max-actions", "0"]
    result = subprocess.run([*command, "--format", "json", "--quiet"], capture_output=True, text=True, check=False)
    return json.loads(result.stdout)["lower_bound"]["value"]


def command(job):
    facts = str(job.level.facts)
    # The competition's instances have steps of their own.
    own_steps = job.actions == job.level.actions
    if job.engine == "groundplan":
        words = [GROUNDPLAN, "decide" if job.part == "decide" else "optimize", facts, "--format", "json", "--quiet"]
        if job.part == "decide" and not own_steps:
            words += ["--actions", str(job.actions)]
        # One horizon is asked of the solver alone, as of clingo.
        if job.setting == "ground" or job.part == "decide":
            words += ["--engine", "ground"]
        elif job.setting != "shipped":
            backend, method = job.setting.split("/")
            words += ["--backend", backend, "--loops", method]
        return words
    words = [PYTHON, str(HERE / ("clingo-decide.py" if job.part == "decide" else "clingo-optimize.py"))]
    if job.part == "decide" and not own_steps:
        words += ["--actions", str(job.actions)]
    if job.text.endswith("+bound"):
        words += ["--from", str(lower_bound(job.level))]
    configuration, *further = job.setting.split()
    return [*words, f"--configuration={configuration}", *further, str(encoding(job)), facts]


def result_of(job, measured):
    """The optimum or the verdict that a command found, or None."""
    if job.engine == "groundplan":
        if measured.status not in (0, 1) or not measured.output:
            return None
        found = json.loads(measured.output)
        if job.part == "decide":
            return {"SATISFIABLE": "SAT", "UNSATISFIABLE": "UNSAT"}.get(found["result"])
        return str(found["actions"]) if found["proven"] and measured.status == 0 else found["result"]
    if measured.status != 0:
        return None
    word = measured.output.strip()
    return {"SATISFIABLE": "SAT", "UNSATISFIABLE": "UNSAT"}.get(word, word)


def outcome_of(job, measured, limit):
    """What to call it, and the result."""
    result = None if measured.timed_out else result_of(job, measured)
    if result is not None:
        return ("wrong" if job.expected not in (None, result) else "solved"), result
    # A solver that groundplan runs has the limit for itself, and fails when it reaches it.
    if measured.timed_out or measured.cpu_seconds > 0.9 * limit:
        return "time out", ""
    if job.engine == "groundplan" and measured.status == 64:
        return "n/a", ""
    print(measured.errors, file=sys.stderr)
    return "error", ""


@functools.cache
def digest(file):
    """The first digits of a digest; of an encoding, without its comments."""
    content = file.read_bytes()
    if file.suffix == ".lp":
        content = b"\n".join(line for line in content.splitlines() if line and not line.startswith(b"%"))
    return hashlib.sha256(content).hexdigest()[:8]


def build(job):
    """What the row depends on: groundplan's binary, or the encoding that clingo gets."""
    return digest(Path(GROUNDPLAN) if job.engine == "groundplan" else encoding(job))
