"""Writes private files that survive a power cut: each file is synced and replaced atomically.

A lock on a directory keeps two sessions from writing there at the same time.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from binairo_tui.files.system import NO_LOCKS, TEMPORARY, create_private, lock, open_directory, sync_directory


def atomic_write(path: Path, data: bytes) -> None:
    """Create or atomically replace a file that only its owner can read. Missing directories are created.

    After a power cut, the file has either its old or its new content. Raises OSError if the file cannot be written, or
    if `path` is a symbolic link. A link is neither followed nor replaced.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_symlink():
        raise OSError(0, "it is a symbolic link: change the file that it points to instead")
    temporary = path.with_name(f"{TEMPORARY}{os.urandom(16).hex()}")
    try:
        write_private(temporary, data)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def write_private(path: Path, data: bytes) -> None:
    """Create a file with mode 0600 and sync it. Raises OSError, in particular FileExistsError if the path exists."""
    with os.fdopen(create_private(path), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Wait for the lock of a directory, and hold it in the `with` block. Raises OSError.

    Every session holds the lock while it changes files in the directory. On a system without locks, the later of two
    simultaneous changes wins.
    """
    descriptor = open_directory(directory)
    try:
        try:
            lock(descriptor, waits=True)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)
