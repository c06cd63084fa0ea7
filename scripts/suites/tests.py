"""Suites that are tests for pytest, in checkouts of their repositories."""

import shutil
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

from . import environment

# What has `clingo.tests` found beside the package, whichever it is.
_RUN = """
import sys
import clingo
clingo.__path__.append(sys.argv.pop(1))
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


class Tests:
    """Tests in a checkout: a test passes, or not. `sources` are folders with packages, below the checkout or anywhere."""

    has_verdicts = True

    def __init__(self, name, repository, tests, sources=(), folder="."):
        self.name = name
        self.repository = repository
        self.tests = tests
        self.sources = sources
        self.folder = folder

    def run(self, module, checkouts):
        """What becomes of each test."""
        checkout = checkouts / self.name
        sources = [checkout / source for source in self.sources]
        return self.outcomes(module, checkout / self.folder, ["-m", "pytest"], self.tests, sources)

    def outcomes(self, module, folder, start, tests, sources, **more):
        with tempfile.TemporaryDirectory() as place:
            report = Path(place) / "report.xml"
            options = ["-q", "-p", "no:cacheprovider", "--timeout=120", "--continue-on-collection-errors", f"--junitxml={report}"]
            environment.run([environment.PYTHON, *start, *options, *tests], module, folder, sources, 1800, **more)
            return read(report)


def read(report):
    """What a report in JUnit's format says of each test."""
    found = {}
    if report.exists():
        for case in xml.parse(report).getroot().iter("testcase"):
            kinds = {child.tag for child in case}
            outcome = "fails" if kinds & {"failure", "error"} else "is skipped" if "skipped" in kinds else "passes"
            found[f"{case.get('classname')}::{case.get('name')}"] = outcome
    return {name: outcome for name, outcome in found.items() if outcome != "is skipped"}


class ClingoTests(Tests):
    """The tests of clingo's own module, which are a part of it."""

    def run(self, module, checkouts):
        tests = checkouts / self.name / "libpyclingo" / "clingo" / "tests"
        with tempfile.TemporaryDirectory() as place:
            package = Path(place) / "clingo"
            shutil.copytree(tests, package / "tests")
            (package / "__init__.py").touch()
            start = ["-c", _RUN, package]
            # Not where `import clingo` would find the tests' folder.
            return self.outcomes(module, package, start, [package / "tests"], [])


CLINGO = ClingoTests("clingo", "potassco/clingo", [])
OTHERS = [
    Tests("mpbn", "bnediction/mpbn", ["tests"], ["."]),
    Tests("bonesis", "bnediction/bonesis", ["tests"], ["."]),
    Tests("eclingo", "potassco/eclingo", ["tests"], ["src"]),
    Tests("clinguin", "potassco/clinguin", ["tests"], ["."]),
    Tests("clingo-explaid", "potassco/clingo-explaid", ["tests"], ["src"]),
    Tests("viasp", "potassco/viasp", ["test"], ["backend/src"], "backend"),
    Tests("dumbo-asp", "alviano/dumbo-asp", ["tests"], ["."]),
    Tests("clorm", "potassco/clorm", ["tests"], ["."]),
    Tests("telingo", "potassco/telingo", ["telingo/tests"], ["."]),
    Tests("deolingo", "ovidiomanteiga/deolingo", ["tests"], ["."]),
    Tests("renopro", "krr-up/renopro", ["tests"], ["src"]),
    # All of its tests take an hour.
    Tests(
        "constraint-handler",
        "potassco/constraint-handler",
        ["tests/test_encoding.py", "-k", "core and propagator"],
        ["src"],
    ),
    Tests("miscoto", "cfrioux/miscoto", ["."], ["."], "test"),
    Tests("meneco", "bioasp/meneco", ["test.py"], ["."], "tests"),
    Tests("meta-tools", "potassco/meta-tools", ["tests"], ["src"]),
    Tests("xclingo2", "bramucas/xclingo2", ["tests"], ["."]),
    Tests("clyngor", "Aluriak/clyngor", ["clyngor"], ["."]),
    Tests("ngo", "potassco/ngo", ["tests"], ["src"]),
    Tests("xhail", "everettmakes/xhail", ["tests"], ["."]),
    # These use clingcon's module.
    Tests("flingo", "potassco/flingo", ["tests"], ["src", environment.THEORIES]),
    Tests("fclingo", "potassco/fclingo", ["tests"], [".", environment.THEORIES]),
    Tests("coom-suite", "potassco/coom-suite", ["tests"], ["src", "../flingo/src", environment.THEORIES]),
]
