"""Runs the snippets of a file, in a process of its own: `play.py MODULE FILE [--from NAME] [--other-order]`.

`clingo` is the module named; each line printed is an event as JSON: a snippet that begins, a line of its transcript, its
end. With `--other-order`, clingo is told to search in another order: what a transcript says must not depend on it.
"""

import argparse
import faulthandler
import importlib
import importlib.util
import inspect
import json
import os
import sys
import tempfile
import traceback
from pathlib import Path

OTHER_ORDER = ["--seed=7", "--sign-def=rnd"]


def swap(name):
    """Makes `import clingo` give this module, in the way that its documentation tells users to."""
    module = importlib.import_module(name)
    if name != "clingo":
        sys.modules["clingo"] = module
    return module


def search_in_another_order(clingo):
    """Has every control object search by random signs from another seed."""
    made = clingo.Control.__init__

    def make(self, arguments=(), *others, **keywords):
        if isinstance(arguments, (list, tuple)):
            arguments = [*OTHER_ORDER, *arguments]
        made(self, arguments, *others, **keywords)

    clingo.Control.__init__ = make


def snippets(path):
    """The snippets of a file, in their order."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [
        (name, value)
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == path.stem and not name.startswith("_")
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("module")
    parser.add_argument("file", type=Path)
    parser.add_argument("--from", dest="first")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--other-order", action="store_true")
    options = parser.parse_args()

    # What the snippets print themselves must not get between the events.
    events = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def event(**values):
        print(json.dumps(values), file=events, flush=True)

    clingo = swap(options.module)
    if options.other_order:
        search_in_another_order(clingo)
    from transcript import Out  # needs the module that `clingo` is

    begun = options.first is None
    path = options.file.resolve()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, snippet in snippets(path):
            begun = begun or name == options.first
            if not begun:
                continue
            event(begin=name)
            faulthandler.dump_traceback_later(options.seconds, exit=True)
            try:
                snippet(Out(lambda line: event(line=line)))
            except BaseException as error:  # pylint: disable=broad-except
                event(failed=f"{type(error).__name__}: {error}", trace=traceback.format_exc())
            faulthandler.cancel_dump_traceback_later()
            event(end=name)
        os.chdir("/")


if __name__ == "__main__":
    main()
