"""Which puzzle of a collection is meant, and which comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.store import PuzzleState

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from binairo_tui.engine import Puzzle
    from binairo_tui.library import Collection, Entry
    from binairo_tui.store import SavedGame


def entry_of(collections: Iterable[Collection], puzzle: Puzzle, title: str) -> Entry | None:
    """The entry of a collection that a puzzle with this title is, if it is one. Raises LibraryError."""
    for collection in collections:
        if title.startswith(f"{collection.name} #"):
            for entry in collection.entries:
                if (entry.title, entry.puzzle) == (title, puzzle):
                    return entry
    return None


def next_entry(
    collections: Iterable[Collection], states: Mapping[str, dict[int, PuzzleState]], game: SavedGame
) -> Entry | None:
    """The next puzzle of the game's collection that is not solved, from the first again after the last.

    Raises LibraryError.
    """
    collection = next((it for it in collections if it.name == game.collection), None)
    if collection is None:
        return None
    entries = collection.entries
    for entry in (*entries[game.number :], *entries[: game.number - 1]):
        if states.get(game.collection, {}).get(entry.number) is not PuzzleState.SOLVED:
            return entry
    return None
