"""A disk that is full or fails temporarily, at every call: the moves are saved once it works again."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path

from tests.faults.harness import Figures, main
from tests.faults.player import CorruptError, found, play
from tests.faults.syscalls import Begin, failing, why_not

GAME = 1
OLD_STATE = 3
SAVES = 3
WINDOW = 4
"""Number of consecutive calls that fail."""
KINDS = (
    ("pwrite64", "ENOSPC", 45),
    ("pwrite64", "EDQUOT", 45),
    ("pwrite64", "EIO", 45),
    ("fdatasync", "EIO", 15),
    ("openat", "EACCES", 6),
    ("pread64", "EIO", 20),
)
"""Calls, their errors, and the least number of them in a session."""


def measure(is_long: bool) -> Figures:
    """Begin to fail at every call, or at some."""
    figures = Figures(failures=0, corrupt=0, lost=0, ended_badly=0)
    if why_not():
        return figures
    with tempfile.TemporaryDirectory() as directory:
        old = Path(directory) / "old.db"
        play(old, GAME, OLD_STATE, lambda number: None)
        for calls, error, count in KINDS:
            for first in range(1, count + 1, 1 if is_long else max(count // 3, 1)):
                path = Path(directory) / f"{calls}-{error}-{first}" / "progress.db"
                path.parent.mkdir(mode=0o700)
                shutil.copy(old, path)
                _fail(figures, path, calls, error, first)
    return figures


def _fail(figures: Figures, path: Path, calls: str, error: str, first: int) -> None:
    status = failing(partial(_save, path), calls, error, first, first + WINDOW)
    figures["failures"] += 1
    what = f"{calls} {first} with {error}"
    if status:
        figures.note("ended_badly", f"{what}: {status}")
    try:
        number = found(path, GAME)
    except CorruptError as trouble:
        figures.note("corrupt", f"{what}: {trouble}")
    else:
        if number != OLD_STATE + SAVES:
            figures.note("lost", f"{what}: state {number}")


def _save(path: Path, begin: Begin) -> None:
    play(path, GAME, SAVES, lambda number: None, begin)


if __name__ == "__main__":
    main(measure)
