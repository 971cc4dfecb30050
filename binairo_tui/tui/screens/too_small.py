"""Screen shown while the terminal is too small for any other screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import ModalScreen

from binairo_tui.player.text import size_text
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.view.layout import LEAST_TERMINAL, is_too_small
from binairo_tui.tui.view.spans import wrapped
from binairo_tui.tui.widgets.text_lines import TextLines

if TYPE_CHECKING:
    from textual.app import ComposeResult


class TooSmallScreen(ModalScreen[None], BaseScreen[None]):
    """Shows the size that is needed. Clocks stop, as behind any other screen."""

    def compose(self) -> ComposeResult:
        yield TextLines()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def on_screen_resume(self) -> None:
        """Close if the terminal grew while another screen was in front of this one."""
        if not is_too_small(*self.app.size):
            self.dismiss()

    def _show(self) -> None:
        lines = self.query_one(TextLines)
        text = f"terminal too small: needs {size_text(*LEAST_TERMINAL)}"
        lines.show(wrapped(text, max(lines.size.width, 1)))
