"""Palette: the commands that can be given now, found by typing part of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.geometry import Offset
from textual.screen import ModalScreen

from binairo_tui.tui.keymap import COMMANDS, FooterContext, Scope, keymap_of
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.terminal import put_cursor
from binairo_tui.tui.view.spans import BLANK, Span, column, line, wrapped
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.text_lines import TextLines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import ComposeResult
    from textual.dom import DOMNode
    from textual.screen import Screen

    from binairo_tui.tui.keymap import Command
    from binairo_tui.tui.view.spans import TextLine

TITLE_WIDTH = 28
_PROMPT = ": "
_ABOUT_ROWS = 4
"""The last rows: a blank row, two rows of help for the current command, and its id."""
_MOVES = (Scope.BOARD, Scope.LIST, Scope.PAGE)


class Offer(NamedTuple):
    """A command, and the screen or widget that runs it."""

    command: Command
    node: DOMNode


class PaletteScreen(ModalScreen[Offer], BaseScreen[Offer]):
    """Dismisses with the chosen offer."""

    DEFAULT_CSS = """
    PaletteScreen {
        background: transparent;
        align: right top;

        & > TextLines {
            width: 48; max-width: 100%; height: 19; max-height: 100%;
            padding: 0 1; background: $plate; border-left: solid $muted;
        }
        & > KeyFooter { background: $background; }
    }
    """
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.PALETTE,)

    def __init__(self, offers: Iterable[Offer]) -> None:
        super().__init__()
        self._offers = tuple(offers)
        self._matches = self._offers
        self._typed = ""
        self._current = 0

    def compose(self) -> ComposeResult:
        yield TextLines()
        yield KeyFooter(FooterContext.PALETTE)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character:
            event.stop()
            self._type(self._typed + event.character)

    def action_erase(self) -> None:
        """Erase the last character; if there is none, close."""
        if self._typed:
            self._type(self._typed[:-1])
        else:
            self.dismiss()

    def action_step(self, by: int) -> None:
        if self._matches:
            self._current = (self._current + by) % len(self._matches)
            self._show()

    def action_run(self) -> None:
        if self._matches:
            self.dismiss(self._matches[self._current])

    def action_close(self) -> None:
        self.dismiss()

    def _type(self, typed: str) -> None:
        self._typed = typed[:40]
        self._matches = matching(self._offers, self._typed)
        self._current = 0
        self._show()

    def _show(self) -> None:
        lines = self.query_one(TextLines)
        rows = max(lines.size.height - 1 - _ABOUT_ROWS, 1)
        first = max(min(self._current - rows // 2, len(self._matches) - rows), 0)
        shown = [
            self._line(offer.command, is_current=first + index == self._current)
            for index, offer in enumerate(self._matches[first : first + rows])
        ]
        shown = shown or [line(Span("No such command.", "muted"))]
        blanks = [BLANK] * (rows - len(shown))
        lines.show([line(Span(_PROMPT, "muted"), self._typed), *shown, *blanks, *self._about(max(lines.size.width, 1))])
        put_cursor(self, lines.content_region.offset + Offset(len(_PROMPT) + len(self._typed), 0))

    def _about(self, width: int) -> list[TextLine]:
        """Return the sentence about the current command, and the id that `config.toml` uses for it."""
        if not self._matches:
            return []
        command = self._matches[self._current].command
        sentence = wrapped(command.help, width)[: _ABOUT_ROWS - 2]
        return [BLANK, *sentence, line(Span(command.id, "muted"))]

    def _line(self, command: Command, *, is_current: bool) -> TextLine:
        keys = keymap_of(self.app).keys_text(command.id)
        title = column(command.title, TITLE_WIDTH)
        return line(Span(title + keys, "accent")) if is_current else line(title, Span(keys, "muted"))


def offers_on(screen: Screen[object]) -> list[Offer]:
    """Return the commands that can be given on a screen now, in the order of COMMANDS but with moves last."""
    nodes = {active.binding.id: active.node for active in screen.active_bindings.values() if active.enabled}
    offers = [Offer(it, nodes[it.id]) for it in COMMANDS if it.id in nodes and it.id != "app.palette"]
    return sorted(offers, key=lambda offer: offer.command.scope in _MOVES)


def matching(offers: Iterable[Offer], typed: str) -> tuple[Offer, ...]:
    """Return the offers that match the typed text, best first.

    The text can match at the start of a title, at the start of a word, elsewhere in a title, or in the help sentence.
    """
    wanted = typed.lower().strip()

    def rank(offer: Offer) -> int | None:
        title, sentence = offer.command.title.lower(), offer.command.help.lower()
        kinds = (title.startswith(wanted), f" {wanted}" in title, wanted in title, wanted in sentence)
        return next((place for place, is_so in enumerate(kinds) if is_so), None)

    ranked = [(place, offer) for offer in offers if (place := rank(offer)) is not None]
    return tuple([offer for _, offer in sorted(ranked, key=lambda it: it[0])])
