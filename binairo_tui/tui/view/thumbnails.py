"""A board as a small picture of text: one or two columns a cell. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.tui.view.appearance import EMPTY_GLYPH
from binairo_tui.tui.view.spans import Span, cut, joined, line
from binairo_tui.tui.view.symbols import DIGITS, glyph_of

if TYPE_CHECKING:
    from binairo_tui.engine import Puzzle
    from binairo_tui.game import SessionSnapshot
    from binairo_tui.tui.view.spans import TextLine
    from binairo_tui.tui.view.symbols import Symbols


def played_text(puzzle: Puzzle, snapshot: SessionSnapshot) -> str:
    """What stands on the grid in a saved game, row by row. Raises ValueError if a step lies outside the board."""
    values = list(puzzle.geometry.text(puzzle.givens))
    for step in snapshot.steps[: snapshot.head]:
        for move in step.moves:
            if not 0 <= move.cell < len(values):
                raise ValueError(f"cell {move.cell} is outside the board")
            values[move.cell] = move.new
    return "".join(values)


def board_picture(puzzle: Puzzle, text: str, width: int, height: int, symbols: Symbols = DIGITS) -> list[TextLine]:
    """The values of a grid, givens bold, on at most `width` columns and `height` lines; nothing if it is larger.

    Two columns a cell make a square board look square, where there is room for them. Signs take two lines a cell, too;
    where there is no room for them a line says how many are not seen.
    """
    if puzzle.width > width or puzzle.height > height:
        return []
    is_wide = 2 * puzzle.width - 1 <= width
    signs = {(a, b): "=" if same else "×" for a, b, same in puzzle.signs}
    shows_signs = bool(signs) and is_wide and 2 * puzzle.height - 1 <= height
    givens = puzzle.geometry.text(puzzle.givens)
    lines = []
    for start in range(0, len(text), puzzle.width):
        cells = range(start, start + puzzle.width)
        if shows_signs and start:
            lines.append(line(Span("".join([signs.get((cell - puzzle.width, cell), " ") + " " for cell in cells]))))
        spans = []
        for cell in cells:
            spans.append(Span(glyph_of(text[cell], symbols, EMPTY_GLYPH), _tone(text[cell], givens[cell])))
            sign = signs.get((cell, cell + 1)) if shows_signs else None
            spans.append(Span(sign) if sign else Span(" " * is_wide, spans[-1].tone))
        lines.append(joined([span for span in spans if span.text]))
    if signs and not shows_signs and len(lines) < height:
        lines.append(line(Span(cut(f"+ {len(signs)} sign{'s' * (len(signs) > 1)}", width).rstrip(), "muted")))
    return lines


def _tone(value: str, given: str) -> str:
    if value not in "01":
        return "faint"
    return ("zero", "one")[value == "1"] + ("-given" if given in "01" else "")
