"""Questions shown on the last lines of another screen and answered by a key or by typing."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Input

from binairo_tui.player.text import plain
from binairo_tui.tui.keymap import FooterContext, Scope, keymap_of
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.view import import_text, spans
from binairo_tui.tui.widgets.text_lines import TextLines

_KEYS = (("Enter", "accept"), ("Esc", "back"))
"""The keys of a prompt and their words; Textual gives these keys to text fields."""


class BottomScreen(ModalScreen[ScreenResultType], BaseScreen[ScreenResultType]):
    """A sentence and the keys of a context, shown in front of the footer; the screen behind stays visible.

    The sentence and the keys share the last line if there is room, so that they do not cover the board. Subclasses
    include the app's scope in `SCOPES`, because a modal screen hides the bindings of the app.
    """

    DEFAULT_CSS = """
    BottomScreen {
        background: transparent;
        align: left bottom;

        & > TextLines { height: auto; padding: 0 1; background: $bar; }
    }
    """

    def __init__(self, text: str, context: FooterContext | None = None) -> None:
        super().__init__()
        self._text = text
        self._footer_context = context

    def compose(self) -> ComposeResult:
        yield TextLines(id="question")

    def on_mount(self) -> None:
        self.show_text(self._text)

    def cursor_place(self) -> Offset | None:
        return self.query("#question").first().content_region.offset

    def show_text(self, text: str) -> None:
        question = self.query_one("#question", TextLines)
        items = keymap_of(self.app).footer_items(self._footer_context) if self._footer_context else ()
        height = len(question.lines)
        question.show(lambda width, _height: question_lines(text, items, max(width, 1)))
        if len(question.lines) != height:
            question.refresh(layout=True)


def question_lines(text: str, items: Sequence[tuple[str, str]], width: int) -> list[spans.TextLine]:
    """Return a wrapped sentence and the keys with their words, on its last line or, without room, on another."""
    lines = spans.wrapped(text, width, "accent")
    keys = spans.line(
        *[span for key, word in items for span in (spans.Span(key, "accent"), spans.Span(f" {word}  ", "muted"))]
    )
    if not keys:
        return lines
    together = spans.line(*lines[-1], "   ", *keys) if lines else keys
    return [*lines[:-1], together] if cell_len(spans.plain_text(together).rstrip()) <= width else [*lines, keys]


class ConfirmScreen(BottomScreen[bool]):
    """Asks a question. The result is True for yes, False for no, and None if the player goes back."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.QUESTION, Scope.APP)

    def __init__(self, question: str) -> None:
        super().__init__(question, FooterContext.QUESTION)

    def action_answer(self, is_yes: bool) -> None:
        self.dismiss(is_yes)

    def on_key(self, event: events.Key) -> None:
        if self.command_for(event) is not None:
            return
        event.stop()
        keymap = keymap_of(self.app)
        self.show_text(f"{self._text} Press {keymap.key_of('question.yes')} or {keymap.key_of('question.no')}.")


class _LineInput(Input):
    """An input that refuses pastes that are too long. Its cursor does not blink: nothing moves by itself."""

    def on_mount(self) -> None:
        self.cursor_blink = False

    def on_paste(self, event: events.Paste) -> None:
        if import_text.size_fault(self.value + event.text):
            event.prevent_default()  # the screen says why


class PromptScreen(BottomScreen[str]):
    """Asks the player to type text. The result is the text that was entered, or None if the player goes back.

    Text is accepted only if `find_fault` returns an empty string for it.
    """

    DEFAULT_CSS = """
    PromptScreen {
        & > Input { width: 1fr; padding: 0 1 !important; background: $plate; }
    }
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.APP,)

    def __init__(self, question: str, value: str, find_fault: Callable[[str], str]) -> None:
        super().__init__(question)
        self._value = value
        self._find_fault = find_fault

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield _LineInput(self._value, select_on_focus=True, compact=True)
        keys = TextLines(id="keys")
        keys.show(lambda width, _height: question_lines("", _KEYS, max(width, 1)))
        yield keys

    def cursor_place(self) -> Offset | None:
        return self.query_one(Input).cursor_screen_offset

    def on_input_changed(self) -> None:
        self.show_text(self._text)

    def on_paste(self, event: events.Paste) -> None:
        self.show_text(import_text.size_fault(self.query_one(Input).value + event.text))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        fault = self._find_fault(message.value)
        if fault:
            self.show_text(plain(fault, 200))
        else:
            self.dismiss(message.value)
