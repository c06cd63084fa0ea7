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

    def update(self, values: Any = (), **more: Any) -> None:
        """Set values by name, also below."""
        for name, value in {**dict(values), **more}.items():
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
