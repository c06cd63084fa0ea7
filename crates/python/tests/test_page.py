"""The scripts on docs/python.md and docs/integers.md run, and print what the pages say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "python.md").read_text(encoding="utf-8")
INTEGERS = (DOCS / "integers.md").read_text(encoding="utf-8")


def run(folder, name, page=PAGE):
    """What a script of a page prints, with all files of the page beside it."""
    for file, text in re.findall(r"^```\w+ file=(\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        (folder / file).write_text(text, encoding="utf-8")
    # Graphviz draws; whether it is installed is not the question here.
    for program in ("dot", "neato"):
        (folder / program).write_text("#!/bin/sh\n", encoding="utf-8")
        (folder / program).chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run([sys.executable, name], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_script(tmp_path):
    printed = re.search(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    first, colours = run(tmp_path, "colours.py").splitlines()
    wanted, painted = printed[1].splitlines()
    assert first == wanted
    # Another best colouring would do as well.
    assert re.sub(r"=\w+", "", colours) == re.sub(r"=\w+", "", painted)


def test_a_program_written_for_clingo(tmp_path):
    assert run(tmp_path, "draw.py") == "4 colours, proven fewest\n"


@pytest.mark.parametrize(
    "page, name",
    [(PAGE, "data.py"), (PAGE, "coroutine.py"), (PAGE, "why.py"), (INTEGERS, "workshop.py")],
    ids=["data", "coroutines", "explanations", "integers"],
)
def test_what_is_printed_below(tmp_path, page, name):
    printed = re.search(rf"^```python file={name}\n.*?^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert run(tmp_path, name, page) == printed[1]
