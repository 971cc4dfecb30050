"""Screens that list all collections, the puzzles in a collection, and the tutorial."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from binairo_tui import player
from binairo_tui.engine.wording import plural
from binairo_tui.library import Collection, Entry, LibraryError
from binairo_tui.player.catalog import first_unsolved, in_order, lesson_title
from binairo_tui.player.text import left_out_text, lesson_text, plain, puzzle_name
from binairo_tui.store import queries
from binairo_tui.tui.keymap import Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import places, text_screen
from binairo_tui.tui.view import list_text, spans

LESSON = "lesson"


class _Listed(NamedTuple):
    """A collection, and the states of its puzzles by number.

    `begins_own` is True for the first of the player's own collections.
    """

    collection: Collection
    states: Mapping[int, queries.PuzzleState]
    begins_own: bool


class CollectionsScreen(text_screen.ListScreen[Sequence[_Listed] | None, _Listed]):
    TITLE_OF_LIST = "Collections"
    data: Sequence[_Listed] | None = None

    def heading(self) -> tuple[str, ...]:
        if self.data is not None and not self.data:
            return ("No collections",)
        solved = sum(list_text.solved_count(row.states) for row in self.rows())
        total = sum(len(row.collection) for row in self.rows())
        return "Collections", f"{solved} of {total} solved" if total else ""

    def load(self) -> Sequence[_Listed]:
        catalog, states = self.navigator.catalog, self.navigator.progress.states()
        listed = catalog.listed()
        first_own = next((it for it in listed if it not in catalog.shipped), None)
        return [_Listed(it, states.get(it.name, {}), it is first_own) for it in listed]

    def take_data(self, data: Sequence[_Listed] | None) -> None:
        super().take_data(data)
        self.note(left_out_text(self.navigator.catalog.problems))

    def rows(self) -> Sequence[_Listed]:
        return self.data or ()

    def row_line(self, row: _Listed) -> spans.TextLine:
        return list_text.collection_line(row.collection, row.states, self.line_width)

    def open(self, row: _Listed) -> None:
        self.navigator.go(places.Places.COLLECTION, row.collection)

    def above(self, row: _Listed) -> Sequence[spans.TextLine]:
        return (spans.BLANK, spans.line(spans.Span("Yours", "muted"))) if row.begins_own else ()

    def preview(self, row: _Listed) -> text_screen.Preview:
        captions = list_text.collection_captions(row.collection)
        title = plain(row.collection.title)
        try:
            puzzle = row.collection.entries[0].puzzle
        except (LibraryError, IndexError):
            return text_screen.text_preview(*captions, title=title)
        count = len(row.collection)
        first = spans.Paragraph(f"The first of {count} puzzles." if count > 1 else "The only puzzle.")
        return text_screen.Preview(title, self.painter.captioned(puzzle, first, *captions))


class _Puzzles(NamedTuple):
    """The puzzles of a collection, and their states and best times by puzzle number.

    `states` is None until it is read. `problem` is a clause that says why the file cannot be read; it is empty if there
    is no problem.
    """

    entries: Sequence[Entry] = ()
    states: Mapping[int, queries.PuzzleState] | None = None
    best_ms: Mapping[int, int] = {}
    problem: str = ""


class CollectionScreen(text_screen.ListScreen[_Puzzles, tuple[int, Entry]]):
    """The puzzles of a collection.

    The cursor goes to the next unsolved puzzle when the screen opens, and when the current puzzle has been solved.
    """

    TITLE_OF_LIST = "Puzzles"
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.PUZZLE, Scope.COPY)
    FIRST: ClassVar[int] = 0
    """The number of items in the list before the first puzzle."""
    data = _Puzzles()

    def __init__(self, navigator: Navigator, collection: Collection) -> None:
        super().__init__(navigator)
        self._collection = collection

    def heading(self) -> tuple[str, ...]:
        states = self.data.states
        facts = "" if states is None else f"{list_text.solved_count(states)} of {len(self._collection)} solved"
        return plain(self._collection.title), facts

    def load(self) -> _Puzzles:
        name, progress = self._collection.name, self.navigator.progress
        found = _Puzzles(states=progress.states().get(name, {}), best_ms=progress.read(queries.best_times, name))
        try:
            return found._replace(entries=in_order(self._collection.entries))
        except LibraryError as error:
            return found._replace(problem=str(error))

    def take_data(self, data: _Puzzles) -> None:
        """Store the data. Select the next unsolved puzzle at first, and when the current puzzle has been solved."""
        before, current, solved = self.data.states, self.current_entry, queries.PuzzleState.SOLVED
        super().take_data(data)
        if before is None:
            self._selected = self.first_item()
        elif current and self.states.get(current.number) is solved and before.get(current.number) is not solved:
            after = self.current_index - self.FIRST + 1
            self._selected = self.FIRST + next_unsolved(self.states, data.entries, after)
        if data.problem:
            self.note(plain(data.problem, 200))

    @property
    def states(self) -> Mapping[int, queries.PuzzleState]:
        return self.data.states or {}

    def rows(self) -> Iterable[tuple[int, Entry]]:
        return enumerate(self.data.entries, 1)

    def row_line(self, row: tuple[int, Entry]) -> spans.TextLine:
        place, entry = row
        best_ms = self.data.best_ms.get(entry.number)
        return list_text.entry_line(entry, place, self.states.get(entry.number), best_ms, self.line_width)

    def open(self, row: tuple[int, Entry]) -> None:
        self.navigator.open_entry(row[1])

    def preview(self, row: tuple[int, Entry]) -> text_screen.Preview:
        _, entry = row
        puzzle = entry.puzzle
        facts = " · ".join(filter(None, (plain(entry.band), plural(puzzle.given_count, "given"))))
        captions = [spans.Paragraph(facts)]
        if entry.technique:
            captions = [spans.Paragraph(lesson_text(entry.technique))]
            if entry.number not in self.states:
                captions.append(spans.Paragraph("First an example and five drills, then this board.", "muted"))
        title = lesson_title(entry.technique) if entry.technique else puzzle_name(entry.title)
        return text_screen.Preview(title, self.painter.captioned(puzzle, *captions))

    def first_item(self) -> int:
        return self.FIRST + next_unsolved(self.states, self.data.entries, 0)

    @property
    def current_entry(self) -> Entry | None:
        row = self.current_row
        return row[1] if row else None

    def action_share(self) -> None:
        entry = self.current_entry
        if entry is not None:
            self.navigator.go(places.Places.SHARE, entry.puzzle)

    def action_edit_copy(self) -> None:
        entry = self.current_entry
        if entry is not None:
            self.navigator.go(places.Places.EDITOR, entry.puzzle)


class TutorialScreen(CollectionScreen):
    AWAITED = (LESSON,)
    TITLE_OF_LIST = "Lessons"
    FIRST = 1

    def __init__(self, navigator: Navigator) -> None:
        """Raises LibraryError if the lessons are missing."""
        super().__init__(navigator, navigator.catalog.lessons)

    def list_items(self) -> Sequence[text_screen.ListItem[tuple[int, Entry]]]:
        text = list_text.in_columns(
            (spans.Span(f"{'':6}{'Rules and keys':16}", "strong"), spans.Span("on three 4x4 boards", "muted")),
            self.line_width,
        )
        sentence = "Learn the rules and the keys on three small boards."
        preview = text_screen.preview_of(sentence, title="Rules and keys")
        return [
            text_screen.ListItem(text, partial(self.navigator.go, places.Places.FIRST_STEPS), preview),
            *super().list_items(),
        ]

    def open(self, row: tuple[int, Entry]) -> None:
        """Show an example and drills before the board, unless the drills are done or the board is begun."""
        _, entry = row
        if not entry.technique or entry.number in self.states:
            super().open(row)
            return
        progress = self.navigator.progress

        def make() -> Callable[[], None]:
            practice = player.practice.open_practice(progress)
            if practice.has_drilled(entry.technique):
                return partial(self.navigator.open_entry, entry)
            lesson = player.lessons.Lesson(practice, entry.technique, entry)
            return partial(self.navigator.go, places.Places.EXAMPLE, lesson, player.lessons.example_of(entry.technique))

        self.read_in_background(LESSON, make, lambda go_on: go_on())

    def first_item(self) -> int:
        """Return the index of the next unsolved lesson or, if no puzzle was ever started, of the first steps."""
        return super().first_item() if self.navigator.progress.states() else 0

    def revisit(self) -> None:
        self.go_to(super().first_item())


def next_unsolved(states: Mapping[int, queries.PuzzleState], entries: Sequence[Entry], after: int) -> int:
    found = first_unsolved((*entries[after:], *entries[:after]), states)
    return entries.index(found) if found else 0
