"""Statistics, by clingo's keys as far as the search counts what they name; and what users add."""

from collections import abc
from typing import Any, Dict, Iterator, List, Union

__all__ = ["StatisticsArray", "StatisticsMap", "StatisticsValue"]

StatisticsValue = Union["StatisticsArray", "StatisticsMap", float]

# A new value of a statistic, or a function that computes it from the old number (None if there is none).
Given = Any


def _number(value: Any) -> float:
    if isinstance(value, (str, bytes)):
        raise TypeError(f"a statistic is a number, a sequence or a mapping, not {value!r}")
    return float(value)


def _empty(value: Given) -> Any:
    """The initial value of a new statistic: its kind, which never changes, is that of the value it is set to."""
    if isinstance(value, str):
        raise TypeError(f"a statistic is a number, a sequence or a mapping, not {value!r}")
    if isinstance(value, abc.Sequence):
        return StatisticsArray()
    if isinstance(value, abc.Mapping):
        return StatisticsMap()
    return 0.0


class _Holder:
    """The common base of maps and arrays: their statistics are updated in place, and never removed."""

    def _put(self, key: Any, value: Any) -> None:
        raise NotImplementedError

    def _set(self, key: Any, old: Any, value: Given, is_new: bool) -> None:
        if isinstance(old, (StatisticsArray, StatisticsMap)):
            old.update(value)
        else:
            self._put(key, _number(value(None if is_new else old) if callable(value) else value))

    def __delitem__(self, key: Any) -> None:
        raise NotImplementedError("statistics cannot be taken out")


class StatisticsArray(_Holder, abc.MutableSequence):  # type: ignore[type-arg]
    """An array of statistics, which may grow at its end."""

    def __init__(self) -> None:
        self._values: List[Any] = []

    def _put(self, key: Any, value: Any) -> None:
        self._values[key] = value

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < len(self._values):
            raise IndexError(f"the array has no statistic {index}")
        return self._values[index]

    def __setitem__(self, index: Any, value: Given) -> None:
        self._set(index, self[index], value, False)

    def __add__(self, other: Any) -> Any:
        raise NotImplementedError("statistics are added by `+=`")

    def __iadd__(self, values: Any) -> "StatisticsArray":
        for value in values:
            self.append(value)
        return self

    def insert(self, index: int, value: Given) -> None:
        """Statistics are added at the end only."""
        raise NotImplementedError("statistics are added at the end of an array only: by `append`")

    def append(self, value: Given) -> None:
        """Add a statistic at the end."""
        self._values.append(_empty(value))
        self._set(len(self._values) - 1, self._values[-1], value, True)

    def extend(self, values: Any) -> None:
        """Add statistics at the end."""
        self += values

    def update(self, values: Any) -> None:
        """Update the first statistics with values, or with functions of the old values; append the rest."""
        length = len(self)
        for index, value in enumerate(values):
            if index < length:
                self[index] = value
            else:
                self.append(value)


class StatisticsMap(_Holder, abc.MutableMapping):  # type: ignore[type-arg]
    """Statistics by name. Each keeps the kind that it was made as."""

    def __init__(self) -> None:
        self._values: Dict[str, Any] = {}

    def _put(self, key: Any, value: Any) -> None:
        self._values[key] = value

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._values))

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __setitem__(self, name: str, value: Given) -> None:
        if not isinstance(name, str):
            raise AttributeError(f"statistics have texts for names, not {name!r}")
        is_new = name not in self._values
        if is_new:
            self._values[name] = _empty(value)
        self._set(name, self._values[name], value, is_new)

    def update(self, values: Any) -> None:  # type: ignore[override]
        """Update statistics, also nested ones, with values or with functions of the old values; add new ones."""
        for name, value in values.items():
            self[name] = value


def plain(value: Any) -> Any:
    """The same as dictionaries, lists and numbers."""
    if isinstance(value, StatisticsMap):
        return {name: plain(below) for name, below in value.items()}
    if isinstance(value, StatisticsArray):
        return [plain(below) for below in value]
    return value


_LP = """atoms atoms_aux disjunctions disjunctions_non_hcf bodies bodies_tr sum_bodies sum_bodies_tr count_bodies
count_bodies_tr sccs sccs_non_hcf gammas ufs_nodes rules rules_normal rules_choice rules_minimize rules_acyc rules_heuristic
rules_tr rules_tr_normal rules_tr_choice rules_tr_minimize rules_tr_acyc rules_tr_heuristic eqs eqs_atom eqs_body
eqs_other""".split()
_GENERATOR = """vars vars_eliminated vars_frozen constraints constraints_binary constraints_ternary acyc_edges
complexity""".split()
_SOLVERS = "choices conflicts conflicts_analyzed restarts restarts_last restarts_blocked".split()


def statistics(counts: Dict[str, Any], last: Dict[str, Any], mode: str, accumulated: bool) -> Dict[str, Any]:
    """Counts by clingo's keys: what the search does not count is 0. With `accumulated`, also those of all calls, and below
    `groundplan` an object for each solver that searched and each pass that did something."""
    lp = dict.fromkeys(_LP, 0.0)
    lp.update(atoms=float(counts["atoms"]), rules=float(counts["rules"]), sccs=float(counts["loop_components"]))
    generator = dict.fromkeys(_GENERATOR, 0.0)
    generator.update(vars=float(counts["variables"]), constraints=float(counts["clauses"]))
    solvers = dict.fromkeys(_SOLVERS, 0.0)
    solvers.update(conflicts=float(counts["conflicts"]), choices=float(counts["choices"]))
    total = counts["parse"] + counts["ground"] + counts["translation"] + counts["search"]
    costs = [float(cost) for cost in last["costs"]]
    times = {"total": total, "cpu": total, "solve": counts["search"], "unsat": 0.0, "sat": 0.0}
    accu = {
        "times": dict(times),
        "models": {"enumerated": float(last["all_models"]), "optimal": float(last["all_optimal"])},
        "solving": {"solvers": dict(solvers)},
    }
    ours = {name: _floats(counts[name]) for name in ("solvers", "passes")}
    return {
        "problem": {"lp": lp, "lpStep": dict(lp), "generator": generator},
        "solving": {"solvers": solvers},
        "summary": {
            "call": float(max(last["calls"] - 1, 0)),
            "result": float(last["result"]),
            "signal": 0.0,
            "exhausted": float(last["exhausted"]),
            "costs": costs,
            "lower": costs if last["exhausted"] else [],
            "concurrency": float(mode.split(",")[0]),
            "winner": 0.0,
            "times": times,
            "models": {"enumerated": float(last["models"]), "optimal": float(last["optimal"])},
        },
        **({"accu": accu, "groundplan": ours} if accumulated else {}),
    }


def _floats(objects: Dict[str, Dict[str, float]]) -> Dict[str, Dict[str, float]]:
    """Counts as clingo has them: all are floats."""
    return {name: {key: float(count) for key, count in counts.items()} for name, counts in objects.items()}
