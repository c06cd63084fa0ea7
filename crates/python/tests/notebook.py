"""Runs a notebook without Jupyter: its cells in their order, in one namespace, with what each one shows.

`notebook.py --write FILE` stores what they show in the file.
"""

import argparse
import ast
import asyncio
import builtins
import contextlib
import inspect
import io
import json
from pathlib import Path


def lines(text):
    """A text as notebooks have it."""
    return text.splitlines(keepends=True)


class Shown:
    """The outputs of a cell."""

    def __init__(self, number):
        self.number = number
        self.outputs = []
        self._printed = io.StringIO()

    def printing(self):
        return contextlib.redirect_stdout(self._printed)

    def flush(self):
        """Ends a run of printed lines: what is displayed stands between them."""
        text = self._printed.getvalue()
        if text:
            self.outputs.append({"name": "stdout", "output_type": "stream", "text": lines(text)})
            self._printed.seek(0)
            self._printed.truncate()

    def _data(self, value):
        data = {}
        html = getattr(value, "_repr_html_", lambda: None)()
        if html is not None:
            data["text/html"] = lines(html)
        data["text/plain"] = lines(repr(value))
        return data

    def display(self, *values):
        for value in values:
            self.flush()
            self.outputs.append({"data": self._data(value), "metadata": {}, "output_type": "display_data"})

    def result(self, value):
        self.flush()
        if value is not None:
            output = {"execution_count": self.number, "metadata": {}, "output_type": "execute_result"}
            self.outputs.append({"data": self._data(value), **output})


def run_cell(source, number, namespace, loop):
    """What a cell shows; `await` may stand outside of a function."""
    shown = Shown(number)
    namespace["display"] = shown.display
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None

    def evaluate(part, mode):
        code = compile(part, f"<cell {number}>", mode, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        value = builtins.eval(code, namespace)
        return loop.run_until_complete(value) if inspect.iscoroutine(value) else value

    with shown.printing():
        evaluate(tree, "exec")
        shown.result(None if last is None else evaluate(ast.Expression(last.value), "eval"))
    return shown.outputs


def run(notebook):
    """The outputs of each cell with code."""
    namespace = {"__name__": "__main__"}
    loop = asyncio.new_event_loop()
    try:
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        return [run_cell("".join(cell["source"]), number, namespace, loop) for number, cell in enumerate(cells, 1)]
    finally:
        loop.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, required=True, metavar="FILE")
    path = parser.parse_args().write
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    for number, (cell, outputs) in enumerate(zip(cells, run(notebook)), 1):
        cell["execution_count"], cell["outputs"] = number, outputs
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
