"""Leases: which session plays which game, and which sessions are alive. Knows token files, not games or SQLite.

A session creates a file with a random name, its token, and keeps it locked. Every game that the session plays has the
token in the column `lease`. A token whose file is not locked belongs to a dead session. A killed session is therefore
dead at once, but a hung session is not.

A lease does not exclude other sessions: another session can take it over. The session that lost the lease notices,
because every write of a game expects the lease that the writer last stored.

On a file system without locks, a session touches its file every second instead. A session that has not touched its
file for `SILENT_SECONDS` counts as dead.
"""

import os
import re
from contextlib import suppress
from math import inf
from pathlib import Path

from binairo_tui.files.system import NO_LOCKS, NO_WAIT, READ_OWN, TEMPORARY, create_private, lock
from binairo_tui.store.private_files import make_private_directory

DIRECTORY = "sessions"
SILENT_SECONDS = 30.0
"""On a file system without locks, a session counts as dead this many seconds after its last sign of life."""
_FORGOTTEN_SECONDS = 86400.0
"""On a file system without locks, the file of a silent session is kept this many seconds: it may be suspended."""


class LiveSession:
    """Marks a session as alive until `close`; `path` is the progress file. Raises OSError or UnsafePathError.

    `token` is the name of the session, and `is_locked` says whether its file could be locked.
    """

    def __init__(self, path: Path) -> None:
        directory = path.with_name(DIRECTORY)
        make_private_directory(directory)
        _remove_dead(directory)
        self.token, self._descriptor, self.is_locked = _lock_new_token(directory)
        self._path = directory / self.token

    def show_life(self) -> None:
        """Touch the session's file if it could not be locked; do nothing otherwise. Raises OSError."""
        if not self.is_locked:
            os.utime(self._descriptor)

    def close(self) -> None:
        with suppress(OSError):
            self._path.unlink()
        os.close(self._descriptor)


def is_alive(path: Path, token: str) -> bool:
    if not _is_token(token):
        return False
    token_path = path.with_name(DIRECTORY) / token
    try:
        descriptor = _lock_if_dead(token_path, shared=True)
    except OSError as error:
        return error.errno in NO_LOCKS and _silence(token_path) < SILENT_SECONDS
    if descriptor is None:
        return True
    os.close(descriptor)
    return False


def _lock_new_token(directory: Path) -> tuple[str, int, bool]:
    """Create the file of a new session; return its token, its descriptor, and whether it could be locked."""
    while True:
        token, is_locked = os.urandom(16).hex(), False
        descriptor = create_private(directory / token)
        with suppress(OSError):
            lock(descriptor, waits=True)
            is_locked = True
        if os.fstat(descriptor).st_nlink:
            return token, descriptor, is_locked
        os.close(descriptor)  # another session has removed it before it was locked


def _remove_dead(directory: Path) -> None:
    for path in directory.iterdir():
        with suppress(OSError):
            if _is_token(path.name):
                _remove_if_dead(path)


def _remove_if_dead(path: Path) -> None:
    try:
        descriptor = _lock_if_dead(path)
    except OSError as error:
        if error.errno in NO_LOCKS and _silence(path) > _FORGOTTEN_SECONDS:
            path.unlink()
    else:
        if descriptor is not None:
            path.unlink()
            os.close(descriptor)


def _silence(path: Path) -> float:
    """Return the seconds since a session last touched its file, by the clock of the file system; inf if unknown."""
    probe = path.with_name(f"{TEMPORARY}{os.urandom(16).hex()}")
    with suppress(OSError):
        os.close(create_private(probe))
        now = probe.stat().st_mtime
        probe.unlink()
        return abs(now - path.stat().st_mtime)
    return inf


def _lock_if_dead(path: Path, *, shared: bool = False) -> int | None:
    """Lock a token file, and return a descriptor that is to be closed to unlock it; None if the session is alive.

    A `shared` lock does not hinder other shared locks. Raises OSError.
    """
    descriptor = os.open(path, READ_OWN | NO_WAIT)
    try:
        lock(descriptor, shared=shared)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            return None
        raise
    return descriptor


def _is_token(name: str) -> bool:
    return re.fullmatch("[0-9a-f]{32}", name) is not None
