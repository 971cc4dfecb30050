"""A puzzle given away as text: in which formats, on lines of which width, into which file."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.files.atomic import atomic_write
from binairo_tui.formats import FORMATS, CannotWriteError, Format

if TYPE_CHECKING:
    from binairo_tui.engine import Position, Puzzle


class SharedText(NamedTuple):
    """A puzzle in a format; `game` is the same with what the player has filled, empty if the format cannot hold it."""

    format: Format
    text: str
    game: str = ""


def shared_texts(puzzle: Puzzle, position: Position) -> tuple[SharedText, ...]:
    """The puzzle, and a position of it, in every format that can hold the puzzle, our notation first."""
    found = []
    for entry in FORMATS:
        text = _written(entry, puzzle, puzzle.givens)
        if text:
            found.append(
                SharedText(entry, text, "" if position == puzzle.givens else _written(entry, puzzle, position))
            )
    return tuple(found)


def _written(entry: Format, puzzle: Puzzle, position: Position) -> str:
    try:
        return entry.write(puzzle, position)
    except CannotWriteError:
        return ""


def folded(text: str, width: int) -> list[str]:
    """The lines of a text, none longer than `width` (1 or more); those that are longer go on in the next line.

    Nothing is added or taken away but line ends, so that what is copied from the screen is right but for those.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        lines += [line[start : start + width] for start in range(0, len(line) or 1, width)]
    return lines


def write_text(name: str, text: str, *, replaces: bool = False) -> Path:
    """Write a text and a line end to the file of this name, `~` being the home directory; return where it is.

    Raises FileExistsError if there is a file and it is not to be replaced; and OSError.
    """
    try:
        path = Path(name).expanduser()
        is_other = not S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        is_other = False
    except (RuntimeError, ValueError):
        raise OSError(0, "no file can have this name") from None
    if is_other:
        raise OSError(0, "there is something of this name that is no file")
    data = f"{text}\n".encode()
    if replaces:
        atomic_write(path, data)
        return path.absolute()
    with path.open("xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink()
            raise
    return path.absolute()
