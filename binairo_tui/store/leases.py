"""Which sessions live, and whose a game is. Knows token files and their locks; nothing of games or SQLite.

A session of play makes a file with a random name, its token, and locks it for as long as it lives. A game that it plays
carries the token (column `lease`). Whoever finds a token asks whether its file is locked: a session that was killed is
dead at once, one that hangs is not. A lease bars nobody: it can be taken over, and who has lost it notices, because
every write of a game expects the lease that the writer knows.
"""

from __future__ import annotations

import fcntl
import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from binairo_tui.store.private_files import create_private, make_private_directory

if TYPE_CHECKING:
    from pathlib import Path

DIRECTORY = "sessions"
_TOKEN = re.compile("[0-9a-f]{32}")


class Session:
    """A living session beside the progress file at `path`, until `close`. Raises OSError or UnsafePathError."""

    def __init__(self, path: Path) -> None:
        directory = path.with_name(DIRECTORY)
        make_private_directory(directory)
        _clear(directory)
        self.token, self._descriptor = _lock_new_token(directory)
        self._path = directory / self.token

    def close(self) -> None:
        """End the session; its leases are free from then on."""
        with suppress(OSError):
            self._path.unlink()
        os.close(self._descriptor)


def is_alive(path: Path, token: str) -> bool:
    """Whether a session with this token lives beside the progress file at `path`; '' and nonsense are no session."""
    if not _TOKEN.fullmatch(token):
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
        with suppress(OSError):  # a file system without locks: leases then only keep writers apart
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return token, descriptor
        os.close(descriptor)  # another session has just cleared it away, taking it for a dead one's


def _clear(directory: Path) -> None:
    """Remove the files of dead sessions."""
    for path in directory.iterdir():
        with suppress(OSError):
            descriptor = _lock_if_dead(path, fcntl.LOCK_EX) if _TOKEN.fullmatch(path.name) else None
            if descriptor is not None:
                path.unlink()
                os.close(descriptor)


def _lock_if_dead(path: Path, kind: int) -> int | None:
    """Lock a token file and return what ends that when closed; None if its session lives. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            return None
        raise
    return descriptor
