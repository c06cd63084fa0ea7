"""The notebook in the documentation runs, and shows what is stored in it."""

import json
from pathlib import Path

import notebook
import pytest

PAGE = Path(__file__).parents[3] / "docs" / "notebook.ipynb"
STORED = json.loads(PAGE.read_text(encoding="utf-8"))
CODE = [cell for cell in STORED["cells"] if cell["cell_type"] == "code"]


def test_the_cells_show_what_is_stored():
    for number, (cell, outputs) in enumerate(zip(CODE, notebook.run(STORED)), 1):
        source = "".join(cell["source"])
        assert cell["outputs"] == outputs, f"cell {number} shows something else: `notebook.py --write` stores it\n{source}"
        assert cell["execution_count"] == number


def test_it_is_a_notebook():
    assert (STORED["nbformat"], STORED["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in STORED["cells"]}) == len(STORED["cells"])
    assert len(CODE) >= 7
    assert any("text/html" in output.get("data", {}) for cell in CODE for output in cell["outputs"])


def test_a_cell_shows_what_it_prints_and_displays():
    source = ["print('one')\n", "display(2)\n", "print('three')\n", "4"]
    [outputs] = notebook.run({"cells": [{"cell_type": "code", "source": source}]})
    kinds = [output["output_type"] for output in outputs]
    assert kinds == ["stream", "display_data", "stream", "execute_result"]
    assert outputs[0]["text"] == ["one\n"] and outputs[3]["data"] == {"text/plain": ["4"]}
    with pytest.raises(ZeroDivisionError):
        notebook.run({"cells": [{"cell_type": "code", "source": ["1 / 0"]}]})
