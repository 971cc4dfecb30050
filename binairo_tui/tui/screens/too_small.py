"""What stands on a terminal too small for anything else, until it grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import ModalScreen

from binairo_tui.player.text import size_text
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.view.layout import LEAST_TERMINAL, is_too_small
from binairo_tui.tui.view.spans import wrapped
from binairo_tui.tui.widgets.text_lines import Sheet

if TYPE_CHECKING:
    from textual.app import ComposeResult


class TooSmallScreen(ModalScreen[None], BaseScreen[None]):
    """Says what is needed. Clocks stand still meanwhile, as under any other screen."""

    def compose(self) -> ComposeResult:
        """The sentence."""
        yield Sheet()

    def on_resize(self) -> None:
        """Say it again, broken as the width asks."""
        self.call_after_refresh(self._show)

    def on_screen_resume(self) -> None:
        """Something that stood above this is gone; the terminal may have grown meanwhile."""
        if not is_too_small(*self.app.size):
            self.dismiss()

    def _show(self) -> None:
        text = f"terminal too small: needs {size_text(*LEAST_TERMINAL)}"
        sheet = self.query_one(Sheet)
        sheet.show(wrapped(text, max(sheet.size.width, 1)))
