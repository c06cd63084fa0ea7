"""What clingo keeps in its module `util`: nothing that a program needs here, for symbols and literals come in plain lists."""

__all__ = ["Slice", "SlicedMutableSequence", "SlicedSequence"]

from typing import Any, Iterator, MutableSequence, Optional, Sequence


class Slice:
    """A slice, perhaps of a slice."""

    def __init__(self, slc: slice, rec: "Optional[Slice]" = None) -> None:
        self._slice = slc
        self._outer = rec

    def rng(self, size: int) -> range:
        """The indices that it takes of a sequence of a size."""
        indices = range(size) if self._outer is None else self._outer.rng(size)
        return indices[self._slice]


class SlicedSequence(Sequence[Any]):
    """A slice of a sequence that looks at it anew each time."""

    def __init__(self, seq: Sequence[Any], slc: Slice) -> None:
        self._seq = seq
        self._slice = slc

    def __len__(self) -> int:
        return len(self._slice.rng(len(self._seq)))

    def __iter__(self) -> Iterator[Any]:
        return (self._seq[index] for index in self._slice.rng(len(self._seq)))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return SlicedSequence(self._seq, Slice(index, self._slice))
        return self._seq[self._slice.rng(len(self._seq))[index]]

    def __str__(self) -> str:
        return str(list(self))

    def __repr__(self) -> str:
        return repr(list(self))


class SlicedMutableSequence(SlicedSequence, MutableSequence[Any]):
    """A slice of a sequence through which the sequence is changed."""

    _seq: MutableSequence[Any]

    def _place(self, index: Any) -> int:
        if isinstance(index, slice):
            raise TypeError("slices of a slice are not changed at once")
        place: int = self._slice.rng(len(self._seq))[index]
        return place

    def __setitem__(self, index: Any, value: Any) -> None:
        self._seq[self._place(index)] = value

    def __delitem__(self, index: Any) -> None:
        del self._seq[self._place(index)]

    def insert(self, index: int, value: Any) -> None:
        """Insert a value before the one with this index in the slice."""
        self._seq.insert(self._place(index), value)
