"""Draws puzzles with box-drawing or ASCII characters. Cells are three characters wide; signs are on the lines."""

from typing import NamedTuple

from binairo_tui.engine import EMPTY, Position, Puzzle


class _Characters(NamedTuple):
    """The characters of a board: lines, corners and crossings, and the sign between different values.

    `along` draws horizontal lines and `down` draws vertical lines. `top`, `middle` and `bottom` each hold three
    crossings: left, inner and right. `top` is for the line above the first row, `middle` for the lines between rows,
    and `bottom` for the line below the last row.
    """

    along: str
    down: str
    top: tuple[str, str, str]
    middle: tuple[str, str, str]
    bottom: tuple[str, str, str]
    differ: str


_PLUS = ("+", "+", "+")
_BOXES = _Characters("─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"), "×")
_ASCII = _Characters("-", "|", _PLUS, _PLUS, _PLUS, "x")


def board_text(
    puzzle: Puzzle,
    position: Position | None = None,
    *,
    is_ascii: bool = False,
) -> str:
    """Return a puzzle as text, without a final newline. The text shows `position`, by default the givens."""
    marks = _ASCII if is_ascii else _BOXES
    text = puzzle.geometry.text(puzzle.givens if position is None else position).replace(EMPTY, " ")
    width, height = puzzle.width, puzzle.height
    signs = {(sign.a, sign.b): "=" if sign.same else marks.differ for sign in puzzle.signs}
    lines = [_between(marks, marks.top, [""] * width)]
    for row in range(height):
        cells = range(row * width, (row + 1) * width)
        parts = [f" {text[cell]} " + signs.get((cell, cell + 1), marks.down) for cell in cells]
        lines.append(marks.down + "".join(parts))
        if row + 1 < height:
            lines.append(_between(marks, marks.middle, [signs.get((cell, cell + width), "") for cell in cells]))
    lines.append(_between(marks, marks.bottom, [""] * width))
    return "\n".join(lines)


def _between(marks: _Characters, crossings: tuple[str, str, str], signs: list[str]) -> str:
    """Return the line above, between or below rows. `signs` holds a sign or '' for each column."""
    left, cross, right = crossings
    return left + cross.join([(sign or marks.along).center(3, marks.along) for sign in signs]) + right
