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


def interpreter():
    """A Python that all the programs run with."""
    for name in ("python3.11", "python3.12", "python3.13"):
        if shutil.which(name):
            return name
    sys.exit("the suites need Python 3.11 or later, which is not there")


def variables(module, sources=()):
    """The environment variables under which `import clingo` gives a module; `sources` are folders with packages."""
    given = dict(os.environ)
    folders = [PLACE / "alias"] if module == "groundplan" else []
    given["PYTHONPATH"] = os.pathsep.join(map(str, [*folders, *sources]))
    given["PATH"] = f"{PLACE / 'bin'}{os.pathsep}{given['PATH']}"
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
