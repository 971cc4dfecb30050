"""A puzzle as text in every format that can hold it, and texts folded to the width of a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.formats import FORMATS, CannotWriteError, Format

if TYPE_CHECKING:
    from binairo_tui.engine import Position, Puzzle


class SharedText(NamedTuple):
    """A puzzle in a format; `game` includes what the player has filled, and is empty if the format cannot hold it."""

    format: Format
    text: str
    game: str = ""


def shared_texts(puzzle: Puzzle, position: Position) -> tuple[SharedText, ...]:
    """Return the puzzle, and a position of it, in every format that can hold the puzzle, our notation first."""
    found = []
    for entry in FORMATS:
        text = _written(entry, puzzle, puzzle.givens)
        if text:
            game = "" if position == puzzle.givens else _written(entry, puzzle, position)
            found.append(SharedText(entry, text, game))
    return tuple(found)


def _written(entry: Format, puzzle: Puzzle, position: Position) -> str:
    try:
        return entry.write(puzzle, position)
    except CannotWriteError:
        return ""


def folded(text: str, width: int) -> list[str]:
    """Return the lines of a text, longer ones continued on the next line after `width` (1 or more) characters.

    Only line ends are added, so that text copied from the screen is right except for those.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        lines += [line[start : start + width] for start in range(0, len(line) or 1, width)]
    return lines
