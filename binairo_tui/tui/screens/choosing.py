"""What all list screens are: a heading, choices, a sentence if something went wrong, the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.screen import Screen

from binairo_tui.store import SaveState
from binairo_tui.tui.commands import Moment
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label
from binairo_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult

    from binairo_tui.tui.messages import SaveStatusChanged


class Choice(NamedTuple):
    """A line of a list, and what choosing it does."""

    text: str
    open: Callable[[], None]


class ChoosingScreen(Screen[None]):
    """Choices that are looked up anew whenever the screen comes to the front or a game was saved."""

    def __init__(self) -> None:
        super().__init__()
        self._choices: Sequence[Choice] = ()

    def heading(self) -> tuple[str, str]:
        """The first line: what stands left and right."""
        raise NotImplementedError

    def choices(self) -> Sequence[Choice]:
        """The choices as they are now."""
        raise NotImplementedError

    def first_choice(self) -> int:
        """Which choice is current at first."""
        return 0

    def compose(self) -> ComposeResult:
        """Heading, list, note, keys."""
        self._choices = self.choices()
        left, right = self.heading()
        yield Label(left, id="heading")
        yield Label(right, id="aside")
        yield Menu([choice.text for choice in self._choices], self.first_choice())
        yield Label(id="note")
        yield KeyFooter(Moment.LIST)

    def note(self, sentence: str) -> None:
        """Say one sentence under the list."""
        self.query_one("#note", Label).show(sentence)

    def reload(self) -> None:
        """Look everything up anew."""
        self._choices = self.choices()
        self.query_one("#heading", Label).show(self.heading()[0])
        self.query_one("#aside", Label).show(self.heading()[1])
        menu = self.query_one(Menu)
        menu.show([choice.text for choice in self._choices])
        menu.place_terminal_cursor()

    def on_screen_resume(self) -> None:
        """Show what has changed since."""
        self.reload()

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        """A game that was just left is now in the database."""
        if message.status.state is SaveState.SAVED:
            self.reload()

    def on_menu_opened(self, message: Menu.Opened) -> None:
        """Do what the chosen line does."""
        message.stop()
        self._choices[message.index].open()
