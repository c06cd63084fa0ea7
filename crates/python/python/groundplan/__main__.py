"""`python -m groundplan`: clingo's command line, with scripts in Python, to which the package is `clingo`."""

import sys

import groundplan

from .application import Application, clingo_main
from .script import enable_python


class _Command(Application):
    program_name = "groundplan"


sys.modules["clingo"] = groundplan
enable_python()
sys.exit(clingo_main(_Command()))
