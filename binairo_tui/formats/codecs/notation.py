"""The program's own notation, with one puzzle per line. takuzu-vue exports the same notation."""

from collections.abc import Iterator

from binairo_tui.engine import Position, Puzzle
from binairo_tui.engine.notation import format_key, parse_key
from binairo_tui.formats.base import ReadPuzzle


def read(text: str) -> Iterator[ReadPuzzle]:
    """Yield the puzzle on a line, or the game in progress if the line is a key."""
    puzzle, position = parse_key(text)
    yield ReadPuzzle(puzzle) if position == puzzle.givens else ReadPuzzle(puzzle, (puzzle.givens, position), 1)


def write(puzzle: Puzzle, position: Position) -> str:
    """Return the puzzle in the canonical form of this notation, or a key if cells other than the givens are filled."""
    return str(puzzle) if position == puzzle.givens else format_key(puzzle, position)
