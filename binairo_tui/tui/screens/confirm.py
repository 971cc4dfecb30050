"""A question to be answered by yes or no, at the bottom of the screen it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.screen import ModalScreen

from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label

if TYPE_CHECKING:
    from textual.app import ComposeResult


class QuestionScreen(ModalScreen[bool], BaseScreen[bool]):
    """Gives True for yes, False for no; nothing if it is left in another way."""

    DEFAULT_CSS = """
    QuestionScreen {
        background: transparent;
        align: left bottom;

        & > #question { width: 1fr; margin: 0 0 1 0; padding: 0 1; color: $accent; background: $background; }
        & > KeyFooter { background: $background; }
    }
    """
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.QUESTION, Scope.APP)  # modal screens hide the app's

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question over the last lines, and the keys that answer it."""
        yield Label(self._question, id="question")
        yield KeyFooter(FooterContext.QUESTION)

    def action_answer(self, is_yes: bool) -> None:
        """Close with an answer."""
        self.dismiss(is_yes)
