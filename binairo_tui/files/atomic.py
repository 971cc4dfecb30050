"""Writes private files that survive a power cut: they are synced and replaced atomically."""

import os
from pathlib import Path

TEMPORARY = ".tmp-"
"""Prefix of the names of temporary files, which a killed process may leave behind."""


def atomic_write(path: Path, data: bytes) -> None:
    """Create or atomically replace a file that only its owner can read. Missing directories are created.

    After a power cut, the file has either its old or its new content. Raises OSError if the file cannot be written or
    `path` is a symbolic link, which is neither followed nor replaced.
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
    """Create a file with mode 0600 and sync it. Raises OSError, which is FileExistsError if the path exists."""
    with os.fdopen(create_private(path), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def create_private(path: Path) -> int:
    """Create a file with mode 0600 and return its descriptor.

    Raises OSError, which is FileExistsError if the path exists.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    os.fchmod(descriptor, 0o600)  # the umask may have removed even the owner's permissions
    return descriptor


def sync_directory(path: Path) -> None:
    """Sync a directory, so that created and renamed files in it survive a power cut. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
