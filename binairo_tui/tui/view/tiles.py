"""The cells of a board as spans of text with roles, one line of a row of cells at a time.

A role is a tuple of words. The widget maps each word to a style, and the styles add up (`one-given` + `given`).

A large cell is a tile with a gap around it. The tile takes an odd number of whole lines. Unless the last line of the
cell is a gap, the tile also takes parts of the lines above and below. Rings around tiles show the cursor and the cells
that a hint is about. Rings are drawn with block elements that fill a half or a quarter of a character. Joined cells
have no gaps: the upper half of the line between two rows belongs to the tiles above, and the lower half to those below.
Rings are drawn inside these tiles.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from binairo_tui.engine import Cell, Line
from binairo_tui.tui.view.appearance import (
    EMPTY_GLYPH,
    EMPTY_ROLE,
    NO_CELL,
    TARGET_MARK,
    BoardLook,
    CellLook,
    CounterLook,
    SignLook,
    Symbols,
)
from binairo_tui.tui.view.layout import BoardLayout, Gutters, Zoom

Role = tuple[str, ...]
"""Words, each of which the widget maps to a look (`widgets.drawing.LOOKS`); later words override earlier ones."""
_CHECKERED = frozenset(
    ("zero", "one", "zero-given", "one-given", "wrong", "wrong-given", "empty-dim", "zero-dim", "one-dim")
)
EDGES = ("cursor", "target", "because")
"""Words for the edges of rings, and of tiles of cells that are reasons. Of two words, only the earlier one is drawn."""
REST = "rest"
"""The word for a block element in the colour of the screen's background, on the colour of a tile.

The tile is the background, so it meets its next line without a seam, even if block elements miss an edge of the line.
"""
PIXELS, OVER = "pixels", "over"
"""The role of a character with two colours, one above the other, consists of `PIXELS`, the role of the upper half,
`OVER`, and the role of the lower half."""
ALT = "alt"
"""The word for every second value or dimmed blank, as on a checkerboard, so that equal neighbours without a gap can be
told apart."""
DRAWN = "drawn"
"""The word for the lines of a value that is drawn with block elements."""
INK = "ink"
"""The word for blanks that have the colour of the text as their background: parts of a value drawn in whole lines."""
GROUND: Role = ("ground",)
SIGN: Role = ("sign",)
GRID: Role = ("grid",)
NOTE = "'"
"""Shown before the value of a cell that the player has marked."""
BRACKETS = ("", "()", "[]", "{}")
"""Shown around values filled in what-if branches, by depth; the last pair is for all deeper branches."""
NARROW = 2
"""The width of cells for which column numbers of two digits touch each other."""
BLOCKS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Block elements, indexed by the sum of the quarters that they fill: 1 upper left, 2 upper right, 4 lower left, 8 lower
right."""
_UPPER, _LOWER, _LEFT, _RIGHT = 1 | 2, 4 | 8, 1 | 4, 2 | 8
LEVELS = " ▁▂▃▄▅▆▇█"
"""Block elements, indexed by the number of eighths that they fill, from below."""
_SHAPES = {
    "□": (("▄▄▄", "█ █", "▀▀▀"), ("█▀█", "█ █", "█▄█")),
    "■": (("▄▄▄", "███", "▀▀▀"), ("███", "███", "███")),
    "○": (("▗▄▖", "█ █", "▝▀▘"), ("▟▀▙", "█ █", "▜▄▛")),
    "●": (("▗▄▖", "███", "▝▀▘"), ("▟█▙", "███", "▜█▛")),
}
"""Maps each symbol to two drawings as large as a tile. The first is half a line smaller at the top and the bottom, and
the second is as high as the whole lines. A drawing has three strings: for the first line, for each line in the middle,
and for the last line. A string has three characters: the left edge, the middle, which is repeated, and the right
edge."""
_ROUND = (".### #...# #...# #...# #...# .###", ".##### ####### ##...## ##...## ##...## ##...## ####### .#####")
_GLYPHS: dict[str, tuple[str, str]] = {
    "0": _ROUND,
    "O": _ROUND,
    "1": ("..# .## ..# ..# ..# .###", "..### .#### ..### ..### ..### ..### .##### .#####"),
    "X": ("#...# .#.# ..# ..# .#.# #...#", "##...## ###.### .##### ..### ..### .##### ###.### ##...##"),
}
"""Maps symbols to a small and a large drawing: rows of points, each as wide as a character and half as high."""
_WHOLE_ROUND = ("##### #...# #####", ".#### ##..## ##..## ##..## .####")
_WHOLE_GLYPHS: dict[str, tuple[str, str]] = {
    "0": _WHOLE_ROUND,
    "O": _WHOLE_ROUND,
    "1": (".## ..# .###", "..## .### ..## ..## .####"),
    "X": (".#.# ..# .#.#", "##..## .#### ..## .#### ##..##"),
}
"""Maps symbols to drawings as `_GLYPHS` does, but each point is as high as a character."""
_HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
_DRAWN_WIDTHS = (5, 7)
"""The widths of the drawings of `_GLYPHS` in columns."""
_LEAST_DRAWN, _LEAST_WHOLE = ((9, 3), (11, 5)), ((9, 3), (13, 7))
"""The minimum numbers of columns and whole lines of a tile for each drawing of `_GLYPHS` and `_WHOLE_GLYPHS`."""


