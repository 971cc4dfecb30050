"""Lazy package exports (PEP 562): the modules of a package are imported when they are first used.

A module that may not be needed at startup is reached through its package, which is cheap to import:

    from binairo_tui import player

    def show() -> None:
        print(player.text.size_text(8, 8))  # imports `binairo_tui.player.text`, if nothing has done so before

The package imports the same modules under `TYPE_CHECKING`, where type checkers and import-linter see them.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def lazy_exports(package: str, names: Mapping[str, Iterable[str]] | None = None) -> Callable[[str], object]:
    """Return a function for the `__getattr__` of a package. It imports modules, and names from them, on first use.

    `names` maps modules of the package to the names that the package exports from them. `dir` of the package lists
    these names, too, so that Python's prompt can complete them.
    """
    module_of = {name: module for module, exported in (names or {}).items() for name in exported}
    own = vars(sys.modules[package])
    own["__dir__"] = lambda: sorted({*own, *module_of})

    def export(name: str) -> object:
        if name in module_of:
            value = getattr(import_module(f"{package}.{module_of[name]}"), name)
            setattr(sys.modules[package], name, value)
            return value
        module = f"{package}.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return export
