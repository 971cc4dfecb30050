"""The collections, and the puzzles of one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from binairo_tui.library import LibraryError
from binairo_tui.player.statistics import best_times
from binairo_tui.player.text import clock_text, lesson_text, plain, size_text
from binairo_tui.store import PuzzleState
from binairo_tui.tui.keymap import Scope
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.list_screen import Choice, ChoosingScreen
from binairo_tui.tui.view.spans import BLANK, Span, column, line, wrapped
from binairo_tui.tui.view.symbols import symbols_of
from binairo_tui.tui.view.thumbnails import board_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.library import Collection, Entry
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.view.spans import TextLine
    from binairo_tui.tui.view.symbols import Symbols

_MARKS = {None: "new", PuzzleState.STARTED: "started", PuzzleState.SOLVED: "✓ solved"}


class CollectionsScreen(ChoosingScreen):
    """All collections, each with how many of its puzzles are solved."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        self._catalog = navigator.catalog
        self._progress = navigator.progress
        self._navigator = navigator
        self._is_empty = False

    def heading(self) -> tuple[str, str]:
        """The title; nothing on the right."""
        return ("There are no collections" if self._is_empty else "Collections"), ""

    def choices(self) -> Sequence[Choice]:
        """One line per collection, the player's own last."""
        states = self._progress.states()
        collections = self._catalog.all()
        self._is_empty = not collections
        symbols = symbols_of(self._navigator.settings.symbols)
        return [
            Choice(
                collection_text(
                    collection, states.get(collection.name, {}), is_own=index >= len(self._catalog.shipped)
                ),
                partial(self._navigator.go, Place.COLLECTION, collection),
                partial(collection_preview, collection, symbols),
            )
            for index, collection in enumerate(collections)
        ]

    def reload(self) -> None:
        """Look everything up anew; name an own file that was skipped."""
        super().reload()
        problems = self._catalog.problems
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        self.note(plain(f"Skipped: {problems[0]}{more}.", 200) if problems else "")


class CollectionScreen(ChoosingScreen):
    """The puzzles of one collection; at first, and after a solve, the next that is not solved is current."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.PUZZLE, Scope.COPY)
    FIRST: ClassVar[int] = 0
    """How many other choices stand before the puzzles."""

    def __init__(self, navigator: Navigator, collection: Collection) -> None:
        super().__init__()
        self._collection = collection
        self._progress = navigator.progress
        self._navigator = navigator
        self._states = self._look_up()

    def heading(self) -> tuple[str, str]:
        """The collection's title, and how many are solved."""
        return plain(self._collection.title), solved_text(self._states, len(self._collection)).strip()

    def choices(self) -> Sequence[Choice]:
        """One line per puzzle; none if the file cannot be read."""
        symbols = symbols_of(self._navigator.settings.symbols)
        best = best_times(self._progress.results()).get(self._collection.name, {})
        try:
            entries = self._collection.entries
        except LibraryError:
            return []
        return [
            Choice(
                entry_text(entry, self._states.get(entry.number), best.get(entry.number)),
                partial(self._navigator.open_entry, entry),
                partial(entry_preview, entry, symbols),
            )
            for entry in entries
        ]

    def first_choice(self) -> int:
        """The first puzzle that is not solved."""
        return self.FIRST + next_unsolved(self._states, len(self._collection), 0)

    def reload(self) -> None:
        """Look everything up anew, go on from a puzzle that was just solved; say so if the file cannot be read."""
        before, self._states = self._states, self._look_up()
        number = self.current_index - self.FIRST + 1
        if self._states.get(number) is PuzzleState.SOLVED and before.get(number) is not PuzzleState.SOLVED:
            self.go_to(self.FIRST + next_unsolved(self._states, len(self._collection), number))
        super().reload()
        try:
            _ = self._collection.entries
        except LibraryError as error:
            self.note(plain(str(error), 200))

    @property
    def current_entry(self) -> Entry | None:
        """The puzzle that the cursor is on; None if it is on something else, or the file cannot be read."""
        index = self.current_index - self.FIRST
        try:
            entries = self._collection.entries
        except LibraryError:
            return None
        return entries[index] if 0 <= index < len(entries) else None

    def action_share(self) -> None:
        """Show the current puzzle as text."""
        entry = self.current_entry
        if entry is not None:
            self._navigator.go(Place.SHARE, entry.puzzle, entry.puzzle.givens)

    def action_edit_copy(self) -> None:
        """Take a copy of the current puzzle into the editor."""
        entry = self.current_entry
        if entry is not None:
            self._navigator.go(Place.EDITOR, entry.puzzle)

    def _look_up(self) -> dict[int, PuzzleState]:
        return self._progress.states().get(self._collection.name, {})


