"""Directories and files that only the player can use, and locks between sessions. Knows the system; nothing of SQLite.

Locks are those of `flock`: they end with the process that holds them, however it ends, so that none is ever stale.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from binairo_tui.store.errors import UnavailableError, UnsafePathError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK_SECONDS = 2.0
"""How long to wait for other sessions to let go of a lock."""
_POLL_SECONDS = 0.01
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


def make_private_directory(path: Path) -> None:
    """Make a directory with mode 0700 if there is none; raise UnsafePathError if others can write to it, OSError.

    Missing parents become private, too: whoever can write to a parent can replace the directory.
    """
    for directory in (*reversed(path.parents), path):
        with suppress(FileExistsError):
            directory.mkdir(mode=0o700)
            with suppress(OSError):  # not every directory that can be written in can be opened, nor every one synced
                sync_directory(directory.parent)  # or a power cut may take the new directory with all that is in it
    status = path.stat()
    if status.st_uid != os.geteuid():
        raise UnsafePathError(f"{path} belongs to another user")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise UnsafePathError(f"{path} can be written by other users")


def make_private_file(path: Path) -> None:
    """Make an empty file with mode 0600, whatever the umask, or make one that is there private.

    An existing file is looked at but never opened: closing it would drop the locks that SQLite holds on it in this
    process. Raises UnsafePathError if it is no regular file or another user's, OSError.
    """
    try:
        os.close(create_private(path))
    except FileExistsError:
        check_private_file(path)
        if path.lstat().st_mode & 0o077:
            path.chmod(0o600)


def check_private_file(path: Path) -> None:
    """Raise UnsafePathError if there is something else than a regular file of the player's own; OSError if nothing."""
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        raise UnsafePathError(f"{path} is not a regular file")
    if status.st_uid != os.geteuid():
        raise UnsafePathError(f"{path} belongs to another user")


def create_private(path: Path) -> int:
    """Make a file with mode 0600 and open it for writing; raise FileExistsError if anything is there, OSError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    os.fchmod(descriptor, 0o600)  # the umask may have taken even the owner's rights
    return descriptor


def write_private(path: Path, content: bytes) -> None:
    """Make a file with mode 0600 that is on the disk when this returns. Raises OSError."""
    with os.fdopen(create_private(path), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def read_private(path: Path) -> bytes:
    """All bytes of a regular file. Raises UnsafePathError, and OSError also where the file ends early."""
    check_private_file(path)
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as file:
        content = file.read()
        if len(content) != os.fstat(file.fileno()).st_size:
            raise OSError(errno.EIO, "read in part only", str(path))
    return content


def sync_directory(path: Path) -> None:
    """Have the names in a directory on the disk when this returns. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def lock_sessions(path: Path, *, exclusive: bool = False) -> int | None:
    """Keep other sessions from moving the progress file at `path` away, or, `exclusive`, from having it open at all.

    Returns what `os.close` ends the lock with; None where a shared lock cannot be had because the directory cannot be
    written to or the file system has no locks. Waits `LOCK_SECONDS`, then raises UnavailableError. Closing does not
    touch the locks that SQLite holds: they are on another file.
    """
    lock_path = path.with_name("session.lock")
    try:
        descriptor = os.open(lock_path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if exclusive:
            raise UnavailableError(f"cannot use {lock_path}: {error.strerror}") from error
        return None
    if _locked(descriptor, fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH):
        return descriptor
    os.close(descriptor)
    raise UnavailableError("another session has the progress file open")


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Have the progress file alone while this lasts; no session of any process may have it open, this one included.

    Raises UnavailableError.
    """
    descriptor = lock_sessions(path, exclusive=True)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _locked(descriptor: int, kind: int) -> bool:
    """Lock within `LOCK_SECONDS`; where there are no locks, nobody else has one either."""
    end = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(_POLL_SECONDS)
        except OSError as error:
            return error.errno in _NO_LOCKS
        else:
            return True
