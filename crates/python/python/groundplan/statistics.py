"""Statistics that users add: what `on_statistics` gets."""

from collections import abc
from typing import Any, Iterator, Union

from ._core import Statistics

__all__ = ["StatisticsArray", "StatisticsMap", "StatisticsValue"]

StatisticsValue = Union["StatisticsArray", "StatisticsMap", float]

# A new value of a statistic, or a function that computes it from the old number (None if there is none).
Given = Any


def _kind(value: Given) -> str:
    """The kind of a new statistic, which never changes: that of the value it is set to."""
    if isinstance(value, str):
        raise TypeError(f"a statistic is a number, a sequence or a mapping, not {value!r}")
    if isinstance(value, abc.Sequence):
        return "array"
    return "map" if isinstance(value, abc.Mapping) else "value"


class _Holder:
    """The common base of maps and arrays: their statistics are updated in place, and never removed."""

    def __init__(self, tree: Statistics, key: int) -> None:
        self._tree = tree
        self._key = key

    def _read(self, key: int) -> Any:
        kind = self._tree.kind(key)
        if kind == "value":
            return self._tree.value(key)
        return StatisticsArray(self._tree, key) if kind == "array" else StatisticsMap(self._tree, key)

    def _write(self, key: int, value: Given, is_new: bool) -> None:
        old = self._read(key)
        if isinstance(old, (StatisticsArray, StatisticsMap)):
            old.update(value)
            return
        if callable(value):
            value = value(None if is_new else old)
        if isinstance(value, (str, bytes)):
            raise TypeError(f"a statistic is a number, a sequence or a mapping, not {value!r}")
        self._tree.set_value(key, float(value))

    def __delitem__(self, key: Any) -> None:
        raise NotImplementedError("statistics cannot be taken out")


class StatisticsArray(_Holder, abc.MutableSequence):  # type: ignore[type-arg]
    """An array of statistics, which may grow at its end."""

    def __len__(self) -> int:
        return self._tree.array_size(self._key)

    def _at(self, index: Any) -> int:
        if not 0 <= index < len(self):
            raise IndexError(f"the array has no statistic {index}")
        return self._tree.array_at(self._key, index)

    def __getitem__(self, index: Any) -> Any:
        return self._read(self._at(index))

    def __setitem__(self, index: Any, value: Given) -> None:
        self._write(self._at(index), value, False)

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
        self._write(self._tree.push(self._key, _kind(value)), value, True)

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

    def __len__(self) -> int:
        return len(self._tree.names(self._key))

    def __iter__(self) -> Iterator[str]:
        return iter(self._tree.names(self._key))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._tree.find(self._key, name) is not None

    def __getitem__(self, name: str) -> Any:
        key = self._tree.find(self._key, name) if isinstance(name, str) else None
        if key is None:
            raise KeyError(name)
        return self._read(key)

    def __setitem__(self, name: str, value: Given) -> None:
        if not isinstance(name, str):
            raise AttributeError(f"statistics have texts for names, not {name!r}")
        key = self._tree.find(self._key, name)
        if key is None:
            self._write(self._tree.add_subkey(self._key, name, _kind(value)), value, True)
        else:
            self._write(key, value, False)

    def update(self, values: Any) -> None:  # type: ignore[override]
        """Update statistics, also nested ones, with values or with functions of the old values; add new ones."""
        for name, value in values.items():
            self[name] = value
