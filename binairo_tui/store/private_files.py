"""Private directories and files, and locks between sessions. Knows the file system, but not SQLite."""

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from binairo_tui import files
from binairo_tui.files import system
from binairo_tui.files.system import NO_LOCKS, create_private, lock, sync_directory
from binairo_tui.store.errors import UnavailableError, UnsafePathError

LOCK_SECONDS = 2.0
"""Timeout for a lock that another session holds."""
_POLL_SECONDS = 0.01
_ELSEWHERE = "set XDG_DATA_HOME to a directory of your own"


def make_private_directory(path: Path) -> str:
    """Create a directory with mode 0700 if it is missing, or remove other users' write permissions from it.

    Return a sentence if permissions had to be removed, otherwise ''. Missing parents are also created with mode 0700,
    because a user who can write to a parent can replace the directory. Raises OSError, or UnsafePathError if another
    user owns the directory.
    """
    for directory in (*reversed(path.parents), path):
        with suppress(FileExistsError):
            directory.mkdir(mode=0o700)
            with suppress(OSError):  # the parent may not be readable, or its file system may not support syncing it
                sync_directory(directory.parent)  # or a power cut could remove the new directory and all its files
    status = path.stat()
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    if not system.is_own(status):
        raise UnsafePathError(f"{path} belongs to another user: {_ELSEWHERE}")
    if not system.is_open_to_others(status):
        return ""
    path.chmod(stat.S_IMODE(status.st_mode) & ~(stat.S_IWGRP | stat.S_IWOTH))
    return f"Other users could write to {path}; now only you can."


def make_private_file(path: Path) -> None:
    """Create an empty file with mode 0600, whatever the umask, or make an existing one private.

    An existing file is never opened: closing it would drop the locks that SQLite holds on it in this process. Raises
    OSError, or UnsafePathError if the path is not a regular file or belongs to another user.
    """
    try:
        os.close(create_private(path))
    except FileExistsError:
        check_private_file(path)
        if path.lstat().st_mode & 0o077:
            path.chmod(0o600)


def check_private_file(path: Path) -> None:
    """Raise UnsafePathError unless the path is a regular file owned by this user; OSError if it does not exist."""
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        raise UnsafePathError(f"{path} is not a regular file: move it away")
    if not system.is_own(status):
        raise UnsafePathError(f"{path} belongs to another user: {_ELSEWHERE}")


def read_private(path: Path) -> bytes:
    """Raises UnsafePathError if it is not a regular file of this user, or OSError if it cannot all be read."""
    check_private_file(path)
    with os.fdopen(os.open(path, system.READ_OWN), "rb") as file:
        content = file.read()
        if len(content) != os.fstat(file.fileno()).st_size:
            raise OSError(errno.EIO, "only partly read", str(path))
    return content


def lock_sessions(path: Path, *, exclusive: bool = False) -> int | None:
    """Keep other sessions from replacing the progress file at `path` or, if `exclusive`, from opening it.

    Return a descriptor; closing it with `os.close` releases the lock. If the lock's file cannot be opened, return None
    or, if `exclusive`, raise UnavailableError. Also raises UnavailableError if the lock is not free within
    `LOCK_SECONDS`. On a file system without locks, nothing is locked. The lock is on a separate file, so it does not
    depend on SQLite's locks on the progress file.
    """
    lock_path = path.with_name("session.lock")
    try:
        descriptor = os.open(lock_path, system.CHANGE_OWN, 0o600)
    except OSError as error:
        if exclusive:
            raise UnavailableError(files.paths.explain(lock_path, error)) from error
        return None
    if _lock(descriptor, shared=not exclusive):
        return descriptor
    os.close(descriptor)
    raise UnavailableError("another session has the progress file open")


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Prevent every session, including this one, from opening the progress file. Raises UnavailableError."""
    descriptor = lock_sessions(path, exclusive=True)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _lock(descriptor: int, *, shared: bool) -> bool:
    """Return False if another session holds the lock after `LOCK_SECONDS`; True on a file system without locks."""
    end = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            lock(descriptor, shared=shared)
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(_POLL_SECONDS)
        except OSError as error:
            return error.errno in NO_LOCKS
        else:
            return True
