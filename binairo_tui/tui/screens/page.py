"""Pages of text that scroll: the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll
from textual.widgets import Static

from binairo_tui.tui.keymap import FooterContext, Scope, keymap_of
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.screens.palette import offers_on
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.label import Label

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from binairo_tui.tui.messages import Navigator


MARGINS = 2
"""Columns at the edges that stay blank."""
KEYS_WIDTH = 18
"""Columns before the sentence of a command."""


class PageScreen(BaseScreen[None]):
    """A heading and lines of text."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.PAGE,)

    def heading(self) -> tuple[str, str]:
        """The first line: what stands left and right."""
        raise NotImplementedError

    def lines(self, width: int) -> list[str]:
        """The text, on lines of at most `width` columns."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Heading, text, keys."""
        left, right = self.heading()
        yield Label(left, id="heading")
        yield Label(right, id="aside")
        with VerticalScroll(can_focus=False):
            yield Static(self._text(), markup=False)
        yield KeyFooter(FooterContext.PAGE)

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.query_one(Static).update(self._text())

    def _text(self) -> str:
        return "\n".join(self.lines(max(self.app.size.width - MARGINS, KEYS_WIDTH)))

    def action_scroll(self, by: int) -> None:
        """Scroll half a page up or down: less often is cheaper over a slow line."""
        text = self.query_one(VerticalScroll)
        text.scroll_relative(y=by * max(text.size.height // 2, 1), animate=False, immediate=True)


class HelpScreen(PageScreen):
    """Every command with its keys, those of the screen in front first."""

    def __init__(self, _navigator: Navigator) -> None:
        super().__init__()
        self._here = {offer.command.scope for offer in offers_on(self.app.screen)}

    def heading(self) -> tuple[str, str]:
        """The title; nothing on the right."""
        return "Keys", ""

    def lines(self, width: int) -> list[str]:
        """Scope by scope, a line or more for each command."""
        # Imported here, so that no start waits for it.
        from textwrap import wrap

        lines: list[str] = []
        last: Scope | None = None
        scopes = sorted(Scope, key=lambda scope: scope not in self._here)
        for scope, keys, sentence in keymap_of(self.app).help_rows(scopes):
            if scope is not last:
                lines += ["", scope.value] if lines else [scope.value]
                last = scope
            indent = " " * (KEYS_WIDTH if width >= 2 * KEYS_WIDTH else 4)
            lines += wrap(f"  {keys:<15} {sentence}", width, subsequent_indent=indent)
        return lines
