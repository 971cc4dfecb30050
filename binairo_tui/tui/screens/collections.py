"""Screens that list all collections, the puzzles in a collection, and the tutorial."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from binairo_tui.library import LibraryError
from binairo_tui.player.text import lesson_text, plain
from binairo_tui.store.queries import PuzzleState
from binairo_tui.tui.keymap import Scope
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.text_screen import Choice, ListScreen, preview_of
from binairo_tui.tui.view.list_text import collection_line, collection_lines, entry_line, solved_text, with_picture
from binairo_tui.tui.view.spans import Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.library import Collection, Entry
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.view.spans import TextLine


class CollectionsScreen(ListScreen):
    """All collections, the player's own last."""

    _is_empty = False

    def heading(self) -> tuple[str, ...]:
        return ("There are no collections" if self._is_empty else "Collections",)

    def choices(self) -> Sequence[Choice]:
        states, catalog = self.navigator.progress.states(), self.navigator.catalog
        collections = catalog.all()
        self._is_empty = not collections
        return [
            Choice(
                collection_line(collection, states.get(collection.name, {}), is_own=index >= len(catalog.shipped)),
                partial(self.navigator.go, Place.COLLECTION, collection),
                partial(self._collection_preview, collection),
            )
            for index, collection in enumerate(collections)
        ]

    def _collection_preview(self, collection: Collection, width: int, height: int) -> list[TextLine]:
        lines = collection_lines(collection, width)
        try:
            puzzle = collection.entries[0].puzzle
        except (LibraryError, IndexError):
            return lines
        return with_picture(lines, puzzle, puzzle.geometry.text(puzzle.givens), width, height, symbols=self.symbols)

    def reload(self) -> None:
        """Reload, and name the first of the player's own files that was skipped."""
        super().reload()
        problems = self.navigator.catalog.problems
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        self.note(plain(f"Skipped: {problems[0]}{more}.", 200) if problems else "")


class CollectionScreen(ListScreen):
    """The puzzles of a collection; at first and after a solve, the next unsolved puzzle is current."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.PUZZLE, Scope.COPY)
    FIRST: ClassVar[int] = 0
    """The number of other choices before the puzzles."""

    def __init__(self, navigator: Navigator, collection: Collection) -> None:
        super().__init__(navigator)
        self._collection = collection
        self._states = self._read_states()
        self._entries: Sequence[Entry] = ()

    def heading(self) -> tuple[str, ...]:
        return plain(self._collection.title), solved_text(self._states, len(self._collection)).strip()

    def choices(self) -> Sequence[Choice]:
        best = self.navigator.progress.best_times(self._collection.name)
        return [
            Choice(
                entry_line(entry, self._states.get(entry.number), best.get(entry.number)),
                partial(self.navigator.open_entry, entry),
                partial(self._entry_preview, entry),
            )
            for entry in self._entries
        ]

    def _entry_preview(self, entry: Entry, width: int, height: int) -> list[TextLine]:
        lines = wrapped(entry.title, width, "strong")
        if entry.technique:
            lines += wrapped(lesson_text(entry.technique), width)
        puzzle = entry.puzzle
        return with_picture(lines, puzzle, puzzle.geometry.text(puzzle.givens), width, height, symbols=self.symbols)

    def first_choice(self) -> int:
        return self.FIRST + next_unsolved(self._states, len(self._collection), 0)

    def reload(self) -> None:
        """Reload, move on from a puzzle that was just solved, and show an error if the file cannot be read."""
        try:
            self._entries = self._collection.entries
            problem = ""
        except LibraryError as error:
            self._entries, problem = (), str(error)
        before, self._states = self._states, self._read_states()
        number = self.current_index - self.FIRST + 1
        if self._states.get(number) is PuzzleState.SOLVED and before.get(number) is not PuzzleState.SOLVED:
            self.go_to(self.FIRST + next_unsolved(self._states, len(self._collection), number))
        super().reload()
        if problem:
            self.note(plain(problem, 200))

    @property
    def current_entry(self) -> Entry | None:
        """The puzzle on the current line; None if the line is not a puzzle."""
        index = self.current_index - self.FIRST
        return self._entries[index] if 0 <= index < len(self._entries) else None

    def action_share(self) -> None:
        entry = self.current_entry
        if entry is not None:
            self.navigator.go(Place.SHARE, entry.puzzle, entry.puzzle.givens)

    def action_edit_copy(self) -> None:
        entry = self.current_entry
        if entry is not None:
            self.navigator.go(Place.EDITOR, entry.puzzle)

    def _read_states(self) -> dict[int, PuzzleState]:
        return self.navigator.progress.states().get(self._collection.name, {})


class TutorialScreen(CollectionScreen):
    """The first steps, then the lessons."""

    FIRST = 1

    def choices(self) -> Sequence[Choice]:
        text = line(Span(f"{'Rules and keys':23}", "strong"), Span("on three 4x4 boards", "muted"))
        preview = preview_of("Three small boards: how to move, and what must not stand in a line.")
        return [Choice(text, partial(self.navigator.go, Place.FIRST_STEPS), preview), *super().choices()]

    def first_choice(self) -> int:
        """Return the index of the next unsolved lesson, or of the first steps if no lesson was started."""
        return super().first_choice() if self._states else 0

    def revisit(self) -> None:
        """Go to the next lesson."""
        self.go_to(super().first_choice())


def open_tutorial(navigator: Navigator) -> TutorialScreen:
    """Return the tutorial screen. Raises LibraryError if the lessons are missing."""
    lessons = next((it for it in navigator.catalog.shipped if it.name == "tutorial"), None)
    if lessons is None:
        raise LibraryError("the collection tutorial is missing")
    return TutorialScreen(navigator, lessons)


def next_unsolved(states: dict[int, PuzzleState], count: int, after: int) -> int:
    """Return the index of the first unsolved puzzle after puzzle number `after`, wrapping around; 0 if all are solved.

    `states` maps puzzle numbers, from 1, to states.
    """
    numbers = (*range(after + 1, count + 1), *range(1, after + 1))
    return next((number - 1 for number in numbers if states.get(number) is not PuzzleState.SOLVED), 0)
