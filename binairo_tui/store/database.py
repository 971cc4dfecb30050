"""Connections to a progress file, transactions on it, and whether it is sound. Knows SQLite; not what a game is.

The choices, each measured against killed processes and simulated power cuts: the rollback journal in TRUNCATE mode with
synchronous=FULL loses no committed transaction (DELETE with FULL, SQLite's own default, may lose the last one); WAL is
avoided because it fails on network file systems and in read-only directories. Every write is BEGIN IMMEDIATE: a
transaction that reads first and writes later is refused at once, without waiting, when another session is writing.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from binairo_tui.store.errors import (
    DamagedFileError,
    ForeignFileError,
    SchemaTooNewError,
    UnavailableError,
)
from binairo_tui.store.migrations import MIGRATIONS, SCHEMA_VERSION, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APPLICATION_ID = 0x42494E41
"""Marks our files in the SQLite header: "BINA"."""
BUSY_SECONDS = 5.0
"""How long a statement waits for another session's transaction."""
FULL_CHECK_BYTES = 2 << 20
"""Files up to this size are checked with their indexes whenever a program starts; that takes 5 ms."""

_SETTINGS = (
    ("synchronous", "FULL"),
    ("foreign_keys", "ON"),
    ("trusted_schema", "OFF"),
    ("cell_size_check", "ON"),
    ("mmap_size", "0"),
)
FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite's functions raise; the second where a message quotes a damaged file."""
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program is using the file",
    sqlite3.SQLITE_READONLY: "the file may not be written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
}


class Connection(sqlite3.Connection):
    """A connection to the progress file at `path`. As long as it is open, no session moves that file away.

    `notice` is a sentence for the player about what happened to the file before it could be opened, or ''. `lock` is
    what `files.lock_sessions` gave, to be closed with the connection.
    """

    path: Path
    notice: str = ""
    lock: int | None = None

    def close(self) -> None:
        """Close the file and let go of it."""
        super().close()
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


def connect(path: Path) -> tuple[Connection, int]:
    """Open a file that exists, with all settings; return its schema, too, 0 if it is empty. Writes nothing.

    Raises ForeignFileError, SchemaTooNewError, DamagedFileError, UnavailableError.
    """
    with typed_errors():
        # mode=rw: SQLite would make files by the umask. (It opens what may not be written for reading only.)
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,  # one thread uses it, but another one may have to close it
            factory=Connection,
        )
        connection.path = path
        try:
            settle(connection)
            version = check_identity(connection, str(path))
            _keep_journal(connection)
        except BaseException:
            connection.close()
            raise
    return connection, version


def check_integrity(connection: sqlite3.Connection, *, fully: bool = False) -> None:
    """Raise DamagedFileError if SQLite finds fault with the file or the tables are not those of `SCHEMA_VERSION`.

    Indexes of files beyond `FULL_CHECK_BYTES` are checked only if `fully`. Checksums are `contents`' business.
    """
    with typed_errors():
        (pages,), (page_size,) = [connection.execute(f"PRAGMA page_{name}").fetchone() for name in ("count", "size")]
        name = "integrity_check" if fully or pages * page_size <= FULL_CHECK_BYTES else "quick_check"
        (found,) = connection.execute(f"PRAGMA {name}(1)").fetchone()
        if found != "ok":
            raise DamagedFileError(f"the progress file is damaged: {found}")
        _, version = header(connection)
        tables = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall())
        if is_current(version) and not TABLES.items() <= tables.items():
            raise DamagedFileError("the progress file is damaged: its tables are not as they were made")


@contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[None]:
    """Run several queries on one state of the database. SQLite's errors leave as StoreError."""
    with typed_errors(), transaction(connection, "DEFERRED"):
        yield


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Make all changes inside durable together, or none. SQLite's errors leave as StoreError.

    Raises SchemaTooNewError if a newer program has changed the schema since the file was opened.
    """
    with typed_errors(), transaction(connection, "IMMEDIATE"):
        _, version = header(connection)
        if not is_current(version):
            raise SchemaTooNewError(
                f"a newer version of this program has brought the progress file to schema {version}"
            )
        yield


@contextmanager
def transaction(connection: sqlite3.Connection, mode: str) -> Iterator[None]:
    """A transaction that is rolled back by any exception. SQLite's errors leave as they are."""
    connection.execute(f"BEGIN {mode}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite has rolled back by itself after some errors
            connection.execute("ROLLBACK")
        raise


@contextmanager
def typed_errors() -> Iterator[None]:
    """Let SQLite's errors leave as StoreError: damage as DamagedFileError, all that may pass as UnavailableError."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise DamagedFileError("the progress file is damaged: SQLite quotes what is no text") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise DamagedFileError(f"the progress file is damaged: {error}") from error
        raise UnavailableError(_REASONS.get(code, str(error))) from error


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file to the current schema, in one transaction with the version number. Raises StoreError."""
    with typed_errors(), transaction(connection, "EXCLUSIVE"):
        _, version = header(connection)
        for step in MIGRATIONS[version:]:
            step(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def is_current(version: int) -> bool:
    """Whether a schema is the one that this program reads and writes."""
    return version == SCHEMA_VERSION


def header(connection: sqlite3.Connection) -> tuple[int, int]:
    """The application id and the schema version of a file."""
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return application_id, version


def check_identity(connection: sqlite3.Connection, name: str) -> int:
    """The schema version of a file that is ours, 0 for an empty one; for before anything that could write to it.

    Raises ForeignFileError, SchemaTooNewError, DamagedFileError.
    """
    application_id, version = header(connection)
    (object_count,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application_id != APPLICATION_ID and (application_id or version or object_count):
        raise ForeignFileError(f"{name} is a database of another program")
    if version > SCHEMA_VERSION:
        raise SchemaTooNewError(
            f"{name} was written by a newer version of this program (schema {version}; this one knows {SCHEMA_VERSION})"
        )
    if not version and object_count:
        raise DamagedFileError("the progress file is damaged: it has tables but no schema")
    return version


def _keep_journal(connection: sqlite3.Connection) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = TRUNCATE").fetchone()
    if mode != "truncate":  # SQLite answers with the old mode instead of an error
        raise UnavailableError(f"the progress file stays in journal mode {mode}")


def settle(connection: sqlite3.Connection) -> None:
    """Give a connection its settings; they are not in the file."""
    # A damaged text is for the checksums to find, game by game; as an error it would spoil whole lists.
    connection.text_factory = _decode
    for name, value in _SETTINGS:
        connection.execute(f"PRAGMA {name} = {value}")


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
