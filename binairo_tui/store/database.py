"""Connections to a progress file, transactions and integrity checks. This module knows SQLite, but not games.

The settings were tested with killed processes and simulated power cuts. The rollback journal in PERSIST mode with
synchronous=FULL loses no committed transaction. SQLite's default, the mode DELETE with synchronous=FULL, may lose the
last transaction. TRUNCATE is as safe as PERSIST, but slower, because the disk frees the journal's blocks and allocates
them again with every write. PERSIST keeps these blocks, so small writes are possible even if the disk is full. WAL
fails on network file systems and in read-only directories.

Every write begins with BEGIN IMMEDIATE. Otherwise, while another session writes, a transaction that first reads and
then writes would fail instead of waiting.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from binairo_tui.store import errors, migrations

APPLICATION_ID = 0x42494E41
"""The application id in the SQLite header of the progress file: "BINA"."""
BUSY_SECONDS = 5.0
"""Timeout of a statement that waits for another session's transaction."""
FULL_CHECK_BYTES = 2 << 20
"""The largest size of a file whose indexes are checked at every startup; the check takes at most 5 ms."""

_SETTINGS = (
    ("synchronous", "FULL"),
    ("journal_size_limit", str(64 << 10)),  # the journal of a save takes about 20 KiB
    ("foreign_keys", "ON"),
    ("trusted_schema", "OFF"),
    ("cell_size_check", "ON"),
    ("mmap_size", "0"),
)
FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions that `sqlite3` raises: UnicodeDecodeError if an error message quotes bytes of a damaged file."""
_MENDING = "run 'binairo doctor --fix'"
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk of {} is full: make room on it",
    sqlite3.SQLITE_BUSY: "another program is using {}: close it, or wait",
    sqlite3.SQLITE_READONLY: f"{{}} is read-only: {_MENDING}",
    sqlite3.SQLITE_CANTOPEN: "{} cannot be opened: run 'binairo doctor'",
    sqlite3.SQLITE_IOERR: "the disk cannot read or write {}: check the disk, and run 'binairo doctor'",
}


class ProgressConnection(sqlite3.Connection):
    """A connection to the progress file at `path`. While it is open, no session replaces that file.

    `notice` is a sentence for the player about changes made before the file was opened, such as a repair; it may be ''.
    `lock` is the descriptor returned by `private_files.lock_sessions`, which is closed with the connection.
    """

    path: Path
    notice: str = ""
    lock: int | None = None

    def close(self) -> None:
        super().close()
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


def connect(path: Path) -> tuple[ProgressConnection, int]:
    """Open a file without writing to it; return also its schema version, 0 for an empty file. Raises StoreError."""
    with translated_errors(path):
        connection = sqlite3.connect(
            existing_file(path),
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,  # only one thread uses it, but another may close it
            factory=ProgressConnection,
        )
        connection.path = path
        with closed_on_error(connection):
            configure(connection)
            version = check_identity(connection, str(path))
            _set_journal_mode(connection)
    return connection, version


def existing_file(path: Path) -> str:
    """Return the URI by which SQLite opens the file at `path`.

    With this URI, SQLite does not create a missing file, whose mode would depend on the umask. A file that is not
    writable is opened read-only.
    """
    # Path.as_uri imports `urllib.request`, and so `email` and `http`, from Python 3.14 on.
    return f"file:{quote(os.fsencode(path.absolute()), safe='')}?mode=rw"


@contextmanager
def closed_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def keep_temporary_files_here() -> None:
    """Make SQLite keep temporary files in the current directory, which may be the only writable directory."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA temp_store_directory = '.'")


def open_empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    configure(connection)
    migrate(connection)
    return connection


