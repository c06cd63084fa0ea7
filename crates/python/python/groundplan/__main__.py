"""`python -m groundplan`: the command `groundplan solve`, with scripts in Python, to which the package is `clingo`."""

import sys

import groundplan

from ._core import run_application
from .application import Application
from .script import enable_python


class _Command(Application):
    program_name = "groundplan"


sys.modules["clingo"] = groundplan
enable_python()
sys.exit(run_application(_Command(), sys.argv[1:], False))
