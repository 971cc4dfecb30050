"""Symbols drawn with block elements on large tiles: squares and discs as large as their tiles, digits and letters.

A drawing holds the text of a tile's lines, from its first whole line to its last.
"""

from functools import cache

_Shape = tuple[str, str, str]
_SHAPES: dict[str, tuple[_Shape, _Shape]] = {
    "□": (("▄▄▄", "█ █", "▀▀▀"), ("█▀█", "█ █", "█▄█")),
    "■": (("▄▄▄", "███", "▀▀▀"), ("███", "███", "███")),
    "○": (("▗▄▖", "█ █", "▝▀▘"), ("▟▀▙", "█ █", "▜▄▛")),
    "●": (("▗▄▖", "███", "▝▀▘"), ("▟█▙", "███", "▜█▛")),
}
"""Maps symbols to drawings as large as a tile: one that is half a line smaller at the top and the bottom, and one as
high as the whole lines. A drawing has strings for the first line, for a line in the middle, and for the last line.
Their characters are the left edge of the line, the part between, which is repeated, and the right edge."""
_ROUND = (".### #...# #...# #...# #...# .###", ".##### ####### ##...## ##...## ##...## ##...## ####### .#####")
_GLYPHS: dict[str, tuple[str, str]] = {
    "0": _ROUND,
    "O": _ROUND,
    "1": ("..# .## ..# ..# ..# .###", "..### .#### ..### ..### ..### ..### .##### .#####"),
    "X": ("#...# .#.# ..# ..# .#.# #...#", "##...## ###.### .##### ..### ..### .##### ###.### ##...##"),
}
"""Maps symbols to a small and a large drawing: rows of points, each as wide as a character and half as high."""
_HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
_WIDTHS = (5, 7)
"""The widths of the drawings of `_GLYPHS` in columns."""
_LEAST = ((9, 3), (11, 5))
"""The minimum numbers of columns and whole lines of a tile for each drawing of `_GLYPHS`."""


@cache
def drawings(symbols: tuple[str, str], width: int, height: int, *, has_edges: bool) -> dict[str, tuple[str, ...]]:
    """Return the drawings of two symbols, by symbol, on a tile of `width` columns and `height` whole lines.

    With `has_edges`, the tile also takes parts of the lines above and below. Return an empty dictionary if the tile
    is too small, or if either of the symbols can only be drawn as a character.
    """
    found = {symbol: _drawing(symbol, width, height, has_edges=has_edges) for symbol in symbols}
    return found if all(found.values()) else {}


def _drawing(symbol: str, width: int, height: int, *, has_edges: bool) -> tuple[str, ...]:
    if symbol in _SHAPES and height > 1:
        first, middle, last = _SHAPES[symbol][has_edges]
        parts = (first, *[middle] * (height - 2), last)
        return tuple([part[0] + part[1] * (width - 4) + part[2] for part in parts])
    size = sum([columns <= width and lines <= height for columns, lines in _LEAST])
    return _lines_of(_GLYPHS[symbol][size - 1], _WIDTHS[size - 1], height) if size and symbol in _GLYPHS else ()


def _lines_of(points: str, width: int, height: int) -> tuple[str, ...]:
    """Return a drawing, given as rows of points, in the middle of `height` lines of text."""
    rows = points.split()
    above = height - len(rows) // 2
    padded = [*[""] * above, *rows, *[""] * above]
    even = [row.ljust(width, ".") for row in padded]
    lines = zip(even[::2], even[1::2], strict=True)
    return tuple(["".join([_HALVES[upper + lower] for upper, lower in zip(*it, strict=True)]) for it in lines])
