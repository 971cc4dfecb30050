"""Screens that show scrolling text, including the help screen."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll

from binairo_tui.tui.keymap import FooterContext, Scope, keymap_of
from binairo_tui.tui.screens.palette import offers_on
from binairo_tui.tui.screens.text_screen import TextScreen
from binairo_tui.tui.view.spans import line
from binairo_tui.tui.widgets.text_lines import TextLines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from binairo_tui.tui.messages import Navigator

KEYS_WIDTH = 18
"""Columns before the sentence of a command."""


class PageScreen(TextScreen):
    """A text that scrolls."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.PAGE,)
    CONTEXT = FooterContext.PAGE
    LEAST_NOTE_LINES = 0

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield TextLines(id="text")

    def text_lines(self, width: int) -> list[str]:
        """Return the text, on lines of at most `width` columns."""
        raise NotImplementedError

    @property
    def text_width(self) -> int:
        """The width available for the text, in columns."""
        return max(self.app.size.width - self.styles.padding.width, KEYS_WIDTH)

    def show_all(self) -> None:
        super().show_all()
        text, lines = self.query_one("#text", TextLines), self.text_lines(self.text_width)
        text.styles.height = len(lines)
        text.show([line(it) for it in lines])

    def action_scroll(self, by: int) -> None:
        """Scroll by half a page, which redraws less often over a slow line than scrolling by lines."""
        text = self.query_one(VerticalScroll)
        text.scroll_relative(y=by * max(text.size.height // 2, 1), animate=False, immediate=True)


class HelpScreen(PageScreen):
    """Every command with its keys, starting with those of the screen that help was called from."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._here = {offer.command.scope for offer in offers_on(self.app.screen)}

    def heading(self) -> tuple[str, ...]:
        return ("Keys",)

    def text_lines(self, width: int) -> list[str]:
        lines: list[str] = []
        last: Scope | None = None
        indent = " " * (KEYS_WIDTH if width >= 2 * KEYS_WIDTH else 4)
        scopes = sorted(Scope, key=lambda scope: scope not in self._here)
        for scope, keys, sentence in keymap_of(self.app).help_rows(scopes):
            if scope is not last:
                lines += ["", scope.value] if lines else [scope.value]
                last = scope
            lines += wrap(f"  {keys:<15} {sentence}", width, subsequent_indent=indent)
        return lines
