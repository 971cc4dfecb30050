"""Snapshots: complete progress files in memory, which are checked without touching the file on disk.

A closed file is read twice, and used only if both reads return the same bytes. An open database is copied by SQLite.
"""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from binairo_tui import files
from binairo_tui.store import database, errors, private_files
from binairo_tui.store.rows import PRACTICE, RESULT, read_games

_WAL_MARKS = slice(18, 20)


class Damage(NamedTuple):
    """The ids of the games, results and rows of practice whose checksums are wrong."""

    games: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    practice: tuple[str, ...] = ()


def read_twice(path: Path) -> bytes:
    """Return the bytes of a file. Raises UnavailableError if it cannot be read, or if two reads differ."""
    try:
        first = private_files.read_private(path)
        if first != private_files.read_private(path):
            raise errors.UnavailableError(f"the disk reads {path} differently each time")
    except OSError as error:
        raise errors.UnavailableError(files.paths.explain(path, error)) from error
    return first


def open_unchecked(raw: bytes) -> sqlite3.Connection:
    if not raw:
        raise errors.DamagedFileError("the progress file is empty")
    connection = sqlite3.connect(":memory:", isolation_level=None)
    header = bytearray(raw)
    header[_WAL_MARKS] = b"\1\1"  # a database in memory cannot be in WAL mode
    connection.deserialize(bytes(header))
    return connection


def open_snapshot(raw: bytes, name: str) -> sqlite3.Connection:
    """Check the bytes of file `name`, but not the checksums, and migrate to the current schema. Raises StoreError."""
    connection = open_unchecked(raw)
    with database.closed_on_error(connection):
        _check(connection, name)
        database.migrate(connection)
    return connection


def take_snapshot(connection: database.ProgressConnection) -> sqlite3.Connection:
    """Return a snapshot of an open database, in its own schema, checked by SQLite. Raises StoreError."""
    snapshot = sqlite3.connect(":memory:", isolation_level=None)
    with database.closed_on_error(snapshot):
        with database.translated_errors():
            (page_size,) = connection.execute("PRAGMA page_size").fetchone()
            snapshot.execute(f"PRAGMA page_size = {page_size}")  # a database in memory cannot change it later
            connection.backup(snapshot)
        _check(snapshot, str(connection.path))
    return snapshot


def find_damage(connection: sqlite3.Connection) -> Damage:
    """Verify every checksum; return the ids whose checksums are wrong. Raises StoreError if SQLite finds damage."""
    with database.translated_errors():
        tables = read_games(connection), RESULT.read_all(connection), PRACTICE.read_all(connection)
        return Damage(*[tuple([row_id for row_id, row in rows if row is None]) for rows in tables])


def _check(connection: sqlite3.Connection, name: str) -> None:
    """Raise StoreError if the file `name` is not a progress file that this program knows, or if SQLite finds damage."""
    with database.translated_errors():
        database.configure(connection)
        database.check_identity(connection, name)
    database.check_integrity(connection, fully=True)
