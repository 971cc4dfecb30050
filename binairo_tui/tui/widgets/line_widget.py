"""Widgets that draw line by line: a frame draws, filters and styles only the lines that changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual._styles_cache import StylesCache
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.widgets.role_styles import RoleStyles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.style import Style
    from textual.color import Color
    from textual.geometry import Region


class LineCache(StylesCache):
    """Replaces `Widget._styles_cache` in widgets that use no border, outline, hatch, tint, opacity or link.

    Textual's own cache filters every line of a widget between the first and the last change on the screen, looks up all
    these styles at every frame, and draws a line whole if any of its columns has changed.
    """

    def __init__(self) -> None:
        super().__init__()
        self._dirty: dict[int, list[tuple[int, int]]] = {}
        """Maps lines to the columns to draw again, given as (first column, column after the last)."""
        self._pen: _Drawing | None = None

    def set_dirty(self, *regions: Region) -> None:
        """Draw these regions again at the next frame."""
        for region in regions:
            for y in region.line_range:
                self._dirty.setdefault(y, []).append(region.column_span)

    def clear(self) -> None:
        """Draw everything again at the next frame."""
        super().clear()
        self._dirty.clear()
        self._pen = None

    def render_widget(self, widget: Widget, crop: Region) -> list[Strip]:
        """Return the lines of a region of a widget."""
        region = widget.region
        width = region.width
        if width != self._width:
            self.clear()
            self._width = width
        stale = [y for y in crop.line_range if y in self._dirty or y not in self._cache]
        if stale:
            drawing = self._drawing(widget, region)
            for y in stale:
                self._cache[y] = drawing.line(y, self._cache.get(y), self._dirty.pop(y, ()))
        strips = [self._cache[y] for y in crop.line_range]
        return strips if crop.column_span == (0, width) else [strip.crop(*crop.column_span) for strip in strips]

    def is_made_for(self, region: Region) -> bool:
        """Return whether the widget was drawn in a region of this width."""
        return self._width == region.width

    def draw_changes(self, widget: Widget, region: Region) -> Iterator[tuple[int, int, Strip]]:
        """Draw what is dirty in the region of a widget; yield the line and first column of each part, and the part.

        The lines are drawn whole when they are next asked for.
        """
        drawing = self._drawing(widget, region)
        for y, dirty in self._dirty.items():
            self._cache.pop(y, None)
            if not 0 <= y < region.height:
                continue
            for start, end in _joined(dirty, self._width):
                yield y, start, Strip(drawing.part(y, start, end), end - start)
        self._dirty.clear()

    def _drawing(self, widget: Widget, region: Region) -> _Drawing:
        """Return what draws lines in a region with the current styles; `clear` drops it together with the lines."""
        if self._pen is None or self._pen.region != region:
            base, background = widget.background_colors
            self._pen = _Drawing(widget, region, background, self.get_inner_outer(base, background)[0].rich_style)
        return self._pen


class _Drawing:
    """Draws lines of a widget with its padding, filtered."""

    def __init__(self, widget: Widget, region: Region, background: Color, blank: Style) -> None:
        self.region = region
        self._widget, self._width, self._background, self._blank = widget, region.width, background, blank
        self._filters = widget.get_line_filters()
        self._content = widget.content_region.translate(-region.offset)

    def line(self, y: int, before: Strip | None, dirty: Sequence[tuple[int, int]]) -> Strip:
        """Return a line; outside the dirty columns, it is still as it was before, if it was drawn before."""
        width = self._width
        if before is None:
            return Strip(self.part(y, 0, width), width)
        spans = _joined(dirty, width)
        kept = iter(Segment.divide(before, [*[x for span in spans for x in span], width]))
        segments: list[Segment] = next(kept, [])
        for (start, end), _, after in zip(spans, kept, kept, strict=False):
            segments += self.part(y, start, end) + after
        return Strip(segments, width)

    def part(self, y: int, start: int, end: int) -> list[Segment]:
        """Return the columns of a line from `start` up to `end`."""
        x, top, width, height = self._content
        first, last = max(start, x), min(end, x + width)
        if not top <= y < top + height or first >= last:
            segments = [Segment(" " * (end - start), self._blank)]
        else:
            widget, line = self._widget, y - top
            if isinstance(widget, LineWidget):
                drawn = widget.render_part(line, first - x, last - x)
            else:
                drawn = widget.render_line(line).crop(first - x, last - x)
            segments = list(drawn.adjust_cell_length(last - first, self._blank))
            if start < first:
                segments.insert(0, Segment(" " * (first - start), self._blank))
            if last < end:
                segments.append(Segment(" " * (end - last), self._blank))
        for line_filter in self._filters:
            segments = line_filter.apply(segments, self._background)
        return segments


def _joined(spans: Sequence[tuple[int, int]], width: int) -> list[tuple[int, int]]:
    """Return the columns of all spans as sorted spans that do not touch one another, cut to a width."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted([(max(start, 0), min(end, width)) for start, end in spans]):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        elif start < end:
            joined.append((start, end))
    return joined


class LineWidget(Widget):
    """A widget that implements `render_line` and uses none of the styles that `LineCache` ignores."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._styles_cache = LineCache()
        self.role_styles = RoleStyles(self)

    def render_part(self, y: int, start: int, end: int) -> Strip:
        """Return the columns of a line from `start` up to `end`. Override it if this can be faster than a full line."""
        return self.render_line(y).crop(start, end)

    def notify_style_update(self) -> None:
        """Drop the styles and the drawn lines, which a new theme or charset changes."""
        self.role_styles.clear()
        self._styles_cache.clear()
        super().notify_style_update()
