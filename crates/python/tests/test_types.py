"""The package passes mypy in strict mode, and its stubs say what the compiled part has."""

import subprocess
import sys
from pathlib import Path


def run(*command):
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_strict():
    run("mypy", "--strict", "--package", "groundplan")


def test_stubs():
    run("mypy.stubtest", "groundplan._core", "--concise", "--allowlist", str(Path(__file__).parent / "stubtest.allow"))
