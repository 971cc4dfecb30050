"""Questions on the last lines of the screen behind them, answered by a key or by typing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Input

from binairo_tui.player.text import plain
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.terminal import put_cursor_into
from binairo_tui.tui.view.import_text import size_fault
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.heading import Heading

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult


class BottomScreen(ModalScreen[ScreenResultType], BaseScreen[ScreenResultType]):
    """A line of text above the keys of a context; the screen behind it stays visible.

    Subclasses include the app's scope in `SCOPES`, because a modal screen hides the bindings of the app.
    """

    DEFAULT_CSS = """
    BottomScreen {
        background: transparent;
        align: left bottom;

        & > Heading { background: $background; }
        & > Heading > .heading--title { color: $accent; text-style: none; }
        & > KeyFooter { margin: 1 0 0 0; background: $background; }
    }
    """

    def __init__(self, text: str, context: FooterContext) -> None:
        super().__init__()
        self._text = text
        self._footer_context = context

    def compose(self) -> ComposeResult:
        yield Heading(self._text)
        yield KeyFooter(self._footer_context)

    def show_text(self, text: str) -> None:
        """Replace the line of text."""
        self.query(Heading).first().show(text)


class ConfirmScreen(BottomScreen[bool]):
    """Asks a question; dismisses with True for yes and False for no."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.QUESTION, Scope.APP)

    def __init__(self, question: str) -> None:
        super().__init__(question, FooterContext.QUESTION)

    def action_answer(self, is_yes: bool) -> None:
        self.dismiss(is_yes)


class _LineInput(Input):
    """An input that refuses pastes that are too long."""

    def _on_paste(self, event: events.Paste) -> None:
        if size_fault(self.value + event.text):
            event.prevent_default()  # the screen says why


class PromptScreen(BottomScreen[str]):
    """Asks for a text; dismisses with it when it is entered and `find_fault` returns an empty string.

    While the player types, what `describe` says of the text is shown in place of the question, unless it is empty.
    """

    DEFAULT_CSS = """
    PromptScreen {
        & > Input { width: 1fr; padding: 0 1 !important; background: $panel; }
        & > #keys > .heading--title { color: $muted; }
    }
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.APP,)

    def __init__(
        self, question: str, value: str, find_fault: Callable[[str], str], describe: Callable[[str], str] | None = None
    ) -> None:
        super().__init__(question, FooterContext.QUESTION)
        self._value = value
        self._describe = describe
        self._find_fault = find_fault

    def compose(self) -> ComposeResult:
        yield Heading(self._text)
        yield _LineInput(self._value, select_on_focus=True, compact=True)
        yield Heading("Enter accepts  Esc goes back", id="keys")

    def on_resize(self) -> None:
        self.call_after_refresh(put_cursor_into, self.query_one(Input))

    def on_input_changed(self, message: Input.Changed) -> None:
        self.show_text((self._describe and self._describe(message.value)) or self._text)

    def on_paste(self, event: events.Paste) -> None:
        self.show_text(size_fault(self.query_one(Input).value + event.text))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        fault = self._find_fault(message.value)
        if fault:
            self.show_text(plain(fault, 200))
        else:
            self.dismiss(message.value)
