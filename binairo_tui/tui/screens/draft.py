"""The draft: the puzzle in the editor with its history, as a text file that survives a lost connection or a crash.

    # The draft of the editor of binairo-tui: each line is the puzzle after one more step.
    # cursor: r2c5
    # in force: 3
    6x6;....................................
    6x6;1...................................
    6x6;1...0...............................

A background thread rewrites the file after every step.
"""

import re
from pathlib import Path

from binairo_tui.engine import Puzzle, PuzzleFormatError, cell_name, parse_puzzle
from binairo_tui.files import atomic, background_writer, paths, untrusted
from binairo_tui.game.editing import EditSession, EditSnapshot

MAX_KEPT = 200
MAX_CHARACTERS = 200_000
"""The maximum total length of the puzzles in the file, in characters, which limits the number of large puzzles."""

_HEAD = "# The draft of the editor of binairo-tui: each line is the puzzle after one more step."
_CURSOR = re.compile(r"# cursor: r([0-9]{1,2})c([0-9]{1,2})")
_IN_FORCE = re.compile(r"# in force: ([0-9]{1,4})")


class DraftError(background_writer.WriteError):
    """The draft cannot be read or written; the message is a sentence without its full stop."""


def draft_text(snapshot: EditSnapshot) -> str:
    puzzles, head = _recent(snapshot)
    cursor = cell_name(snapshot.cursor, puzzles[head].width)
    return "\n".join([_HEAD, f"# cursor: {cursor}", f"# in force: {head + 1}", *map(str, puzzles), ""])


def parse_draft(text: str) -> EditSnapshot:
    """Return a snapshot of the editing session that the text of a draft file describes. Raises DraftError."""
    cursor, in_force = _CURSOR.search(text), _IN_FORCE.search(text)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#")]
    if cursor is None or in_force is None or not lines:
        raise DraftError("it contains no draft")
    puzzles = []
    for number, line in lines:
        try:
            puzzles.append(parse_puzzle(line))
        except PuzzleFormatError as error:
            raise DraftError(f"line {number}, column {error.column}: {error.message}") from error
    head = int(in_force[1]) - 1
    if not 0 <= head < len(puzzles):
        raise DraftError(f"puzzle {head + 1} of {len(puzzles)} cannot be the current one")
    row, column = int(cursor[1]), int(cursor[2])
    puzzle = puzzles[head]
    if not (1 <= row <= puzzle.height and 1 <= column <= puzzle.width):
        raise DraftError(f"the cursor is outside the board, on r{row}c{column}")
    return EditSnapshot((row - 1) * puzzle.width + column - 1, head, tuple(puzzles))


def load_draft(path: Path) -> EditSession | None:
    if not paths.is_there(path):
        return None
    try:
        return EditSession.resume(parse_draft(untrusted.read_untrusted(path)))
    except (untrusted.UnreadableError, DraftError) as error:
        raise DraftError(f"The draft {path.name} cannot be read: {error}") from error


def open_draft(path: Path, blank: Puzzle) -> tuple[EditSession, str]:
    """Return the editing session of a draft file, and a sentence about a problem, or "".

    If there is no draft that can be read, the session begins with `blank`. A file that cannot be read is renamed, so
    that the next draft does not overwrite it.
    """
    try:
        return load_draft(path) or EditSession(blank), ""
    except DraftError as error:
        aside = path.with_name(f"{path.stem}-unread{path.suffix}")
        where = f"The file was renamed to {aside.name}"
        try:
            path.replace(aside)
        except OSError as failure:
            where = f"The file stays as it is, because {paths.explain(path, failure)}"
        return EditSession(blank), f"{error}. {where}, and the editor starts with an empty board."


def draft_writer(path: Path) -> background_writer.BackgroundWriter[EditSnapshot]:
    """Return a background writer of drafts. Its `problem` is a sentence without its full stop."""

    def write(snapshot: EditSnapshot) -> None:
        try:
            atomic.atomic_write(path, draft_text(snapshot).encode())
        except OSError as error:
            raise DraftError(f"The draft cannot be saved: {paths.explain(path, error)}") from error

    return background_writer.BackgroundWriter(write)


def _recent(snapshot: EditSnapshot) -> tuple[tuple[Puzzle, ...], int]:
    """Return the puzzles to keep and the index of the current puzzle among them.

    The limits are `MAX_KEPT` puzzles and `MAX_CHARACTERS` characters. The current puzzle is kept first, then the
    puzzles before it from the latest to the earliest, then the puzzles after it from the earliest to the latest.
    """
    puzzles, head = snapshot.puzzles, snapshot.head
    first = last = head
    room = MAX_CHARACTERS - len(str(puzzles[head]))
    for index in (*reversed(range(head)), *range(head + 1, len(puzzles))):
        room -= len(str(puzzles[index]))
        if room < 0 or last - first + 1 >= MAX_KEPT:
            break
        first, last = min(first, index), max(last, index)
    return puzzles[first : last + 1], head - first