class RoleSpan(NamedTuple):
    """A part of a line: text whose characters all have the role `role`, and are one column wide."""

    text: str
    role: Role


GAP = RoleSpan(" ", GROUND)
PICTURE_GUTTERS = Gutters(numbers=False, row_counters=False, column_counters=False, margin=True)


class TileSize(NamedTuple):
    """The size of a tile in columns and whole lines.

    `first` is the first of these lines, counted from 0 at the top of the cell. `drawings` maps each symbol that is
    drawn larger than a character to the lines of its drawing.
    """

    width: int
    height: int
    first: int
    drawings: Mapping[str, tuple[str, ...]]


class Scene(NamedTuple):
    """A board as it is shown: its layout, its contents and its cursor."""

    layout: BoardLayout
    look: BoardLook
    cursor: Cell

    @property
    def is_picture(self) -> bool:
        """Whether only the cells of a solved board are shown, without its cursor, numbers and counters."""
        look = self.look
        return look.is_picture and not (look.lines or look.targets or look.because)

    @property
    def gutters(self) -> Gutters:
        """The parts drawn around the cells: those of the layout or, around a picture, only a margin."""
        return PICTURE_GUTTERS if self.is_picture else self.layout.gutters

    @property
    def ring(self) -> Cell | None:
        """The cell around which the ring of the cursor is drawn; None in a picture, which shows no cursor."""
        return None if self.is_picture else self.cursor

    @property
    def cursor_lines(self) -> tuple[Line, Line]:
        """The cursor's row and column."""
        row, column = divmod(self.cursor, self.layout.columns)
        return row, self.layout.rows + column

    def counters_in_words(self, *, is_brief: bool) -> dict[str, tuple[CounterLook, ...]]:
        """Return the counters that the panel puts into words, by names such as `Row 3` and `Column 7`.

        They are those of the cursor's row and column. If the panel `is_brief`, the row is left out; so is the column if
        the board shows column counters.
        """
        row, column = self.cursor_lines
        lines = {} if is_brief else {f"Row {row + 1}": row}
        if not (is_brief and self.layout.gutters.column_counters):
            lines[f"Column {column - self.layout.rows + 1}"] = column
        return {name: self.look.counters[2 * line : 2 * line + 2] for name, line in lines.items()}


