"""Widgets that draw line by line: a frame draws, filters and styles only the lines that changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual._styles_cache import StylesCache
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.style import Style
    from textual.geometry import Region


class LineCache(StylesCache):
    """Replaces `Widget._styles_cache` in widgets that use no border, outline, hatch, tint, opacity or link.

    Textual's own cache filters every line of a widget between the first and the last change on the screen, and looks up
    all these styles, at every frame.
    """

    def render_widget(self, widget: Widget, crop: Region) -> list[Strip]:
        """Return the lines of a region of a widget."""
        width = widget.region.width
        if width != self._width:
            self.clear()
            self._width = width
        stale = [y for y in crop.line_range if y in self._dirty_lines or y not in self._cache]
        if stale:
            self._cache.update(zip(stale, self._drawn(widget, stale), strict=True))
            self._dirty_lines.difference_update(stale)
        strips = [self._cache[y] for y in crop.line_range]
        return strips if crop.column_span == (0, width) else [strip.crop(*crop.column_span) for strip in strips]

    def _drawn(self, widget: Widget, lines: list[int]) -> Iterator[Strip]:
        base, background = widget.background_colors
        blank = self.get_inner_outer(base, background)[0].rich_style
        filters = widget.get_line_filters()
        width, height = widget.content_region.size
        top, right, _, left = widget.styles.padding
        for y in lines:
            if top <= y < top + height:
                content = widget.render_line(y - top).adjust_cell_length(width, blank)
                strip = Strip([Segment(" " * left, blank), *content, Segment(" " * right, blank)], self._width)
            else:
                strip = Strip.blank(self._width, blank)
            for line_filter in filters:
                strip = strip.apply_filter(line_filter, background)
            yield strip


class LineWidget(Widget):
    """A widget that implements `render_line` and uses none of the styles that `LineCache` ignores."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._styles_cache = LineCache()
        self._styles_by_component: dict[str, Style] = {}

    def component_style(self, name: str) -> Style:
        """Return the style of a component class; Textual's own cache is emptied by every refresh."""
        style = self._styles_by_component.get(name)
        if style is None:
            style = self._styles_by_component[name] = self.get_component_rich_style(name)
        return style

    def notify_style_update(self) -> None:
        """Drop the styles and the drawn lines, which a new theme or charset changes."""
        self._styles_by_component.clear()
        self._styles_cache.clear()
        super().notify_style_update()
