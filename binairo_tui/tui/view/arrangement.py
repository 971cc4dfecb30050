"""Arrangement of a board and its panel on a screen, in columns and lines of characters.

The panel is beside the board, or below it if the board would otherwise have to scroll or have the smallest cells.
"""

from collections.abc import Sequence
from typing import NamedTuple

from binairo_tui.engine import Puzzle
from binairo_tui.tui.view.layout import ZOOMS, Area, BoardLayout, Zoom, fit, least_lines, zooms_for

LEAST_WIDTH = 26
"""The minimum width of a panel in which sentences are easy to read."""
PLAIN_WIDTH = 34
"""The maximum width of a panel without a frame."""
FRAMED_WIDTH = (36, 46)
"""The minimum and maximum width of a panel with a frame."""
FRAMED_HEIGHT = 14
"""The minimum height of a panel with a frame."""
ROOM_FOR_FRAME = 100
"""The minimum width of a screen whose panel has a frame."""
BRIEF = 3
"""The maximum height of a panel below a board."""
_GAP = 2
"""Columns between board and panel."""
_ROOM_FOR_BRIEF = 14
"""The minimum height of a screen on which a panel below a scrolling board gets `BRIEF` lines."""


class Arrangement(NamedTuple):
    """The areas of a board and its panel, and the layout of the board within its area."""

    board: Area
    panel: Area
    layout: BoardLayout


def arrange(
    puzzle: Puzzle,
    width: int,
    height: int,
    *,
    zoom: Zoom | None = None,
    counters: bool = True,
    zooms: Sequence[Zoom] = ZOOMS,
) -> Arrangement:
    """Return the arrangement of a board and its panel on `width` columns and `height` lines.

    The other arguments are those of `layout.fit`. The areas are valid only if the terminal is large enough for the
    screens (see `layout.is_too_small`).
    """
    is_framed = width >= ROOM_FOR_FRAME and height >= FRAMED_HEIGHT
    least = FRAMED_WIDTH[0] if is_framed else LEAST_WIDTH
    beside = fit(puzzle, width - least - 2 * _GAP, height, zoom=zoom, counters=counters, zooms=zooms)
    lines = _lines_below(puzzle, height)
    below = fit(puzzle, width - 2, height - lines, zoom=zoom, counters=counters, zooms=zooms)
    is_whole = beside.view_columns == beside.columns and (zoom is not None or beside.zoom != zooms_for(puzzle)[-1])
    if not is_whole and _rank(below) > _rank(beside):
        return _below(below, width, height, lines)
    return _beside(beside, width, height, least)


def _rank(layout: BoardLayout) -> tuple[int, Zoom, int, bool]:
    """Return a key that sorts layouts of a board from the worst to the best."""
    return layout.view_columns, layout.zoom, layout.view_rows, layout.gutters.numbers


def _lines_below(puzzle: Puzzle, height: int) -> int:
    """Return the number of lines for a panel below a board, 1 to `BRIEF`.

    The panel gets the lines that a board with the smallest cells does not need. If such a board fits only without its
    column counters, the panel gets a single line; if the board has to scroll anyway, the panel gets `BRIEF` lines.
    """
    left = height - least_lines(puzzle)
    if left > 1:
        return min(left, BRIEF)
    return BRIEF if left < -1 and height >= _ROOM_FOR_BRIEF else 1


def _beside(layout: BoardLayout, width: int, height: int, least: int) -> Arrangement:
    """Return board and panel side by side, in the middle of the screen; the panel has at least `least` columns."""
    columns, lines = min(layout.size[0], width - least - 2 * _GAP), min(layout.size[1], height)
    most = PLAIN_WIDTH if least == LEAST_WIDTH else FRAMED_WIDTH[1]
    panel = min(width - columns - 2 * _GAP, most)
    left = (width - columns - _GAP - panel) // 2
    top = (height - lines) // 2
    above = min(top, max(height - FRAMED_HEIGHT, 0) // 2)
    return Arrangement(
        Area(left, top, columns, lines), Area(left + columns + _GAP, above, panel, height - above), layout
    )


def _below(layout: BoardLayout, width: int, height: int, panel: int) -> Arrangement:
    columns, lines = min(layout.size[0], width - 2), min(layout.size[1], height - panel)
    left, top = (width - columns) // 2, (height - panel - lines) // 2
    return Arrangement(Area(left, top, columns, lines), Area(1, height - panel, width - 2, panel), layout)
