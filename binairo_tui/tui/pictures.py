"""A board as a small picture of text: one or two columns a cell. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.tui.appearance import EMPTY_GLYPH
from binairo_tui.tui.spans import Span, joined

if TYPE_CHECKING:
    from binairo_tui.engine import Puzzle
    from binairo_tui.game import SessionSnapshot
    from binairo_tui.tui.spans import TextLine


def played_text(puzzle: Puzzle, snapshot: SessionSnapshot) -> str:
    """What stands on the grid in a saved game, row by row. Raises ValueError if a step lies outside the board."""
    values = list(puzzle.geometry.text(puzzle.givens))
    for step in snapshot.steps[: snapshot.head]:
        for move in step.moves:
            if not 0 <= move.cell < len(values):
                raise ValueError(f"cell {move.cell} is outside the board")
            values[move.cell] = move.new
    return "".join(values)


def board_picture(puzzle: Puzzle, text: str, width: int, height: int) -> list[TextLine]:
    """The values of a grid, givens bold, on at most `width` columns and `height` lines; nothing if it is larger.

    Two columns a cell make a square board look square, where there is room for them.
    """
    if puzzle.width > width or puzzle.height > height:
        return []
    gap = " " if 2 * puzzle.width - 1 <= width else ""
    givens = puzzle.geometry.text(puzzle.givens)
    lines = []
    for start in range(0, len(text), puzzle.width):
        cells = range(start, start + puzzle.width)
        lines.append(joined([Span(_glyph(text[cell]) + gap, _tone(text[cell], givens[cell])) for cell in cells]))
    return lines


def _glyph(value: str) -> str:
    return value if value in "01" else EMPTY_GLYPH


def _tone(value: str, given: str) -> str:
    if value not in "01":
        return "faint"
    return ("zero", "one")[value == "1"] + ("-given" if given in "01" else "")
