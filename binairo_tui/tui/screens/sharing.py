"""Screen that shows a puzzle as text: to select in the terminal, copy to the clipboard, or write to a file."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from binairo_tui.engine import Position, Puzzle
from binairo_tui.player.text import size_text
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import file_writing, page
from binairo_tui.tui.view import shared_text, spans
from binairo_tui.tui.widgets import bars, drawing
from binairo_tui.tui.widgets.text_lines import TextLines

SENT = "Sent to your terminal's clipboard. If the text is not there, select it here."


class ShareScreen(page.PageScreen):
    """A puzzle as text in one format at a time.

    The texts in `first` come before the formats, and the game at `position` comes after them. The text starts in the
    first column of the screen, so that a selection in the terminal contains nothing else.
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SHARE, Scope.PAGE)
    AWAITED = (file_writing.FILE,)  # writing a file may lead to a question
    CONTEXT = FooterContext.SHARE
    NOTE_TONE = "normal"
    LEAST_NOTE_LINES = 1
    DEFAULT_CSS = """
    ShareScreen {
        & #format { width: 1fr; height: 2; padding: 0 1; }
        & > Note { padding: 0 1; }
    }
    """

    def __init__(
        self,
        navigator: Navigator,
        puzzle: Puzzle,
        first: Sequence[shared_text.SharedText] = (),
        position: Position | None = None,
    ) -> None:
        super().__init__(navigator)
        self._size_name = size_text(puzzle.width, puzzle.height)
        address = navigator.settings.page_address
        self._texts = [*first, *shared_text.shared_texts(puzzle, position, address)]
        if address and drawing.shows_halves(self.app):
            code = shared_text.qr_code(self._texts[-1].text, is_dark=self.app.current_theme.dark)
            self._texts += [code] if code else []
        self._index = 0

    def compose_body(self) -> ComposeResult:
        yield TextLines(id="format")
        yield from super().compose_body()

    @property
    def text(self) -> str:
        return self._texts[self._index].text

    def heading(self) -> tuple[str, ...]:
        return f"Share {self._size_name}", f"{self._index + 1} of {len(self._texts)}"

    def text_lines(self, width: int) -> list[spans.TextLine]:
        text, columns = self.text, self._texts[self._index].columns
        height = len(text.splitlines()) + 6  # lines of the screen above and below the text
        if columns and (columns > width or height > self.app.size.height):
            text = f"This needs a terminal of {columns}x{height}."
        return [spans.line(it) for it in shared_text.folded(text, width)]

    def show_all(self) -> None:
        super().show_all()
        title = spans.line(spans.Span(f"‹ {self._texts[self._index].title} ›", "accent"))
        self.query_one("#format", TextLines).show([title])
        self.query_one(bars.KeyFooter).show(self.CONTEXT, *self.navigator.surroundings.refused)

    def action_format(self, by: int) -> None:
        self._index = (self._index + by) % len(self._texts)
        self.query_one(VerticalScroll).scroll_home(animate=False, immediate=True)
        self.note("")
        self.show_all()

    def action_copy(self) -> None:
        """Send the text to the terminal, which does not report whether the text has reached the clipboard."""
        self.app.copy_to_clipboard(self.text)
        self.note(SENT)

    def action_file(self) -> None:
        data = f"{self.text}\n".encode()
        file_writing.ask_and_write(
            self, self.navigator, f"binairo-{self._size_name}.txt", lambda _: data, instead=": copy the text instead"
        )
