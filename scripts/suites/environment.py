"""Where the suites run: a virtual environment that has clingo and groundplan, and a folder in which groundplan is `clingo`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PLACE = ROOT / "target" / "clients"
PYTHON = PLACE / "bin" / "python"
MODULES = ("clingo", "groundplan")

# What a `clingo` that is groundplan consists of.
ALIAS = """import sys

import groundplan

sys.modules["clingo"] = groundplan
"""

# Programs that ask for their own version, which a checkout does not say.
DISTRIBUTIONS = ("meta-tools-clingo", "ngo", "renopro")

# The command `clingo` of each module. `python -m clingo` has neither scripts nor the incremental mode.
COMMANDS = {
    "clingo": """import sys

from clingo.application import Application, clingo_main
from clingo.script import enable_python


class Command(Application):
    program_name = "clingo"


enable_python()
sys.exit(clingo_main(Command()))
""",
    "groundplan": """import runpy

runpy.run_module("groundplan", run_name="__main__")
""",
}


def install(module):
    """Makes the environment; `module` is a folder that has the package groundplan, or none to have it built."""
    wanted = HERE / "requirements.txt"
    installed = PLACE / "installed.txt"
    if not installed.exists() or installed.read_text() != wanted.read_text():
        shutil.rmtree(PLACE, ignore_errors=True)
        subprocess.run([interpreter(), "-m", "venv", PLACE], check=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "--requirement", wanted], check=True)
        shutil.copy(wanted, installed)
    if module is None:
        pip = [PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"]
        subprocess.run([*pip, ROOT / "crates" / "python"], check=True)
    else:
        (site,) = (PLACE / "lib").glob("python3*/site-packages")
        shutil.rmtree(site / "groundplan", ignore_errors=True)
        shutil.copytree(Path(module) / "groundplan", site / "groundplan")
    alias = PLACE / "alias" / "clingo"
    alias.mkdir(parents=True, exist_ok=True)
    (alias / "__init__.py").write_text(ALIAS)
    for name in DISTRIBUTIONS:
        metadata = PLACE / "metadata" / f"{name.replace('-', '_')}-1.dist-info" / "METADATA"
        metadata.parent.mkdir(parents=True, exist_ok=True)
        metadata.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    for name, text in COMMANDS.items():
        command = commands(name) / "clingo"
        command.parent.mkdir(parents=True, exist_ok=True)
        command.write_text(f"#!{PYTHON}\n{text}")
        command.chmod(0o755)


def commands(module):
    """The folder that has a module's command `clingo`."""
    return PLACE / "commands" / module


def program(name, module):
    """A program for Python: a module's own command, or one that is installed."""
    own = commands(module) / name
    return own if own.exists() else PLACE / "bin" / name


def interpreter():
    """A Python that all the programs run with."""
    for name in ("python3.12", "python3.13"):
        if shutil.which(name):
            return name
    sys.exit("the suites need Python 3.12 or later, which is not there")


def variables(module, sources=()):
    """The environment variables under which `import clingo` gives a module; `sources` are folders with packages."""
    given = dict(os.environ)
    folders = [PLACE / "alias"] if module == "groundplan" else []
    given["PYTHONPATH"] = os.pathsep.join(map(str, [*folders, PLACE / "metadata", *sources]))
    given["PATH"] = os.pathsep.join(map(str, [commands(module), PLACE / "bin", given["PATH"]]))
    given["PYTHONDONTWRITEBYTECODE"] = "1"
    return given


def run(command, module, folder, sources=(), seconds=600, **more):
    """Runs a command; nothing where it takes too long."""
    try:
        return subprocess.run(
            [str(word) for word in command],
            cwd=folder,
            env={**variables(module, sources), **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
