"""A puzzle as text in every format that can represent it, and text folded to the width of the screen."""

from collections.abc import Callable
from typing import NamedTuple

from binairo_tui.engine import Position, Puzzle
from binairo_tui.formats import FORMATS, CannotWriteError, Format


class SharedText(NamedTuple):
    """A text to share: a puzzle in one format, or the card with the result of a solve.

    `game` is the same text with the player's values. It is empty if the player has no values or the format cannot
    store them. `png` returns the contents of a PNG file with the same facts, and raises ImportError without Pillow;
    it is None if there is no such picture.
    """

    title: str
    text: str
    game: str = ""
    png: Callable[[], bytes] | None = None


def shared_texts(puzzle: Puzzle, position: Position) -> tuple[SharedText, ...]:
    """Return a puzzle in every format that can represent it, with and without the player's values.

    Our own format comes first.
    """
    found = []
    for entry in FORMATS:
        text = _written(entry, puzzle, puzzle.givens)
        if text:
            game = "" if position == puzzle.givens else _written(entry, puzzle, position)
            found.append(SharedText(entry.title, text, game))
    return tuple(found)


def _written(entry: Format, puzzle: Puzzle, position: Position) -> str:
    try:
        return entry.write(puzzle, position)
    except CannotWriteError:
        return ""


def folded(text: str, width: int) -> list[str]:
    """Return the lines of a text, breaking those longer than `width` characters; `width` must be positive.

    Only line ends are added. Removing them from text copied from the screen gives the original text.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        lines += [line[start : start + width] for start in range(0, len(line) or 1, width)]
    return lines
