"""Lines in the gaps between small cells, where neither half characters nor colours show how large the cells are."""

from collections.abc import Sequence

from binairo_tui.tui.view import tiles
from binairo_tui.tui.view.layout import BoardLayout, Zoom

_ZOOM = Zoom(4, 2)
_JUNCTIONS = {"top": ("┌", "┬", "┐"), "within": ("├", "┼", "┤"), "bottom": ("└", "┴", "┘")}
"""Maps the place of a horizontal line to its junctions at the left of the board, within it and at its right."""


def has_lines(layout: BoardLayout) -> bool:
    """Return whether the gaps of a board show lines: those between cells of 4x2 do, except in small pictures."""
    return layout.zoom == _ZOOM and layout.gutters.numbers


def beside_values(spans: Sequence[tiles.RoleSpan]) -> list[tiles.RoleSpan]:
    """Return a line of tiles, with a vertical stroke in each blank gap between them."""
    return [tiles.RoleSpan("│", tiles.GRID) if span == tiles.GAP else span for span in spans]


def between_rows(
    layout: BoardLayout, spans: Sequence[tiles.RoleSpan], row: int, columns: range
) -> list[tiles.RoleSpan]:
    """Return `spans`, the gap below a row, with a horizontal stroke in its blank parts.

    The gap begins before `columns`. That of the row before the first visible one is the upper edge of the grid.
    """
    last = layout.first_row + layout.view_rows - 1
    left, cross, right = _JUNCTIONS["top" if row < layout.first_row else "bottom" if row == last else "within"]
    junctions = dict.fromkeys(range(0, (len(columns) + 1) * _ZOOM.width, _ZOOM.width), cross)
    if columns.start == layout.first_column:
        junctions[0] = left
    if columns.stop == layout.columns_in_view.stop:
        junctions[len(columns) * _ZOOM.width] = right
    found = []
    x = 0
    for text, role in spans:
        if role == tiles.GROUND and text.isspace():
            drawn = "".join([junctions.get(x + i, "─") for i in range(len(text))])
            found.append(tiles.RoleSpan(drawn, tiles.GRID))
        else:
            found.append(tiles.RoleSpan(text, role))
        x += len(text)
    return found
