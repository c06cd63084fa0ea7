"""The suites of `scripts/clients`: what each is, and how it is run with one module or library or the other."""

from . import commands, compiled, spack, tests, theories

# In the order in which they are run.
ALL = {suite.name: suite for suite in [tests.CLINGO, spack.SPACK, *tests.OTHERS, *commands.ALL, *theories.ALL, *compiled.ALL]}
