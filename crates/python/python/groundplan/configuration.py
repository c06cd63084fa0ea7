"""The configuration of a control, by clingo's keys.

A key is an option of clingo's command line, and has the meaning that it has there. What only tunes clasp's search can be set
and read, and changes nothing. A key that clingo does not have raises AttributeError, and says which there are.
"""

from typing import Any, Dict, List, Optional, Union

from ._core import Settings

__all__ = ["Configuration"]

# Up to 5.7, clingo's module let programs set names that are not keys. Draco sets this one, which only
# concerns printing.
_SET_ONLY = {"solve": ("quiet",)}
# The keys below `tester`, a solver of clasp that does not exist here.
_TESTER = ("configuration", "share", "learn_explicit", "sat_prepro")


class Configuration:
    """Keys with values, or with more keys below them; `solver` is an array with an element a thread, which have the same values."""

    _settings: Settings
    _place: str
    _values: List[str]
    _below: Dict[str, "Configuration"]
    _elements: Optional[List["Configuration"]]
    # The values of keys without an option.
    _own: Optional[Dict[str, Optional[str]]]

    def __init__(
        self,
        settings: Settings,
        place: str,
        below: Optional[Dict[str, "Configuration"]] = None,
        elements: Optional[List["Configuration"]] = None,
        own: Optional[Dict[str, Optional[str]]] = None,
    ) -> None:
        values = Settings.keys(place) if own is None else list(own)
        self.__dict__.update(
            _settings=settings, _place=place, _values=values, _below=below or {}, _elements=elements, _own=own
        )

    @property
    def is_array(self) -> bool:
        """Whether this is an array."""
        return self._elements is not None

    @property
    def keys(self) -> Optional[List[str]]:
        """The keys."""
        return [*self._below, *self._values]

    def _path(self, name: str) -> str:
        return f"{self._place}.{name}" if self._place else name

    def description(self, name: str) -> str:
        """The description of a key."""
        if name not in self._values and name not in self._below:
            raise RuntimeError(f"there is no key `{self._path(name)}`; there are {', '.join(self.keys or [])}")
        if name in self._below:
            return f"The keys below `{self._path(name)}`"
        if self._own is not None or Settings.only_tunes(self._place, name):
            return f"`{self._path(name)}` tunes clasp's search, and changes nothing here"
        return f"`{self._path(name)}`, as in clingo"

    def _check(self, name: str) -> None:
        if name not in self._values and name not in self._below:
            known = ", ".join(self.keys or [])
            raise AttributeError(f"no attribute: there is no key `{self._path(name)}`; there are {known}")

    def __len__(self) -> int:
        return len(self._elements or [])

    def __getitem__(self, index: int) -> "Configuration":
        if self._elements is None:
            raise TypeError(f"`{self._place}` is no array")
        if not 0 <= index < len(self._elements):
            raise IndexError("list index out of range")
        return self._elements[index]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self._check(name)
        if name in self._below:
            return self._below[name]
        return self._own[name] if self._own is not None else self._settings.get(self._place, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _SET_ONLY.get(self._place, ()):
            return
        self._check(name)
        if name in self._below:
            raise RuntimeError(f"`{self._path(name)}` has keys, and no value")
        text = "1" if value is True else "0" if value is False else str(value)
        if self._own is not None:
            self._own[name] = text
        else:
            self._settings.set(self._place, name, text)


def configuration(settings: Settings) -> Configuration:
    """The configuration of these settings."""
    # As in clingo, threads that split the search share one configuration.
    threads, _, mode = str(settings.get("solve", "parallel_mode")).partition(",")
    count = int(threads) if threads.isdigit() and mode != "split" else 1
    solvers = [Configuration(settings, "solver") for _ in range(count)]
    tester_solver = Configuration(settings, "tester.solver", elements=[], own=dict.fromkeys(Settings.keys("solver")))
    return Configuration(
        settings,
        "",
        {
            "tester": Configuration(settings, "tester", {"solver": tester_solver}, own=dict.fromkeys(_TESTER)),
            "solve": Configuration(settings, "solve"),
            "asp": Configuration(settings, "asp"),
            "solver": Configuration(settings, "solver", elements=solvers),
        },
    )


Value = Union[None, str, Configuration]
