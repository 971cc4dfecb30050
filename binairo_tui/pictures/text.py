"""Draws puzzles in characters: box drawing, or ASCII alone. Cells are three columns wide; signs are on the lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import EMPTY

if TYPE_CHECKING:
    from binairo_tui.engine import Position, Puzzle


class _Characters(NamedTuple):
    """Lines along and down, their crossings (left, inner, right) in three kinds of rows, and the sign for unequal."""

    along: str
    down: str
    top: tuple[str, str, str]
    middle: tuple[str, str, str]
    bottom: tuple[str, str, str]
    differ: str


_PLUS = ("+", "+", "+")
_BOXES = _Characters("─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"), "×")
_ASCII = _Characters("-", "|", _PLUS, _PLUS, _PLUS, "x")


def board_text(puzzle: Puzzle, position: Position | None = None, *, is_ascii: bool = False) -> str:
    """Return a puzzle with its givens, or with all values of `position`, as lines without a final line end."""
    marks = _ASCII if is_ascii else _BOXES
    text = puzzle.geometry.text(puzzle.givens if position is None else position).replace(EMPTY, " ")
    width, height = puzzle.width, puzzle.height
    signs = {(sign.a, sign.b): "=" if sign.same else marks.differ for sign in puzzle.signs}
    lines = [_between(marks, marks.top, [""] * width)]
    for row in range(height):
        cells = range(row * width, (row + 1) * width)
        parts = [f" {text[cell]} {signs.get((cell, cell + 1), marks.down)}" for cell in cells]
        lines.append(marks.down + "".join(parts))
        if row + 1 < height:
            lines.append(_between(marks, marks.middle, [signs.get((cell, cell + width), "") for cell in cells]))
    lines.append(_between(marks, marks.bottom, [""] * width))
    return "\n".join(lines)


def _between(marks: _Characters, crossings: tuple[str, str, str], signs: list[str]) -> str:
    """Return a line above, between or below rows, with a sign or '' for each column."""
    left, cross, right = crossings
    return left + cross.join([(sign or marks.along).center(3, marks.along) for sign in signs]) + right
