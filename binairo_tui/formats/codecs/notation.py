"""The program's own notation, with one puzzle per line. takuzu-vue exports the same notation."""

from collections.abc import Iterator

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.formats.base import ReadPuzzle


def read(text: str) -> Iterator[ReadPuzzle]:
    """Yield the puzzle on a line."""
    yield ReadPuzzle(parse_puzzle(text))


def write(puzzle: Puzzle) -> str:
    """Return the puzzle in the canonical form of this notation."""
    return str(puzzle)
