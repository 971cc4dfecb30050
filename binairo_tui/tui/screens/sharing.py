"""A puzzle as text: to be copied by hand in any case, sent to the clipboard, or written to a file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal, VerticalScroll
from textual.message import Message

from binairo_tui.player.text import plain, size_text
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.terminal import put_cursor
from binairo_tui.tui.view.shared_text import SharedText, folded, shared_texts, write_text
from binairo_tui.tui.view.spans import Span, line
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label
from binairo_tui.tui.widgets.note import Note
from binairo_tui.tui.widgets.text_lines import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from binairo_tui.engine import Position, Puzzle
    from binairo_tui.tui.messages import Navigator

SENT = "Sent to the terminal's clipboard; if it is not there, copy it from here."


class ShareScreen(BaseScreen[None]):
    """The text of a puzzle in one format after the other, with what is filled in a position of it if that is wanted.

    The text begins in the first column: what the terminal selects of it holds nothing else.
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SHARE, Scope.PAGE)
    DEFAULT_CSS = """
    ShareScreen {
        & > #top { height: 1; padding: 0 1; }
        & #heading { width: 1fr; text-style: bold; }
        & #aside { width: 9; text-align: right; color: $muted; }
        & > #format { width: 1fr; height: 2; padding: 0 1; }
        & #text { width: 1fr; }
        & > VerticalScroll { height: 1fr; }
        & > #note { padding: 0 1; }
    }
    """

    class Ended(Message):
        """A file was written, or not; `tell` says so."""

        def __init__(self, tell: Callable[[], None]) -> None:
            super().__init__()
            self.tell = tell

    def __init__(self, _navigator: Navigator, puzzle: Puzzle, position: Position) -> None:
        super().__init__()
        self._size_name = size_text(puzzle.width, puzzle.height)
        self._is_begun = position != puzzle.givens
        self._texts = shared_texts(puzzle, position)
        self._index = 0
        self._has_values = False

    @property
    def text(self) -> str:
        """The text that is shown."""
        shared = self._shared
        return shared.game if self._has_values and shared.game else shared.text

    @property
    def _shared(self) -> SharedText:
        return self._texts[self._index]

    def compose(self) -> ComposeResult:
        """Heading, format, text, note, keys."""
        with Horizontal(id="top"):
            yield Label(f"Share {self._size_name}", id="heading")
            yield Label(id="aside")
        yield Sheet(id="format")
        with VerticalScroll(can_focus=False):
            yield Sheet(id="text")
        yield Note("normal", id="note")
        yield KeyFooter(FooterContext.SHARE)

    def on_screen_resume(self) -> None:
        """In front."""
        self._show()

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.call_after_refresh(self._show)

    def note(self, sentence: str) -> None:
        """Say one sentence under the text."""
        self.query_one(Note).show(sentence)

    # Commands.

    def action_format(self, by: int) -> None:
        """Show the text in another format."""
        self._index = (self._index + by) % len(self._texts)
        self.query_one(VerticalScroll).scroll_home(animate=False, immediate=True)
        self.note("")
        self._show()

    def action_values(self) -> None:
        """With what was filled, or without."""
        if not self._is_begun:
            self.note("Nothing is filled yet.")
        elif not self._shared.game:
            self.note("This format cannot keep givens and other values apart.")
        else:
            self._has_values = not self._has_values
            self.note("")
            self._show()

    def action_scroll(self, by: int) -> None:
        """Scroll half a page up or down."""
        view = self.query_one(VerticalScroll)
        view.scroll_relative(y=by * max(view.size.height // 2, 1), animate=False, immediate=True)

    def action_copy(self) -> None:
        """Send the text to the terminal, which may put it into its clipboard; it never says whether it does."""
        self.app.copy_to_clipboard(self.text)
        self.note(SENT)

    def action_file(self) -> None:
        """Ask for the name of a file."""
        from binairo_tui.tui.screens.prompt import PromptScreen

        name = f"binairo-{self._size_name}.txt"
        self.app.push_screen(PromptScreen("Write it to which file?", name, _fault_of), self._write)

    # Files.

    def _write(self, name: str | None, *, replaces: bool = False) -> None:
        if name is not None:
            put = partial(self._put, name, self.text, replaces=replaces)
            self.run_worker(put, thread=True, exclusive=True, exit_on_error=False)

    def _put(self, name: str, text: str, *, replaces: bool) -> None:
        """Write the file; runs in a thread."""
        try:
            path = write_text(name, text, replaces=replaces)
        except FileExistsError:
            self.post_message(self.Ended(partial(self._ask_to_replace, name)))
        except OSError as error:
            sentence = f"Not written: {error.strerror or error}."
            self.post_message(self.Ended(partial(self.note, plain(sentence, 200))))
        else:
            self.post_message(self.Ended(partial(self.note, plain(f"Written: {path}", 200))))

    def on_share_screen_ended(self, message: Ended) -> None:
        """Say what came of it."""
        message.tell()

    def _ask_to_replace(self, name: str) -> None:
        from binairo_tui.tui.screens.confirm import QuestionScreen

        def answer(is_wanted: bool | None) -> None:
            if is_wanted:
                self._write(name, replaces=True)
            else:
                self.note("Not written.")

        self.app.push_screen(QuestionScreen(f"Overwrite {plain(name, 26)}?"), answer)

    # What is seen.

    def _show(self) -> None:
        shared = self._shared
        top = self.query_one("#format", Sheet)
        state = ("  givens only", "  with your values")[self._has_values] if shared.game else ""
        title = plain(shared.format.title, max(top.size.width - len(state) - len("‹  ›"), 1))
        top.show([line(Span(f"‹ {title} ›", "accent"), Span(state, "muted"))])
        self.query_one("#aside", Label).show(f"{self._index + 1} of {len(self._texts)}")
        view, sheet = self.query_one(VerticalScroll), self.query_one("#text", Sheet)
        lines = folded(self.text, max(view.size.width, 1))
        sheet.styles.height = len(lines)
        sheet.show([line(text) for text in lines])
        put_cursor(self, view.region.offset)


def _fault_of(name: str) -> str:
    return "" if name.strip() else "Type the name of a file."
