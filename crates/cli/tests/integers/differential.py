"""Compares random programs over integers with brute force and with clingcon: differential.py BINARY [COUNT [FIRST]]

Of the program of each seed, all answer sets with their values are asked for, and some of: the best one, all best ones,
those within bounds of the costs, brave and cautious consequences, projections, a few answer sets, and those under
assumptions. Brute force says which reply is right. groundplan runs with options that must not change it. Where the reply
of clingcon is not right, it is counted by what is known of its faults.

Returns 1 where a reply of groundplan is not right. The program is printed, without all that it does not need.
"""

import argparse
import os
import resource
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from comparison import Comparison
from engines import Clingcon, Groundplan

REPOSITORY = Path(__file__).resolve().parents[4]
PYTHON = os.environ.get("GROUNDPLAN_INTEGERS_PYTHON", str(REPOSITORY / "target/integers/bin/python"))
# No process gets more bytes.
MEMORY = 4 << 30
# The engines of a process that compares.
ENGINES = []


def begin(binary, python):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    ENGINES[:] = [Groundplan(binary), Clingcon(python) if python else None]


def compare(seed):
    """The counts and the reports of a seed."""
    comparison = Comparison(seed, *ENGINES)
    comparison.run()
    return comparison.counts, comparison.reports


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("count", nargs="?", type=int, default=20000)
    parser.add_argument("first", nargs="?", type=int, default=1)
    parser.add_argument("--without-clingcon", action="store_true", help="compare with brute force alone")
    arguments = parser.parse_args()
    python = None if arguments.without_clingcon else PYTHON
    if python and not Path(python).exists():
        sys.exit(f"there is no {python}: scripts/peers/install-integers installs clingcon")
    counts, begun = Counter(), time.monotonic()
    seeds = range(arguments.first, arguments.first + arguments.count)
    with ProcessPoolExecutor(initializer=begin, initargs=(arguments.binary, python)) as pool:
        for found, reports in pool.map(compare, seeds, chunksize=20):
            counts += found
            for report in reports:
                print(report, flush=True)
    for name, count in sorted(counts.items()):
        print(f"{name}: {count}")
    print(f"{time.monotonic() - begun:.0f} seconds")
    return 1 if counts["programs where groundplan differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
