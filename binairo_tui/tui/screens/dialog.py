"""Dialogs with sentences and a choice of replies, and the notice that the terminal is too small."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Offset
from textual.screen import ModalScreen

from binairo_tui.engine.wording import sentence
from binairo_tui.player.text import backup_text, game_title, plain, size_text
from binairo_tui.store.games import SavedGame
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import OpenMode
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.view import layout, spans
from binairo_tui.tui.widgets import footer, menu, text_lines
from binairo_tui.tui.widgets.heading import Heading

MAX_LENGTH = 1000
"""The maximum length of a dialog's sentences, in characters; some of them quote a path."""


class Reply(NamedTuple):
    """A reply that the player can choose: its text, and the function, if any, to call after the dialog has closed."""

    text: str
    go: Callable[[], None] | None = None


class DialogScreen(BaseScreen[None]):
    """Sentences under a heading, with replies to choose from.

    Going back closes the dialog and does nothing else. If `leave` is given, going back calls it instead.
    """

    DEFAULT_CSS = """
    DialogScreen {
        & > Container {
            height: 1fr; align: center middle;
            & > Container { width: 100%; max-width: 80; height: auto; padding: 0 1; }
        }
        & TextLines { height: auto; }
        & Menu { height: auto; margin: 1 0 0 0; }
    }
    """

    def __init__(
        self, heading: str, sentences: str, replies: Sequence[Reply], *, leave: Callable[[], None] | None = None
    ) -> None:
        super().__init__()
        self._leave = leave
        self._heading = heading
        self._sentences = plain(sentences, MAX_LENGTH)
        self._replies = replies

    def compose(self) -> ComposeResult:
        sentences = text_lines.TextLines()
        sentences.show(lambda width, _height: spans.wrapped(self._sentences, max(width, 1)))
        yield Heading(self._heading)
        with Container(), Container():
            yield sentences
            yield menu.Menu([spans.line(reply.text) for reply in self._replies])
        yield footer.KeyFooter(FooterContext.LAST_DIALOG if self._leave else FooterContext.DIALOG)

    def cursor_place(self) -> Offset | None:
        return self.query_one(menu.Menu).cursor_place

    def confirm_leave(self) -> bool:
        if self._leave:
            self._leave()
        return not self._leave

    def on_menu_opened(self, message: menu.Menu.Opened) -> None:
        message.stop()
        if self.app.screen is not self:
            return
        self.dismiss()
        go = self._replies[message.index].go
        if go:
            go()

    def on_menu_left(self, message: menu.Menu.Left) -> None:
        message.stop()
        if not self._leave:
            self.dismiss()


class TooSmallScreen(ModalScreen[None], BaseScreen[None]):
    """Shows the size that the terminal needs to have. Game clocks stop while it is shown."""

    def compose(self) -> ComposeResult:
        yield text_lines.TextLines()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def on_screen_resume(self) -> None:
        """Close if the terminal grew while another screen was in front of this one."""
        if not layout.is_too_small(*self.app.size):
            self.dismiss()

    def _show(self) -> None:
        lines = self.query_one(text_lines.TextLines)
        text = f"terminal too small: needs {size_text(*layout.LEAST_TERMINAL)}"
        lines.show(spans.wrapped(text, max(lines.size.width, 1)))


def elsewhere_dialog(game: SavedGame, play: Callable[..., None]) -> DialogScreen:
    """Return a dialog about a game that is open in another session; replies that open it call `play` with a `mode`."""
    title = game_title(game.puzzle.width, game.puzzle.height, game.title, game.band)
    return DialogScreen(
        "This game is open in another session",
        f"{title}. If you take it over, you continue here from the last saved move, and it becomes read-only there.",
        [
            Reply("Take over", partial(play, mode=OpenMode.TAKE_OVER)),
            Reply("Open read-only", partial(play, mode=OpenMode.READ_ONLY)),
            Reply("Back"),
        ],
    )


def not_one_solution_dialog(count: int, play: Callable[[], None]) -> DialogScreen:
    """Return a dialog that asks whether to play a puzzle with no solution (`count` 0) or more than one."""
    heading, consequence = (
        ("This puzzle has more than one solution", "You will have to guess, and the puzzle will have no difficulty.")
        if count
        else ("This puzzle has no solution", "The game could never be finished.")
    )
    return DialogScreen(heading, consequence, [Reply("Back to the editor"), Reply("Play it anyway", play)])


def damaged_dialog(damage: str, step_count: int, when: str, take: Callable[[], None]) -> DialogScreen:
    """Return a dialog about `damage`, a clause, that offers a backup's copy with so many steps; `take` accepts it."""
    return DialogScreen(
        "This game is damaged",
        f"{sentence(damage)} {backup_text(when, step_count)}",
        [Reply("Play the copy from the backup", take), Reply("Back")],
    )


def repaired_dialog(notice: str) -> DialogScreen:
    return DialogScreen("Your saved games were repaired", notice, [Reply("Continue")])


def unsaved_dialog(problem: str, leave: Callable[[], None]) -> DialogScreen:
    """Return a dialog with the sentence `problem`, which says why nothing can be saved."""
    return DialogScreen(
        "Games cannot be saved",
        f"{problem} If the problem is solved while you play, saving starts automatically.",
        [Reply("Play without saving"), Reply("Quit", leave)],
        leave=leave,
    )
