"""Other names: after `sys.modules["clingo"] = groundplan`, `clingo.symbol` is `groundplan.symbol`.

Python would read the file of a submodule once more under the other name, and there would be two of each class.
"""

import importlib
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Optional, Sequence

__all__ = ["install"]


# Substitutes for libraries that call clingo's C interface, if groundplan stands in for clingo: module name and submodule here.
_INSTEAD = {"clingcon": "clingcon", "clingodl": "dl"}
# Other names of submodules here. Windows keeps `con`, with any ending, for its console: there can be no such file.
_RENAMED = {"con": "clingcon"}


class _Finder:
    """Finds submodules that are known under another name as well, or whose package is."""

    def find_spec(
        self, name: str, path: Optional[Sequence[str]] = None, target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        is_clingo = getattr(sys.modules.get("clingo"), "__name__", None) == __package__
        if name in _INSTEAD and is_clingo:
            instead: Any = _Loader(importlib.import_module(f"{__package__}.{_INSTEAD[name]}"))
            return ModuleSpec(name, instead)
        parent, _, last = name.rpartition(".")
        package = sys.modules.get(parent)
        if package is None or not last:
            return None
        known = getattr(package, "__name__", parent)
        ours = known == __package__ or str(known).startswith(f"{__package__}.")
        if ours and known == parent == __package__ and last in _RENAMED:
            last = _RENAMED[last]
        elif not ours or known == parent:
            return None
        try:
            module = importlib.import_module(f"{known}.{last}")
        except ModuleNotFoundError:
            return None
        loader: Any = _Loader(module)
        return ModuleSpec(name, loader)


class _Loader:
    """Loads nothing: returns a module that is already imported."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        # The import has replaced the spec by that of the other name.
        module.__spec__ = self._spec


def install() -> None:
    """Register the finder."""
    finders: Any = sys.meta_path
    if not any(type(finder).__name__ == "_Finder" and type(finder).__module__ == __name__ for finder in finders):
        finders.insert(0, _Finder())
