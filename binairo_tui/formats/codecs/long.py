"""All rows on one line with spaces between them: takuzu-vue's "long" form."""

from __future__ import annotations

import re
from collections.abc import Iterator

from binairo_tui.engine import Puzzle
from binairo_tui.formats.base import ReadPuzzle
from binairo_tui.formats.cells import Row, puzzle_of


def read(text: str) -> Iterator[ReadPuzzle]:
    """The puzzle of a line of rows."""
    groups = re.finditer(r"\S+", text)
    rows = [Row(1, group[0], tuple(range(group.start() + 1, group.end() + 1))) for group in groups]
    yield ReadPuzzle(puzzle_of(rows))


def write(puzzle: Puzzle) -> str:
    """Rows of `.`, `0` and `1`."""
    return " ".join(puzzle.geometry.rows(puzzle.givens))
