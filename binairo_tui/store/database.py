"""Opening `progress.db` safely, and transactions on it. Knows files and SQLite; does not know what a game is.

The choices, each measured against killed processes and simulated power cuts: the rollback journal in TRUNCATE mode with
synchronous=FULL loses no committed transaction (DELETE with FULL, SQLite's own default, may lose the last one); WAL is
avoided because it fails on network file systems and in read-only directories. Every write is BEGIN IMMEDIATE: a
transaction that reads first and writes later is refused at once, without waiting, when another session is writing.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from binairo_tui.store.errors import (
    DamagedFileError,
    ForeignFileError,
    SchemaTooNewError,
    UnavailableError,
    UnsafePathError,
)
from binairo_tui.store.migrations import MIGRATIONS, SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APPLICATION_ID = 0x42494E41
"""Marks our files in the SQLite header: "BINA"."""
BUSY_SECONDS = 5.0
"""How long a statement waits for another session's transaction."""

_SETTINGS = (
    ("synchronous", "FULL"),
    ("foreign_keys", "ON"),
    ("trusted_schema", "OFF"),
    ("cell_size_check", "ON"),
    ("mmap_size", "0"),
)
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program is using the file",
    sqlite3.SQLITE_READONLY: "the file may not be written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
}


def open_database(path: Path) -> sqlite3.Connection:
    """Open the database, created or migrated to the current schema if need be; for use in the calling thread only.

    A missing directory is made with mode 0700 and a missing file with mode 0600, whatever the umask. Raises the errors
    of this module; a file of another program or of a newer schema is then left exactly as it was.
    """
    try:
        _make_private_directory(path.parent)
        _make_private_file(path)
    except OSError as error:
        raise UnavailableError(f"cannot use {path}: {error.strerror or error}") from error
    with _typed_errors():
        # mode=rw: only _make_private_file creates files.
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS, isolation_level=None
        )
        try:
            version = _check_identity(connection, path)
            _apply_settings(connection)
            if version < SCHEMA_VERSION:
                _migrate(connection)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[None]:
    """Run several queries on one state of the database. SQLite's errors leave as StoreError."""
    with _typed_errors(), _transaction(connection, "DEFERRED"):
        yield


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Make all changes inside durable together, or none. SQLite's errors leave as StoreError."""
    with _typed_errors(), _transaction(connection, "IMMEDIATE"):
        yield


@contextmanager
def _transaction(connection: sqlite3.Connection, mode: str) -> Iterator[None]:
    connection.execute(f"BEGIN {mode}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite has rolled back by itself after some errors
            connection.execute("ROLLBACK")
        raise


@contextmanager
def _typed_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise DamagedFileError(f"the progress file is damaged: {error}") from error
        raise UnavailableError(_REASONS.get(code, str(error))) from error


def _make_private_directory(path: Path) -> None:
    # Missing parents become private too: whoever can write to a parent can replace the directory.
    for directory in (*reversed(path.parents), path):
        with suppress(FileExistsError):
            directory.mkdir(mode=0o700)
            _sync(directory.parent)  # or a power cut may take the new directory with all that is saved in it
    status = path.stat()
    if status.st_uid != os.geteuid():
        raise UnsafePathError(f"{path} belongs to another user")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise UnsafePathError(f"{path} can be written by other users")


def _sync(directory: Path) -> None:
    with suppress(OSError):  # not every directory that can be written in can be opened, nor every one synced
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _make_private_file(path: Path) -> None:
    """Make an empty file that only this user can read, before SQLite would make one by the umask.

    An existing file is looked at but never opened: closing it would drop the locks that SQLite holds on it in this
    process.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            raise UnsafePathError(f"{path} is not a regular file") from None
        if status.st_uid != os.geteuid():
            raise UnsafePathError(f"{path} belongs to another user") from None


def _check_identity(connection: sqlite3.Connection, path: Path) -> int:
    """The schema version of a file that is ours; 0 for an empty one. Comes before anything that could write to it."""
    application_id, version = _header(connection)
    (object_count,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application_id != APPLICATION_ID and (application_id or version or object_count):
        raise ForeignFileError(f"{path} is a database of another program")
    if version > SCHEMA_VERSION:
        raise SchemaTooNewError(
            f"{path} was written by a newer version of this program (schema {version}; this one knows {SCHEMA_VERSION})"
        )
    return version


def _header(connection: sqlite3.Connection) -> tuple[int, int]:
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return application_id, version


def _apply_settings(connection: sqlite3.Connection) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = TRUNCATE").fetchone()
    if mode != "truncate":  # SQLite answers with the old mode instead of an error
        raise UnavailableError(f"the progress file stays in journal mode {mode}")
    for name, value in _SETTINGS:
        connection.execute(f"PRAGMA {name} = {value}")


def _migrate(connection: sqlite3.Connection) -> None:
    with _transaction(connection, "EXCLUSIVE"):
        _, version = _header(connection)  # again: another session may have migrated since
        for migrate in MIGRATIONS[version:]:
            migrate(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
