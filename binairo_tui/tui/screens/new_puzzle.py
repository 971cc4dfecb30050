"""Screen for choosing the kind of a new puzzle."""

import secrets
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset

from binairo_tui import player
from binairo_tui.engine import Band, Puzzle, wording
from binairo_tui.player.puzzle_options import (
    MAX_SEED,
    ROWS,
    OptionRow,
    PuzzleOptions,
    TypedSide,
    change_option,
    is_size,
    option_rows,
    options_from_settings,
    techniques_text,
    type_digit,
    type_x,
)
from binairo_tui.player.text import size_text, usual_text
from binairo_tui.store import queries
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.text_screen import TextScreen
from binairo_tui.tui.view.spans import (
    BLANK,
    Paragraph,
    Span,
    TextLine,
    column,
    level_bar,
    line,
    with_drawn_signs,
    wrapped,
)
from binairo_tui.tui.widgets.text_lines import FRAME, TextLines

HEIGHT_ROW = ROWS.index("Height")
NAME_WIDTH = 12
BAND_WIDTH = max([len(band.title) for band in Band]) + 2


class NewPuzzleScreen(TextScreen[None]):
    """Rows of options, a sentence about the current option, and an example puzzle."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.NEW,)
    CONTEXT = FooterContext.NEW
    TITLE: ClassVar[str] = "New puzzle"
    SHOWN: ClassVar[Sequence[str]] = ROWS

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._options = options_from_settings(navigator.settings)
        self._row = 0
        self._typed: TypedSide | None = None
        """The width or height in the current row while it is typed; otherwise None."""

    def compose_body(self) -> ComposeResult:
        yield TextLines(id="rows", classes=FRAME, frame_title="Options")
        yield TextLines(id="preview", classes=FRAME)

    def heading(self) -> tuple[str, ...]:
        return (self.TITLE,)

    def show_all(self) -> None:
        super().show_all()
        self.query_one("#rows", TextLines).show(self._row_lines)
        self.read_in_background("preview", partial(self._preview, self._options), self._show_preview)

    def cursor_place(self) -> Offset | None:
        return self.query_one("#rows", TextLines).content_place + Offset(2 + NAME_WIDTH, self._row)

    def on_key(self, event: events.Key) -> None:
        """Handle a digit or an `x` typed as part of a size, such as `10x8`, unless the key has a command."""
        typed = event.character or ""
        if self.command_for(event) is not None:
            return
        if typed.isascii() and typed.isdigit():
            event.stop()
            self._type_digit(typed)
        elif typed in ("x", "X") and is_size(self._row):
            event.stop()
            self._options, self._typed = type_x(self._options, self._typed)
            self._row = HEIGHT_ROW
            self.show_all()

    def _type_digit(self, digit: str) -> None:
        if not is_size(self._row):
            self._row, self._typed = 0, None
        self._options, self._typed = type_digit(self._options, self._row, self._typed, digit)
        self.note(wording.sentence(self._typed.fault) if self._typed.fault else "")
        self.show_all()

    def action_step(self, by: int) -> None:
        self._typed = None
        self._row = (self._row + by) % len(self.SHOWN)
        self.show_all()

    def action_change(self, by: int) -> None:
        self._typed = None
        self._options = change_option(self._options, self._row, by)
        self.note("")
        self.show_all()

    def action_make(self) -> None:
        """Take the options, unless an impossible size was typed last."""
        if self._typed is not None and self._typed.fault:
            return
        self.note("")
        self.take(self._options)

    def take(self, options: PuzzleOptions) -> None:
        self.navigator.open_new(options, secrets.randbelow(MAX_SEED))

    def _row_lines(self, width: int, height: int) -> list[TextLine]:
        options = option_rows(self._options)
        about = wrapped(with_drawn_signs(options[self._row].sentence), max(width, 1), "muted")
        rows = [self._row_line(index, row) for index, row in enumerate(options[: len(self.SHOWN)])]
        return [*rows, BLANK, *about][: max(height, len(rows))]

    def _row_line(self, index: int, row: OptionRow) -> TextLine:
        name, value = column(row.name, NAME_WIDTH), with_drawn_signs(row.value)
        steps = level_bar(self._options.band, max(Band)) if ROWS[index] == "Difficulty" else ()
        text = (
            line(Span(f"› {name}‹ {value} ›", "accent"))
            if index == self._row
            else line("  ", Span(name, "strong"), f"  {value}")
        )
        return line(*text, " " * (2 + BAND_WIDTH - len(value) - 2 * (index == self._row)), *steps) if steps else text

    def _preview(self, options: PuzzleOptions) -> tuple[Puzzle, int | None]:
        """Return an example of a puzzle with these options, and the expected solving time in ms."""
        kind = queries.PuzzleKind(options.width, options.height, options.band.title)
        return self._example(options), self.navigator.progress.read(player.statistics.expected_ms, kind)

    def _example(self, options: PuzzleOptions) -> Puzzle:
        """Return a puzzle from the collections that has these options; if there is none, an empty one of this size."""
        for collection in self.navigator.catalog.shipped:
            if collection.name.startswith(size_text(options.width, options.height)):
                for entry in collection.entries:
                    puzzle = entry.puzzle
                    kind = puzzle.width, puzzle.height, bool(puzzle.signs), puzzle.unique_lines, entry.band
                    wanted = options.width, options.height, options.rules == "signs", options.rules == "unique"
                    if kind == (*wanted, options.band.title):
                        return puzzle
        return Puzzle(options.width, options.height, unique_lines=options.rules == "unique")

    def _show_preview(self, found: tuple[Puzzle, int | None]) -> None:
        puzzle, expected_ms = found
        title = f"{size_text(puzzle.width, puzzle.height)} {self._options.band.title}"
        facts = [Paragraph(techniques_text(self._options), "muted")]
        if expected_ms is not None:
            facts.insert(0, Paragraph(usual_text(expected_ms)))
        if puzzle.given_count:
            title += ", an example"
        else:
            facts.append(Paragraph("No preview: the collections have no puzzle of this kind.", "muted"))
        self.query_one("#preview", TextLines).show(self.painter.captioned(puzzle, *facts), title)
