"""Random sequences of calls see the same in clingo and in groundplan; see `sequences/differential.py`.

`GROUNDPLAN_RANDOM` says how many, `GROUNDPLAN_RANDOM_FIRST` from which seed on.
"""

import os
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "sequences"))

from differential import differences  # noqa: E402
from draw import draw, features  # noqa: E402
import propagators  # noqa: E402

COUNT = int(os.environ.get("GROUNDPLAN_RANDOM", "250"))
FIRST = int(os.environ.get("GROUNDPLAN_RANDOM_FIRST", "1"))


def test_agreement():
    found = list(differences(COUNT, FIRST))
    assert not found, "\n\n".join(found) + f"\n{len(found)} of {COUNT} sequences are seen differently"


def test_propagators_and_clauses():
    found = list(propagators.differences(COUNT, FIRST))
    assert not found, "\n".join(found)


def test_they_are_hard():
    """What goes wrong in few sequences has to be in many."""
    drawn = [draw(seed) for seed in range(1, 501)]
    shares = Counter(feature for sequence in drawn for feature in features(sequence))
    least = {
        "several grounds": 0.7,
        "several searches": 0.7,
        "yields": 0.6,
        "async": 0.4,
        "both": 0.4,
        "left early": 0.3,
        "assumptions": 0.5,
        "externals": 0.5,
        "releases": 0.2,
        "backend": 0.4,
        "minimize": 0.5,
        "minimize removed": 0.1,
        "consequences": 0.05,
        "projection": 0.1,
        "all best": 0.05,
        "clauses": 0.2,
        "propagators": 0.1,
        "disjunctions": 0.3,
        "loops": 0.3,
        "aggregates": 0.5,
        "looks after a search": 0.2,
    }
    assert all(5 <= len(sequence) <= 40 for sequence in drawn)
    assert {name: shares[name] / len(drawn) for name in least if shares[name] < least[name] * len(drawn)} == {}