def tile_line(scene: Scene, row: int, inner: int, columns: range) -> list[RoleSpan]:
    """Return line `inner` of the tiles of some columns in a row, with the gaps before and after each tile.

    `inner` is a line of the cells in this row, counted from 0 at their top.
    """
    layout, looks = scene.layout, scene.look.cells
    size = tile_size(layout.zoom, scene.look.symbols)
    is_value_line = inner == layout.zoom.glyph[1]
    is_whole = 0 <= inner - size.first < size.height
    start = row * layout.columns
    ring, ring_after = "", ring_word(scene, row, columns.start)
    spans = [_edge(((_LEFT, ring), (_RIGHT, ring_after)), is_whole=layout.zoom.is_whole)]
    for column in columns:
        look = looks[start + column]
        if is_whole:
            spans += tile_spans(look, (row + column) % 2, layout.zoom, scene.look.symbols, inner)
        else:
            spans += _tile_edge(scene, start + column, ring_after, is_upper=inner == 0)
        ring, ring_after = ring_after, ring_word(scene, row, column + 1)
        if is_value_line and look.right:
            spans.append(sign_span(look.right))
        else:
            edges = (_LEFT, ring), (_RIGHT, ring_after)
            spans.append(_edge(edges, is_whole=layout.zoom.is_whole) if ring or ring_after else GAP)
    return spans


@cache
def tile_size(zoom: Zoom, symbols: Symbols) -> TileSize:
    """Return the size of the tiles at a zoom, with the drawings of both symbols if both can be drawn that large."""
    if zoom.is_joined:
        return TileSize(zoom.width, 1, 0, {})
    first = 0 if zoom.has_lines_between else 1
    width, height = zoom.width - 1, zoom.height - 1 - first
    drawings = {
        symbol: _drawing(symbol, width, height, has_edges=first > 0, is_whole=zoom.is_whole) for symbol in symbols
    }
    return TileSize(width, height, first, drawings if all(drawings.values()) else {})


def _tile_edge(scene: Scene, cell: Cell, ring: str, *, is_upper: bool) -> list[RoleSpan]:
    """Return the line above or below a tile's whole lines; the tile fills part of it, and a gap or a ring the rest."""
    layout, look = scene.layout, scene.look.cells[cell]
    width = layout.zoom.width - 1
    role = tile_role(look, sum(divmod(cell, layout.columns)) % 2)
    word = ring or ("because" if cell in scene.look.because and not is_upper else "")
    if word:
        text, role = _edge([(_UPPER if is_upper else _LOWER, word)], role)
        span = RoleSpan(text * width, role)
    else:
        span = tile_part(width, role, is_upper=is_upper)
    if look.below and not is_upper:
        return overlay([span], {layout.zoom.glyph[0]: sign_span(look.below)})
    return [span]


def tile_part(width: int, role: Role, *, is_upper: bool) -> RoleSpan:
    """Return the line above (`is_upper`) or below a tile's whole lines; the tile fills all but an eighth of it."""
    return RoleSpan(("▔" if is_upper else "▁") * width, (*role, REST))


@lru_cache(maxsize=512)
def tile_spans(look: CellLook, parity: int, zoom: Zoom, symbols: Symbols, inner: int) -> tuple[RoleSpan, ...]:
    """Return the part of a tile on line `inner` of its cell, which is one of the whole lines of the tile.

    `TileSize` says which lines are whole. `parity` is as in `tile_role`.

    On the line of the value, brackets stand beside the value. If there is room, a mark stands before the brackets.
    """
    width, height, first, drawings = tile_size(zoom, symbols)
    role = tile_role(look, parity, is_joined=zoom.is_joined)
    is_asked = look.mark == TARGET_MARK and look.glyph == EMPTY_GLYPH
    value = RoleSpan(TARGET_MARK, (*role, "mark")) if is_asked else value_span(look, role)
    if look.glyph in drawings:
        value = RoleSpan(drawings[look.glyph][inner - first], (*role, DRAWN))
    if inner - first != height // 2:
        line = RoleSpan(value.text.center(width), value.role) if look.glyph in drawings else RoleSpan(" " * width, role)
        return tuple(_inked(line)) if zoom.is_whole else (line,)
    left = (width - len(value.text)) // 2
    right = width - len(value.text) - left
    before, after = beside(look, "" if is_asked else look.mark, role, has_room=left > 1)
    blank_before = RoleSpan(" " * (left - sum([len(text) for text, _ in before])), role)
    blank_after = RoleSpan(" " * (right - sum([len(text) for text, _ in after])), role)
    drawn = _inked(value) if zoom.is_whole else [value]
    return tuple([it for it in (blank_before, *before, *drawn, *after, blank_after) if it.text])


