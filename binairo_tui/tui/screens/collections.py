"""Screens that list all collections, the puzzles in a collection, and the tutorial."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from binairo_tui.engine.wording import plural
from binairo_tui.library import Collection, Entry, LibraryError
from binairo_tui.player.catalog import TUTORIAL, in_order, lesson_title
from binairo_tui.player.text import left_out_text, lesson_text, plain, puzzle_name
from binairo_tui.store.queries import PuzzleState
from binairo_tui.tui.keymap import Command, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.screens.text_screen import Choice, ListScreen, Preview, preview_of
from binairo_tui.tui.view.list_text import (
    collection_captions,
    collection_line,
    entry_line,
    in_columns,
    solved_count,
    solved_text,
)
from binairo_tui.tui.view.spans import BLANK, Paragraph, Span, TextLine, line, wrapped_paragraphs
from binairo_tui.tui.widgets.menu import Menu

LESSON = "lesson"
"""The group of the work that makes the first drill of a lesson."""


class CollectionsScreen(ListScreen):
    """All collections, the player's own last."""

    TITLE_OF_LIST = "Collections"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._collections: Sequence[Collection] = ()
        self._states: dict[str, dict[int, PuzzleState]] = {}
        self._is_loaded = False

    def heading(self) -> tuple[str, ...]:
        if self._is_loaded and not self._collections:
            return ("No collections",)
        solved = sum(solved_count(self._states.get(it.name, {})) for it in self._collections)
        total = sum(len(it) for it in self._collections)
        return "Collections", f"{solved} of {total} solved" if total else ""

    def load(self) -> Callable[[], None]:
        catalog = self.navigator.catalog
        return partial(self._take_data, catalog.all(), self.navigator.progress.states(), catalog.problems)

    def _take_data(
        self,
        collections: Sequence[Collection],
        states: dict[str, dict[int, PuzzleState]],
        problems: Sequence[str],
    ) -> None:
        """Store the loaded collections, and report the first of the player's own files that could not be read."""
        self._collections, self._states, self._is_loaded = collections, states, True
        self.note(left_out_text(problems))

    def choices(self) -> Sequence[Choice]:
        return [
            Choice(
                collection_line(collection, self._states.get(collection.name, {}), self.line_width),
                partial(self._open, collection),
                partial(self._collection_preview, collection),
            )
            for collection in self._collections
        ]

    def _open(self, collection: Collection) -> None:
        if collection.name == TUTORIAL:
            self.navigator.go(Places.TUTORIAL)
        else:
            self.navigator.go(Places.COLLECTION, collection)

    def sections(self) -> Mapping[int, Sequence[TextLine]]:
        """Return a heading in front of the player's own collections."""
        own = len(self.navigator.catalog.shipped)
        return {own: (BLANK, line(Span("Yours", "muted")))} if own < len(self._collections) else {}

    def _collection_preview(self, collection: Collection) -> Preview:
        captions = collection_captions(collection)
        title = plain(collection.title)
        try:
            puzzle = collection.entries[0].puzzle
        except (LibraryError, IndexError):
            return Preview(title, lambda width, _height: wrapped_paragraphs(captions, width))
        text = puzzle.geometry.text(puzzle.givens)
        return Preview(title, self.painter.captioned(puzzle, text, *captions))


