"""Leases: which session plays which game, and which sessions are alive. Knows token files, but not games or SQLite.

A session creates a file and keeps it locked. The random name of the file is the token of the session. Every game that
the session plays has the token in the column `lease`. A token whose file is not locked belongs to a dead session.
Therefore a session counts as dead as soon as it is killed, but not while it hangs.

A lease does not exclude other sessions: another session can take the lease over. The session that lost the lease
notices this, because every write of a game expects the lease that the writer last stored.

Without locks, every session counts as dead: on a system other than POSIX, and on some file systems, on which SQLite
cannot write either.
"""

import os
import re
from contextlib import suppress
from pathlib import Path

from binairo_tui.files.system import NO_WAIT, READ_OWN, create_private, lock
from binairo_tui.store.private_files import make_private_directory

DIRECTORY = "sessions"


class LiveSession:
    """Marks session `token` as alive until `close`; `path` is the progress file. Raises OSError, UnsafePathError."""

    def __init__(self, path: Path) -> None:
        directory = path.with_name(DIRECTORY)
        make_private_directory(directory)
        _remove_dead(directory)
        self.token, self._descriptor = _lock_new_token(directory)
        self._path = directory / self.token

    def close(self) -> None:
        with suppress(OSError):
            self._path.unlink()
        os.close(self._descriptor)


def is_alive(path: Path, token: str) -> bool:
    if not _is_token(token):
        return False
    with suppress(OSError):
        descriptor = _lock_if_dead(path.with_name(DIRECTORY) / token, shared=True)
        if descriptor is None:
            return True
        os.close(descriptor)
    return False


def _lock_new_token(directory: Path) -> tuple[str, int]:
    while True:
        token = os.urandom(16).hex()
        descriptor = create_private(directory / token)
        with suppress(OSError):
            lock(descriptor, waits=True)
        if os.fstat(descriptor).st_nlink:
            return token, descriptor
        os.close(descriptor)  # another session has removed it before it was locked


def _remove_dead(directory: Path) -> None:
    for path in directory.iterdir():
        with suppress(OSError):
            if _is_token(path.name) and (descriptor := _lock_if_dead(path)) is not None:
                path.unlink()
                os.close(descriptor)


def _lock_if_dead(path: Path, *, shared: bool = False) -> int | None:
    """Lock a dead session's token file until the descriptor is closed; None if it is alive. Raises OSError."""
    descriptor = os.open(path, READ_OWN | NO_WAIT)
    try:
        lock(descriptor, shared=shared)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:  # there are no locks
        pass
    return descriptor


def _is_token(name: str) -> bool:
    return re.fullmatch("[0-9a-f]{32}", name) is not None
