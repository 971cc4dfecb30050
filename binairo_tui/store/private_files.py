"""Private directories and files, and locks between sessions. Knows the file system, not SQLite.

Locks are taken with `flock`: they end with the process that holds them, so none is ever stale.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from binairo_tui.files.atomic import create_private, sync_directory
from binairo_tui.store.errors import UnavailableError, UnsafePathError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK_SECONDS = 2.0
"""Timeout for a lock that another session holds."""
_POLL_SECONDS = 0.01
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


def make_private_directory(path: Path) -> None:
    """Create a directory with mode 0700 if it is missing. Raises UnsafePathError if others can write to it; OSError.

    Missing parents become private, too: whoever can write to a parent can replace the directory.
    """
    for directory in (*reversed(path.parents), path):
        with suppress(FileExistsError):
            directory.mkdir(mode=0o700)
            with suppress(OSError):  # a writable directory need not be readable, nor its file system able to sync it
                sync_directory(directory.parent)  # or a power cut could remove the new directory and all its files
    status = path.stat()
    if status.st_uid != os.geteuid():
        raise UnsafePathError(f"{path} belongs to another user")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise UnsafePathError(f"{path} can be written by other users")


def make_private_file(path: Path) -> None:
    """Create an empty file with mode 0600, whatever the umask, or make an existing one private.

    An existing file is never opened: closing it would drop the locks that SQLite holds on it in this process. Raises
    UnsafePathError if it is not a regular file or belongs to another user; OSError.
    """
    try:
        os.close(create_private(path))
    except FileExistsError:
        check_private_file(path)
        if path.lstat().st_mode & 0o077:
            path.chmod(0o600)


def check_private_file(path: Path) -> None:
    """Raise UnsafePathError unless the path is a regular file of this user; OSError if it does not exist."""
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        raise UnsafePathError(f"{path} is not a regular file")
    if status.st_uid != os.geteuid():
        raise UnsafePathError(f"{path} belongs to another user")


def read_private(path: Path) -> bytes:
    """Return all bytes of a regular file. Raises UnsafePathError; OSError, also if the read was incomplete."""
    check_private_file(path)
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as file:
        content = file.read()
        if len(content) != os.fstat(file.fileno()).st_size:
            raise OSError(errno.EIO, "read in part only", str(path))
    return content


def lock_sessions(path: Path, *, exclusive: bool = False) -> int | None:
    """Lock the progress file at `path` against replacement by other sessions, or, if `exclusive`, against any use.

    Returns a descriptor that `os.close` unlocks; None if a shared lock is impossible because the directory is not
    writable or the file system has no locks. Raises UnavailableError after `LOCK_SECONDS`. Closing does not affect the
    locks that SQLite holds: they are on another file.
    """
    lock_path = path.with_name("session.lock")
    try:
        descriptor = os.open(lock_path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if exclusive:
            raise UnavailableError(f"cannot use {lock_path}: {error.strerror}") from error
        return None
    if _lock(descriptor, fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH):
        return descriptor
    os.close(descriptor)
    raise UnavailableError("another session has the progress file open")


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Keep every session, this one included, from opening the progress file. Raises UnavailableError."""
    descriptor = lock_sessions(path, exclusive=True)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _lock(descriptor: int, kind: int) -> bool:
    """Lock within `LOCK_SECONDS`; return whether it worked or the file system has no locks."""
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
