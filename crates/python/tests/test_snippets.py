"""Each snippet sees the same in clingo and in groundplan; programs of others, in `clients`, are snippets, too."""

import ast
import json
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest
from differences import DIFFERENCES, reason

HERE = Path(__file__).parent
FILES = sorted((HERE / "snippets").glob("*.py")) + sorted((HERE / "clients").glob("*.py"))


def names(path):
    """The snippets of a file, in their order."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]


def reference(path):
    """The folder beside the environment's own packages with the clingo that a file is compared with, if it names one."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == "REFERENCE":
            return ast.literal_eval(node.value)
    return None


ALL = [(path, name) for path in FILES for name in names(path)]


@lru_cache(maxsize=None)
def transcripts(module, path, *options):
    """What the snippets of a file see, by their names; one that takes the process down is followed by a new process."""
    seen = {}
    waiting = names(path)
    environment = dict(os.environ)
    if module == "clingo" and reference(path):
        environment["PYTHONPATH"] = str(Path(sys.prefix) / reference(path))
    while waiting:
        seconds = "900" if path.parent.name == "clients" else "300"
        command = [sys.executable, HERE / "play.py", module, path, "--from", waiting[0], "--seconds", seconds, *options]
        played = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        name = None
        for event in map(json.loads, played.stdout.splitlines()):
            if "begin" in event:
                name = event["begin"]
                seen[name] = []
            elif "line" in event:
                seen[name].append(event["line"])
            elif "failed" in event:
                seen[name].append(f"failed with {event['failed']}")
                seen[name].append(event["trace"])
            else:
                name = None
        if not seen.keys() & set(waiting):
            name = waiting[0]
            seen[name] = []
        if name is not None:
            seen[name].append(f"failed with the process, which ended with {played.returncode}")
            seen[name].append(played.stderr[-4000:])
        waiting = [name for name in waiting if name not in seen]
    return seen


def label(case):
    path, name = case
    return f"{path.stem}-{name}"


@pytest.mark.parametrize("case", ALL, ids=label)
def test_reference(case):
    """In clingo, a snippet sees something, and the same whatever the order of the search."""
    path, name = case
    first = transcripts("clingo", path)[name]
    assert first and not any(line.startswith("failed with") for line in first), "\n".join(first)
    assert transcripts("clingo", path, "--other-order")[name] == first


@pytest.mark.parametrize("case", ALL, ids=label)
def test_agreement(case):
    """In groundplan, it sees the same as in clingo."""
    path, name = case
    ours, theirs = transcripts("groundplan", path)[name], transcripts("clingo", path)[name]
    why = reason(path, name)
    if why is None:
        assert ours == theirs
    else:
        assert ours != theirs, f"they agree: take it out of differences.py, which says: {why}"
        assert not any("AttributeError" in line for line in ours), "\n".join(ours)


def test_there_are_many():
    """Three hundred of our own, and each difference that is named is one of a snippet."""
    known = {label(case) for case in ALL}
    assert sum(path.parent.name == "snippets" for path, _ in ALL) >= 300
    assert set(DIFFERENCES) <= known
