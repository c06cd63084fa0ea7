"""Asprin 3.1.2: preferences, as a command that is run in this process."""

import os
import sys
import tempfile


def _run(program, *arguments):
    """The lines that the command prints."""
    from asprin.asprin import main

    with open("program.lp", "w", encoding="utf-8") as file:
        file.write(program)
    sys.stdout.flush()
    with tempfile.TemporaryFile("w+") as file:
        before = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            main(["program.lp", *arguments])
        except SystemExit:
            pass
        finally:
            sys.stdout.flush()
            os.dup2(before, 1)
            os.close(before)
        file.seek(0)
        return [line for line in file.read().splitlines() if line and not line.startswith(("Time", "CPU", "Solving", "Reading", "asprin", "Answer", "Calls"))]


def subset_minimal(out):
    lines = _run("1 {a;b;c}. #preference(p,subset){a;b;c}. #optimize(p).", "0")
    out.unordered(lines)


def less_weight(out):
    lines = _run("1 {a;b;c}. #preference(p,less(weight)){1::a; 2::b; 3::c}. #optimize(p).", "0")
    out([line for line in lines if line.startswith("  Opt")])
