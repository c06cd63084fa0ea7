"""The levels that are measured: where they are, how large they are, what is known about them.

    levels.py FILE.xsb DIRECTORY    writes each level of a collection in XSB notation to a file of facts, 001.lp and on

Only what the sokoban could reach if there were no boxes becomes facts; storage locations become solution/1.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SOKOBAN, BOX, STORAGE = "@+", "$*", ".+*"


@dataclass(frozen=True)
class Level:
    """An instance and what is known about it, by exhaustive search or proof; None for what is not."""

    name: str
    facts: Path
    boxes: int
    floor: int
    optimum: int | None = None
    actions: int | None = None  # asked for by the steps of the instance
    verdict: str | None = None  # SAT or UNSAT, for exactly so many actions
    solvable: bool = True


def boards(text):
    """The boards of a collection, each as a dictionary from (column, row) to a character other than a wall."""
    board = []
    for line in text.splitlines() + [""]:
        if "#" in line and not line.strip(" #@+$*.-_"):
            board.append(line)
        elif board:
            yield {(x, y): c for y, row in enumerate(board) for x, c in enumerate(row) if c != "#"}
            board = []


def room(board):
    """The part of the board that the sokoban could reach if there were no boxes."""
    frontier = [place for place, c in board.items() if c in SOKOBAN]
    reached = set(frontier)
    while frontier:
        x, y = frontier.pop()
        new = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & board.keys() - reached
        reached |= new
        frontier += new
    return {place: board[place] for place in sorted(reached)}


def facts(cells):
    """The facts of a room, one a line."""

    def name(x, y):
        return f"c{x}r{y}"

    for (x, y), c in cells.items():
        if (x + 1, y) in cells:
            yield f"right({name(x, y)},{name(x + 1, y)})."
        if (x, y - 1) in cells:
            yield f"top({name(x, y)},{name(x, y - 1)})."
        for predicate, characters in [("box", BOX), ("solution", STORAGE), ("sokoban", SOKOBAN)]:
            if c in characters:
                yield f"{predicate}({name(x, y)})."


def convert(collection, directory):
    """Writes the levels of a collection as files of facts; returns the files and the rooms."""
    directory.mkdir(parents=True, exist_ok=True)
    rooms = [room(board) for board in boards(collection.read_text(encoding="latin-1"))]
    files = [directory / f"{number:03}.lp" for number in range(1, len(rooms) + 1)]
    for file, cells in zip(files, rooms):
        file.write_text("\n".join(facts(cells)) + "\n", encoding="ascii")
    return list(zip(files, rooms))


def table(file):
    """The rows of a tab-separated file with a header, as dictionaries; lines that start with # are comments."""
    lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    return [dict(zip(lines[0], fields)) for fields in lines[1:]]


def number(text):
    return int(text) if text.isdigit() else None


def repository():
    """The instances of this repository."""
    directory = REPOSITORY / "instances/sokoban"
    for row in table(directory / "expected.tsv"):
        yield Level(
            "repository/" + row["file"].removesuffix(".lp"),
            directory / row["file"],
            int(row["boxes"]),
            int(row["locations"]),
            number(row["minimum"]),
            number(row["actions"]),
            {"SATISFIABLE": "SAT", "UNSATISFIABLE": "UNSAT"}.get(row["verdict"]),
            row["minimum"] != "none",
        )


def competition(corpus):
    """The decision instances of the Second Answer Set Programming Competition (2009)."""
    directory = corpus / "asp2009-sokoban-decision"
    for row in table(directory / "verdicts.tsv"):
        pairs = re.findall(r"(?:right|top)\((\w+),(\w+)\)", (directory / row["file"]).read_text(encoding="utf-8"))
        yield Level(
            "asp2009/" + row["file"].removesuffix(".asp"),
            directory / row["file"],
            int(row["boxes"]),
            len({place for pair in pairs for place in pair}),
            int(row["minimum"]),
            int(row["pushes"]),
            row["verdict"],
        )


def microban(corpus):
    """Microban I by David W. Skinner, 155 levels."""
    known = [number(row["optimum"]) for row in table(corpus / "microban1_optimum.tsv")]
    converted = convert(corpus / "microban1.xsb", REPOSITORY / "target/bench/microban1")
    for (file, cells), optimum in zip(converted, known, strict=True):
        boxes = sum(c in BOX for c in cells.values())
        yield Level("microban1/" + file.stem, file, boxes, len(cells), optimum)


def all_levels(corpus):
    """Every level there is: those of the repository, and those of the corpus if there is one."""
    levels = list(repository())
    if corpus:
        levels += [*competition(corpus), *microban(corpus)]
    return levels


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    convert(Path(sys.argv[1]), Path(sys.argv[2]))
