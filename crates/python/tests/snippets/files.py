"""Ground programs that are written to files."""

import os
import tempfile
from contextlib import contextmanager

import clingo
from clingo.control import BackendType
from transcript import control


@contextmanager
def _file():
    with tempfile.TemporaryDirectory() as folder:
        yield os.path.join(folder, "ground")


def _read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


PROGRAM = "{a;b}. c :- a, not b. #external e. :- e. #program step. d :- c."


def aspif_is_read_again(out):
    with _file() as path:
        ctl = clingo.Control(["0"])
        ctl.add("base", [], PROGRAM)
        ctl.register_backend(BackendType.Aspif, path)
        out(_read(path))
        ctl.ground([("base", [])])
        out.models(ctl)
        again = clingo.Control(["0"])
        again.load_aspif([path])
        again.ground([("base", [])])
        out.models(again)


def steps_of_aspif(out):
    with _file() as path:
        ctl = clingo.Control(["0"])
        ctl.add("base", [], PROGRAM)
        ctl.register_backend(BackendType.Aspif, path)
        ctl.ground([("base", [])])
        ctl.assign_external(clingo.Function("e"), True)
        ctl.solve()
        first = _read(path)
        ctl.ground([("step", [])])
        ctl.release_external(clingo.Function("e"))
        ctl.solve()
        both = _read(path)
        out(both.startswith(first), both.count("asp 1 0 0 incremental\n"), both.split("\n").count("0"))
        for text in (first, both[len(first) :]):
            out.unordered(line.split()[2] for line in text.split("\n") if line.startswith("4 "))
            out.unordered(line.split()[2] for line in text.split("\n") if line.startswith("5 "))


def facts_are_a_program(out):
    with _file() as path:
        ctl = clingo.Control()
        ctl.add("base", [], PROGRAM)
        ctl.register_backend(BackendType.Reify, path)
        ctl.ground([("base", [])])
        ctl.solve()
        facts = control(_read(path))
        out.unordered({(atom.symbol.name, len(atom.symbol.arguments)) for atom in facts.symbolic_atoms})
        out.unordered(atom.symbol.arguments[0] for atom in facts.symbolic_atoms.by_signature("output", 2))


def files_in_place_of_a_search(out):
    with _file() as path:
        ctl = clingo.Control()
        ctl.add("base", [], PROGRAM)
        ctl.register_backend(BackendType.Aspif, path, replace=True)
        ctl.ground([("base", [])])
        out(ctl.solve(), _read(path) != "")


def files_that_cannot_be_written(out):
    with _file() as path:
        ctl = clingo.Control()
        out.raises(ctl.register_backend, BackendType.Aspif, os.path.join(path, "none"))
        out.raises(ctl.register_backend, None, path)
        out(ctl.solve())
