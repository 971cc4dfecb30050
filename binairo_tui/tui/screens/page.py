"""Screens that show scrolling text, including the help screen."""

from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Offset

from binairo_tui.player.text import RULES
from binairo_tui.tui.keymap import FooterContext, Keymap, Scope, command_of, keymap_of
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import palette, text_screen
from binairo_tui.tui.view.spans import BLANK, Span, TextLine, line
from binairo_tui.tui.widgets.text_lines import TextLines

KEYS_WIDTH = 18
STUCK = (
    "play.hint",
    "play.why",
    "play.check",
    "play.check-where",
    "play.last-good",
    "play.branch",
    "play.drop-branch",
    "play.keep-branch",
    "board.next-violation",
)
"""The ids of the commands that help a player who is stuck, the most useful first."""
OWN_SCOPES = (Scope.DRILL, Scope.STORM, Scope.EDITOR)
"""Scopes whose commands come before the rules in the help, because nobody can use their screens without them."""
SIGNS = (("=", "Binairo+: the two cells are equal."), ("×", "Binairo+: the two cells are different."))


class PageScreen(text_screen.TextScreen[None]):
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.PAGE,)
    CONTEXT = FooterContext.PAGE
    LEAST_NOTE_LINES = 0

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield TextLines(id="text")

    def text_lines(self, width: int) -> list[TextLine]:
        """Return the text, on lines of at most `width` columns."""
        raise NotImplementedError

    def show_all(self) -> None:
        super().show_all()
        self.query_one("#text", TextLines).show(lambda width, _height: self.text_lines(width))

    def cursor_place(self) -> Offset | None:
        return self.query_one(VerticalScroll).region.offset

    def action_scroll(self, by: int) -> None:
        """Scroll half a page down (`by` 1) or up (-1), which redraws less often than scrolling line by line."""
        self._scroll_lines(by * max(self.query_one(VerticalScroll).size.height // 2, 1))

    def action_page(self, by: int) -> None:
        """Scroll one line less than a page down (`by` 1) or up (-1), so that one line stays in view."""
        self._scroll_lines(by * max(self.query_one(VerticalScroll).size.height - 1, 1))

    def action_jump(self, index: int) -> None:
        text = self.query_one(VerticalScroll)
        text.scroll_to(y=text.max_scroll_y if index else 0, animate=False, immediate=True)

    def _scroll_lines(self, by: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False, immediate=True)


class HelpScreen(PageScreen):
    """The rules, then every command with its keys, beginning with the commands of the screen behind the help.

    In a game, the help begins with what helps a player who is stuck. In a drill, in Storm and in the editor, it begins
    with their keys.
    """

    TITLE = "Help"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._here = {offer.command.scope for offer in palette.offers_on(self.app.screen, moves=True)}

    def text_lines(self, width: int) -> list[TextLine]:
        own = [scope for scope in OWN_SCOPES if scope in self._here]
        others = sorted({*Scope} - {*own}, key=lambda scope: (scope not in self._here, [*Scope].index(scope)))
        first = _stuck_lines(keymap_of(self.app), width) if Scope.PLAY in self._here else self._key_lines(own, width)
        return [*first, *([BLANK] if first else []), *rules_lines(width), BLANK, *self._key_lines(others, width)]

    def _key_lines(self, scopes: Sequence[Scope], width: int) -> list[TextLine]:
        lines: list[TextLine] = []
        last: Scope | None = None
        for scope, keys, sentence in keymap_of(self.app).help_rows(scopes):
            if scope is not last:
                lines += [*([BLANK] if lines else []), line(Span(scope.value, "accent"))]
                last = scope
            lines += key_lines(keys, sentence, width)
        return lines


def _stuck_lines(keymap: Keymap, width: int) -> list[TextLine]:
    rows = [key_lines(keymap.keys_text(it), command_of(it).help, width) for it in STUCK if keymap.keys[it]]
    return [line(Span("If you are stuck", "accent")), *[it for row in rows for it in row]]


def key_lines(keys: str, sentence: str, width: int) -> list[TextLine]:
    indent = " " * (KEYS_WIDTH if width >= 2 * KEYS_WIDTH else 4)
    first, *others = wrap(f"  {keys:<15} {sentence}", width, subsequent_indent=indent)
    start = len(keys) + 2
    return [line(Span(first[:start], "strong"), first[start:]), *[line(it) for it in others]]


def rules_lines(width: int) -> list[TextLine]:
    lines = [line(Span("Rules", "accent"))]
    for rule in RULES:
        lines += [line(f"  {part}") for part in wrap(rule, max(width - 2, 1))]
    for sign, meaning in SIGNS:
        first, *others = wrap(meaning, max(width - 5, 1))
        lines.append(line("  ", Span(sign, "strong"), f"  {first}"))
        lines += [line(f"     {part}") for part in others]
    return lines
