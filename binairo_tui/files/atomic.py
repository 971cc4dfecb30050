"""Private files that survive a power cut: written and synced, and replaced in one step."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

TEMPORARY = ".tmp-"
"""Prefix of the file names that a killed process may leave behind."""


def atomic_write(path: Path, data: bytes) -> None:
    """Replace a file in one step, or create it, readable by its owner alone. Missing directories are created.

    After a power cut the file has either its old or its new content. A symbolic link is neither followed nor replaced.
    Raises OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_symlink():
        raise OSError(0, "it is a link to another file, which has to be changed by hand")
    temporary = path.with_name(f"{TEMPORARY}{os.urandom(16).hex()}")
    try:
        write_private(temporary, data)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def write_private(path: Path, data: bytes) -> None:
    """Create a file with mode 0600 and sync it. Raises FileExistsError if the path exists, OSError."""
    with os.fdopen(create_private(path), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def create_private(path: Path) -> int:
    """Create a file with mode 0600 and open it for writing. Raises FileExistsError if the path exists, OSError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    os.fchmod(descriptor, 0o600)  # the umask may have taken even the owner's permissions
    return descriptor


def sync_directory(path: Path) -> None:
    """Sync the names in a directory. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
