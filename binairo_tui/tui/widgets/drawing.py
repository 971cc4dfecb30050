"""Bases of widgets that draw line by line, and the styles of words that say what a character shows.

The words are roles of cells (`view.tiles`) and tones of text (`view.spans`). Their styles are made from the theme's
colours when they are first needed, because style sheets with so many rules would delay the first frame. `LineWidget`
saves a fifth of the CPU time of a key press on a board. Textual's own widgets look up all their styles at every frame,
and paint a whole line if one of its columns has changed.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.terminal.output import AsciiFilter
from binairo_tui.tui.themes.own import ALTERNATE
from binairo_tui.tui.view import spans, tiles
from binairo_tui.tui.view.layout import UNJOINED_ZOOMS, WHOLE_ZOOMS, ZOOMS, Zooms

_ASCII_EDGES = str.maketrans(dict.fromkeys(tiles.BLOCKS[1:], "#"))
_LEVELS = {"level-1": 0.4, "level-2": 0.6, "level-3": 0.8}
"""Maps the tones that are shades of the colour `success` to the share of this colour; the rest is the background's."""

_BLACK = Color.parse("ansi_black").rich_color
SHADE = 0.12
"""The share of black or white in the backgrounds of values on every second joined cell, from 0 to 1."""
BLANK_SHADE = 0.25
"""The share of black or white in the backgrounds of dimmed blanks on every second joined cell. It is larger than
`SHADE`, because a small share would hardly change these backgrounds, which are almost black or white."""


class Look(NamedTuple):
    """What a word of a role or tone looks like: the colours of text and background, and attributes for Rich.

    A colour is a variable of the theme, or '' to leave the colour unchanged.
    """

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
    **dict.fromkeys(("bracket", tiles.DRAWN), Look()),
    **dict.fromkeys(("noted", "mark", "asked"), Look(attributes="bold")),
    "reason": Look(attributes="bold underline"),
    # Around cells.
    "because": Look("foreground", attributes="bold"),
    "target": Look("mark", attributes="bold"),
    "cursor": Look("accent"),
    "held": Look("accent", "background", "bold reverse"),
    "sign": Look("foreground", attributes="bold"),
    "broken": Look("wrong-ink", "wrong"),
    "grid": Look("edge"),
    "number": Look("faint"),
    "here": Look("accent", attributes="bold"),  # the same as the cursor, so that a move changes fewer styles
    "pointed": Look("accent", attributes="bold underline"),
    "counter": Look("muted"),
    "counter-zero": Look("zero"),
    "counter-one": Look("one"),
    "label-zero": Look("zero", attributes="bold"),
    "label-one": Look("one", attributes="bold"),
    "violated": Look("error", attributes="bold"),
    "done": Look("success"),
    "position": Look("muted"),
    "chosen": Look("accent", "plate", "bold"),
    # Days of a calendar.
    "day-solved": Look("foreground", "level-1"),
    "day-started": Look("one-own-ink", "one-own"),
    "day-open": Look("faint", "empty"),
    "day-selected": Look("foreground", attributes="bold reverse"),
}
"""Maps the words of roles to their looks; later words of a role override earlier ones."""
TONE_LOOKS: dict[str, Look] = {
    "normal": Look("foreground"),
    "strong": Look("foreground", attributes="bold"),
    "muted": Look("muted"),
    "faint": Look("faint"),
    "accent": Look("accent", attributes="bold"),
    "error": Look("error"),
    "failed": Look("error", attributes="bold"),
    "title": Look("muted", attributes="bold"),
    "edge": Look("edge"),
    "filled": Look("accent"),
    "done": Look("success"),
    **{value: Look(value) for value in _OWN},
    "bar": Look("zero-given"),
    "level-0": Look("empty-alt"),
    **{level: Look(level) for level in _LEVELS},
}


def is_in_ascii(app: App[Any]) -> bool:
    return any(isinstance(it, AsciiFilter) for it in app.get_line_filters())


def shows_halves(app: App[Any]) -> bool:
    """Return whether an app can show two colours in a character, one above the other."""
    return not (app.no_color or is_in_ascii(app))


def zooms_of(app: App[Any]) -> Zooms:
    """Return the sizes of cells that look right in the terminal of an app."""
    if not shows_halves(app):
        return UNJOINED_ZOOMS
    return WHOLE_ZOOMS if getattr(app, "has_seams", False) else ZOOMS


