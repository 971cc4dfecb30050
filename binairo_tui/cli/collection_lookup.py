"""Collections by name: those that ship, and the player's own. The directory of these is looked for only when needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from binairo_tui.library import Collection


def find_named(name: str) -> Collection | None:
    """The collection of this name, shipped or the player's; None if there is none. Raises LibraryError."""
    from binairo_tui.library import Collection, collections
    from binairo_tui.library.own import own_names

    shipped = next((collection for collection in collections() if collection.name == name), None)
    if shipped or not name:
        return shipped
    directory = _own_directory()
    return Collection(directory / f"{name}.txt") if name in own_names(directory) else None


def known_text() -> str:
    """The names of all collections, those that ship first, as a clause in brackets. Raises LibraryError."""
    from binairo_tui.library import collections
    from binairo_tui.library.own import own_names

    names = [*[collection.name for collection in collections()], *own_names(_own_directory())]
    return f"(these are {', '.join(names)})" if names else "(there is none)"


def all_collections() -> tuple[Sequence[Collection], Sequence[str]]:
    """All collections, those that ship first, and a clause for each of the player's files that cannot be read.

    Raises LibraryError if one that ships cannot be read.
    """
    from binairo_tui.library import collections
    from binairo_tui.library.own import own_collections

    own, problems = own_collections(_own_directory())
    return (*collections(), *own), problems


def _own_directory() -> Path:
    from binairo_tui.files.paths import own_collections_dir

    return own_collections_dir()
