"""A few sentences that the player must have seen, and what can be done about it: a line for each way."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.player.text import game_title, plain
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import OpenMode
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.view.spans import line, wrapped
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label
from binairo_tui.tui.widgets.menu import Menu
from binairo_tui.tui.widgets.text_lines import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.events import Resize

    from binairo_tui.store import SavedGame

SENTENCES_LENGTH = 1000
"""Characters that are shown: some of the sentences quote a path."""
WIDEST = 76


class Way(NamedTuple):
    """A line to choose, and what is done then, once the dialog is closed; None just closes it."""

    text: str
    go: Callable[[], None] | None = None


class DialogScreen(BaseScreen[None]):
    """Sentences under a heading, and ways to go on. Going back closes it like a way that does nothing."""

    DEFAULT_CSS = """
    DialogScreen {
        padding: 0 1;

        & > #heading { height: 2; text-style: bold; }
        & > Sheet { height: auto; }
        & > Menu { height: 1fr; margin: 1 0 0 0; }
        & > KeyFooter { padding: 0; }
    }
    """

    def __init__(self, heading: str, sentences: str, ways: Sequence[Way]) -> None:
        super().__init__()
        self._heading = heading
        self._sentences = plain(sentences, SENTENCES_LENGTH)
        self._ways = ways

    def compose(self) -> ComposeResult:
        """Heading, sentences, ways, keys."""
        yield Label(self._heading, id="heading")
        yield Sheet()
        yield Menu([line(way.text) for way in self._ways])
        yield KeyFooter(FooterContext.LIST)

    def on_resize(self, event: Resize) -> None:
        """Break the sentences anew."""
        lines = wrapped(self._sentences, max(min(event.size.width - 2, WIDEST), 1))
        sheet = self.query_one(Sheet)
        sheet.styles.height = len(lines)
        sheet.show(lines)

    def on_menu_opened(self, message: Menu.Opened) -> None:
        """Close, and go the way that was chosen."""
        message.stop()
        if self.app.screen is not self:
            return
        self.dismiss()
        go = self._ways[message.index].go
        if go:
            go()

    def on_menu_left(self, message: Menu.Left) -> None:
        """Close."""
        message.stop()
        self.dismiss()


def elsewhere_dialog(game: SavedGame, play: Callable[..., None]) -> DialogScreen:
    """Ask in which `mode` to `play` a game that another session plays."""
    title = game_title(game.puzzle.width, game.puzzle.height, game.title, game.band)
    return DialogScreen(
        "This game is open in another session",
        f"{title}. Taken over, it goes on here from its last saved move, and there it can only be looked at.",
        [
            Way("Take it over", partial(play, mode=OpenMode.TAKE_OVER)),
            Way("Look only", partial(play, mode=OpenMode.READ_ONLY)),
            Way("Back"),
        ],
    )


def damaged_dialog(damage: str, step_count: int, when: str, take: Callable[[], None]) -> DialogScreen:
    """Offer what the backup of some time has of a damaged game. `damage` is a clause."""
    steps = f"{step_count} step{'s' * (step_count != 1)}"
    return DialogScreen(
        "This game is damaged",
        f"{damage[:1].upper()}{damage[1:]}. The backup of {when} has it whole, {steps} long.",
        [Way("Play the copy of the backup", take), Way("Back")],
    )


def repaired_dialog(notice: str) -> DialogScreen:
    """Say what happened to a damaged file."""
    return DialogScreen("The file of games was repaired", notice, [Way("Go on")])


def unsaved_dialog(problem: str, leave: Callable[[], None]) -> DialogScreen:
    """Say that nothing can be saved, and offer to play all the same."""
    return DialogScreen(
        "Games cannot be kept",
        f"{problem} Should that change while you play, saving begins by itself.",
        [Way("Play without saving"), Way("Quit", leave)],
    )
