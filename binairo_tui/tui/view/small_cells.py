"""Small cells as spans of text: joined cells, which are two lines high, and dense cells, which are one line high.

The line between two rows of joined cells is shared: its upper half belongs to the tiles above, and its lower half to
the tiles below. Thus each value is in the middle of its tile. If joined cells are whole, the line belongs to the tiles
above. Rings are drawn inside the tiles. In dense cells, signs are drawn small beside a value, because they have no line
of their own.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from binairo_tui.engine import Cell
from binairo_tui.tui.view import tiles
from binairo_tui.tui.view.appearance import BECAUSE_MARK, NO_CELL, TARGET_MARK, CellLook, SignLook
from binairo_tui.tui.view.layout import Zoom

_BELOW = {"=": "₌", "×": "ₓ"}
_ABOVE = {"=": "⁼", "×": "ˣ"}


def dense_line(scene: tiles.Scene, row: int, columns: range) -> list[tiles.RoleSpan]:
    """Return the line that shows the cells of some columns in a row, without gaps."""
    layout, looks, ring = scene.layout, scene.look.cells, scene.ring
    start = row * layout.columns + layout.first_column
    spans: list[tiles.RoleSpan] = []
    for column in columns:
        cell, parity = row * layout.columns + column, (row + column) % 2
        if layout.has_signs:
            before, after = _narrow_signs(scene, cell)
            found = _dense_spans.__wrapped__(looks[cell], parity, layout.zoom.width, before, after)
        else:
            found = _dense_spans(looks[cell], parity, layout.zoom.width, None, None)
        if cell == ring:
            found = _barred(found)
        elif cell - 1 == ring and cell > start and layout.zoom.width == tiles.NARROW and found[0].text == " ":
            found = (tiles.RoleSpan(bar_after(layout.zoom), (*found[0].role, "cursor")), *found[1:])
        spans += found
    return spans


@lru_cache(maxsize=512)
def _dense_spans(
    look: CellLook, parity: int, width: int, sign_before: SignLook | None, sign_after: SignLook | None
) -> tuple[tiles.RoleSpan, ...]:
    """Return a cell one line high: its value with a character before it and, if `width` is 3, one after it.

    These characters are marks, brackets, signs or blanks.
    """
    role = tiles.tile_role(look, parity)
    marked = {TARGET_MARK: (*role, "asked"), BECAUSE_MARK: (*role, "reason")}.get(look.mark, role)
    before, after = tiles.beside(look, look.mark, marked, has_room=False)
    if width == tiles.NARROW and before and after and (look.mark or look.is_noted):
        before = after
    first = before[0] if before else tiles.RoleSpan(" ", role)
    if sign_before and not look.mark:
        first = tiles.sign_span(sign_before)
    last = tiles.sign_span(sign_after) if sign_after else after[0] if after else tiles.RoleSpan(" ", role)
    return (first, tiles.value_span(look, marked), last)[:width]


def _barred(cell: tuple[tiles.RoleSpan, ...]) -> tuple[tiles.RoleSpan, ...]:
    """Return a cell with the cursor's bars beside its value.

    If a character other than a blank is in the place of a bar, it is kept and drawn in the cursor's colours.
    """
    bars = []
    for (text, role), bar in zip((cell[0], *cell[2:]), "▐▌", strict=False):
        bars.append(tiles.RoleSpan(bar, (*role, "cursor")) if text == " " else tiles.RoleSpan(text, (*role, "held")))
    return (bars[0], cell[1], *bars[1:])


def bar_after(zoom: Zoom) -> str:
    """Return the bar that is drawn after the cursor's cell; empty if the cell itself has room for it."""
    return "▌" if zoom.width == tiles.NARROW else ""


def _narrow_signs(scene: tiles.Scene, cell: Cell) -> tuple[SignLook | None, SignLook | None]:
    """Return the signs before and after the value of a cell one line high.

    A sign between two rows has no line of its own: it is drawn low beside the upper cell or, if another sign is
    there, high beside the lower cell. Cells two columns wide have room only before the value, so some signs are left
    out.
    """
    look, above, below = _neighbours(scene, cell)
    if scene.layout.zoom.width > 2:
        right = look.right or _moved(look.below, _BELOW)
        if not right and above.right:
            right = _moved(above.below, _ABOVE)
        is_homeless = look.right and (below.right or below.below)
        return _moved(look.below, _BELOW) if is_homeless else None, right
    own = _sign_before(scene, cell) or _moved(look.below, _BELOW)
    if not own and _sign_before(scene, cell - scene.layout.columns):
        own = _moved(above.below, _ABOVE)
    return own, None


def _moved(sign: SignLook | None, likeness: Mapping[str, str]) -> SignLook | None:
    """Return a sign as the small character that `likeness` maps it to; None if there is no sign."""
    return sign and sign._replace(text=likeness[sign.text])


