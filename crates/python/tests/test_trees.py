"""Syntax trees beside clingo's: every node of programs, their places and how they print."""

import re
from pathlib import Path

import clingo
import groundplan
import pytest
from clingo import ast as theirs
from groundplan import ast as ours
from trees import Program

ROOT = Path(__file__).parents[3]
FILES = sorted(
    path
    for folder in ("encodings", "instances", "crates/sokoban/encodings", "crates/asp/tests", "crates/cli/tests", "docs")
    for path in (ROOT / folder).rglob("*.lp")
)
# Texts in one test.
STRETCH = 250


def read(module, text):
    """The statements of a text; None if it is refused."""
    found = []
    try:
        module.parse_string(text, found.append, logger=lambda code, message: None)
    except RuntimeError:
        return None
    return found


def printed(node):
    """How a node prints. Clingo leaves out the colon of an element that has nothing else, and cannot read that again; it indents
    the first operator of a kind of terms alone."""
    text = "" if str(node) == ": " else str(node)
    if node.ast_type.name == "TheoryTermDefinition":
        text = " ".join(text.split())
    return re.sub(r"(?<=[{;] ): (?=;| })", "", text)


def tree(value):
    """All that a node has, with its place and how it prints."""
    if hasattr(value, "ast_type"):
        return [value.ast_type.name, printed(value), [[key, tree(held)] for key, held in value.items()]]
    if hasattr(value, "begin"):
        return [tuple(value.begin), tuple(value.end)]
    if value is None or isinstance(value, (str, int)):
        return value
    return [tree(held) for held in value] if hasattr(value, "insert") else str(value)


def compare(text):
    """Whether a text is a program; its trees are the same."""
    mine, wanted = read(ours, text), read(theirs, text)
    if mine is None or wanted is None:
        assert mine is None and wanted is None, f"{'ours' if mine is None else 'clingo'} refuses {text!r}"
        return False
    for own, other in zip(mine, wanted):
        assert tree(own) == tree(other), text
        assert repr(own) == repr(other), text
    assert len(mine) == len(wanted), text
    return True


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files(path):
    """Those of this repository, statement by statement where they hold several programs."""
    for text in path.read_text(encoding="utf-8").split("\n%%% "):
        compare(text)


def test_there_are_files():
    """The folders are where they were."""
    assert len(FILES) > 50 and any(compare(path.read_text(encoding="utf-8")) for path in FILES)


@pytest.mark.parametrize("first", range(0, 1000, STRETCH))
def test_random_programs(first):
    """All of the grammar."""
    known = sum(compare(Program(seed).text()) for seed in range(first, first + STRETCH))
    assert known > STRETCH // 2


def test_clingo_is_another():
    """What is compared with is not this module under another name."""
    assert clingo.__version__.startswith("5.") and theirs.AST is not ours.AST
