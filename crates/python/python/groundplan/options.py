"""clingo's command line as `Control` takes it: which options there are, and what each means here.

An option that changes answers has clingo's meaning. One that only tunes clasp's search is kept in the configuration, and
changes nothing. One that would change answers and is missing raises NotImplementedError with the alternative.
"""

from typing import Dict, List, NamedTuple, Optional, Sequence

__all__ = ["MISSING", "TUNING", "Settings", "parse"]


class Option(NamedTuple):
    """An option: whether it takes a value (`N`o, `O`ptional, `R`equired), and whether `no-` may stand before it."""

    value: str
    negatable: bool


# Those that tune clasp's search, as `name value negatable`.
_TUNING = """
configuration R f, tester R f, parse-ext N t, share R t, learn-explicit N f, sat-prepro O t, trans-ext R t, eq R f,
backprop N t, no-gamma N f, eq-dfs N f, global-restarts R t, distribute R t, integrate R f, opt-strategy R f,
opt-usc-shrink R t, opt-heuristic R t, restart-on-model N t, lookahead O t, init-moms N t, score-res R f, score-other R f,
berk-huang N t, vsids-acids N t, vsids-progress R t, nant N t, save-progress O t,
init-watches R f, update-mode R f, acyc-prop O t, partial-check O t, sign-def-disj R f,
rand-prob R t, no-lookback N f, forget-on-step R t, strengthen R t, otfs O t, update-lbd R t, update-act N f,
reverse-arcs O t, contraction R t, loops R f, restarts R t, reset-restarts R t, local-restarts N t, counter-restarts R t,
block-restarts R t, shuffle R t, deletion R t, del-grow R t, del-cfl R t, del-init R t, del-estimate O t, del-max R t,
del-glue R t, del-on-restart R t, rewrite-minimize N f, preserve-facts R f, single-shot N f, dlp-old-map N t
"""

# Those that have a meaning here, or none but for the command.
_KNOWN = """
stats O f, parallel-mode R f, enum-mode R f, project O t, models R f, opt-mode R f, opt-stop R f, heuristic R f,
const R f, warn R f, verbose O f, output-debug R f, quiet O f, outf R f, fast-exit N f, show-preds R f, time-limit R f, solve-limit R t,
dom-mod R t, seed R f, rand-freq R t, sign-def R f, sign-fix N t, mode R f, text N f, enable-python N t, keep-facts N f, out-ifs R f, out-atomf R f, out-hide-aux N f
"""

MISSING: Dict[str, str] = {
    "parse-maxsat": "clauses of which some may be broken are read as WCNF",
    "supp-models": "only answer sets are found, not all supported models",
    "no-ufs-check": "every model is checked for unfounded sets",
    "print-portfolio": "there is no portfolio of configurations to print",
    "pre": "the ground program is printed by the command `groundplan ground`",
    "lemma-in": "there are no lemmas to read: a constraint in the program says the same",
    "lemma-out": "lemmas are not written",
    "hcc-out": "components with head cycles are not written to files",
    "compute": "a literal that has to hold is given by `Control.solve(assumptions=...)`",
    "output": "the ground program is printed by the command `groundplan ground --output`",
    "text": "the ground program is printed by the command `groundplan ground`",
    "reify-sccs": "facts about the ground program are printed by `groundplan ground --output reify`",
    "reify-steps": "facts about the ground program are printed by `groundplan ground --output reify`",
}


def _table(text: str) -> Dict[str, Option]:
    rows = (row.split() for row in text.split(","))
    return {name: Option(value, no == "t") for name, value, no in rows}


TUNING = _table(_TUNING)
_OPTIONS = {
    **TUNING,
    **_table(_KNOWN),
    **{name: Option("O", False) for name in MISSING},
}
_SHORT = {
    "s": "stats",
    "t": "parallel-mode",
    "e": "enum-mode",
    "n": "models",
    "r": "restarts",
    "d": "deletion",
    "c": "const",
    "W": "warn",
    "V": "verbose",
    "q": "quiet",
    "o": "output",
}


class Settings:
    """What a command line says."""

    def __init__(self) -> None:
        self.constants: List[str] = []
        self.warnings: List[str] = []
        self.show: Optional[str] = None
        self.values: Dict[str, str] = {}
        self.files: List[str] = []


def _named(name: str) -> str:
    """The option that a name, or the beginning of one, means."""
    if name in _OPTIONS:
        return name
    known = [option for option in _OPTIONS if option.startswith(name)]
    if len(known) == 1:
        return known[0]
    if known:
        raise RuntimeError(f"option `--{name}` may be {', '.join(sorted(known))}")
    raise RuntimeError(f"unknown option: `--{name}`")


def parse(arguments: Sequence[str], positional: bool = False) -> Settings:
    """What these arguments say; files among them are for an application only."""
    settings = Settings()
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        value: Optional[str] = None
        if word.startswith("--") and len(word) > 2:
            name, separator, text = word[2:].partition("=")
            value = text if separator else None
            negated = name.startswith("no-") and name not in _OPTIONS
            name = _named(name[3:] if negated else name)
            if negated:
                if not _OPTIONS[name].negatable:
                    raise RuntimeError(f"unknown option: `--no-{name}`")
                value = "no"
        elif word.startswith("-") and len(word) > 1 and word[1:2] in _SHORT:
            name, value = _SHORT[word[1]], word[2:] or None
        elif word.isdigit():
            name, value = "models", word
        elif positional and not word.startswith("-"):
            settings.files.append(word)
            continue
        elif word == "-" and positional:
            settings.files.append(word)
            continue
        else:
            raise RuntimeError(f"unknown option: `{word}`")
        if value is None and _OPTIONS[name].value == "R":
            if not rest:
                raise RuntimeError(f"option `--{name}` wants a value")
            value = rest.pop(0)
        if name in MISSING:
            raise NotImplementedError(f"there is no `--{name}` here: {MISSING[name]}")
        if name in settings.values:
            raise RuntimeError(f"option `--{name}` is given more than once")
        if name == "const":
            settings.constants.append(value or "")
        elif name == "warn":
            settings.warnings.append(value or "")
        elif name == "show-preds":
            settings.show = value
        else:
            usual = {"stats": "1", "project": "auto", "quiet": "2", "verbose": "2"}
            settings.values[name] = value if value is not None else usual.get(name, "1")
    return settings
