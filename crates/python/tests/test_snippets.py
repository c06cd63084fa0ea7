"""Each snippet sees the same in clingo and in groundplan."""

import ast
import json
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted((HERE / "snippets").glob("*.py"))


def names(path):
    """The snippets of a file, in their order."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]


ALL = [(path, name) for path in FILES for name in names(path)]


@lru_cache(maxsize=None)
def transcripts(module, path, *options):
    """What the snippets of a file see, by their names; one that takes the process down is followed by a new process."""
    seen = {}
    waiting = names(path)
    while waiting:
        command = [sys.executable, HERE / "play.py", module, path, "--from", waiting[0], *options]
        played = subprocess.run(command, capture_output=True, text=True, check=False)
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
    assert transcripts("groundplan", path)[name] == transcripts("clingo", path)[name]


def test_there_are_many():
    assert len(ALL) >= 300
