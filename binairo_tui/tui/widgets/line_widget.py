"""Bases of widgets that draw line by line.

`LineWidget` saves a fifth of the CPU time of a key on a board: Textual looks up all styles of every widget at every
frame, and paints a line whole if any of its columns has changed.
"""

from collections.abc import Iterable
from typing import Self

from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.view.spans import TextLine, fitted
from binairo_tui.tui.widgets.role_styles import RoleStyles


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

    def strip(self, text_line: TextLine, ground: str = "") -> Strip:
        """Return a line as a strip of the widget's width; `ground` names a colour of the theme for its background."""
        width = self.size.width
        segment = self.role_styles.segment
        segments: Iterable[Segment] = [segment(text, tone) for text, tone in fitted(text_line, width)]
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
        """Return the columns of a line from `start` up to `end`. Override this if it can be faster than a full line."""
        return self.render_line(y).crop(start, end)

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Draw regions again at the next frame; without regions, draw everything again."""
        if repaint and not regions:
            self.forget_lines()
        self._stale += regions
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def forget_lines(self) -> None:
        """Draw every line again when it is next asked for."""
        self._drawn.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region, painting only what has changed."""
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
        """Drop the styles and the drawn lines, which a new theme or charset changes."""
        self.forget_lines()
        super().notify_style_update()