class RoleStyles:
    """The styles of a widget's roles and tones.

    Call `clear` when the background of the widget, the theme or the charset changes.
    """

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self.clear()

    def clear(self) -> None:
        self._styles: dict[tuple[spans.Tone, bool], Style] = {}
        self._halves: dict[spans.Tone, tuple[str, Style]] = {}
        self._ground: Style | None = None
        self._is_ascii: bool | None = None

    @property
    def is_ascii(self) -> bool:
        if self._is_ascii is None:
            self._is_ascii = is_in_ascii(self._widget.app)
        return self._is_ascii

    def segment(self, text: str, role: spans.Tone, *, reverses_givens: bool = False) -> Segment:
        """Return text in a tone or a role, with block elements replaced where they cannot be shown."""
        if role[0] == tiles.PIXELS:
            if role not in self._halves:
                self._halves[role] = self._half(self.style(role))
            block, style = self._halves[role]
            return Segment(block * len(text), style)
        style = self.style(role, reverses_givens=reverses_givens)
        if role[-1] == tiles.REST and (self.is_ascii or style.color is None):
            if self._widget.app.no_color:
                return Segment(" " * len(text), Style(reverse=style.color is not None))
            return Segment(" " * len(text), Style(bgcolor=style.color or style.bgcolor))
        if self.is_ascii and role[-1] == tiles.DRAWN:
            text = "".join([" " if character == " " else "#" for character in text])
        if self.is_ascii and role[-1] in tiles.EDGES and text.strip():
            if not self._widget.app.no_color:
                return Segment(" " * len(text), Style(bgcolor=style.color))
            text = text.translate(_ASCII_EDGES)
        return Segment(text, style)

    def _half(self, style: Style) -> tuple[str, Style]:
        """Return the character that shows two colours, one above the other, and its style.

        The character is an upper half, because in many fonts block elements miss the lower edge of the line by up to
        three pixels, but almost reach the upper edge. If the upper colour is the terminal's own background, the style
        is reversed, because that colour cannot be a text colour.
        """
        upper, lower = style.color, style.bgcolor
        if upper == lower:
            return " ", Style(bgcolor=lower)
        has_colour = upper is not None and not upper.is_default
        return "▀", style if has_colour else Style(color=lower, bgcolor=upper, reverse=True)

    def style(self, role: spans.Tone, *, reverses_givens: bool = False) -> Style:
        """Return a style. `reverses_givens` sets off givens from gaps on a terminal without colours."""
        key = role, reverses_givens
        style = self._styles.get(key)
        if style is None:
            if self._ground is None:  # Textual works it out anew each time, from the styles of all widgets around
                self._ground = Style(bgcolor=self._widget.rich_style.bgcolor)
            if isinstance(role, str):
                style = self._ground + self._style_of(TONE_LOOKS[role])
            else:
                style = self._combined(role, self._ground, reverses=reverses_givens)
            self._styles[key] = style
        return style

    def ground(self, variable: str) -> Style:
        return Style(bgcolor=self._colour(variable))

    def _colour(self, name: str) -> RichColor:
        """Return a colour of the theme, or a shade of its `success` colour where the terminal has shades."""
        colours = self._widget.app.theme_variables
        if name not in _LEVELS:
            return Color.parse(colours[name]).rich_color
        full = Color.parse(colours["success"])
        if self._widget.app.ansi_color:
            return full.rich_color
        return Color.parse(colours["background"]).blend(full, _LEVELS[name]).rich_color

    def _combined(self, role: tiles.Role, ground: Style, *, reverses: bool) -> Style:
        """Return the style of a role, which combines the styles of the words in the role.

        In a block element, the text colour is that of an edge or a tile, and the background is that of the tile or
        screen behind it.
        """
        ground += self._style_of(LOOKS["ground"])
        no_color = self._widget.app.no_color
        if role[0] == tiles.PIXELS:
            at = role.index(tiles.OVER)
            upper, lower = [self._filling(half, ground) for half in (role[1:at], role[at + 1 :])]
            return Style(color=upper, bgcolor=lower)
        style = ground
        for word in role:
            if word == tiles.REST:
                colour = style.color if style.reverse else style.bgcolor
                is_seen = style.reverse or (colour != ground.bgcolor and not no_color)
                part = Style(color=colour if is_seen else None, bgcolor=ground.bgcolor)
                return part + Style(reverse=True) if is_seen else part
            if word == tiles.ALT:
                alternate = f"{LOOKS[role[0]].ground}{ALTERNATE}"
                is_chosen = alternate in self._widget.app.theme_variables
                share = BLANK_SHADE if "empty-dim" in role else SHADE
                style += self.ground(alternate) if is_chosen else self._shaded(style, share)
                continue
            if word == tiles.INK:
                return Style(bgcolor=style.color)
            look = self._style_of(LOOKS[word])
            if word in tiles.EDGES:
                return Style(color=look.color, bgcolor=style.bgcolor)
            style += look
            if style.bold and style.color == _BLACK:
                style += Style(bold=False, underline=word == "given")  # many terminals show bold black as grey
            if word == "given" and no_color and reverses:
                style += Style(reverse=True)
        return style

    def _filling(self, role: tiles.Role, ground: Style) -> RichColor | None:
        """Return the colour that a role fills its place with: that of an edge, or the background of a tile."""
        style = self._combined(role, ground, reverses=False)
        return style.color if role[-1] in tiles.EDGES else style.bgcolor

    def _shaded(self, style: Style, share: float) -> Style:
        """Return a style with the background of `style`, moved by `share` (0 to 1) to black or white to set off text.

        A terminal's own colours have no shades, so for them the returned style changes nothing.
        """
        if not (style.color and style.bgcolor and style.bgcolor.triplet):
            return Style()
        ink, ground = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
        away = Color.parse("black" if ink.brightness > ground.brightness else "white")
        return Style(bgcolor=ground.blend(away, share).rich_color)

    def _style_of(self, look: Look) -> Style:
        ink, ground, attributes = look
        style = Style.parse(attributes) if attributes else Style()
        return style + Style(color=self._colour(ink) if ink else None, bgcolor=self._colour(ground) if ground else None)


