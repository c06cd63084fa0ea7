"""Statistics, by clingo's keys as far as the search counts what they name; and what users add."""

from typing import Any, Callable, Dict, List, Union

__all__ = ["StatisticsArray", "StatisticsMap", "StatisticsValue"]

StatisticsValue = Union["StatisticsArray", "StatisticsMap", float]


def _value(value: Any, old: Any = None) -> Any:
    if callable(value):
        value = value(old)
    if isinstance(value, str):
        raise RuntimeError("unexpected: statistics are numbers, sequences and mappings")
    if isinstance(value, (StatisticsArray, StatisticsMap)):
        return value
    if hasattr(value, "items"):
        made = StatisticsMap()
        made.update(value)
        return made
    if hasattr(value, "__iter__"):
        array = StatisticsArray()
        array.extend(value)
        return array
    return float(value)


class StatisticsArray(List[Any]):
    """An array of statistics."""

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, _value(value, self[index]))

    def append(self, value: Any) -> None:
        """Add a value at the end."""
        super().append(_value(value))

    def extend(self, values: Any) -> None:
        """Add values at the end."""
        for value in values:
            self.append(value)

    def update(self, values: Any) -> None:
        """Set the elements to values, or to what functions make of what was there; add what is more."""
        for index, value in enumerate(values):
            if index < len(self):
                _update(self, index, value)
            else:
                self.append(value)


class StatisticsMap(Dict[str, Any]):
    """A mapping of names to statistics."""

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, _value(value, self.get(name)))

    def update(self, *values: Any, **more: Any) -> None:
        """Set values by name, also below."""
        for name, value in {**dict(*values), **more}.items():
            if name in self:
                _update(self, name, value)
            else:
                self[name] = value


def _update(holder: Any, key: Any, value: Any) -> None:
    old = holder[key]
    if isinstance(old, (StatisticsArray, StatisticsMap)) and not callable(value):
        old.update(value)
    else:
        holder[key] = value


Updater = Callable[[Any], Any]


def plain(value: Any) -> Any:
    """The same as dictionaries, lists and numbers."""
    if isinstance(value, dict):
        return {name: plain(below) for name, below in value.items()}
    if isinstance(value, list):
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
    """Counts by clingo's keys: what the search does not count is 0. With `accumulated`, also those of all calls."""
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
        **({"accu": accu} if accumulated else {}),
    }
