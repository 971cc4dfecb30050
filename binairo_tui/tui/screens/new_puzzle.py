"""Screen for choosing the kind of a new puzzle."""

import secrets
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset

from binairo_tui import player
from binairo_tui.engine import Band, Puzzle
from binairo_tui.engine.puzzle import parse_size
from binairo_tui.player.puzzle_options import (
    MAX_SEED,
    PRESETS,
    ROWS,
    PuzzleOptions,
    change_option,
    option_rows,
    options_from_settings,
    techniques_text,
)
from binairo_tui.player.text import size_text, usual_text
from binairo_tui.store import queries
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.dialog import size_prompt
from binairo_tui.tui.screens.text_screen import TextScreen
from binairo_tui.tui.view.spans import (
    BLANK,
    Paragraph,
    Span,
    TextLine,
    column,
    cut,
    level_bar,
    line,
    plain_text,
    with_drawn_signs,
    wrapped,
)
from binairo_tui.tui.widgets.bars import KeyFooter
from binairo_tui.tui.widgets.text_lines import FRAME, TextLines

NAME_WIDTH = 12
TITLE_WIDTH = 26


class NewPuzzleScreen(TextScreen[None]):
    """A list of kinds of puzzles and, beside it, an example. The last line of the list opens the options."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.NEW,)
    CONTEXT = FooterContext.NEW
    TITLE = "New puzzle"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._options = options_from_settings(navigator.settings)
        self._is_open = self._options not in PRESETS
        """Whether the options are shown in place of the presets."""
        self._row = 0 if self._is_open else PRESETS.index(self._options)

    def compose_body(self) -> ComposeResult:
        yield TextLines(id="rows", classes=FRAME, frame_title="Options")
        yield TextLines(id="preview", classes=FRAME)

    def show_all(self) -> None:
        super().show_all()
        self.query_one("#rows", TextLines).show(self._option_lines if self._is_open else self._preset_lines)
        self.query_one(KeyFooter).show(self.CONTEXT, *(() if self._is_open else ("new.previous",)))
        self.read_in_background("preview", partial(self._preview, self._options), self._show_preview)

    def cursor_place(self) -> Offset | None:
        return self.query_one("#rows", TextLines).content_place + Offset(self._is_open * (2 + NAME_WIDTH), self._row)

    def close_part(self) -> bool:
        if not self._is_open:
            return super().close_part()
        self._is_open = False
        self.action_jump(-1)
        return True

    def on_key(self, event: events.Key) -> None:
        """Ask for the size once its first digit is typed, unless the key has a command."""
        typed = event.character or ""
        if self.command_for(event) is None and typed.isascii() and typed.isdigit():
            event.stop()
            self.app.push_screen(size_prompt("", typed), self._take_size)

    def _take_size(self, text: str | None) -> None:
        size = parse_size(text or "")
        if size is not None:
            self._options = replace(self._options, width=size[0], height=size[1])
            self._open()

    def action_step(self, by: int) -> None:
        self.action_jump(self._row + by)

    def action_jump(self, row: int) -> None:
        """Go to a row by its index; an index beyond an end continues at the other end."""
        self._row = row % (len(ROWS) if self._is_open else len(PRESETS) + 1)
        if not self._is_open and self._row < len(PRESETS):
            self._options = PRESETS[self._row]
        self.show_all()

    def action_change(self, by: int) -> None:
        if self._is_open:
            self._options = change_option(self._options, self._row, by)
            self.show_all()
        elif by > 0:
            self._open()

    def _open(self) -> None:
        self._is_open = True
        self.action_jump(0)

    def action_make(self) -> None:
        self.note("")
        if self._is_open or self._row < len(PRESETS):
            self.navigator.open_new(self._options, secrets.randbelow(MAX_SEED))
        else:
            self._open()

    def _preset_lines(self, width: int, height: int) -> list[TextLine]:
        rows = [line(Span(column(it.title, TITLE_WIDTH), "strong"), *level_bar(it.band, max(Band))) for it in PRESETS]
        rows.append(line(Span(f"{'More':16}size, rules, symmetry", "muted")))
        return [_row(it, width, is_current=index == self._row) for index, it in enumerate(rows)][:height]

    def _option_lines(self, width: int, height: int) -> list[TextLine]:
        options = option_rows(self._options)
        about = wrapped(with_drawn_signs(options[self._row].sentence), width, "muted")
        rows = []
        for index, (name, value, _) in enumerate(options):
            is_current, drawn = index == self._row, with_drawn_signs(value)
            shown = f"‹ {drawn} ›" if is_current else f"  {drawn}"
            rows.append(_row(line(Span(column(name, NAME_WIDTH), "strong"), shown), width, is_current=is_current))
        return [*rows, BLANK, *about][: max(height, len(rows))]

    def _preview(self, options: PuzzleOptions) -> tuple[Puzzle, int | None]:
        """Return an example of a puzzle with these options, and the expected solving time in ms."""
        kind = queries.PuzzleKind(options.width, options.height, options.band.title)
        return self._example(options), self.navigator.progress.read(player.statistics.expected_ms, kind)

    def _example(self, options: PuzzleOptions) -> Puzzle:
        """Return a puzzle with these options from the collections; if there is none, an empty board of this size."""
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
        title = self._options.title
        facts = [Paragraph(techniques_text(self._options), "muted")]
        if expected_ms is not None:
            facts.insert(0, Paragraph(usual_text(expected_ms)))
        if puzzle.given_count:
            title += ", an example"
        else:
            facts.append(Paragraph("No example; Enter makes one.", "muted"))
        self.query_one("#preview", TextLines).show(self.painter.captioned(puzzle, *facts), title)


def _row(text_line: TextLine, width: int, *, is_current: bool) -> TextLine:
    return line(Span(cut(f"› {plain_text(text_line)}", width), ("chosen",))) if is_current else line("  ", *text_line)