def check_integrity(connection: sqlite3.Connection, *, fully: bool = False) -> None:
    """Raise DamagedFileError if SQLite finds damage, or if a file of the current schema lacks one of its tables.

    Indexes of files larger than `FULL_CHECK_BYTES` are checked only if `fully`. Checksums are not verified; see
    `snapshots.find_damage`.
    """
    path = _path_of(connection)
    name = str(path) if path else "the progress file"
    with translated_errors(path):
        (pages,), (page_size,) = [connection.execute(f"PRAGMA page_{it}").fetchone() for it in ("count", "size")]
        check = "integrity_check" if fully or pages * page_size <= FULL_CHECK_BYTES else "quick_check"
        (found,) = connection.execute(f"PRAGMA {check}(1)").fetchone()
        if found != "ok":
            raise errors.DamagedFileError(f"{name} is damaged ({found}): {_MENDING}")
        tables = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall())
        if is_current(read_version(connection)) and not migrations.TABLES.items() <= tables.items():
            raise errors.DamagedFileError(f"{name} is damaged (its tables are not those of this program): {_MENDING}")


@contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[None]:
    """Begin a transaction whose queries all see the same state of the database. Raises StoreError."""
    with translated_errors(_path_of(connection)), transaction(connection, "DEFERRED"):
        yield


def read_rows(connection: sqlite3.Connection, query: str, *values: object) -> list[Any]:
    with reading(connection):
        return connection.execute(query, values).fetchall()


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Begin a durable transaction. Raises StoreError, in particular if a newer program has changed the schema."""
    with translated_errors(_path_of(connection)), transaction(connection, "IMMEDIATE"):
        version = read_version(connection)
        if not is_current(version):
            raise errors.SchemaTooNewError(
                f"a newer version of this program has changed the progress file to schema {version}"
            )
        yield


@contextmanager
def transaction(connection: sqlite3.Connection, mode: str) -> Iterator[None]:
    """Begin a transaction (DEFERRED, IMMEDIATE or EXCLUSIVE) that any exception rolls back. Errors are SQLite's."""
    connection.execute(f"BEGIN {mode}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # after some errors, SQLite has already rolled back
            connection.execute("ROLLBACK")
        raise


@contextmanager
def translated_errors(path: Path | None = None) -> Iterator[None]:
    """Translate damage into DamagedFileError, the rest into UnavailableError. They name `path` or the progress file."""
    name = str(path) if path else "the progress file"
    try:
        yield
    except UnicodeDecodeError as error:
        raise errors.DamagedFileError(f"{name} is damaged (a value is not text): {_MENDING}") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise errors.DamagedFileError(f"{name} is damaged ({error}): {_MENDING}") from error
        reason = _REASONS[code].format(name) if code in _REASONS else f"{name}: {error}"
        raise errors.UnavailableError(reason) from error


def _path_of(connection: sqlite3.Connection) -> Path | None:
    """Return the path of a connection to the progress file; None for a snapshot in memory."""
    return connection.path if isinstance(connection, ProgressConnection) else None


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a file to the current schema and write the version number, in one transaction. Raises StoreError."""
    with translated_errors(_path_of(connection)), transaction(connection, "EXCLUSIVE"):
        for step in migrations.MIGRATIONS[read_version(connection) :]:
            step(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {migrations.SCHEMA_VERSION}")


def is_current(version: int) -> bool:
    return version == migrations.SCHEMA_VERSION


def read_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check_identity(connection: sqlite3.Connection, name: str) -> int:
    """Return the schema version of a progress file, which messages call `name`; 0 for an empty file.

    Call this before anything writes to the file. Raises ForeignFileError, SchemaTooNewError, DamagedFileError.
    """
    version = read_version(connection)
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (object_count,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application_id != APPLICATION_ID and (application_id or version or object_count):
        raise errors.ForeignFileError(f"{name} is a database of another program: move it away")
    if version > migrations.SCHEMA_VERSION:
        raise errors.SchemaTooNewError(
            f"{name} was written by a newer version of this program"
            f" (schema {version}; this one knows {migrations.SCHEMA_VERSION})"
        )
    if not version and object_count:
        raise errors.DamagedFileError(f"{name} is damaged (it has tables but no schema version): {_MENDING}")
    return version


def configure(connection: sqlite3.Connection) -> None:
    # Checksums detect damaged text in each game; an exception here would make whole lists fail.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    for name, value in _SETTINGS:
        connection.execute(f"PRAGMA {name} = {value}")


def _set_journal_mode(connection: sqlite3.Connection) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = PERSIST").fetchone()
    if mode != "persist":  # SQLite answers with the old mode instead of an error
        raise errors.UnavailableError(f"the progress file is still in journal mode {mode}")
