"""Screen that shows a puzzle as text: to select in the terminal, copy to the clipboard, or write to a file."""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from binairo_tui import files
from binairo_tui.engine import Position, Puzzle
from binairo_tui.files.atomic import atomic_write
from binairo_tui.player.text import plain, size_text
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import page, prompt
from binairo_tui.tui.view import shared_text, spans
from binairo_tui.tui.widgets.text_lines import TextLines

PNG = ".png"
"""The ending of the names of pictures."""
SENT = "Sent to your terminal's clipboard. If it is not there, select it here."


class ShareScreen(page.PageScreen):
    """A puzzle as text in one format at a time, with or without the player's values.

    The texts in `first` come before the formats. The text starts in the first column of the screen, so that a selection
    in the terminal contains nothing else.
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SHARE, Scope.PAGE)
    AWAITED = ("file",)  # writing it may lead to a question
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
        self, navigator: Navigator, puzzle: Puzzle, position: Position, first: Sequence[shared_text.SharedText] = ()
    ) -> None:
        super().__init__(navigator)
        self._size_name = size_text(puzzle.width, puzzle.height)
        self._is_begun = position != puzzle.givens
        self._texts = (*first, *shared_text.shared_texts(puzzle, position))
        self._index = 0
        self._has_values = False

    def compose_body(self) -> ComposeResult:
        yield TextLines(id="format")
        yield from super().compose_body()

    @property
    def text(self) -> str:
        """The text that is shown."""
        shared = self._shared
        return shared.game if self._has_values and shared.game else shared.text

    @property
    def _shared(self) -> shared_text.SharedText:
        return self._texts[self._index]

    def heading(self) -> tuple[str, ...]:
        return f"Share {self._size_name}", f"{self._index + 1} of {len(self._texts)}"

    def text_lines(self, width: int) -> list[spans.TextLine]:
        return [spans.line(it) for it in shared_text.folded(self.text, width)]

    def show_all(self) -> None:
        super().show_all()
        shared = self._shared
        state = ("  givens only", "  with your values")[self._has_values] if shared.game else ""
        title = plain(shared.title)

        def lines(width: int, _height: int) -> list[spans.TextLine]:
            shown = spans.cut(title, min(len(title), max(width - len(state) - len("‹  ›"), 1)))
            return [spans.line(spans.Span(f"‹ {shown} ›", "accent"), spans.Span(state, "muted"))]

        self.query_one("#format", TextLines).show(lines)

    def action_format(self, by: int) -> None:
        self._index = (self._index + by) % len(self._texts)
        self.query_one(VerticalScroll).scroll_home(animate=False, immediate=True)
        self.note("")
        self.show_all()

    def action_values(self) -> None:
        if not self._is_begun:
            self.note("You have not filled in anything yet.")
        elif not self._shared.game:
            self.note("This format can hold only the givens.")
        else:
            self._has_values = not self._has_values
            self.note("")
            self.show_all()

    def action_copy(self) -> None:
        """Send the text to the terminal, which does not report whether the text has reached the clipboard."""
        self.app.copy_to_clipboard(self.text)
        self.note(SENT)

    def action_file(self) -> None:
        if self.navigator.host:
            self.note("On a host no files can be written: copy the text instead.")
            return

        def find_fault(name: str) -> str:
            return "" if name.strip() else "Type the name of a file."

        name = f"binairo-{self._size_name}.txt"
        question = f"Write to which file?{f' A name that ends in {PNG} makes a picture.' if self._shared.png else ''}"
        self.app.push_screen(prompt.PromptScreen(question, name, find_fault), self._write)

    def _write(self, name: str | None, *, replaces: bool = False) -> None:
        if name is None:
            return
        text, png = self.text, self._shared.png if name.lower().endswith(PNG) else None

        def write(_is_cancelled: object) -> Iterator[Callable[[], None]]:
            """Write the file, and yield a function that reports the result or asks whether to replace a file."""
            try:
                data = png() if png else f"{text}\n".encode()
                sentence = f"Written: {write_file(name, data, replaces=replaces)}"
            except ImportError:
                sentence = f"A PNG needs Pillow: {files.installation.install_command('pillow')}"
            except FileExistsError:
                yield partial(self._confirm_replacing, name)
                return
            except OSError as error:
                sentence = f"Not written: {error.strerror or error}."
            yield partial(self.note, plain(sentence, 200))

        self.run_in_background("file", write, lambda go_on: go_on())

    def _confirm_replacing(self, name: str) -> None:
        replace = partial(self._write, name, replaces=True)
        self.navigator.confirm(
            f"Overwrite {plain(name, 26)}?", replace, otherwise=partial(self.note, "Nothing was written.")
        )


def write_file(name: str, data: bytes, *, replaces: bool = False) -> Path:
    """Write data to the file with this name, in which `~` is expanded; return its path.

    Raises FileExistsError if the file exists, unless `replaces`, and OSError if it cannot be written.
    """
    try:
        path = Path(name).expanduser()
        is_other = not S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        is_other = False
    except (RuntimeError, ValueError):
        raise OSError(0, "not a valid file name") from None
    if is_other:
        raise OSError(0, "something with this name exists and is not a file")
    if replaces:
        atomic_write(path, data)
        return path.absolute()
    with path.open("xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink()
            raise
    return path.absolute()
