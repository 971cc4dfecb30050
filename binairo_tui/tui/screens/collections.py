"""The collections, and the puzzles of one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from binairo_tui.library import LibraryError
from binairo_tui.player.phrases import plain, size_text
from binairo_tui.store import PuzzleState
from binairo_tui.tui.screens.choosing import Choice, ChoosingScreen
from binairo_tui.tui.spans import Span, column, line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.library import Collection, Entry
    from binairo_tui.player.progress import Progress
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.spans import TextLine

_MARKS = {None: "new", PuzzleState.STARTED: "started", PuzzleState.SOLVED: "✓ solved"}


class CollectionsScreen(ChoosingScreen):
    """All collections, each with how many of its puzzles are solved."""

    def __init__(self, collections: Sequence[Collection], progress: Progress, navigator: Navigator) -> None:
        super().__init__()
        self._collections = collections
        self._progress = progress
        self._navigator = navigator

    def heading(self) -> tuple[str, str]:
        """The title; nothing on the right."""
        return ("Collections" if self._collections else "There are no collections"), ""

    def choices(self) -> Sequence[Choice]:
        """One line per collection."""
        states = self._progress.states()
        return [
            Choice(
                collection_text(collection, states.get(collection.name, {})),
                partial(self._navigator.show_collection, collection),
            )
            for collection in self._collections
        ]


class CollectionScreen(ChoosingScreen):
    """The puzzles of one collection; at first the first that is not solved is current."""

    def __init__(self, collection: Collection, progress: Progress, navigator: Navigator) -> None:
        super().__init__()
        self._collection = collection
        self._progress = progress
        self._navigator = navigator

    def heading(self) -> tuple[str, str]:
        """The collection's title, and how many are solved."""
        return plain(self._collection.title), solved_text(self._states(), len(self._collection))

    def choices(self) -> Sequence[Choice]:
        """One line per puzzle; none if the file cannot be read."""
        states = self._states()
        try:
            entries = self._collection.entries
        except LibraryError:
            return []
        return [
            Choice(entry_text(entry, states.get(entry.number)), partial(self._navigator.play_entry, entry))
            for entry in entries
        ]

    def first_choice(self) -> int:
        """The first puzzle that is not solved."""
        states = self._states()
        numbers = range(1, len(self._collection) + 1)
        return next((number - 1 for number in numbers if states.get(number) is not PuzzleState.SOLVED), 0)

    def reload(self) -> None:
        """Look everything up anew; say so if the file cannot be read."""
        super().reload()
        try:
            _ = self._collection.entries
        except LibraryError as error:
            self.note(plain(str(error), 200))

    def _states(self) -> dict[int, PuzzleState]:
        return self._progress.states().get(self._collection.name, {})


def collection_text(collection: Collection, states: dict[int, PuzzleState]) -> TextLine:
    """A collection in columns: title, how many are solved."""
    return line(column(plain(collection.title, 32), 34), Span(solved_text(states, len(collection)), "muted"))


def solved_text(states: dict[int, PuzzleState], count: int) -> str:
    """`12 of 40 solved`."""
    solved = sum(state is PuzzleState.SOLVED for state in states.values())
    return f"{solved:3} of {count} solved"


def entry_text(entry: Entry, state: PuzzleState | None) -> TextLine:
    """A puzzle in columns: number, size, band, state."""
    puzzle = entry.puzzle
    size = size_text(puzzle.width, puzzle.height)
    return line(f"#{entry.number:<5}{size:7}{plain(entry.band, 10):12}{_MARKS[state]}")
