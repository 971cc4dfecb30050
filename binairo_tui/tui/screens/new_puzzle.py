"""Screen for choosing the kind of a new puzzle."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, ClassVar

from textual.geometry import Offset

from binairo_tui.player.puzzle_options import MAX_SEED, change_option, option_rows, options_from_settings
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.text_screen import TextScreen
from binairo_tui.tui.terminal import put_cursor
from binairo_tui.tui.view.spans import Span, column, line, wrapped
from binairo_tui.tui.widgets.text_lines import TextLines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from binairo_tui.player.puzzle_options import OptionRow
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.view.spans import TextLine

NAME_WIDTH = 12


class NewPuzzleScreen(TextScreen):
    """Rows of options, one of them current, and an explanation of its value."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.NEW,)
    CONTEXT = FooterContext.NEW
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-wide")]  # noqa: RUF012 - as Textual declares it
    DEFAULT_CSS = """
    NewPuzzleScreen {
        & #rows { width: 42; height: 1fr; }
        & #about { width: 1fr; max-width: 60; height: 1fr; }
        &.-narrow > #middle { layout: vertical; }
        &.-narrow #rows { width: 1fr; height: 7; }
    }
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._options = options_from_settings(navigator.settings)
        self._row = 0

    def compose_body(self) -> ComposeResult:
        yield TextLines(id="rows")
        yield TextLines(id="about")

    def heading(self) -> tuple[str, ...]:
        return ("New puzzle",)

    def show_all(self) -> None:
        super().show_all()
        rows, about = self.query_one("#rows", TextLines), self.query_one("#about", TextLines)
        options = option_rows(self._options)
        rows.show([self._row_line(index, row) for index, row in enumerate(options)])
        about.show(wrapped(options[self._row].sentence, max(about.size.width, 20), "muted"))
        put_cursor(self, rows.region.offset + Offset(2 + NAME_WIDTH, self._row))

    def action_step(self, by: int) -> None:
        self._row = (self._row + by) % len(option_rows(self._options))
        self.show_all()

    def action_change(self, by: int) -> None:
        self._options = change_option(self._options, self._row, by)
        self.note("")
        self.show_all()

    def action_make(self) -> None:
        self.note("")
        self.navigator.open_new(self._options, secrets.randbelow(MAX_SEED))

    def _row_line(self, index: int, row: OptionRow) -> TextLine:
        name = column(row.name, NAME_WIDTH)
        if index == self._row:
            return line(Span(f"› {name}‹ {row.value} ›", "accent"))
        return line("  ", Span(name, "strong"), f"  {row.value}")