def _inked(line: RoleSpan) -> list[RoleSpan]:
    """Return a line of a value without block elements: what they fill are blanks with the word `INK`."""
    if line.role[-1] != DRAWN:
        return [line]
    runs = [(is_filled, len([*run])) for is_filled, run in groupby(line.text, "█".__eq__)]
    role = line.role[:-1]
    return [RoleSpan(" " * length, (*role, INK) if is_filled else role) for is_filled, length in runs]


def value_span(look: CellLook, role: Role) -> RoleSpan:
    """Return the character for the value of a cell. Shapes of givens are underlined: most fonts have no bold shapes."""
    is_underlined = look.is_given and not (look.glyph.isascii() or look.glyph.isalnum())
    return RoleSpan(look.glyph, (*role, "underlined") if is_underlined else role)


def beside(look: CellLook, mark: str, role: Role, *, has_room: bool) -> tuple[list[RoleSpan], list[RoleSpan]]:
    """Return the spans before and after a value: at most one character per side, unless `has_room`.

    Without room, a mark replaces both brackets, because a single bracket looks like a mistake. The player's own mark
    stays for a long time, so it replaces only the second bracket.
    """
    brackets = [RoleSpan(it, (*role, "bracket")) for it in BRACKETS[min(look.depth, len(BRACKETS) - 1)]]
    marks = [RoleSpan(mark, (*role, "mark"))] if mark else []
    if look.is_noted and not mark:
        marks = [RoleSpan(NOTE, (*role, "noted"))]
    if has_room:
        return marks + brackets[:1], brackets[1:]
    if mark:
        return marks, []
    return (brackets[:1], marks) if brackets and marks else (marks or brackets[:1], brackets[1:])


def tile_role(look: CellLook, parity: int, *, is_joined: bool = False) -> Role:
    """Return the role of a tile; `parity` is 0 or 1, alternating as on a checkerboard."""
    tile = look.tile
    role: Role = ("empty-alt" if parity and tile == EMPTY_ROLE else tile,)
    if is_joined and parity and tile in _CHECKERED:
        role += (ALT,)
    if look.is_given:
        role += ("given",)
    if look.depth:
        role += ("branch",)
    return role


def ring_word(scene: Scene, row: int, column: int) -> str:
    """Return the word for the ring around a cell, `cursor` or `target`; empty if it has none or is not in view."""
    layout = scene.layout
    if not (0 <= row - layout.first_row < layout.view_rows and 0 <= column - layout.first_column < layout.view_columns):
        return ""
    cell = row * layout.columns + column
    return "cursor" if cell == scene.ring else "target" if cell in scene.look.targets else ""


def _edge(parts: Sequence[tuple[int, str]], under: Role = (), *, is_whole: bool = False) -> RoleSpan:
    """Return a character that shows edges of rings.

    `parts` holds, for each edge, the quarters of the character that it fills and the word of its ring. A character
    has only one text colour, so it shows only the edges whose word comes first in `EDGES`. If tiles are whole, an
    edge at a side fills the whole width.
    """
    for word in EDGES:
        quarters = sum([quarter for quarter, part in parts if part == word])
        if is_whole:
            quarters |= (quarters & _LEFT) << 1 | (quarters & _RIGHT) >> 1
            if quarters == _LEFT | _RIGHT:
                return solid(word)
        if quarters:
            return RoleSpan(BLOCKS[quarters], (*under, word))
    return GAP


def solid(word: str) -> RoleSpan:
    """Return a character that a ring fills. It is a blank, so it meets the next one without a seam in every font."""
    return RoleSpan(" ", (PIXELS, word, OVER, word))


