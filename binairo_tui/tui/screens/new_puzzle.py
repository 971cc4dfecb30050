"""Screen for choosing the kind of a new puzzle."""

import secrets
from collections.abc import Sequence
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
    level_bar,
    line,
    with_drawn_signs,
    wrapped,
)
from binairo_tui.tui.widgets.text_lines import FRAME, TextLines

NAME_WIDTH = 12
TITLE_WIDTH = 26
MORE = "More        size, rules, symmetry"


class NewPuzzleScreen(TextScreen[None]):
    """Kinds of puzzles, and below the last of them the options, with an example puzzle."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.NEW,)
    CONTEXT = FooterContext.NEW
    TITLE: ClassVar[str] = "New puzzle"
    PRESETS: ClassVar[Sequence[PuzzleOptions]] = PRESETS
    SHOWN: ClassVar[Sequence[str]] = ROWS

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._options = options_from_settings(navigator.settings)
        count = len(self.PRESETS)
        self._row = self.PRESETS.index(self._options) if self._options in self.PRESETS else count
        """The index of the current preset; below the presets, that of the current option plus their number."""

    def compose_body(self) -> ComposeResult:
        yield TextLines(id="rows", classes=FRAME, frame_title="Options")
        yield TextLines(id="preview", classes=FRAME)

    def heading(self) -> tuple[str, ...]:
        return (self.TITLE,)

    def show_all(self) -> None:
        super().show_all()
        self.query_one("#rows", TextLines).show(self._option_lines if self._option >= 0 else self._preset_lines)
        self.read_in_background("preview", partial(self._preview, self._options), self._show_preview)

    @property
    def _option(self) -> int:
        """The index of the current option; negative on a preset."""
        return self._row - len(self.PRESETS)

    def cursor_place(self) -> Offset | None:
        place = self.query_one("#rows", TextLines).content_place
        return place + (Offset(2 + NAME_WIDTH, self._option) if self._option >= 0 else Offset(0, self._row))

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
            self._row = len(self.PRESETS)
            self.show_all()

    def action_step(self, by: int) -> None:
        self._row = (self._row + by) % (len(self.PRESETS) + len(self.SHOWN))
        if self._option < 0:
            self._options = self.PRESETS[self._row]
        self.show_all()

    def action_change(self, by: int) -> None:
        if self._option >= 0:
            self._options = change_option(self._options, self._option, by)
        self._row = max(self._row, len(self.PRESETS))
        self.show_all()

    def action_make(self) -> None:
        self.note("")
        self.take(self._options)

    def take(self, options: PuzzleOptions) -> None:
        self.navigator.open_new(options, secrets.randbelow(MAX_SEED))

    def _preset_lines(self, _width: int, height: int) -> list[TextLine]:
        rows = [
            line(*_row(column(it.title, TITLE_WIDTH), is_current=index == self._row), *level_bar(it.band, max(Band)))
            for index, it in enumerate(self.PRESETS)
        ]
        return [*rows, line("  ", Span(MORE, "muted"))][:height]

    def _option_lines(self, width: int, height: int) -> list[TextLine]:
        options = option_rows(self._options)
        about = wrapped(with_drawn_signs(options[self._option].sentence), max(width, 1), "muted")
        shown = [(column(name, NAME_WIDTH), with_drawn_signs(value)) for name, value, _ in options[: len(self.SHOWN)]]
        rows = [
            _row(f"{name}‹ {value} ›", is_current=True) if index == self._option else line(*_row(name), f"  {value}")
            for index, (name, value) in enumerate(shown)
        ]
        return [*rows, BLANK, *about][: max(height, len(rows))]

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
        title = self._options.title
        facts = [Paragraph(techniques_text(self._options), "muted")]
        if expected_ms is not None:
            facts.insert(0, Paragraph(usual_text(expected_ms)))
        if puzzle.given_count:
            title += ", an example"
        else:
            facts.append(Paragraph("No example; Enter makes one.", "muted"))
        self.query_one("#preview", TextLines).show(self.painter.captioned(puzzle, *facts), title)


def _row(text: str, *, is_current: bool = False) -> TextLine:
    return line(Span(f"› {text}", "accent")) if is_current else line("  ", Span(text, "strong"))
