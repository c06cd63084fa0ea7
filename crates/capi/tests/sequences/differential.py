"""Compares random sequences of calls of the C interface with clingo's library: differential.py LIBRARY [COUNT [FIRST]]

LIBRARY is ours. The module clingo of this Python has clingo's. The sequences of COUNT seeds are played in batches, each a process with
a limit of time, and what they tell is compared line by line. Where a process ends in another way than it should, its last sequence is
named, and the next process begins behind it. A tenth as many sequences that break preconditions, too, are played with ours only: they
have to end. Returns 1 where a sequence differs or does not end with ours.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BATCH = 500
# Seconds for a batch, which takes one or two.
LIMIT = 120


def clingo_library():
    """The path of the library in clingo's package."""
    package = importlib.util.find_spec("clingo")
    if package is None:
        sys.exit(f"{sys.executable} has no module clingo")
    return str(next(pathlib.Path(package.origin).parent.glob("_clingo*.so")))


def compiled(folder):
    """Compiles the sequences, as a shared object that takes the functions of the library that is loaded first."""
    target = str(pathlib.Path(folder, "sequences.so"))
    include = HERE.parent.parent / "include"
    command = [os.environ.get("CC", "cc"), "-g", "-O1", "-shared", "-fPIC", "-I", str(include), str(HERE / "sequences.c"), "-o", target]
    subprocess.run(command, check=True)
    return target


def play(library, sequences, first, count, *mode):
    """Plays sequences. Returns the lines of each seed, and how those ended that did not end well."""
    lines, faults = {}, {}
    while count > 0:
        command = [sys.executable, str(HERE / "play.py"), library, sequences, str(first), str(count), *mode]
        # What the sequences write goes into a folder that goes, too.
        with tempfile.TemporaryDirectory() as folder, open(f"{folder}/errors", "w+", errors="replace") as errors:
            try:
                run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=errors, timeout=LIMIT, check=False)
                output, end = run.stdout, f"ends with {run.returncode}" if run.returncode != 0 else None
            except subprocess.TimeoutExpired as late:
                output, end = late.stdout or b"", f"does not end in {LIMIT} seconds"
            errors.seek(0)
            said = errors.read()
        played = re.split(r"^seed (\d+)\n", output.decode(errors="replace"), flags=re.MULTILINE)
        for seed, text in zip(played[1::2], played[2::2]):
            lines[int(seed)] = text.splitlines()
        last = int(played[-2]) if len(played) > 1 else first
        # A panic is caught, and told as an error: it is a fault all the same.
        if end is None and "panicked" in said:
            faults[last] = "one of its batch panics"
        if end is None:
            break
        faults[last] = f"{end}: {' '.join(said.split())[-400:]}"
        count -= last + 1 - first
        first = last + 1
    return lines, faults


def difference(ours, theirs):
    """The first lines that differ, with the calls on the same control before them."""
    at = next((at for at, (one, other) in enumerate(zip(ours, theirs)) if one != other), min(len(ours), len(theirs)))
    begin = max((at for at in range(at) if ours[at].startswith("control_new")), default=0)
    shown = [f"      {line[:200]}" for line in ours[begin:at]]
    return "\n".join([*shown, f"    groundplan: {(ours + ['(end)'])[at]}", f"    clingo:     {(theirs + ['(end)'])[at]}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("libclingo")
    parser.add_argument("count", nargs="?", type=int, default=10000)
    parser.add_argument("first", nargs="?", type=int, default=1)
    arguments = parser.parse_args()
    ours, theirs = str(pathlib.Path(arguments.libclingo).resolve()), clingo_library()
    agreed = differ = crashes = clingo_crashes = 0
    with tempfile.TemporaryDirectory() as folder:
        sequences = compiled(folder)
        end = arguments.first + arguments.count
        for first in range(arguments.first, end, BATCH):
            count = min(BATCH, end - first)
            found, faults = play(ours, sequences, first, count)
            wanted, clingo_faults = play(theirs, sequences, first, count)
            for seed in range(first, first + count):
                if seed in faults:
                    crashes += 1
                    print(f"seed {seed} {faults[seed]}", flush=True)
                if seed in clingo_faults:
                    clingo_crashes += 1
                    print(f"seed {seed} with clingo's library {clingo_faults[seed]}", flush=True)
                elif seed not in faults and found.get(seed) == wanted.get(seed):
                    agreed += 1
                elif seed not in faults:
                    differ += 1
                    print(f"seed {seed} differs:\n{difference(found.get(seed, []), wanted.get(seed, []))}", flush=True)
        wild = max(arguments.count // 10, 1)
        for first in range(arguments.first, arguments.first + wild, BATCH):
            _, faults = play(ours, sequences, first, min(BATCH, arguments.first + wild - first), "wild")
            for seed, fault in faults.items():
                crashes += 1
                print(f"seed {seed} wild {fault}", flush=True)
    print(f"{arguments.count} sequences: {agreed} agree, {differ} differ; clingo's library fails in {clingo_crashes}")
    print(f"{arguments.count} and {wild} wild ones: groundplan fails in {crashes}")
    return 1 if differ + crashes > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