def gap_line(scene: Scene, row: int, columns: range) -> list[RoleSpan]:
    """Return the gap line below the cells of some columns in a row, with the gaps before and after these cells.

    The line holds signs, and edges of the rings around cells of this row and of the next row. For the row before the
    first visible row, it holds only the upper edges of rings in the first visible row.
    """
    layout = scene.layout
    first = columns.start
    is_shown = row >= layout.first_row
    spans: list[RoleSpan] = []
    above, below = "", ""
    for column in range(first - 1, columns.stop):
        if column >= first:
            look = scene.look.cells[row * layout.columns + column] if is_shown else NO_CELL
            spans += _below_tile(scene, look, row, column, (above, below))
        next_above, next_below = ring_word(scene, row, column + 1), ring_word(scene, row + 1, column + 1)
        if above or below or next_above or next_below:
            upper, lower = [(_LEFT & _UPPER, above), (_RIGHT & _UPPER, next_above)], [(4, below), (8, next_below)]
            spans.append(_edge([*upper, *lower], is_whole=layout.zoom.is_whole))
        else:
            spans.append(GAP)
        above, below = next_above, next_below
    return spans


def _below_tile(scene: Scene, look: CellLook, row: int, column: int, rings: tuple[str, str]) -> list[RoleSpan]:
    """Return the gap below a tile; `rings` holds the words for the rings of its cell and of the cell below."""
    layout = scene.layout
    above, below = rings
    if not above and row >= layout.first_row and row * layout.columns + column in scene.look.because:
        above = "because"
    text, role = _edge([(_UPPER, above), (_LOWER, below)])
    spans = [RoleSpan(text * (layout.zoom.width - 1), role)]
    return overlay(spans, {layout.zoom.glyph[0]: sign_span(look.below)}) if look.below else spans


def sign_span(sign: SignLook) -> RoleSpan:
    return RoleSpan(sign.text, (*SIGN, "broken") if sign.is_broken else SIGN)


def overlay(under: Sequence[RoleSpan], changes: Mapping[int, tuple[str, Role]]) -> list[RoleSpan]:
    """Return the spans `under` with some characters replaced; `changes` maps columns to characters and their roles."""
    found: list[RoleSpan] = []
    x = 0
    for text, role in under:
        end = x + len(text)
        start = x
        for at in sorted([it for it in changes if x <= it < end]):
            found += [RoleSpan(text[start - x : at - x], role), RoleSpan(*changes[at])]
            start = at + 1
        found.append(RoleSpan(text[start - x :], role))
        x = end
    return [span for span in found if span.text]


def _drawing(symbol: str, width: int, height: int, *, has_edges: bool, is_whole: bool) -> tuple[str, ...]:
    """Return a drawing as large as a tile, with or without parts of more lines (`has_edges`); empty without one.

    If it `is_whole`, it fills no half characters.
    """
    if symbol in _SHAPES and height > 1 and not is_whole:
        first, middle, last = _SHAPES[symbol][has_edges]
        parts = (first, *[middle] * (height - 2), last)
        return tuple([part[0] + part[1] * (width - 4) + part[2] for part in parts])
    size = sum(
        [columns <= width and lines <= height for columns, lines in (_LEAST_WHOLE if is_whole else _LEAST_DRAWN)]
    )
    if not size or symbol not in _GLYPHS:
        return ()
    points = (_WHOLE_GLYPHS if is_whole else _GLYPHS)[symbol][size - 1]
    return _lines_of(points, _DRAWN_WIDTHS[size - 1], height, is_whole=is_whole)


def _lines_of(points: str, width: int, height: int, *, is_whole: bool) -> tuple[str, ...]:
    """Return a drawing, given as rows of points, in the middle of `height` lines of text."""
    rows = points.split()
    if is_whole:
        rows = [row for it in rows for row in (it, it)]
    above = height - len(rows) // 2
    padded = [*[""] * above, *rows, *[""] * above]
    even = [row.ljust(width, ".") for row in padded]
    lines = zip(even[::2], even[1::2], strict=True)
    return tuple(["".join([_HALVES[upper + lower] for upper, lower in zip(*it, strict=True)]) for it in lines])
