"""Arrangement of a board and its panel on a screen, in columns and lines of characters.

The panel is beside the board, or below it if the board would otherwise have to scroll or have the smallest cells.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from binairo_tui.engine import Puzzle
from binairo_tui.tui.view.layout import ROOM_FOR_SIGNS, ZOOMS, Area, BoardLayout, Gutters, Zoom, Zooms

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
GUTTER_CHOICES = (
    Gutters(True, True, True),
    Gutters(True, True, False),
    Gutters(True, False, False),
    Gutters(False, False, False),
)
"""The combinations of parts around the cells, best first; those from the third on have no counters."""
LEAST_VIEW = (8, 10)
"""The minimum numbers of columns and rows of cells in view on a scrolling board with row counters."""
LEAST_PLAIN_VIEW = (4, 3)
"""The minimum numbers of columns and rows of cells in view on a scrolling board without row counters."""
_GAP = 2
_ROOM_FOR_BRIEF = 14
"""The minimum height of a screen on which a panel below a scrolling board gets `BRIEF` lines."""


class Arrangement(NamedTuple):
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

    The other arguments are those of `fit`. The areas are valid only if the terminal is large enough for the
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
    return layout.view_columns, layout.zoom, layout.view_rows, layout.gutters.numbers


def _lines_below(puzzle: Puzzle, height: int) -> int:
    """Return the number of lines for a panel below a board, 1 to `BRIEF`.

    The panel gets the lines that a board with the smallest cells does not need. If such a board fits only without its
    column counters, the panel gets a single line. If the board has to scroll in any case, the panel gets `BRIEF` lines,
    or a single line on a low screen.
    """
    left = height - _whole(puzzle, ZOOMS[-1], GUTTER_CHOICES[0]).size[1]
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
    above = min(max(height - FRAMED_HEIGHT, 0), 1)  # one blank line, as on all screens that are not low
    return Arrangement(
        Area(left, top, columns, lines), Area(left + columns + _GAP, above, panel, height - above), layout
    )


def _below(layout: BoardLayout, width: int, height: int, panel: int) -> Arrangement:
    columns, lines = min(layout.size[0], width - 2), min(layout.size[1], height - panel)
    left, top = (width - columns) // 2, (height - panel - lines) // 2
    return Arrangement(Area(left, top, columns, lines), Area(1, height - panel, width - 2, panel), layout)


def fit(
    puzzle: Puzzle, width: int, height: int, *, zoom: Zoom | None = None, counters: bool = True, zooms: Zooms = ZOOMS
) -> BoardLayout:
    """Return the best layout of a puzzle on `width` columns and `height` lines, either of which may be 0.

    If there is little room, tiles (cells more than one line high) become smaller first. Next, they lose their column
    counters. Then cells become one line high, and the board loses its column counters, its row counters and its
    numbers, in this order. Last, the board scrolls. If a puzzle has signs, cells without room for signs are not tried.
    A chosen `zoom` is always kept. If `counters` is False, counters are left out. `zooms` are all sizes that can be
    drawn.
    """
    gutter_choices = GUTTER_CHOICES if counters else GUTTER_CHOICES[2:]
    choices = zooms_for(puzzle, zooms) if zoom is None else (zoom,)
    for gutters, size in _by_preference(gutter_choices, choices):
        layout = _whole(puzzle, size, gutters)
        columns, lines = layout.size
        if columns <= width and lines <= height and _is_legible(layout):
            return _in_the_middle(layout, width, height)
    return _in_the_middle(_scrolling(puzzle, choices[-1], gutter_choices, width, height), width, height)


def zooms_for(puzzle: Puzzle, zooms: Zooms = ZOOMS) -> Sequence[Zoom]:
    """Return the legible sizes, the largest first. In a puzzle with signs, tall cells need a line between the rows."""
    if not puzzle.signs:
        return zooms
    with_signs = [it for it in zooms if it.width >= ROOM_FOR_SIGNS and (it.has_lines_between or not it.is_tall)]
    return [it for it in with_signs if not (it.is_joined and it.is_whole)]


def _whole(puzzle: Puzzle, zoom: Zoom, gutters: Gutters) -> BoardLayout:
    width, height = puzzle.width, puzzle.height
    return BoardLayout(width, height, zoom, gutters, width, height, has_signs=bool(puzzle.signs))


def _in_the_middle(layout: BoardLayout, width: int, height: int) -> BoardLayout:
    columns, lines = layout.size
    return layout._replace(left=max((width - columns) // 2, 0), top=max((height - lines) // 2, 0))


def _by_preference(gutter_choices: Sequence[Gutters], choices: Sequence[Zoom]) -> Iterator[tuple[Gutters, Zoom]]:
    """Yield the gutters and zooms to try, best first.

    Tiles without column counters are tried before smaller cells, because the panel can show the counters of the
    cursor's column. If there are lines between the rows, there is also a line above the board, which the tiles and
    rings of the first row need. If the player chose the size, this line is left out first.
    """
    tiled = [size for size in choices if size.is_tall]
    for gutters, size in (*product(gutter_choices[:2], tiled), *product(gutter_choices, choices)):
        yield gutters._replace(margin=size.has_lines_between), size
        if size.has_lines_between and len(choices) == 1:
            yield gutters, size


def _is_legible(layout: BoardLayout) -> bool:
    """Return whether there are spaces between the column counters, if these are shown."""
    return not layout.gutters.column_counters or len(str(layout.rows // 2)) < layout.zoom.width


def _scrolling(puzzle: Puzzle, zoom: Zoom, gutter_choices: Sequence[Gutters], width: int, height: int) -> BoardLayout:
    for gutters, position in product(gutter_choices, (True, False)):
        bare = _whole(puzzle, zoom, gutters._replace(position=position))._replace(view_columns=0, view_rows=0)
        if not _is_legible(bare):
            continue
        beside, around = bare.size
        view_columns = min((width - beside) // zoom.width, puzzle.width)
        view_rows = min((height - around) // zoom.height, puzzle.height)
        columns, rows = LEAST_VIEW if gutters.row_counters else LEAST_PLAIN_VIEW
        if view_columns >= min(columns, puzzle.width) and view_rows >= min(rows, puzzle.height):
            break
    return bare._replace(view_columns=max(view_columns, 1), view_rows=max(view_rows, 1))
