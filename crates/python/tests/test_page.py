"""The scripts on docs/python.md run, and print what the page says."""

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[3] / "docs" / "python.md").read_text(encoding="utf-8")


def run(folder, name):
    """What a script of the page prints, with all files of the page beside it."""
    for file, text in re.findall(r"^```\w+ file=(\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
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


def test_the_explanations(tmp_path):
    printed = re.search(r"^```python file=why.py\n.*?^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert run(tmp_path, "why.py") == printed[1]
