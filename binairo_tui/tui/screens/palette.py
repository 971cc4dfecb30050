"""The palette: every command that can be given now, found by typing a part of its name. Small: it opens at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.geometry import Offset
from textual.screen import ModalScreen

from binairo_tui.tui.keymap import COMMANDS, FooterContext, Scope, keymap_of
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.terminal import put_cursor
from binairo_tui.tui.view.spans import BLANK, Span, column, line, wrapped
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.text_lines import Sheet

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
"""At the bottom: a blank row, two of the sentence about the current command, its name."""
_MOVING = (Scope.BOARD, Scope.LIST, Scope.PAGE)


class Offer(NamedTuple):
    """A command, and the screen or widget that carries it out."""

    command: Command
    node: DOMNode


class PaletteScreen(ModalScreen[Offer], BaseScreen[Offer]):
    """Gives the chosen offer, or nothing if it is left."""

    DEFAULT_CSS = """
    PaletteScreen {
        background: transparent;
        align: right top;

        & > Sheet {
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
        self._found = self._offers
        self._typed = ""
        self._current = 0

    def compose(self) -> ComposeResult:
        """What is typed, and what is found, over the right side, beside the board."""
        yield Sheet()
        yield KeyFooter(FooterContext.PALETTE)

    def on_resize(self) -> None:
        """Show as much as finds room."""
        self.call_after_refresh(self._show)

    def on_key(self, event: events.Key) -> None:
        """Take what is typed."""
        if event.is_printable and event.character:
            event.stop()
            self._type(self._typed + event.character)

    def action_erase(self) -> None:
        """Take back the last character; without any, leave."""
        if self._typed:
            self._type(self._typed[:-1])
        else:
            self.dismiss()

    def action_step(self, by: int) -> None:
        """Go up or down the list; from the end to the start."""
        if self._found:
            self._current = (self._current + by) % len(self._found)
            self._show()

    def action_run(self) -> None:
        """Leave with the current command."""
        if self._found:
            self.dismiss(self._found[self._current])

    def action_close(self) -> None:
        """Leave without."""
        self.dismiss()

    def _type(self, typed: str) -> None:
        self._typed = typed[:40]
        self._found = matching(self._offers, self._typed)
        self._current = 0
        self._show()

    def _show(self) -> None:
        sheet = self.query_one(Sheet)
        rows = max(sheet.size.height - 1 - _ABOUT_ROWS, 1)
        first = max(min(self._current - rows // 2, len(self._found) - rows), 0)
        shown = [
            self._line(offer.command, is_current=first + index == self._current)
            for index, offer in enumerate(self._found[first : first + rows])
        ]
        shown = shown or [line(Span("No such command.", "muted"))]
        blanks = [BLANK] * (rows - len(shown))
        sheet.show([line(Span(_PROMPT, "muted"), self._typed), *shown, *blanks, *self._about(max(sheet.size.width, 1))])
        put_cursor(self, sheet.content_region.offset + Offset(len(_PROMPT) + len(self._typed), 0))

    def _about(self, width: int) -> list[TextLine]:
        """The current command's sentence, and the name by which `config.toml` gives it keys."""
        if not self._found:
            return []
        command = self._found[self._current].command
        sentence = wrapped(command.help, width)[: _ABOUT_ROWS - 2]
        return [BLANK, *sentence, line(Span(command.id, "muted"))]

    def _line(self, command: Command, *, is_current: bool) -> TextLine:
        keys = keymap_of(self.app).keys_text(command.id)
        title = column(command.title, TITLE_WIDTH)
        return line(Span(title + keys, "accent")) if is_current else line(title, Span(keys, "muted"))


def offers_on(screen: Screen[object]) -> list[Offer]:
    """The commands that can be given on a screen now, in the order of the registry, but ways of moving last."""
    nodes = {active.binding.id: active.node for active in screen.active_bindings.values() if active.enabled}
    offers = [Offer(it, nodes[it.id]) for it in COMMANDS if it.id in nodes and it.id != "app.palette"]
    return sorted(offers, key=lambda offer: offer.command.scope in _MOVING)


def matching(offers: Iterable[Offer], typed: str) -> tuple[Offer, ...]:
    """What something typed may mean, best first: it begins the title, or a word of it, is in it, is in the sentence."""
    wanted = typed.lower().strip()

    def rank(offer: Offer) -> int | None:
        title, sentence = offer.command.title.lower(), offer.command.help.lower()
        kinds = (title.startswith(wanted), f" {wanted}" in title, wanted in title, wanted in sentence)
        return next((place for place, is_so in enumerate(kinds) if is_so), None)

    ranked = [(place, offer) for offer in offers if (place := rank(offer)) is not None]
    return tuple([offer for _, offer in sorted(ranked, key=lambda it: it[0])])
