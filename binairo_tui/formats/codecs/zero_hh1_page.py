"""The one-line form of a solver page for 0h h1: rows joined by `-`; x is an empty cell, y is 0 and b is 1."""

from __future__ import annotations

import re
from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.formats.base import CannotWriteError, ReadPuzzle, error
from binairo_tui.formats.cells import Row, puzzle_of

_TO_OURS = str.maketrans("xXyYbB", "..0011")
_FROM_OURS = str.maketrans(".01", "xyb")
_SHORTEST = 4


def read(text: str) -> Iterator[ReadPuzzle]:
    """The puzzle of a line."""
    rows = [
        Row(1, group[0].translate(_TO_OURS), tuple(range(group.start() + 1, group.end() + 1)))
        for group in re.finditer(r"[^\s-]+", text)
    ]
    if not rows:
        raise error("expected rows such as 'yxbb-xxxx'")
    yield ReadPuzzle(puzzle_of(rows))


def write(puzzle: Puzzle) -> str:
    """Rows joined by `-`."""
    if puzzle.width < _SHORTEST:
        raise CannotWriteError(f"Rows of fewer than {_SHORTEST} cells could not be told from words.")
    return "-".join([row.translate(_FROM_OURS) for row in puzzle.geometry.rows(puzzle.givens)])
