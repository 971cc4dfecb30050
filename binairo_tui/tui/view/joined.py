"""Joined cells as spans of text: two lines a row, without gaps between the tiles.

The line between two rows shows the lower half of the upper tiles and the upper half of the lower ones, so that each
value is in the middle of its tile. Rings are drawn inside the tiles.
"""

from collections.abc import Sequence
from functools import lru_cache

from binairo_tui.tui.view import tiles


def joined_line(scene: tiles.Scene, row: int, columns: range) -> list[tiles.RoleSpan]:
    """Return the line that holds the values in a row of joined cells, for some columns."""
    layout, looks = scene.layout, scene.look.cells
    zoom, start = layout.zoom, row * layout.columns
    spans: list[tiles.RoleSpan] = []
    for column in columns:
        look = looks[start + column]
        found: Sequence[tiles.RoleSpan] = tiles.tile_spans(look, (row + column) % 2, zoom, scene.look.symbols, 0)
        ring = tiles.ring_word(scene, row, column)
        if ring:
            found = _ringed(found, ring, zoom.width)
        spans += tiles.overlay(found, {zoom.width - 1: tiles.sign_span(look.right)}) if look.right else found
    return spans


def _ringed(spans: Sequence[tiles.RoleSpan], ring: str, width: int) -> list[tiles.RoleSpan]:
    """Return the value line of a joined cell, with the sides of a ring added.

    A character that is already in the place of a side is kept.
    """
    is_full = width % 2 > 0
    sides = "██" if is_full else "▌▐"
    changes: dict[int, tuple[str, tiles.Role]] = {}
    for x, side, (text, role) in zip((0, width - 1), sides, (spans[0], spans[-1]), strict=True):
        if text.isspace():
            changes[x] = side, (ring,) if is_full else (*role, ring)
        elif ring == "cursor":
            changes[x] = (text[0] if x == 0 else text[-1]), (*role, "held")
    return tiles.overlay(spans, changes)


def shared_line(scene: tiles.Scene, row: int, columns: range, *, has_tiles: bool = True) -> list[tiles.RoleSpan]:
    """Return the line between a row of joined cells and the next row.

    If `has_tiles` is False, the line shows the edges of rings but not those of tiles.
    """
    layout = scene.layout
    width, glyph = layout.zoom.width, layout.zoom.glyph[0]
    spans: list[tiles.RoleSpan] = []
    for column in columns:
        upper = _edge_role(scene, row, column, has_tiles=has_tiles, is_lower=True)
        lower = _edge_role(scene, row + 1, column, has_tiles=has_tiles)
        found = _halves(upper, lower, width)
        below = scene.look.cells[row * layout.columns + column].below if row >= layout.first_row else None
        spans += tiles.overlay([found], {glyph: tiles.sign_span(below)}) if below else [found]
    return spans


def _edge_role(scene: tiles.Scene, row: int, column: int, *, has_tiles: bool, is_lower: bool = False) -> tiles.Role:
    """Return the role of the upper or lower edge of a joined cell: that of a ring or of the cell's tile.

    A cell that is not in view has the role of the screen's background.
    """
    layout = scene.layout
    if not layout.first_row <= row < layout.first_row + layout.view_rows:
        return tiles.GROUND
    ring = tiles.ring_word(scene, row, column)
    cell = row * layout.columns + column
    if not ring and is_lower and cell in scene.look.because:
        ring = "because"
    if ring:
        return (ring,)
    return tiles.tile_role(scene.look.cells[cell], (row + column) % 2, is_joined=True) if has_tiles else tiles.GROUND


@lru_cache(maxsize=1024)
def _halves(upper: tiles.Role, lower: tiles.Role, width: int) -> tiles.RoleSpan:
    """Return a line whose upper half shows one role and its lower half another."""
    if upper == lower and upper[0] not in tiles.EDGES:
        return tiles.RoleSpan(" " * width, upper)
    return tiles.RoleSpan(("▄" if upper == tiles.GROUND else "▀") * width, (tiles.PIXELS, *upper, tiles.OVER, *lower))
