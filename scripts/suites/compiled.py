"""Suites that are compiled: tests of clingo's interface and of programs that call it, linked with our library and run with either.

They need `g++`, and those of clingo-lpx FLINT (`libflint-dev` in Debian). The tests for Catch need DIR/clingo with its submodules,
where Catch and `clingo.hh` are. `clingo-cffi` needs the headers of Python, `clingo-rust` cargo, which gets what the crate depends on
from crates.io. What is compiled is in `target/clients/compiled`; a source is compiled again when it is newer.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

from . import environment
from .commands import is_broken, seen
from .tests import Tests

PLACE = environment.PLACE / "compiled"
HEADER = environment.ROOT / "crates" / "capi" / "include"


def loaded(module):
    """The variable under which a program finds a module's library."""
    ours = environment.LIBCLINGO
    return {"LD_LIBRARY_PATH": str(ours.parent if module == "groundplan" else theirs().parent)}


def theirs():
    """clingo's library as `libclingo.so.4`: that in its package for Python, which asks for functions of Python that no test calls."""
    library = PLACE / "clingo" / environment.LIBCLINGO.name
    (package,) = (environment.PLACE / "lib").glob("python3*/site-packages/clingo/_clingo.*.so")
    if not library.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        missing = subprocess.run(["nm", "-D", "--undefined-only", package], check=True, capture_output=True, text=True).stdout
        names = re.findall(r"\bU (_?Py\w+)", missing)
        stubs = library.with_name("stubs.c")
        stubs.write_text("".join(f"void *{name};\n" for name in names))
        linked = ["-Wl,--no-as-needed", package, f"-Wl,-rpath,{package.parent}", f"-Wl,-soname,{library.name}"]
        subprocess.run(["gcc", "-shared", "-fPIC", stubs, *linked, "-o", library], check=True)
    return library


class Catch:
    """A program of tests for Catch. A test is an innermost section, or a test case without sections."""

    page = "c.md"
    has_verdicts = True

    def __init__(self, name, sources, folders=(), options=()):
        self.name = name
        self.checkout = name.removesuffix("-c++")
        self.repository = f"potassco/{self.checkout}"
        self.sources = sources
        self.folders = folders
        self.options = options

    def run(self, module, checkouts):
        """What becomes of each test."""
        program = self.build(checkouts)
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.xml"
            environment.run([program, "--reporter=xml", f"--out={report}"], module, folder, seconds=1800, **loaded(module))
            return outcomes(report)

    def build(self, checkouts):
        """Compiles the program."""
        clingo = checkouts / "clingo"
        catch = clingo / "third_party" / "catch"
        settings = PLACE / "settings" / "catch2" / "catch_user_config.hpp"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.touch()
        below = [checkouts / self.checkout / folder for folder in self.folders]
        folders = [HEADER, clingo / "libclingo", *below, catch / "src", settings.parents[1]]
        compiler = ["g++", "-std=c++17", "-O1", "-w", *(f"-I{folder}" for folder in folders)]
        options = [option for option in self.options if not option.startswith("-l")]
        libraries = [option for option in self.options if option.startswith("-l")]
        objects = [compiled([*compiler, "-O0"], catch / "extras" / "catch_amalgamated.cpp", PLACE / "catch.o")]
        for pattern in self.sources:
            for source in sorted((checkouts / self.checkout).glob(pattern)):
                target = PLACE / self.name / f"{source.parent.name}-{source.stem}.o"
                objects.append(compiled([*compiler, *options], source, target))
        program = PLACE / self.name / "program"
        subprocess.run(["g++", *objects, environment.LIBCLINGO, *libraries, "-pthread", "-o", program], check=True)
        return program


def compiled(compiler, source, target):
    """The object of a source."""
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([*compiler, "-c", source, "-o", target], check=True)
    return target


def outcomes(report):
    """What a report of Catch says of each test: it passes if all its assertions do, each time that it is run."""
    found = {}
    for case in cases(report):
        sections = case.findall("Section")
        for outer in sections:
            path = (f"{section.get('name')}:{section.get('line')}" for section in outer.iter("Section"))
            name = "/".join([case.get("name"), *path])
            found[name] = found.get(name, True) and outer.find("OverallResults[@failures='0']") is not None
        if not sections:
            found[case.get("name")] = case.find("OverallResult[@success='true']") is not None
    # A section is also run without the sections in it, after one of them has failed.
    innermost = (name for name in found if not any(other.startswith(f"{name}/") for other in found))
    return {name: "passes" if found[name] else "fails" for name in innermost}


