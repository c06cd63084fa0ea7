"""Makes the calls of sequences, one after the other: `player.py MODULE [--other-order]`.

Each line of the input is a sequence as JSON, a list of `[CALL, ARGUMENT...]`; each line of the output is what it sees. A
sequence that takes too long ends the process.
"""

import faulthandler
import gc
import json
import os
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from compare import REDEFINED  # noqa: E402
from play import search_in_another_order, swap  # noqa: E402

SECONDS = float(os.environ.get("GROUNDPLAN_SECONDS", "20"))
"""How long one sequence may take."""


def play(sequence, calls):
    """Makes the calls; an exception is part of what is seen, and the next call is made all the same."""
    for name, *arguments in sequence:
        calls.tell(name)
        try:
            getattr(calls, name)(*arguments)
        except Exception as error:  # pylint: disable=broad-except
            calls.tell(f"raises {type(error).__name__}")
            if str(error).startswith("redefinition"):
                # In a rule with a conditional literal of an earlier step, clingo defines atoms of that step again: what
                # it sees from here on is not of the program.
                calls.tell(REDEFINED)
                break


def main():
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    clingo = swap(sys.argv[1])
    if sys.argv[2:] == ["--other-order"]:
        search_in_another_order(clingo)
    from calls import Calls  # needs the module that `clingo` is
    from transcript import text

    for line in sys.stdin:
        seen = []
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        calls = Calls(lambda *values: seen.append(" ".join(map(text, values))))
        play(json.loads(line), calls)
        # The end of its control object is a part of it.
        calls = None
        gc.collect()
        faulthandler.cancel_dump_traceback_later()
        print(json.dumps(seen), file=answers, flush=True)


if __name__ == "__main__":
    main()
