"""The levels that are measured: where they are, how large they are, what is known about them.

    levels.py FILE.xsb DIRECTORY    writes each level of a collection in XSB notation to a file of facts, 001.lp and on

`groundplan convert` does that; GROUNDPLAN is the command (target/release/groundplan).
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
GROUNDPLAN = os.environ.get("GROUNDPLAN", REPOSITORY / "target/release/groundplan")


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


def convert(collection, directory):
    """Has groundplan write the levels of a collection as files of facts, 001.lp and on; returns the files."""
    command = [GROUNDPLAN, "convert", collection, "--level", "all", "--to", "facts", "--output", directory]
    subprocess.run(command, check=True)
    return sorted(directory.glob("*.lp"))


def floor(facts):
    """How many locations the neighbours among some facts name."""
    pairs = re.findall(r"(?:right|top)\((\w+),(\w+)\)", facts)
    return len({place for pair in pairs for place in pair})


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
        yield Level(
            "asp2009/" + row["file"].removesuffix(".asp"),
            directory / row["file"],
            int(row["boxes"]),
            floor((directory / row["file"]).read_text(encoding="utf-8")),
            int(row["minimum"]),
            int(row["pushes"]),
            row["verdict"],
        )


def microban(corpus):
    """Microban I by David W. Skinner, 155 levels."""
    known = [number(row["optimum"]) for row in table(corpus / "microban1_optimum.tsv")]
    converted = convert(corpus / "microban1.xsb", REPOSITORY / "target/bench/microban1")
    for file, optimum in zip(converted, known, strict=True):
        facts = file.read_text(encoding="utf-8")
        yield Level("microban1/" + file.stem, file, facts.count("\nbox("), floor(facts), optimum)


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
