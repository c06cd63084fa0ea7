"""The configuration of a control, by clingo's keys.

A key is an option of clingo's command line, and has the meaning that it has there. What only tunes clasp's search can be set
and read, and changes nothing. A key that clingo does not have raises AttributeError, and says which there are.
"""

from typing import Any, List, Optional, Union

from ._core import Settings

__all__ = ["Configuration"]

# Up to 5.7, clingo's module let programs set names that are not keys. Draco sets this one, which only
# concerns printing.
_SET_ONLY = {"solve": ("quiet",)}


class Configuration:
    """Keys with values, or with more keys below them; `solver` is an array with an element a thread, which have the same values."""

    _settings: Settings
    _key: int

    def __init__(self, settings: Settings, key: int) -> None:
        self.__dict__.update(_settings=settings, _key=key)

    @property
    def is_array(self) -> bool:
        """Whether this is an array."""
        return Settings.is_array(self._key)

    @property
    def keys(self) -> Optional[List[str]]:
        """The keys."""
        return Settings.names(self._key)

    def description(self, name: str) -> str:
        """The description of a key."""
        return Settings.description(Settings.at(self._key, name))

    def _at(self, name: str) -> int:
        try:
            return Settings.at(self._key, name)
        except RuntimeError as error:
            raise AttributeError(f"no attribute: {error}") from None

    def __len__(self) -> int:
        return self._settings.array_size(self._key) if self.is_array else 0

    def __getitem__(self, index: int) -> "Configuration":
        if self.is_array and not 0 <= index < len(self):
            raise IndexError("list index out of range")
        return Configuration(self._settings, Settings.array_at(self._key, index))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        key = self._at(name)
        return self._settings.get(key) if Settings.is_value(key) else Configuration(self._settings, key)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _SET_ONLY.get(Settings.path(self._key), ()):
            return
        key = self._at(name)
        self._settings.set(key, "1" if value is True else "0" if value is False else str(value))


Value = Union[None, str, Configuration]
