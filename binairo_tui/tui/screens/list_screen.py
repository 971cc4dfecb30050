"""What all list screens are: a heading, choices, what the current one is about, a sentence if something went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.containers import Horizontal

from binairo_tui.store import SaveState
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label
from binairo_tui.tui.widgets.menu import Menu
from binairo_tui.tui.widgets.note import Note
from binairo_tui.tui.widgets.text_lines import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult

    from binairo_tui.tui.messages import SaveStatusChanged
    from binairo_tui.tui.view.spans import TextLine

PREVIEW_DELAY = 0.06
"""Seconds that a choice must be current before it is looked into: a held key runs past without reading any game."""


def nothing_to_see(width: int, height: int) -> Sequence[TextLine]:  # noqa: ARG001
    """The preview of a choice that says all by itself."""
    return ()


class Choice(NamedTuple):
    """A line of a list, what choosing it does, and what is shown beside it on so many columns and lines."""

    text: TextLine
    open: Callable[[], None]
    preview: Callable[[int, int], Sequence[TextLine]] = nothing_to_see


class ChoosingScreen(BaseScreen[None]):
    """Choices that are looked up anew whenever the screen comes to the front or a game was saved."""

    CONTEXT: ClassVar[FooterContext] = FooterContext.LIST
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (76, "-wide"), (120, "-vast")]  # noqa: RUF012 - as Textual declares it

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

    def footer_context(self) -> FooterContext:
        """What the footer speaks about."""
        return self.CONTEXT

    def compose(self) -> ComposeResult:
        """Heading, list and preview, note, keys."""
        self._choices = self.choices()
        left, right = self.heading()
        with Horizontal(id="top"):
            yield Label(left, id="heading")
            yield Label(right, id="aside")
        with Horizontal(id="middle"):
            yield Menu([choice.text for choice in self._choices], self.first_choice())
            yield Sheet(id="preview")
        yield Note(id="note")
        yield KeyFooter(self.footer_context())

    def note(self, sentence: str) -> None:
        """Say one sentence under the list."""
        self.query_one(Note).show(sentence)

    def reload(self) -> None:
        """Look everything up anew."""
        self._choices = self.choices()
        left, right = self.heading()
        self.query_one("#heading", Label).show(left)
        self.query_one("#aside", Label).show(right)
        menu = self.query_one(Menu)
        menu.show([choice.text for choice in self._choices])
        menu.place_terminal_cursor()
        self._show_current()

    @property
    def current_index(self) -> int:
        """Which choice the cursor is on, counted from 0; 0 also if there is none."""
        return self.query_one(Menu).current

    def go_to(self, index: int) -> None:
        """Have another choice under the cursor."""
        menu = self.query_one(Menu)
        menu.show(menu.lines, index)

    def on_screen_resume(self) -> None:
        """Show what has changed since."""
        self.reload()

    def on_resize(self) -> None:
        """The preview has another size."""
        self._look_soon()

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        """A game that was just left is now in the database. Behind another screen nothing is looked up or drawn."""
        if message.status.state is SaveState.SAVED and self.is_active:
            self.reload()

    def on_menu_moved(self, message: Menu.Moved) -> None:
        """Another choice, another preview."""
        message.stop()
        self._show_current()

    def on_menu_opened(self, message: Menu.Opened) -> None:
        """Do what the chosen line does; not for a key that was pressed while the next screen was on its way."""
        message.stop()
        if self.app.screen is not self:
            return
        self._choices[message.index].open()

    def on_menu_left(self, message: Menu.Left) -> None:
        """Go back; not from the first screen, where it would quit."""
        message.stop()
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()

    def _show_current(self) -> None:
        self.query_one(KeyFooter).show(self.footer_context())
        self._look_soon()

    def _look_soon(self) -> None:
        """Show the preview once the cursor rests."""
        index = self.current_index

        def look() -> None:
            if self.is_attached and index == self.current_index:
                self._look()

        self.set_timer(PREVIEW_DELAY, look)

    def _look(self) -> None:
        sheet, index = self.query_one("#preview", Sheet), self.current_index
        is_seen = index < len(self._choices) and sheet.size.width and sheet.size.height
        sheet.show(self._choices[index].preview(sheet.size.width, sheet.size.height) if is_seen else ())
