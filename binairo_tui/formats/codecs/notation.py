"""Our own notation, one line a puzzle; exports of takuzu-vue are the same."""

from __future__ import annotations

from collections.abc import Iterator

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.formats.base import ReadPuzzle


def read(text: str) -> Iterator[ReadPuzzle]:
    """Read the puzzle of a line."""
    yield ReadPuzzle(parse_puzzle(text))


def write(puzzle: Puzzle) -> str:
    """Return the canonical notation."""
    return str(puzzle)