class TutorialScreen(CollectionScreen):
    """The lessons, and before them the first steps."""

    FIRST: ClassVar[int] = 1

    def choices(self) -> Sequence[Choice]:
        """The first steps, then one line per lesson."""
        text = line(Span(f"{'Rules and keys':23}", "strong"), Span("on three 4x4 boards", "muted"))
        sentence = "Three small boards: how to move, and what must not stand in a line."
        go = partial(self._navigator.go, Place.FIRST_STEPS)
        return [Choice(text, go, partial(_sentence_lines, sentence)), *super().choices()]

    def first_choice(self) -> int:
        """The first steps, as long as no lesson was begun."""
        return super().first_choice() if self._states else 0

    def revisit(self) -> None:
        """Put the cursor on the next lesson."""
        self.go_to(super().first_choice())


def open_tutorial(navigator: Navigator) -> TutorialScreen:
    """Return the screen of the lessons. Raises LibraryError if they are missing."""
    lessons = next((it for it in navigator.catalog.shipped if it.name == "tutorial"), None)
    if lessons is None:
        raise LibraryError("the collection tutorial is missing")
    return TutorialScreen(navigator, lessons)


def _sentence_lines(sentence: str, width: int, height: int) -> list[TextLine]:
    return wrapped(sentence, width, "muted")[:height]


def next_unsolved(states: dict[int, PuzzleState], count: int, after: int) -> int:
    """The index, from 0, of the next puzzle that is not solved after the first `after`, from the start after the end.

    0 if all are solved.
    """
    numbers = (*range(after + 1, count + 1), *range(1, after + 1))
    return next((number - 1 for number in numbers if states.get(number) is not PuzzleState.SOLVED), 0)


def collection_text(collection: Collection, states: dict[int, PuzzleState], *, is_own: bool = False) -> TextLine:
    """A collection in columns: title, how many are solved, whether it is the player's own."""
    title = column(plain(collection.title, 27), 28)
    return line(title, Span(solved_text(states, len(collection)), "muted"), Span("  yours" if is_own else "", "muted"))


def collection_preview(collection: Collection, symbols: Symbols, width: int, height: int) -> list[TextLine]:
    """What the header of a collection says, and its first puzzle."""
    lines = wrapped(plain(collection.title), width, "strong")
    for key in ("author", "rules"):
        if collection.header.get(key):
            lines += wrapped(plain(collection.header[key], 200), width, "muted")
    try:
        first = collection.entries[0]
    except (LibraryError, IndexError):
        return lines
    return [*lines, BLANK, *_picture(first, symbols, width, height - len(lines) - 1)]


def entry_preview(entry: Entry, symbols: Symbols, width: int, height: int) -> list[TextLine]:
    """What a puzzle teaches, if it does, and its givens."""
    heading = wrapped(entry.title, width, "strong")
    lesson = lesson_text(entry.technique) if entry.technique else ""
    lines = [*heading, *(wrapped(lesson, width, "normal") if lesson else []), BLANK]
    return [*lines, *_picture(entry, symbols, width, height - len(lines))]


def solved_text(states: dict[int, PuzzleState], count: int) -> str:
    """`12 of 40 solved`."""
    solved = sum(state is PuzzleState.SOLVED for state in states.values())
    return f"{solved:3} of {count} solved"


def entry_text(entry: Entry, state: PuzzleState | None, best_ms: int | None) -> TextLine:
    """A puzzle in columns: number, size, band, state, best time."""
    puzzle = entry.puzzle
    size = size_text(puzzle.width, puzzle.height)
    time = f"  {clock_text(best_ms)}" if best_ms is not None else ""
    tone = "done" if state is PuzzleState.SOLVED else "normal" if state else "muted"
    technique = column(entry.technique, 16) if entry.technique else ""
    return line(
        f"#{entry.number:<5}{size:7}{plain(entry.band, 10):10}{technique}", Span(f"{_MARKS[state]}{time}", tone)
    )


def _picture(entry: Entry, symbols: Symbols, width: int, height: int) -> list[TextLine]:
    puzzle = entry.puzzle
    return board_picture(puzzle, puzzle.geometry.text(puzzle.givens), width, height, symbols)
