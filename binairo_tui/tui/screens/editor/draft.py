"""The puzzle that is being made, kept on the disk: a text file that a dropped line or a full stop leaves behind.

    # What the editor of binairo-tui keeps. Every line is a puzzle; a step after the one before.
    # cursor: r2c5
    # in force: 3
    6x6;....................................
    6x6;1...................................
    6x6;1...0...............................

It is replaced whole after every step, by a thread of its own. Only the newest state waits to be written.
"""

from __future__ import annotations

import os
import re
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from binairo_tui.engine import PuzzleFormatError, cell_name, parse_puzzle
from binairo_tui.files.atomic import replace_file
from binairo_tui.files.untrusted import UnreadableError, read_untrusted
from binairo_tui.game.editing import EditSession, EditSnapshot

if TYPE_CHECKING:
    from pathlib import Path

    from binairo_tui.engine import Puzzle

MAX_KEPT = 200
"""Steps that are kept on the disk at most, the newest ones."""
MAX_CHARACTERS = 200_000
"""What their puzzles may be long together: steps on large boards are kept less far back."""

_HEAD = "# What the editor of binairo-tui keeps: every line is a puzzle, a step after the one before."
_CURSOR = re.compile(r"# cursor: r([0-9]{1,2})c([0-9]{1,2})")
_IN_FORCE = re.compile(r"# in force: ([0-9]{1,4})")


class DraftError(Exception):
    """The draft cannot be read or written; the text is a sentence without its full stop."""


def draft_text(snapshot: EditSnapshot) -> str:
    """A snapshot as the text of a file; of a long history only what lies around the puzzle in force."""
    puzzles, head = _recent(snapshot)
    cursor = cell_name(snapshot.cursor, puzzles[head].width)
    return "\n".join([_HEAD, f"# cursor: {cursor}", f"# in force: {head + 1}", *map(str, puzzles), ""])


def parse_draft(text: str) -> EditSnapshot:
    """The snapshot that a text holds. Raises DraftError for a text that holds none."""
    cursor, in_force = _CURSOR.search(text), _IN_FORCE.search(text)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#")]
    if cursor is None or in_force is None or not lines:
        raise DraftError("it holds no draft")
    puzzles = []
    for number, line in lines:
        try:
            puzzles.append(parse_puzzle(line))
        except PuzzleFormatError as error:
            raise DraftError(f"line {number}, column {error.column}: {error.message}") from error
    head = int(in_force[1]) - 1
    if not 0 <= head < len(puzzles):
        raise DraftError(f"puzzle {head + 1} of {len(puzzles)} is in force")
    row, column = int(cursor[1]), int(cursor[2])
    puzzle = puzzles[head]
    if not (1 <= row <= puzzle.height and 1 <= column <= puzzle.width):
        raise DraftError(f"the cursor is outside the board, on r{row}c{column}")
    return EditSnapshot((row - 1) * puzzle.width + column - 1, head, tuple(puzzles))


def load_draft(path: Path) -> EditSession | None:
    """The draft of a file; None if there is no file. Raises DraftError."""
    if not os.path.lexists(path):
        return None
    try:
        return EditSession.resume(parse_draft(read_untrusted(path)))
    except (UnreadableError, DraftError) as error:
        raise DraftError(f"The draft {path.name} cannot be read: {error}") from error


def open_draft(path: Path, blank: Puzzle) -> tuple[EditSession, str]:
    """The draft of a file, or else a session that begins with `blank`; and a sentence if there is something to say.

    A file that cannot be read is put aside under another name, so that the next draft does not take its place.
    """
    try:
        return load_draft(path) or EditSession(blank), ""
    except DraftError as error:
        aside = path.with_name(f"{path.stem}-unread{path.suffix}")
        with suppress(OSError):
            path.replace(aside)
        return EditSession(blank), f"{error}. It is now called {aside.name}."


class DraftKeeper:
    """Writes the newest draft to `path` in a thread of its own, from the first `keep` until `close`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changed = threading.Condition()
        self._waiting: EditSnapshot | None = None
        self._is_writing = False
        self._is_closing = False
        self._problem = ""
        self._thread: threading.Thread | None = None

    @property
    def problem(self) -> str:
        """Why the last write failed, as a sentence without its full stop; empty if it did not."""
        with self._changed:
            return self._problem

    def keep(self, snapshot: EditSnapshot) -> None:
        """Have a draft written soon. Never waits, never raises; after `close` it does nothing."""
        with self._changed:
            if self._is_closing:
                return
            self._waiting = snapshot
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="draft-writer", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def flush(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds until nothing waits to be written; say whether all of it is on the disk."""
        with self._changed:
            is_idle = self._changed.wait_for(lambda: self._waiting is None and not self._is_writing, timeout)
            return is_idle and not self._problem

    def close(self, timeout: float) -> bool:
        """Write what waits and end the thread; say whether all is on the disk."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        return self.flush(timeout)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting is not None or self._is_closing)
                snapshot, self._waiting = self._waiting, None
                if snapshot is None:
                    return
                self._is_writing = True
            problem = self._write(snapshot)
            with self._changed:
                self._is_writing, self._problem = False, problem
                self._changed.notify_all()

    def _write(self, snapshot: EditSnapshot) -> str:
        try:
            replace_file(self._path, draft_text(snapshot).encode())
        except OSError as error:
            return f"The draft is not saved: {error.strerror or error}"
        return ""


def _recent(snapshot: EditSnapshot) -> tuple[tuple[Puzzle, ...], int]:
    """The puzzles to keep, and which of them is in force: it and those before it, then those after it."""
    puzzles, head = snapshot.puzzles, snapshot.head
    first = last = head
    room = MAX_CHARACTERS - len(str(puzzles[head]))
    for index in (*reversed(range(head)), *range(head + 1, len(puzzles))):
        room -= len(str(puzzles[index]))
        if room < 0 or last - first + 1 >= MAX_KEPT:
            break
        first, last = min(first, index), max(last, index)
    return puzzles[first : last + 1], head - first
