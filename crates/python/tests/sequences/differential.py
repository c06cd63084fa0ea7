"""Random sequences of calls, seen by clingo and by groundplan: `differential.py COUNT FIRST_SEED [--reference]`.

Of each difference, the reduced calls are printed. With `--reference` clingo is compared with itself in another order of
search.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from compare import MODULES, ORDERS, Pair, reduce, report  # noqa: E402
from draw import draw  # noqa: E402


def difference(modules, pair, seed):
    """The report on a seed whose sequence is seen differently; None for one that is not."""
    sequence = draw(seed)
    if not pair.differ(sequence):
        return None
    with Pair(modules) as alone:
        if alone.differ(sequence):
            sequence = reduce(sequence, alone.differ)
        return report(seed, sequence, *alone.play(sequence))


def differences(count, first, modules=MODULES):
    """The reports on the sequences of so many seeds that are seen differently."""
    with Pair(modules) as pair:
        for seed in range(first, first + count):
            found = difference(modules, pair, seed)
            if found is not None:
                yield found


def main():
    count, first = int(sys.argv[1]), int(sys.argv[2])
    different = 0
    for found in differences(count, first, ORDERS if "--reference" in sys.argv[3:] else MODULES):
        different += 1
        print(found, flush=True)
    print(f"{different} of {count} sequences are seen differently")
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
