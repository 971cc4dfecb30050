"""Leases: which session plays which game, and which sessions are alive. Knows token files, not games or SQLite.

A session creates a file with a random name, its token, and keeps it locked. Every game that it plays has the token in
the column `lease`. A token whose file is not locked belongs to a dead session: a killed session is dead at once, a hung
session is not. A lease does not exclude other sessions. It can be taken over, and the session that lost it notices,
because every write of a game expects the lease that the writer last stored.
"""

import fcntl
import os
import re
from contextlib import suppress
from pathlib import Path

from binairo_tui.files.atomic import create_private
from binairo_tui.store.private_files import make_private_directory

DIRECTORY = "sessions"


class LiveSession:
    """Marks a session as alive until `close`; `path` is the progress file. Raises OSError or UnsafePathError."""

    def __init__(self, path: Path) -> None:
        directory = path.with_name(DIRECTORY)
        make_private_directory(directory)
        _remove_dead(directory)
        self.token, self._descriptor = _lock_new_token(directory)
        self._path = directory / self.token

    def close(self) -> None:
        """End the session; its games are then free."""
        with suppress(OSError):
            self._path.unlink()
        os.close(self._descriptor)


def is_alive(path: Path, token: str) -> bool:
    """Return True if a live session of the progress file at `path` has this token; False if the token is invalid."""
    if not _is_token(token):
        return False
    try:
        descriptor = _lock_if_dead(path.with_name(DIRECTORY) / token, fcntl.LOCK_SH)
    except OSError:
        return False
    if descriptor is None:
        return True
    os.close(descriptor)
    return False


def _lock_new_token(directory: Path) -> tuple[str, int]:
    while True:
        token = os.urandom(16).hex()
        descriptor = create_private(directory / token)
        with suppress(OSError):  # a file system without locks: there, every session seems dead
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return token, descriptor
        os.close(descriptor)  # another session has removed it before it was locked


def _remove_dead(directory: Path) -> None:
    for path in directory.iterdir():
        with suppress(OSError):
            descriptor = _lock_if_dead(path, fcntl.LOCK_EX) if _is_token(path.name) else None
            if descriptor is not None:
                path.unlink()
                os.close(descriptor)


def _lock_if_dead(path: Path, kind: int) -> int | None:
    """Lock a token file and return the descriptor that unlocks it; None if its session is alive. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            return None
        raise
    return descriptor


def _is_token(name: str) -> bool:
    return re.fullmatch("[0-9a-f]{32}", name) is not None