def _neighbours(scene: tiles.Scene, cell: Cell) -> tuple[CellLook, CellLook, CellLook]:
    """Return the looks of a cell, the cell above and the cell below; beyond the edges, NO_CELL."""
    cells, columns = scene.look.cells, scene.layout.columns
    above = cells[cell - columns] if cell >= columns else NO_CELL
    return cells[cell], above, cells[cell + columns] if cell + columns < len(cells) else NO_CELL


def _sign_before(scene: tiles.Scene, cell: Cell) -> SignLook | None:
    """Return the sign between a cell and the cell to its left; None without a sign."""
    return scene.look.cells[cell - 1].right if cell > 0 and cell % scene.layout.columns else None


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
            found = _ringed(found, ring, zoom)
        spans += tiles.overlay(found, {zoom.width - 1: tiles.sign_span(look.right)}) if look.right else found
    return spans


def _ringed(spans: Sequence[tiles.RoleSpan], ring: str, zoom: Zoom) -> list[tiles.RoleSpan]:
    """Return the value line of a joined cell, with the sides of a ring added.

    If a character other than a blank is in the place of a side, it is kept.
    """
    is_full = zoom.is_whole or zoom.width % 2 > 0
    sides = "██" if is_full else "▌▐"
    changes: dict[int, tuple[str, tiles.Role]] = {}
    for x, side, (text, role) in zip((0, zoom.width - 1), sides, (spans[0], spans[-1]), strict=True):
        if text.isspace():
            changes[x] = side, tiles.solid(ring).role if is_full else (*role, ring)
        elif ring == "cursor":
            changes[x] = (text[0] if x == 0 else text[-1]), (*role, "held")
    return tiles.overlay(spans, changes)


def shared_line(scene: tiles.Scene, row: int, columns: range, *, has_tiles: bool = True) -> list[tiles.RoleSpan]:
    """Return the line between a row of joined cells and the next; unless `has_tiles`, with the edges of rings only."""
    layout = scene.layout
    width, glyph = layout.zoom.width, layout.zoom.glyph[0]
    spans: list[tiles.RoleSpan] = []
    for column in columns:
        upper = _edge_role(scene, row, column, has_tiles=has_tiles, is_lower=True)
        lower = _edge_role(scene, row + 1, column, has_tiles=has_tiles)
        found = (_whole if layout.zoom.is_whole else _halves)(upper, lower, width)
        below = scene.look.cells[row * layout.columns + column].below if row >= layout.first_row else None
        spans += tiles.overlay(found, {glyph: tiles.sign_span(below)}) if below else found
    return spans


def _edge_role(scene: tiles.Scene, row: int, column: int, *, has_tiles: bool, is_lower: bool = False) -> tiles.Role:
    """Return the role of the upper or lower edge of a joined cell: that of its ring or, without a ring, of its tile.

    The lower edge of a reason or a whole tile also has the role of its tile. A cell that is not in view has the role of
    the screen's background.
    """
    layout = scene.layout
    if not layout.first_row <= row < layout.first_row + layout.view_rows:
        return tiles.GROUND
    cell = row * layout.columns + column
    ring = tiles.ring_word(scene, row, column)
    if ring and not (is_lower and layout.zoom.is_whole):
        return (ring,)
    tile = tiles.tile_role(scene.look.cells[cell], (row + column) % 2, is_joined=True) if has_tiles else tiles.GROUND
    word = ring or ("because" if is_lower and cell in scene.look.because else "")
    return (*tile, word) if word else tile


@lru_cache(maxsize=1024)
def _halves(upper: tiles.Role, lower: tiles.Role, width: int) -> tuple[tiles.RoleSpan, ...]:
    """Return a line whose upper half shows one role and its lower half another."""
    if upper == lower and upper[0] not in tiles.EDGES:
        return (tiles.RoleSpan(" " * width, upper),)
    text = ("▄" if upper == tiles.GROUND else "▀") * width
    return (tiles.RoleSpan(text, (tiles.PIXELS, *upper, tiles.OVER, *lower)),)


@lru_cache(maxsize=1024)
def _whole(upper: tiles.Role, lower: tiles.Role, width: int) -> tuple[tiles.RoleSpan, ...]:
    """Return a line that shows the tile above it, the lower part of a ring in it, or the upper edge of one below it."""
    *tile, word = upper
    if word in tiles.EDGES and word != "because":
        side = tiles.solid(word)
        return side, tiles.RoleSpan("▄" * (width - 2), upper), side
    if lower[0] in tiles.EDGES:
        return (tiles.RoleSpan("▂" * width, (*(tile if word == "because" else upper), *lower)),)
    return (tiles.RoleSpan(("▂" if word == "because" else " ") * width, upper),)
