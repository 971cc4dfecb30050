"""Draws a puzzle: its grid, givens on a grey background, signs between the cells, and other values."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from binairo_tui.engine import EMPTY, Cell, Position, Puzzle, Sign
from binairo_tui.pictures.drawing import Box, Drawing, Ink, Label, Shape, Stroke

CELL = 36.0
_DIGIT = 0.54
"""Font size of the digits, relative to the side of a cell."""
_BASELINE = 0.5 + 0.36 * _DIGIT
"""Distance from the top of a cell to the baseline of its digit, relative to the side; it centres the digit."""
_FRAME = 1 / 16
_SIGN = 0.085
"""Half the width of a sign, relative to the side of a cell."""


class Marks(NamedTuple):
    """Cells to highlight: `shaded` cells have a darker background, and `outlined` cells a thick outline.

    >>> puzzle = parse_puzzle("4x2;.1..0...")
    >>> draw_board(puzzle, marks=Marks(shaded={0})) == draw_board(puzzle)
    False
    """

    shaded: Collection[Cell] = ()
    outlined: Collection[Cell] = ()


NO_MARKS = Marks()


def draw_board(
    puzzle: Puzzle, position: Position | None = None, *, cell: float = CELL, marks: Marks = NO_MARKS
) -> Drawing:
    """Return a drawing of a puzzle with its givens, or with all values in `position`.

    `cell` is the side length of a cell in points. The drawing has a margin on all sides, because the outer lines are
    thick.

    >>> drawing = draw_board(parse_puzzle("4x2;.1..0..."))
    >>> drawing.width > drawing.height
    True
    """
    shapes = _shapes(puzzle, puzzle.givens if position is None else position, cell, marks)
    return Drawing(*board_size(puzzle, cell), tuple(shapes))


def board_size(puzzle: Puzzle, cell: float) -> tuple[float, float]:
    """Return the width and height of a puzzle's drawing with its margins, if the side of each cell is `cell` long."""
    return (puzzle.width + 2 * _FRAME) * cell, (puzzle.height + 2 * _FRAME) * cell


def _shapes(puzzle: Puzzle, position: Position, cell: float, marks: Marks) -> Iterator[Shape]:
    geometry, margin = puzzle.geometry, _FRAME * cell
    for index in sorted({*geometry.cells(puzzle.givens), *marks.shaded}):
        row, column = divmod(index, puzzle.width)
        x, y = margin + column * cell, margin + row * cell
        yield Box(x, y, cell, cell, Ink.SHADE if index in marks.shaded else Ink.PLATE)
    yield from _grid(puzzle, cell, margin)
    for index in marks.outlined:
        yield from _outline(margin + index % puzzle.width * cell, margin + index // puzzle.width * cell, cell)
    for index in range(geometry.cell_count):
        value = geometry.value(position, index)
        if value != EMPTY:
            row, column = divmod(index, puzzle.width)
            x, y = margin + (column + 0.5) * cell, margin + (row + _BASELINE) * cell
            yield Label(x, y, value, _DIGIT * cell, is_bold=puzzle.is_given(index))
    for sign in puzzle.signs:
        yield from _sign(puzzle, sign, cell, margin)


def _grid(puzzle: Puzzle, cell: float, margin: float) -> Iterator[Shape]:
    right, bottom = margin + puzzle.width * cell, margin + puzzle.height * cell
    thin, thick = cell / 40, _FRAME * cell
    for column in range(1, puzzle.width):
        x = margin + column * cell
        yield Stroke(x, margin, x, bottom, thin, Ink.DARK)
    for row in range(1, puzzle.height):
        y = margin + row * cell
        yield Stroke(margin, y, right, y, thin, Ink.DARK)
    for x in (margin, right):
        yield Stroke(x, margin, x, bottom, thick)
    for y in (margin, bottom):
        yield Stroke(margin, y, right, y, thick)


def _outline(left: float, top: float, cell: float) -> Iterator[Shape]:
    thickness = cell / 12
    near, far = thickness / 2, cell - thickness / 2
    for x1, y1, x2, y2 in (
        (near, near, far, near),
        (near, far, far, far),
        (near, near, near, far),
        (far, near, far, far),
    ):
        yield Stroke(left + x1, top + y1, left + x2, top + y2, thickness)


def _sign(puzzle: Puzzle, sign: Sign, cell: float, margin: float) -> Iterator[Shape]:
    """Yield `=` or `×` on the line between two cells, drawn as strokes because not every font has these characters."""
    row, column = divmod(sign.a, puzzle.width)
    is_beside = sign.b - sign.a == 1
    x = margin + (column + (1 if is_beside else 0.5)) * cell
    y = margin + (row + (0.5 if is_beside else 1)) * cell
    arm, ground, thickness = _SIGN * cell, 1.4 * _SIGN * cell, cell / 24
    yield Box(x - ground, y - ground, 2 * ground, 2 * ground, Ink.WHITE)
    if sign.same:
        for lift in (-arm / 1.6, arm / 1.6):
            yield Stroke(x - arm, y + lift, x + arm, y + lift, thickness)
    else:
        yield Stroke(x - arm, y - arm, x + arm, y + arm, thickness)
        yield Stroke(x - arm, y + arm, x + arm, y - arm, thickness)
