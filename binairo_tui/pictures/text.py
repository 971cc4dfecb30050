"""Draws puzzles with box-drawing or ASCII characters. Cells are three characters wide; signs are on the lines."""

from binairo_tui.engine import EMPTY, Position, Puzzle

_PLUS = ("+", "+", "+")
_BOXES = ("─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"), "×")
_ASCII = ("-", "|", _PLUS, _PLUS, _PLUS, "x")
"""The characters of a board: horizontal and vertical lines, crossings, and the sign between different values.

There are three groups of crossings: above the first row, between rows, and below the last row. In each group, the first
is at the left edge, the second between columns, and the third at the right edge.
"""


def board_text(
    puzzle: Puzzle,
    position: Position | None = None,
    *,
    is_ascii: bool = False,
) -> str:
    """Return a puzzle as text, without a final newline. The text shows `position`, by default the givens."""
    along, down, top, middle, bottom, differ = _ASCII if is_ascii else _BOXES
    text = puzzle.geometry.text(puzzle.givens if position is None else position).replace(EMPTY, " ")
    width, height = puzzle.width, puzzle.height
    signs = {(sign.a, sign.b): "=" if sign.same else differ for sign in puzzle.signs}
    lines = [_between(along, top, [""] * width)]
    for row in range(height):
        cells = range(row * width, (row + 1) * width)
        parts = [f" {text[cell]} " + signs.get((cell, cell + 1), down) for cell in cells]
        lines.append(down + "".join(parts))
        if row + 1 < height:
            lines.append(_between(along, middle, [signs.get((cell, cell + width), "") for cell in cells]))
    lines.append(_between(along, bottom, [""] * width))
    return "\n".join(lines)


def _between(along: str, crossings: tuple[str, str, str], signs: list[str]) -> str:
    """Return the line above, between or below rows. `signs` holds a sign or '' for each column."""
    left, cross, right = crossings
    return left + cross.join([(sign or along).center(3, along) for sign in signs]) + right
