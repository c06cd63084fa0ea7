"""The configuration of a control, by clingo's keys.

`solve.models`, `opt_mode`, `opt_stop`, `enum_mode`, `project`, `parallel_mode`, `stats` and the solver's `heuristic`, `dom_mod`,
`seed`, `rand_freq`, `sign_def` and `sign_fix` have clingo's meaning. What only tunes clasp's search can be set and read, and changes nothing. A key that clingo does not have raises
AttributeError, and says which there are.
"""

import re
from typing import Any, Callable, Dict, List, Optional, Union

from ._core import default_heuristic
from .options import MISSING

__all__ = ["Configuration"]

_SOLVER = {
    "opt_strategy": "bb,lin",
    "opt_usc_shrink": "no",
    "opt_heuristic": "no",
    "restart_on_model": "0",
    "lookahead": "no",
    "heuristic": "vsids,92",
    "init_moms": "1",
    "score_res": "auto",
    "score_other": "all",
    "sign_def": "asp",
    "sign_fix": "0",
    "berk_huang": "0",
    "vsids_acids": "0",
    "vsids_progress": "no",
    "nant": "0",
    "dom_mod": "no",
    "save_progress": "160",
    "init_watches": "least",
    "update_mode": "propagate",
    "acyc_prop": "1",
    "seed": "1",
    "no_lookback": "false",
    "forget_on_step": "no",
    "strengthen": "recursive,all,yes",
    "otfs": "2",
    "update_lbd": "less,0",
    "update_act": "0",
    "reverse_arcs": "0",
    "contraction": "no",
    "loops": "shared",
    "partial_check": "no",
    "sign_def_disj": "asp",
    "rand_freq": "0",
    "rand_prob": "no",
    "restarts": "l,60",
    "reset_restarts": "no",
    "local_restarts": "1",
    "counter_restarts": "no",
    "block_restarts": "no",
    "shuffle": "no",
    "deletion": "basic,50,activity",
    "del_grow": "no",
    "del_cfl": "+,2000,100,20",
    "del_init": "3,10,4294967285",
    "del_estimate": "1",
    "del_max": "2000000,0",
    "del_glue": "2,0",
    "del_on_restart": "0",
}
_SOLVE = {
    "solve_limit": "umax,umax",
    "parallel_mode": "1,compete",
    "global_restarts": "no",
    "distribute": "conflict,global,4,4194303",
    "integrate": "gp,1024,all",
    "enum_mode": "auto",
    "project": "no",
    "models": "-1",
    "opt_mode": "opt",
    "opt_stop": "no",
}
_ASP = {
    "trans_ext": "dynamic",
    "eq": "3",
    "backprop": "0",
    "supp_models": "0",
    "no_ufs_check": "0",
    "no_gamma": "0",
    "eq_dfs": "0",
    "dlp_old_map": "0",
}
_ROOT = {
    "configuration": "auto",
    "share": "auto",
    "learn_explicit": "0",
    "sat_prepro": "no",
    "stats": "0",
    "parse_ext": "false",
    "parse_maxsat": "false",
}
_TESTER = {"configuration": None, "share": None, "learn_explicit": None, "sat_prepro": None}


def _integer(text: str) -> bool:
    return text.strip().lstrip("+-").isdigit()


def _part(text: str) -> bool:
    try:
        return text == "no" or 0 <= float(text) <= 1
    except ValueError:
        return False


def _integers(text: str) -> bool:
    return all(_integer(part) for part in text.split(","))


_NO = ("no", "0", "off", "false")
# A kind of projection, and bits for clasp's search.
_PROJECT = re.compile(r"(auto|show|project)(,[0-3])?\Z")


# What a value has to look like, where it matters.
_CHECKS: Dict[str, Callable[[str], bool]] = {
    "models": _integer,
    "opt_mode": lambda text: text.split(",")[0] in ("opt", "optN", "enum", "ignore")
    and ("," not in text or _integers(text.split(",", 1)[1])),
    "opt_stop": lambda text: text in ("no", "off") or _integers(text),
    "enum_mode": lambda text: text in ("auto", "bt", "record", "domRec", "brave", "cautious", "query", "user"),
    "project": lambda text: text in _NO or text == "1" or _PROJECT.match(text) is not None,
    "parallel_mode": lambda text: text.split(",")[0].isdigit() and 1 <= int(text.split(",")[0]) <= 64,
    "solve_limit": lambda text: text in ("no", "umax") or all(
        part == "umax" or (part.isdigit() and place == 0) for place, part in enumerate(text.split(",", 1))
    ),
    "seed": str.isdigit,
    "rand_freq": _part,
    "sign_def": lambda text: text in ("asp", "pos", "neg", "rnd"),
    "sign_fix": lambda text: text in ("0", "1", "no", "yes", "true", "false"),
    "stats": lambda text: text.split(",")[0] in ("0", "1", "2", "no", "yes"),
}
# Up to 5.7, clingo's module let programs set what is no key. Draco does: about printing, of which a module does none.
_SET_ONLY = {"solve.": ("quiet",)}
_NORMAL = {
    ("project", "1"): "auto,0",
    ("project", "auto"): "auto,0",
    ("project", "show"): "show,0",
    ("project", "project"): "project,0",
    **{("project", text): "no" for text in _NO},
    ("stats", "no"): "0",
    ("stats", "yes"): "1",
}


