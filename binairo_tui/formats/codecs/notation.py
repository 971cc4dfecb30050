"""Our own notation, one line a puzzle; takuzu-vue exports are the same."""

from __future__ import annotations

from collections.abc import Iterator

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.formats.base import ReadPuzzle


def read(text: str) -> Iterator[ReadPuzzle]:
    """The puzzle of a line."""
    yield ReadPuzzle(parse_puzzle(text))


def write(puzzle: Puzzle) -> str:
    """The canonical form."""
    return str(puzzle)