class LaidOutWidget(Widget):
    """A widget that works out again what to show whenever its size changes."""

    _laid_out_for = Size()

    def _lay_out(self) -> None:
        self._laid_out_for = self.size

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region, laid out for the current size, even if Textual has not reported it yet."""
        if self._laid_out_for != self.size:
            self._lay_out()
        return super().render_lines(crop)


class ToneWidget(Widget):
    """Base of widgets that draw spans."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id, classes=classes)
        self.role_styles = RoleStyles(self)

    def strip(self, text_line: spans.TextLine, ground: str = "") -> Strip:
        """Return a line as a strip of the widget's width; `ground` names a colour of the theme for its background."""
        width = self.size.width
        segment = self.role_styles.segment
        segments: Iterable[Segment] = [segment(text, tone) for text, tone in spans.fitted(text_line, width)]
        if ground:
            segments = Segment.apply_style(segments, post_style=self.role_styles.ground(ground))
        return Strip(segments, width)

    def notify_style_update(self) -> None:
        """Drop the styles, which a new theme or charset changes."""
        self.role_styles.clear()
        super().notify_style_update()


class LineWidget(ToneWidget):
    """A widget that implements `render_line`, and uses no padding, border or other style than its background."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        self._drawn: dict[int, Strip] = {}
        self._drawn_size = Size()
        self._stale: list[Region] = []
        super().__init__(id=id, classes=classes)

    @property
    def size(self) -> Size:
        """The size. Textual's own property is slower: it searches the layout of the whole screen."""
        return self.outer_size

    def render_part(self, y: int, start: int, end: int) -> Strip:
        """Override this in a widget that can draw a part of a line faster than the whole line."""
        return self.render_line(y).crop(start, end)

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        if repaint and not regions:
            self.forget_lines()
        self._stale += regions
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def forget_lines(self) -> None:
        self._drawn.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        if not self._drawn or self._drawn_size != self.size:
            self.forget_lines()
            self._drawn_size = self.size
            self._blank = self.rich_style
            self._background = self.background_colors[1]
            self._filters = self.get_line_filters()
        width = self.size.width
        for y, span in dict.fromkeys([(y, region.column_span) for region in self._stale for y in region.line_range]):
            start, end = max(span[0], 0), min(span[1], width)
            if y in self._drawn and start < end:
                before, _, *after = Segment.divide(self._drawn[y], (start, end, width))
                self._drawn[y] = Strip([*before, *self._part(y, start, end), *(after[0] if after else ())], width)
        self._stale.clear()
        for y in crop.line_range:
            if y not in self._drawn:
                self._drawn[y] = Strip(self._part(y, 0, width), width)
        strips = [self._drawn[y] for y in crop.line_range]
        return strips if crop.column_span == (0, width) else [strip.crop(*crop.column_span) for strip in strips]

    def _part(self, y: int, start: int, end: int) -> list[Segment]:
        segments = list(self.render_part(y, start, end).adjust_cell_length(end - start, self._blank))
        for line_filter in self._filters:
            segments = line_filter.apply(segments, self._background)
        return segments

    def notify_style_update(self) -> None:
        self.forget_lines()
        super().notify_style_update()