class Configuration:
    """Keys with values, or with more keys below them; `solver` is an array with one such element a solver."""

    _values: Dict[str, Optional[str]]
    _below: Dict[str, "Configuration"]
    _elements: Optional[List["Configuration"]]
    _path: str

    def __init__(
        self,
        values: Dict[str, Optional[str]],
        below: Optional[Dict[str, "Configuration"]] = None,
        elements: Optional[List["Configuration"]] = None,
        path: str = "",
    ) -> None:
        self.__dict__.update(_values=values, _below=below or {}, _elements=elements, _path=path)

    @property
    def is_array(self) -> bool:
        """Whether it has elements."""
        return self._elements is not None

    @property
    def keys(self) -> Optional[List[str]]:
        """The keys."""
        return [*self._below, *self._values]

    def description(self, name: str) -> str:
        """What a key is about."""
        if name not in self._values and name not in self._below:
            raise RuntimeError(f"there is no key `{self._path}{name}`; there are {', '.join(self.keys or [])}")
        if name in self._below:
            return f"The keys below `{self._path}{name}`"
        if name in _CHECKS or name in ("heuristic", "dom_mod"):
            return f"`{self._path}{name}`, as in clingo"
        return f"`{self._path}{name}` tunes clasp's search, and changes nothing here"

    def _check(self, name: str) -> None:
        if name not in self._values and name not in self._below:
            known = ", ".join(self.keys or [])
            raise AttributeError(f"no attribute: there is no key `{self._path}{name}`; there are {known}")

    def __len__(self) -> int:
        return len(self._elements or [])

    def __getitem__(self, index: int) -> "Configuration":
        if self._elements is None:
            raise TypeError(f"`{self._path}` is no array")
        if not 0 <= index < len(self._elements):
            raise IndexError("list index out of range")
        return self._elements[index]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self._check(name)
        return self._below[name] if name in self._below else self._values[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _SET_ONLY.get(self._path, ()):
            return
        self._check(name)
        if name in self._below:
            raise RuntimeError(f"`{self._path}{name}` has keys, and no value")
        text = "1" if value is True else "0" if value is False else str(value)
        check = _CHECKS.get(name)
        if check is not None and not check(text):
            raise RuntimeError(f"could not set option value: `{text}` is no value of `{self._path}{name}`")
        usual = {**_SOLVE, **_ASP, **_ROOT}.get(name)
        if name.replace("_", "-") in MISSING and text not in (usual, "no"):
            raise NotImplementedError(
                f"`{self._path}{name}` cannot be set: {MISSING[name.replace('_', '-')]}"
            )
        if name == "solve_limit":
            text = "umax,umax" if text == "no" else ",".join([*text.split(","), "umax"][:2])
        if name == "dom_mod":
            text = "no" if text in ("no", "0") else default_heuristic(text)
        self._values[name] = _NORMAL.get((name, text), text)
        for element in self._elements or []:
            element._values[name] = self._values[name]


def configuration() -> Configuration:
    """A configuration with clingo's defaults."""
    tester_solver = Configuration(dict.fromkeys(_SOLVER), {}, [], "tester.solver.")
    solver: Dict[str, Optional[str]] = dict(_SOLVER)
    return Configuration(
        dict(_ROOT),
        {
            "tester": Configuration(dict(_TESTER), {"solver": tester_solver}, None, "tester."),
            "solve": Configuration(dict(_SOLVE), path="solve."),
            "asp": Configuration(dict(_ASP), path="asp."),
            "solver": Configuration(solver, {}, [Configuration(dict(_SOLVER), path="solver.")], "solver."),
        },
    )


def place(config: Configuration, name: str) -> Optional[Configuration]:
    """Where an option of the command line has its key."""
    for where in (config, config.solve, config.asp, config.solver):
        if isinstance(where, Configuration) and name in where._values:
            return where
    return None


Value = Union[None, str, Configuration]
