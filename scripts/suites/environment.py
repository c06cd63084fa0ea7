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

# What a `clingo` that is groundplan consists of, and a `clingcon` beside it: programs may import that first.
ALIASES = {
    "clingo": """import sys

import groundplan

sys.modules["clingo"] = groundplan
""",
    "clingcon": """import sys

import groundplan.clingcon

sys.modules["clingcon"] = groundplan.clingcon
""",
}

# Solvers that call clingo's library, in a folder of their own: the other programs are not to find them.
THEORIES = PLACE / "theories"
WHEELS = ("clingcon==5.2.1.post2", "clingo-dl==1.5.0.post1", "clingo-lpx==1.3.0.post1")
LIBCLINGO = PLACE / "library" / "libclingo.so.4"

# Programs that ask for their own version, which a checkout does not say.
DISTRIBUTIONS = ("coomsuite", "meta-tools-clingo", "ngo", "renopro")

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


def install():
    """Makes the environment."""
    requirements = HERE / "requirements.txt"
    wanted = "\n".join([requirements.read_text(), *WHEELS])
    installed = PLACE / "installed.txt"
    if not installed.exists() or installed.read_text() != wanted:
        shutil.rmtree(PLACE, ignore_errors=True)
        subprocess.run([interpreter(), "-m", "venv", PLACE], check=True)
        pip = [PYTHON, "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "--requirement", requirements], check=True)
        subprocess.run([*pip, "--no-deps", "--target", THEORIES, *WHEELS], check=True)
        installed.write_text(wanted)
    for name in DISTRIBUTIONS:
        metadata = PLACE / "metadata" / f"{name.replace('-', '_')}-1.dist-info" / "METADATA"
        metadata.parent.mkdir(parents=True, exist_ok=True)
        metadata.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    for name, text in COMMANDS.items():
        command = commands(name) / "clingo"
        command.parent.mkdir(parents=True, exist_ok=True)
        command.write_text(f"#!{PYTHON}\n{text}")
        command.chmod(0o755)


def install_module(module):
    """Takes the module for Python from a folder that has the package groundplan; without one it is built."""
    if module is None:
        pip = [PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"]
        subprocess.run([*pip, ROOT / "crates" / "python"], check=True)
    else:
        (site,) = (PLACE / "lib").glob("python3*/site-packages")
        shutil.rmtree(site / "groundplan", ignore_errors=True)
        shutil.copytree(Path(module) / "groundplan", site / "groundplan")
    for name, text in ALIASES.items():
        alias = PLACE / "alias" / name
        alias.mkdir(parents=True, exist_ok=True)
        (alias / "__init__.py").write_text(text)


def install_library(folder):
    """Takes the library for C from a folder; without one it is built."""
    if folder is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--package", "groundplan-capi"], cwd=ROOT, check=True)
        folder = ROOT / "target" / "release"
    LIBCLINGO.parent.mkdir(exist_ok=True)
    shutil.copy(Path(folder) / "libclingo.so", LIBCLINGO)


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
