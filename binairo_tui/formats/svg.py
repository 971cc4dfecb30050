"""Reads boards from SVG as the program draws them: lines, digits between them, and signs of two short strokes."""

import re
from itertools import pairwise

from binairo_tui.engine import Sign
from binairo_tui.formats import base

_NUMBER = r"([0-9]{1,5}(?:\.[0-9]{1,4})?)"
_STROKE = re.compile(rf'd="M{_NUMBER} {_NUMBER}L{_NUMBER} {_NUMBER}"')
_VALUE = re.compile(rf'<text x="{_NUMBER}" y="{_NUMBER}"[^<>]*>([01])</text>')


def read(text: str) -> base.ReadPuzzle:
    """Return the puzzle in a drawing. Raises PuzzleFormatError if the drawn lines are not the lines of one board."""
    strokes = [tuple(map(float, found)) for found in _STROKE.findall(text)]
    longest = max([x2 - x1 for x1, _, x2, _ in strokes], default=0)
    lefts = sorted({x1 for x1, y1, x2, y2 in strokes if x1 == x2})
    tops = sorted({y1 for x1, y1, x2, y2 in strokes if y1 == y2 and x2 - x1 == longest})
    width, height = max(len(lefts) - 1, 0), max(len(tops) - 1, 0)
    base.check_size(width, height)
    side = lefts[1] - lefts[0]
    if any(abs(b - a - side) > 1 for lines in (lefts, tops) for a, b in pairwise(lines)):
        raise base.error("this drawing does not hold exactly one board")

    def cell_at(x: float, y: float) -> int:
        row, column = int((y - tops[0]) // side), int((x - lefts[0]) // side)
        if not (0 <= row < height and 0 <= column < width):
            raise base.error("a part of this drawing is outside its board")
        return row * width + column

    cells = ["."] * (width * height)
    for x, y, value in _VALUE.findall(text):
        cells[cell_at(float(x), float(y))] = value
    signs = set()
    for x1, y1, x2, y2 in strokes:
        if x1 != x2 and x2 - x1 < side:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            is_across = min([abs(x - line) for line in lefts]) < 1
            across, down = (side / 2, 0.0) if is_across else (0.0, side / 2)
            signs.add(Sign(cell_at(x - across, y - down), cell_at(x + across, y + down), y1 == y2))
    return base.ReadPuzzle(base.make_puzzle(width, height, "".join(cells), signs=sorted(signs)))
