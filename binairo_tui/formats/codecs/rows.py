"""A row a line, in any of the alphabets of `cells`; white space between cells is as you like."""

from __future__ import annotations

from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.formats.base import Line, ReadPuzzle
from binairo_tui.formats.cells import puzzle_of, row_of
from binairo_tui.formats.detect import AMBIGUOUS

_SQUARE = 36
"""Cells of the only longer row that fills a square."""


def read(text: str) -> Iterator[ReadPuzzle]:
    """The puzzle of a block of lines."""
    rows = [row_of(Line(number, line)) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    yield ReadPuzzle(puzzle_of(rows))


def write(puzzle: Puzzle) -> str:
    """Rows of `.`, `0` and `1`; with spaces between the cells where a row could be taken for a whole puzzle."""
    gap = " " if puzzle.width in (*AMBIGUOUS, _SQUARE) else ""
    return "\n".join([gap.join(row) for row in puzzle.geometry.rows(puzzle.givens)])
