"""Looks up collections by name: the shipped ones, and the player's own, whose directory is read only when needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from binairo_tui.library import Collection

_COMPARED = 60
"""Limit on the characters of an unknown name that are compared with known names."""


def find_collection(name: str) -> Collection | None:
    """Return the collection with this name, or None. Raises LibraryError."""
    from binairo_tui.library import Collection, collections

    shipped = next((collection for collection in collections() if collection.name == name), None)
    if shipped or not name:
        return shipped
    from binairo_tui.library.own import own_names

    directory = _own_directory()
    return Collection(directory / f"{name}.txt") if name in own_names(directory) else None


def name_advice(name: str, other_names: Sequence[str] = ()) -> str:
    """Return a clause that suggests collections, and names in `other_names`, similar to an unknown name.

    If no name is similar, the clause says how to list the collections. Raises LibraryError.
    """
    from difflib import get_close_matches

    from binairo_tui.files.terminal_text import printable
    from binairo_tui.library import collections
    from binairo_tui.library.own import own_names

    names = [collection.name for collection in collections()]
    near = get_close_matches(name[:_COMPARED], [*names, *own_names(_own_directory()), *other_names], 2, 0.75)
    meant = " or ".join([printable(it) for it in dict.fromkeys(near)])
    return f"did you mean {meant}?" if meant else "'binairo collections' lists the collections"


def all_collections() -> tuple[Sequence[Collection], Sequence[str]]:
    """Return all collections, shipped ones first, and a clause for each of the player's files that cannot be read.

    Raises LibraryError if a shipped collection cannot be read.
    """
    from binairo_tui.library import collections
    from binairo_tui.library.own import own_collections

    own, problems = own_collections(_own_directory())
    return (*collections(), *own), problems


def _own_directory() -> Path:
    from binairo_tui.files.paths import own_collections_dir

    return own_collections_dir()
