"""Styles of the words that say what a character shows: roles of cells (`view.tiles`) and tones of text (`view.spans`).

They are made from the theme's colours as they are needed: style sheets with as many rules would delay the first frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style
from textual.color import Color

from binairo_tui.tui.view.tiles import EDGES, HALF

if TYPE_CHECKING:
    from textual.widget import Widget

    from binairo_tui.tui.view.tiles import Role


class Look(NamedTuple):
    """The colours of a word, as variables of the theme; empty ones are left as they are. `attributes` are Rich's."""

    ink: str = ""
    ground: str = ""
    attributes: str = ""


_OWN = {value: f"{value}-own-ink" for value in ("zero", "one")}
LOOKS: dict[str, Look] = {
    # Cells.
    "ground": Look("faint"),
    **{name: Look("faint", name) for name in ("empty", "empty-alt", "empty-dim")},
    **{value: Look(ink, f"{value}-own") for value, ink in _OWN.items()},
    **{f"{value}-given": Look(f"{value}-ink", f"{value}-given") for value in _OWN},
    **{f"{value}-{kind}": Look(ink, f"{value}-{kind}") for value, ink in _OWN.items() for kind in ("branch", "dim")},
    "wrong": Look("wrong-ink", "wrong"),
    "wrong-given": Look("wrong-given-ink", "wrong-given"),
    "given": Look(attributes="bold"),
    "branch": Look(attributes="italic"),
    "underlined": Look(attributes="underline"),
    "bracket": Look(),
    **dict.fromkeys(("noted", "mark", "asked"), Look(attributes="bold")),
    "reason": Look(attributes="bold underline"),
    # Around cells.
    "because": Look("foreground", attributes="bold"),
    "target": Look("mark", attributes="bold"),
    "cursor": Look("accent"),
    "held": Look("accent", "background", "bold reverse"),
    "sign": Look("foreground", attributes="bold"),
    "broken": Look("wrong-ink", "wrong"),
    "number": Look("faint"),
    "here": Look("foreground", attributes="bold"),
    "pointed": Look("accent", attributes="bold underline"),
    "counter": Look("muted"),
    "counter-zero": Look("zero"),
    "counter-one": Look("one"),
    "label-zero": Look("zero", attributes="bold"),
    "label-one": Look("one", attributes="bold"),
    "violated": Look("error", attributes="bold"),
    "done": Look("success"),
    "position": Look("muted"),
}
"""Maps the words of roles to their looks; later words of a role override earlier ones."""


class RoleStyles:
    """The styles of a widget's roles, on the background of the widget; `clear` them when that or the theme changes."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._styles: dict[tuple[Role, bool], Style] = {}

    def clear(self) -> None:
        """Forget the styles."""
        self._styles.clear()

    def style(self, role: Role, *, reverses_givens: bool = False) -> Style:
        """Return the style of a role: its words' looks added up.

        Block elements have two colours: that of the edge or of the tile, and that of the tile or of the screen.
        Without colours, givens are reversed if they have to stand out from gaps (`reverses_givens`).
        """
        key = role, reverses_givens
        style = self._styles.get(key)
        if style is None:
            style = self._styles[key] = self._made(role, reverses_givens=reverses_givens)
        return style

    def _made(self, role: Role, *, reverses_givens: bool) -> Style:
        no_color = self._widget.app.no_color
        ground = Style(bgcolor=self._widget.rich_style.bgcolor) + self._word("ground")
        style = ground
        for word in role:
            if word == HALF:
                colour = style.color if style.reverse else style.bgcolor
                is_seen = style.reverse or (colour != ground.bgcolor and not no_color)
                return Style(color=colour if is_seen else None, bgcolor=ground.bgcolor)
            if word in EDGES:
                return Style(color=self._word(word).color, bgcolor=style.bgcolor)
            style += self._word(word)
            if word == "given" and no_color and reverses_givens:
                style += Style(reverse=True)
        return style

    def _word(self, word: str) -> Style:
        ink, ground, attributes = LOOKS[word]
        colours = self._widget.app.theme_variables
        style = Style.parse(attributes) if attributes else Style()
        return style + Style(
            color=Color.parse(colours[ink]).rich_color if ink else None,
            bgcolor=Color.parse(colours[ground]).rich_color if ground else None,
        )