class CollectionScreen(ListScreen):
    """The puzzles of a collection; at first and after a solve, the next unsolved puzzle is current."""

    TITLE_OF_LIST = "Puzzles"
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.PUZZLE, Scope.COPY)
    FIRST: ClassVar[int] = 0
    """The number of other choices before the puzzles."""

    def __init__(self, navigator: Navigator, collection: Collection) -> None:
        super().__init__(navigator)
        self._collection = collection
        self._states: dict[int, PuzzleState] | None = None
        self._entries: Sequence[Entry] = ()
        self._best_ms: Mapping[int, int] = {}

    def heading(self) -> tuple[str, ...]:
        facts = solved_text(self._states, len(self._collection)).strip() if self._states is not None else ""
        return plain(self._collection.title), facts

    def load(self) -> Callable[[], None]:
        """Read the entries, or the reason why the file cannot be read, and the states and best times of the puzzles."""
        name, progress = self._collection.name, self.navigator.progress
        entries: Sequence[Entry] = ()
        problem = ""
        try:
            entries = in_order(self._collection.entries)
        except LibraryError as error:
            problem = str(error)
        return partial(self._take_data, entries, progress.states().get(name, {}), progress.best_times(name), problem)

    def _take_data(
        self, entries: Sequence[Entry], states: dict[int, PuzzleState], best_ms: Mapping[int, int], problem: str
    ) -> None:
        """Store the loaded data; at first, and if the current puzzle was just solved, go to the next unsolved one."""
        before, self._states = self._states, states
        self._entries, self._best_ms = entries, best_ms
        self._choices = self.choices()
        self.query_one(Menu).show([choice.text for choice in self._choices])
        if before is None:
            self.go_to(self.first_choice())
        else:
            current, solved = self.current_entry, PuzzleState.SOLVED
            if current and states.get(current.number) is solved and before.get(current.number) is not solved:
                self.go_to(self.FIRST + next_unsolved(states, entries, self.current_index - self.FIRST + 1))
        if problem:
            self.note(plain(problem, 200))

    def choices(self) -> Sequence[Choice]:
        states = self._states or {}
        return [
            Choice(
                entry_line(entry, number, states.get(entry.number), self._best_ms.get(entry.number), self.line_width),
                partial(self.open_entry, entry),
                partial(self._entry_preview, entry),
            )
            for number, entry in enumerate(self._entries, 1)
        ]

    def open_entry(self, entry: Entry) -> None:
        """Play a puzzle."""
        self.navigator.open_entry(entry)

    def _entry_preview(self, entry: Entry) -> Preview:
        puzzle = entry.puzzle
        facts = " · ".join(filter(None, (plain(entry.band), plural(puzzle.given_count, "given"))))
        captions = [Paragraph(facts)]
        if entry.technique:
            captions = [Paragraph(lesson_text(entry.technique))]
            if entry.number not in (self._states or {}):
                captions.append(Paragraph("First an example and five drills, then this board.", "muted"))
        text = puzzle.geometry.text(puzzle.givens)
        title = lesson_title(entry.technique) if entry.technique else puzzle_name(entry.title)
        return Preview(title, self.painter.captioned(puzzle, text, *captions))

    def first_choice(self) -> int:
        return self.FIRST + next_unsolved(self._states or {}, self._entries, 0)

    @property
    def current_entry(self) -> Entry | None:
        """The puzzle on the current line; None if the line is not a puzzle."""
        index = self.current_index - self.FIRST
        return self._entries[index] if 0 <= index < len(self._entries) else None

    def action_share(self) -> None:
        entry = self.current_entry
        if entry is not None:
            self.navigator.go(Places.SHARE, entry.puzzle, entry.puzzle.givens)

    def action_edit_copy(self) -> None:
        entry = self.current_entry
        if entry is not None:
            self.navigator.go(Places.EDITOR, entry.puzzle)


class TutorialScreen(CollectionScreen):
    """The first steps, then the lessons."""

    TITLE_OF_LIST = "Lessons"
    FIRST = 1

    def __init__(self, navigator: Navigator) -> None:
        """Raises LibraryError if the lessons are missing."""
        super().__init__(navigator, navigator.catalog.lessons)

    def choices(self) -> Sequence[Choice]:
        text = in_columns(
            (Span(f"{'':6}{'Rules and keys':16}", "strong"), Span("on three 4x4 boards", "muted")), self.line_width
        )
        sentence = "Learn the rules and the keys on three small boards."
        preview = preview_of(sentence, title="Rules and keys")
        return [Choice(text, partial(self.navigator.go, Places.FIRST_STEPS), preview), *super().choices()]

    def open_entry(self, entry: Entry) -> None:
        """Give an example and drills for a technique, and then the board; only the board once the drills were given."""
        if not entry.technique or entry.number in (self._states or {}):
            super().open_entry(entry)
            return
        from binairo_tui.player.practice import Lesson, example_of, open_practice

        progress = self.navigator.progress

        def make() -> Callable[[], None]:
            practice = open_practice(progress)
            if practice.has_drilled(entry.technique):
                return partial(self.navigator.open_entry, entry)
            lesson = Lesson(practice, entry.technique, entry)
            return partial(self.navigator.go, Places.EXAMPLE, lesson, example_of(entry.technique))

        self.read_beside(LESSON, make, lambda go_on: go_on())

    def awaited(self, command: Command | None) -> Iterable[str]:
        return (*super().awaited(command), LESSON)

    def first_choice(self) -> int:
        """Return the index of the next unsolved lesson, or of the first steps if no lesson was started."""
        return super().first_choice() if self._states else 0

    def revisit(self) -> None:
        """Go to the next lesson."""
        self.go_to(super().first_choice())


def next_unsolved(states: Mapping[int, PuzzleState], entries: Sequence[Entry], after: int) -> int:
    """Return the index of the first unsolved puzzle from index `after` on, wrapping around; 0 if all are solved.

    `states` maps puzzle numbers to states.
    """
    indexes = (*range(after, len(entries)), *range(after))
    return next((it for it in indexes if states.get(entries[it].number) is not PuzzleState.SOLVED), 0)
