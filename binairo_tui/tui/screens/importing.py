"""A puzzle from elsewhere: pasted or typed, read while one types, and played."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.containers import Horizontal
from textual.widgets import TextArea

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.formats import read_puzzle
from binairo_tui.formats.resume import progress_of
from binairo_tui.game.solutions import finding_solutions
from binairo_tui.processes.worker import Analysis, AsideError, analyse_aside
from binairo_tui.tui.keymap import FooterContext, Scope, keymap_of
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.terminal import put_cursor_into
from binairo_tui.tui.view.import_text import fault_lines, import_lines, invitation_lines, refusal_lines
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label
from binairo_tui.tui.widgets.puzzle_text import PuzzleText
from binairo_tui.tui.widgets.text_lines import Sheet

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from binairo_tui.formats import Imported
    from binairo_tui.tui.messages import Navigator

READ_DELAY = 0.2
"""Seconds that the text must rest before it is read."""


class ImportScreen(BaseScreen[None]):
    """A text, and beside it what it is taken for."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.IMPORT,)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-wide")]  # noqa: RUF012 - as Textual declares it
    DEFAULT_CSS = """
    ImportScreen {
        padding: 0 1;

        & > #heading { height: 2; text-style: bold; }
        & > #middle { height: 1fr; }
        & TextArea {
            width: 1fr; height: 1fr; border: none; padding: 0; background: $panel; color: $foreground;
            & .text-area--cursor-line { background: $panel; }
            & .text-area--gutter, & .text-area--cursor-gutter { color: $faint; background: $background; }
        }
        & #verdict { width: 32; height: 1fr; margin: 0 0 0 2; }
        &.-narrow > #middle { layout: vertical; }
        &.-narrow #verdict { width: 1fr; height: 8; margin: 1 0 0 0; }
        & > KeyFooter { padding: 0; }
    }
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        self._navigator = navigator
        self._refusal = ""
        self._fault: PuzzleFormatError | None = None
        self._imported: Imported | None = None
        self._analysis: Analysis | None = None
        self._number = 1

    def compose(self) -> ComposeResult:
        """Heading, text and verdict, keys."""
        yield Label("Import a puzzle", id="heading")
        with Horizontal(id="middle"):
            area = PuzzleText(show_line_numbers=True, compact=True)
            area.cursor_blink = False  # nothing moves by itself
            yield area
            yield Sheet(id="verdict")
        yield KeyFooter(FooterContext.IMPORT)

    def on_mount(self) -> None:
        """Begin to listen to the text."""
        self.query_one(TextArea).focus()

    def on_resize(self) -> None:
        """Wrap anew."""
        self.call_after_refresh(put_cursor_into, self.query_one(TextArea))
        self.call_after_refresh(self._show)

    def on_text_area_changed(self) -> None:
        """Read the text once it rests."""
        self._number = 1
        self._read_anew()

    def action_next(self) -> None:
        """Go to the next puzzle of the text, after the last one to the first."""
        self._number += 1
        self._read_anew()

    def on_puzzle_text_refused(self, message: PuzzleText.Refused) -> None:
        """Say why nothing was pasted; the text stays as it is."""
        self._refusal = message.reason
        self._show()

    def action_play(self) -> None:
        """Play what was read."""
        if self._imported is not None:
            band = self._analysis.band if self._analysis else ""
            found = self._imported
            begun = progress_of(found.puzzle, found.history, found.head)
            self._navigator.open_puzzle(found.puzzle, found.title or "imported", band, begun)

    def action_solutions(self) -> None:
        """Page through the solutions of what was read."""
        if self._imported is not None:
            puzzle = self._imported.puzzle
            self._navigator.go(Place.SOLUTIONS, puzzle, self._imported.title, finding_solutions(puzzle))

    def action_edit(self) -> None:
        """Take what was read into the editor."""
        if self._imported is not None:
            self._navigator.go(Place.EDITOR, self._imported.puzzle)

    def _read_anew(self) -> None:
        self._fault = self._imported = self._analysis = None
        self._refusal = ""
        self._show()
        self._read()

    @work(exclusive=True, group="read", exit_on_error=False)
    async def _read(self) -> None:
        """Read the text as it is now, and grade the puzzle: beside the keys."""
        await asyncio.sleep(READ_DELAY)
        text = self.query_one(TextArea).text
        if not text.strip():
            return
        try:
            self._imported = await asyncio.to_thread(read_puzzle, text, number=self._number)
        except PuzzleFormatError as error:
            self._fault = error
        self._show()
        if self._imported is not None and self._imported.solution_count == 1:
            try:
                self._analysis = await analyse_aside(self._imported.puzzle, lambda _: None)
            except (AsideError, OSError):
                self._analysis = Analysis(1)
            self._show()

    def _show(self) -> None:
        sheet = self.query_one("#verdict", Sheet)
        width = sheet.size.width
        if self._refusal:
            sheet.show(refusal_lines(self._refusal, width))
        elif self._fault is not None:
            sheet.show(fault_lines(self._fault, width))
        elif self._imported is not None:
            play, following = (keymap_of(self.app).key_of(f"import.{name}") for name in ("play", "next"))
            sheet.show(import_lines(self._imported, self._analysis, width, play_key=play, next_key=following))
        elif self.query_one(TextArea).text.strip():
            sheet.show(())
        else:
            sheet.show(invitation_lines(width))
