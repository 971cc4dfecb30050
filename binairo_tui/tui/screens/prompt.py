"""A question that is answered by typing, at the bottom of the screen it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.screen import ModalScreen
from textual.widgets import Input

from binairo_tui.player.text import plain
from binairo_tui.tui.keymap import Scope
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.terminal import put_cursor_into
from binairo_tui.tui.view.paste_limits import size_fault
from binairo_tui.tui.widgets.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult


class _LineInput(Input):
    """Leaves what is too long to the screen."""

    def _on_paste(self, event: events.Paste) -> None:
        if size_fault(self.value + event.text):
            event.prevent_default()


class PromptScreen(ModalScreen[str], BaseScreen[str]):
    """Gives what was typed once Enter is pressed and `fault_of` it is empty; nothing if it is left in another way."""

    DEFAULT_CSS = """
    PromptScreen {
        background: transparent;
        align: left bottom;

        & > Label { width: 1fr; padding: 0 1; color: $accent; background: $background; }
        & > Input { width: 1fr; padding: 0 1 !important; background: $panel; }
        & > #keys { color: $muted; }
    }
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.APP,)  # modal screens hide the app's

    def __init__(self, question: str, value: str, fault_of: Callable[[str], str]) -> None:
        super().__init__()
        self._question = question
        self._value = value
        self._fault_of = fault_of

    def compose(self) -> ComposeResult:
        """The question over a line to type in, and the keys."""
        yield Label(self._question, id="question")
        yield _LineInput(self._value, select_on_focus=True, compact=True)
        yield Label("Enter takes it  Esc goes back", id="keys")

    def on_resize(self) -> None:
        """The terminal's cursor goes where one types."""
        self.call_after_refresh(put_cursor_into, self.query_one(Input))

    def on_input_changed(self) -> None:
        """What was wrong may be right now."""
        self.query_one("#question", Label).show(self._question)

    def on_paste(self, event: events.Paste) -> None:
        """Something was too long to be taken."""
        self.query_one("#question", Label).show(size_fault(self.query_one(Input).value + event.text))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Give the answer, or say what is wrong with it."""
        fault = self._fault_of(message.value)
        if fault:
            self.query_one("#question", Label).show(plain(fault, 200))
        else:
            self.dismiss(message.value)
