"""Asks groundplan, in a process each time, and clingcon, by its module for Python in a process that is kept."""

import json
import re
import select
import subprocess
from dataclasses import dataclass
from pathlib import Path

from questions import Reply

HERE = Path(__file__).resolve().parent
# Seconds for an answer, which takes some milliseconds.
LIMIT = 30


@dataclass
class Manner:
    """How groundplan is asked, which must not change what it says: options, and whether blanks between signs go."""

    options: list
    is_tight: bool


class Groundplan:
    def __init__(self, binary):
        self.binary = binary

    def command(self, program, question, manner):
        """It reads the program from standard input."""
        options = [*question.options, *manner.options, "--outf=2"]
        if program.bounds:
            options += [f"--min-int={program.bounds.least}", f"--max-int={program.bounds.greatest}"]
        if "--opt-mode=optN" in options:
            options.append("--quiet=1")
        options += [f"--assume={'' if truth else 'not '}{atom}" for atom, truth in question.assumed]
        return [self.binary, "solve", *options]

    def text(self, program, question, manner):
        text = program.text() + question.text
        return re.sub(r"(?<=[-+*=.<>]) (?=-)", "", text) if manner.is_tight else text

    def ask(self, program, question, manner):
        command, text = self.command(program, question, manner), self.text(program, question, manner)
        try:
            run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            return Reply(failure=f"does not end in {LIMIT} seconds")
        if run.returncode not in (10, 20, 30):
            return Reply(failure=f"status {run.returncode}: {' '.join(run.stderr.split())[-400:]}")
        said = json.loads(run.stdout)
        found = [it for call in said["Call"] for it in call.get("Witnesses", [])]
        witnesses = [read(it.get("Value", [])) for it in found]
        return Reply(said["Result"], witnesses, [tuple(it.get("Costs", ())) for it in found])


def read(words):
    """Atoms, and the values of variables, from a list that has both."""
    values = [re.fullmatch(r"__csp\((.*),(-?[0-9]+)\)", it) for it in words]
    atoms = sorted(word for word, value in zip(words, values) if value is None)
    return tuple(atoms), tuple(sorted((it.group(1), int(it.group(2))) for it in values if it is not None))


class Clingcon:
    """clingcon's process. Another one takes its place after a crash, or if it does not answer in time."""

    # Constraints stay where they are, and objectives become clingo's: otherwise it finds one optimum and no more.
    SETTINGS = {"shift-constraints": "no", "translate-opt": "10000"}

    def __init__(self, python):
        self.python = python
        self.process = None

    def ask(self, program, question, settings=None):
        settings = self.SETTINGS | (settings or {})
        if program.bounds:
            settings |= {"min-int": str(program.bounds.least), "max-int": str(program.bounds.greatest)}
        text = self.text(program, question)
        request = {"text": text, "options": question.options, "settings": settings, "assumed": question.assumed}
        said = self.reply(request)
        return Reply(failure=said["failure"]) if "failure" in said else self.read(said, program, question)

    def text(self, program, question):
        """It knows `&diff` only with `<=`: it is a sum with other relations."""
        text = program.text(with_objectives=question.by_costs) + question.text
        return re.sub(r"&diff (\{[^}]*\}) (?!<= )", r"&sum \1 ", text)

    def read(self, said, program, question):
        models = said["models"]
        if any(it.startswith("__csp_cost") for model in models for it in model["shown"]):
            return Reply(failure="objectives that are too wide to be translated")
        if "--opt-mode=optN" in question.options:
            models = [it for it in models if it["is_proven"]]
        costs = [dict(it["costs"]) for it in models]
        costs = [tuple(it.get(priority, 0) for priority in program.priorities()) for it in costs]
        is_as_expected = said["is_satisfiable"] == question.is_satisfiable
        verdict = question.verdict() if is_as_expected else "the opposite"
        return Reply(verdict, [read(it["shown"]) for it in models], costs)

    def reply(self, request):
        """What its process says."""
        if self.process is None:
            command, pipe = [self.python, str(HERE / "clingcon_process.py")], subprocess.PIPE
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            is_there, _, _ = select.select([self.process.stdout], [], [], LIMIT)
            line = self.process.stdout.readline() if is_there else None
        except BrokenPipeError:
            line = ""
        if line:
            return json.loads(line)
        self.close()
        return {"failure": "does not end" if line is None else "crashes"}

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None