def cases(report):
    """The test cases that are in a report, which ends early where the program did."""
    try:
        yield from (element for _, element in xml.iterparse(report) if element.tag == "TestCase")
    except (FileNotFoundError, xml.ParseError):
        return


class Cffi(Tests):
    """The tests of clingo's package for Python, with its extension compiled against the library."""

    page = "c.md"
    checkout = "clingo"

    def run(self, module, checkouts):
        sources = checkouts / self.checkout / "libpyclingo"
        package = PLACE / self.name / "clingo"
        shutil.rmtree(package, ignore_errors=True)
        shutil.copytree(sources / "clingo", package)
        asked = [environment.PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('include'))"]
        include = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
        compiler = ["gcc", "-shared", "-fPIC", "-w", f"-I{HEADER}", f"-I{include}"]
        subprocess.run([*compiler, sources / "_clingo.c", environment.LIBCLINGO, "-o", package / "_clingo.abi3.so"], check=True)
        start = ["-m", "pytest"]
        return self.outcomes("clingo", package.parent, start, ["--pyargs", "clingo.tests"], [package.parent], **loaded(module))


class Rust:
    """The tests and examples of the crate: a test has to pass, each in a process of its own, and an example to print the same."""

    page = "c.md"
    has_verdicts = False
    name = "clingo-rust"
    checkout = "clingo-rs"
    repository = "potassco/clingo-rs"
    # They print one answer set of many, numbers of the search, hashes or versions: only whether they end well is compared.
    loose = ("ast", "backend", "configuration", "inject-terms", "propagator", "solve-async", "statistics", "symbol", "version")

    def run(self, module, checkouts):
        """What each test and example comes to; nothing where it fails."""
        folder = checkouts / self.checkout
        found = {}
        for kind, name, program in self.build(folder):
            if kind == "example":
                done = self.start([program], module, folder)
                found[name] = None if is_broken(done) or done.returncode else seen(done.stdout, name in self.loose)
            else:
                listed = self.start([program, "--list"], module, folder).stdout
                for test in re.findall(r"^(.*): test$", listed, re.MULTILINE):
                    done = self.start([program, "--exact", test], module, folder)
                    found[f"{name}::{test}"] = None if done is None or done.returncode else "passes"
        return found

    def build(self, folder):
        """Compiles the tests and examples. In debug mode, Rust ends many of them with clingo: an empty slice of it is null."""
        link = environment.LIBCLINGO.with_suffix("")
        link.unlink(missing_ok=True)
        link.symlink_to(environment.LIBCLINGO.name)
        command = ["cargo", "test", "--release", "--no-run", "--quiet", "--message-format=json", "--target-dir", PLACE / self.name]
        variables = {**os.environ, "CLINGO_LIBRARY_PATH": str(link.parent)}
        done = subprocess.run(command, cwd=folder, env=variables, stdout=subprocess.PIPE, text=True, check=True)
        for line in done.stdout.splitlines():
            message = json.loads(line)
            if message.get("executable"):
                yield message["target"]["kind"][0], message["target"]["name"], message["executable"]

    def start(self, command, module, folder):
        return environment.run(command, module, folder, seconds=120, **loaded(module))


ALL = [
    Catch("clingo-c++", ["libclingo/tests/*.cc"]),
    Cffi("clingo-cffi", "potassco/clingo", []),
    Catch(
        "clingcon-c++",
        ["libclingcon/src/*.cc", "libclingcon/tests/*.cc"],
        ["libclingcon", "third_party/wide-integer"],
        # Without its assertions, one of which fails with groundplan.
        ["-DCLINGCON_NO_VISIBILITY", "-DNDEBUG"],
    ),
    Catch(
        "clingo-dl-c++",
        ["libclingo-dl/src/*.cc", "app/lib/src/*.cc", "libclingo-dl/tests/*.cc"],
        ["libclingo-dl", "app/lib"],
        ["-DCLINGODL_NO_VISIBILITY"],
    ),
    Catch(
        "clingo-lpx-c++",
        ["libclingo-lpx/src/*.cc", "app/lib/src/*.cc", "libclingo-lpx/tests/*.cc"],
        ["libclingo-lpx", "libclingo-lpx/src", "app/lib"],
        ["-DCLINGOLPX_NO_VISIBILITY", "-DCLINGOLPX_USE_FLINT", "-lflint", "-lgmp"],
    ),
    Rust(),
]
