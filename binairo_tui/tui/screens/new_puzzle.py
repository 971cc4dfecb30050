"""A new puzzle: what kind of, and the way to have it made."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal
from textual.geometry import Offset

from binairo_tui.player.puzzle_options import MAX_SEED, change_option, option_rows, options_from_settings
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.terminal import put_cursor
from binairo_tui.tui.view.spans import Span, column, line, wrapped
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label
from binairo_tui.tui.widgets.text_lines import Sheet

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from binairo_tui.player.puzzle_options import OptionRow
    from binairo_tui.tui.messages import Navigator
    from binairo_tui.tui.view.spans import TextLine

NAME_WIDTH = 12


class NewPuzzleScreen(BaseScreen[None]):
    """Rows to change; what is chosen is remembered when a puzzle is made of it."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.NEW,)
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
        super().__init__()
        self._options = options_from_settings(navigator.settings)
        self._navigator = navigator
        self._row = 0

    def compose(self) -> ComposeResult:
        """Heading, rows and what the current one means, note, keys."""
        yield Label("New puzzle", id="heading")
        yield Label(id="aside")
        with Horizontal(id="middle"):
            yield Sheet(id="rows")
            yield Sheet(id="about")
        yield Label(id="note")
        yield KeyFooter(FooterContext.NEW)

    def on_screen_resume(self) -> None:
        """In front."""
        self._show()

    def on_resize(self) -> None:
        """Wrap anew."""
        self.call_after_refresh(self._show)

    def note(self, sentence: str) -> None:
        """Say one sentence under the rows."""
        self.query_one("#note", Label).show(sentence)

    def action_step(self, by: int) -> None:
        """Go to another row."""
        self._row = (self._row + by) % len(option_rows(self._options))
        self._show()

    def action_change(self, by: int) -> None:
        """Choose the next or the previous value of the row."""
        self._options = change_option(self._options, self._row, by)
        self.note("")
        self._show()

    def action_make(self) -> None:
        """Have the puzzle made and play it."""
        self.note("")
        self._navigator.open_new(self._options, secrets.randbelow(MAX_SEED))

    def _show(self) -> None:
        rows = option_rows(self._options)
        self.query_one("#rows", Sheet).show([self._row_line(index, row) for index, row in enumerate(rows)])
        about = self.query_one("#about", Sheet)
        about.show(wrapped(rows[self._row].sentence, max(about.size.width, 20), "muted"))
        put_cursor(self, self.query_one("#rows").region.offset + Offset(2 + NAME_WIDTH, self._row))

    def _row_line(self, index: int, row: OptionRow) -> TextLine:
        name = column(row.name, NAME_WIDTH)
        if index == self._row:
            return line(Span(f"› {name}‹ {row.value} ›", "accent"))
        return line("  ", Span(name, "strong"), f"  {row.value}")
