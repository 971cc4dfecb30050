"""Widgets that draw line by line. A frame draws, filters and styles only the columns that have changed."""

from collections.abc import Collection
from typing import Self

from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from binairo_tui.tui.widgets.role_styles import RoleStyles

Spans = Collection[tuple[int, int]]
"""Columns of a line, each given as (first column, column after the last)."""


class LaidOutWidget(Widget):
    """A widget that works out again what to show whenever its size changes."""

    _laid_out_for = Size()

    def _lay_out(self) -> None:
        """Work out what to show at the current size."""
        self._laid_out_for = self.size

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region, laid out for the current size, even if Textual has not reported it yet."""
        if self._laid_out_for != self.size:
            self._lay_out()
        return super().render_lines(crop)


class LineWidget(Widget):
    """A widget that implements `render_line` and uses no border, outline, hatch, tint, opacity, link or scrollbar.

    For other widgets, Textual looks up all these styles at every frame, filters every line between the first and the
    last change on the screen, and draws a line whole if any of its columns has changed.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        self._drawing: _Drawing | None = None
        self._sizes: tuple[Size, Size] | None = None
        super().__init__(id=id)
        self.role_styles = RoleStyles(self)

    @property
    def size(self) -> Size:
        """The size within the padding. Textual's own property is slower: it searches the layout of the whole screen."""
        outer = self.outer_size
        if self._sizes is None or self._sizes[0] != outer:
            self._sizes = outer, outer.region.shrink(self.styles.padding).size
        return self._sizes[1]

    def render_part(self, y: int, start: int, end: int) -> Strip:
        """Return the columns of a line from `start` up to `end`. Override this if it can be faster than a full line."""
        return self.render_line(y).crop(start, end)

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Draw regions again at the next frame; without regions, draw everything again."""
        if repaint and not regions:
            self.forget_lines()
        elif self._drawing is not None:
            self._drawing.mark(regions)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def forget_lines(self) -> None:
        """Draw every line again when it is next asked for."""
        self._drawing = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region, drawing only those that have changed."""
        if self._drawing is None or self._drawing.size != self.outer_size:
            self._drawing = _Drawing(self)
        strips = self._drawing.lines(crop.line_range)
        start, end = crop.column_span
        return strips if (start, end) == (0, self._drawing.size.width) else [strip.crop(start, end) for strip in strips]

    def notify_style_update(self) -> None:
        """Drop the styles, the size and the drawn lines, which a new theme or charset changes."""
        self.role_styles.clear()
        self._sizes = None
        self.forget_lines()
        super().notify_style_update()


class _Drawing:
    """The drawn and filtered lines of a widget, including its padding, for one size and one set of styles."""

    def __init__(self, widget: LineWidget) -> None:
        self.size = widget.outer_size
        self._widget = widget
        around, self._background = widget.background_colors
        self._blank = Style(background=around + self._background).rich_style
        self._filters = widget.get_line_filters()
        self._content = Region.from_offset(widget.content_offset, widget.size)
        self._lines: dict[int, Strip] = {}
        self._stale: dict[int, set[tuple[int, int]]] = {}

    def mark(self, regions: Collection[Region]) -> None:
        """Mark regions of the content to be drawn again when they are next asked for."""
        for region in regions:
            place = region.translate(self._content.offset)
            for y in place.line_range:
                self._stale.setdefault(y, set()).add(place.column_span)

    def lines(self, wanted: Collection[int]) -> list[Strip]:
        """Return the lines with the `wanted` numbers, drawing those that were not drawn or are stale."""
        for y in wanted:
            if y in self._stale or y not in self._lines:
                self._lines[y] = self._line(y, self._lines.get(y), self._stale.pop(y, ()))
        return [self._lines[y] for y in wanted]

    def _line(self, y: int, before: Strip | None, stale: Spans) -> Strip:
        """Return a line. If `before` is the line as last drawn, draw only its stale columns again."""
        width = self.size.width
        if before is None:
            return Strip(self._part(y, 0, width), width)
        spans = _joined(stale, width)
        kept = iter(Segment.divide(before, [*[x for span in spans for x in span], width]))
        segments: list[Segment] = next(kept, [])
        for (start, end), _, after in zip(spans, kept, kept, strict=False):
            segments += self._part(y, start, end) + after
        return Strip(segments, width)

    def _part(self, y: int, start: int, end: int) -> list[Segment]:
        x, top, width, height = self._content
        first, last = max(start, x), min(end, x + width)
        if not top <= y < top + height or first >= last:
            segments = [Segment(" " * (end - start), self._blank)]
        else:
            drawn = self._widget.render_part(y - top, first - x, last - x)
            segments = list(drawn.adjust_cell_length(last - first, self._blank))
            if start < first:
                segments.insert(0, Segment(" " * (first - start), self._blank))
            if last < end:
                segments.append(Segment(" " * (end - last), self._blank))
        for line_filter in self._filters:
            segments = line_filter.apply(segments, self._background)
        return segments


def _joined(spans: Spans, width: int) -> list[tuple[int, int]]:
    """Return the columns of all spans as sorted spans that do not touch one another, cut to a width."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted([(max(start, 0), min(end, width)) for start, end in spans]):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        elif start < end:
            joined.append((start, end))
    return joined
