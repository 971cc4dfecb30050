"""From puzzles to text."""

from __future__ import annotations

from binairo_tui.engine import Position, Puzzle
from binairo_tui.formats.registry import find_format


def write(puzzle: Puzzle, format_name: str, position: Position | None = None) -> str:
    """The puzzle in a format, without a line end. It is read back as it was, but for rules that are not written.

    With a `position` it is a game that has come to it. Raises CannotWriteError if the format cannot hold it, and
    KeyError for a format that there is not.
    """
    return find_format(format_name).write(puzzle, position)
