"""Draws what a key has changed, and nothing around it.

For the same frame, Textual's compositor asks every widget on the lines between the first and the last change for all
its lines, and cuts each line at the edges of all widgets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual._compositor import CompositorUpdate
from textual.strip import Strip

from binairo_tui.tui.widgets.line_widget import LineCache

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console, ConsoleOptions, RenderResult
    from textual.geometry import Region
    from textual.widget import Widget

Part = tuple[int, int, Strip]
"""A line of the screen, the column at which a part of that line begins, and the part."""


class PartsUpdate(CompositorUpdate):
    """A frame that draws parts of lines."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts

    def render_segments(self, console: Console) -> str:
        """Return the frame as text for the terminal."""
        return "".join([f"\x1b[{y + 1};{x + 1}H{strip.render(console)}" for y, x, strip in self._parts])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for _, _, strip in self._parts:
            yield from strip


def can_paint(shown: Mapping[Widget, tuple[Region, Region]], widgets: set[Widget]) -> bool:
    """Return whether all of these widgets have a `LineCache`, are in full view, and nothing is drawn over them.

    `shown` maps the widgets on the screen, those in front first, to their regions and to the regions that clip them.
    """
    if not widgets <= shown.keys():
        return False
    in_front: list[Region] = []
    left = len(widgets)
    for widget, (region, clip) in shown.items():
        if widget in widgets:
            cache = widget._styles_cache  # noqa: SLF001 - Textual has no other way
            is_whole = isinstance(cache, LineCache) and cache.is_made_for(region) and clip.contains_region(region)
            if not is_whole or any(region.overlaps(other) for other in in_front):
                return False
            left -= 1
            if not left:
                return True
        in_front.append(region)
    return True


def painted(shown: Mapping[Widget, tuple[Region, Region]], widgets: set[Widget]) -> PartsUpdate:
    """Return a frame with the regions of these widgets that are due, from top to bottom."""
    parts: list[Part] = []
    for widget in widgets:
        region = shown[widget][0]
        cache = widget._styles_cache  # noqa: SLF001
        if isinstance(cache, LineCache):
            cache.set_dirty(*widget._exchange_repaint_regions())  # noqa: SLF001
            parts += [
                (region.y + line, region.x + start, strip) for line, start, strip in cache.draw_changes(widget, region)
            ]
    return PartsUpdate(sorted(parts, key=lambda part: part[:2]))
