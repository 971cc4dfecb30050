"""Whole progress files in memory: read and judged without touching the file, put in its place in one stroke.

What a disk says about a file is only believed if it says it twice.
"""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.store.database import Connection, check_identity, check_integrity, migrate, settle, typed_errors
from binairo_tui.store.errors import DamagedFileError, DamagedGameError, UnavailableError
from binairo_tui.store.private_files import read_private, sync_directory, write_private
from binairo_tui.store.rows import read_game, read_result

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEMPORARY = ".tmp-"
_WAL_MARKS = slice(18, 20)


class Damage(NamedTuple):
    """The ids of the games and results whose checksums do not fit."""

    games: tuple[str, ...]
    results: tuple[str, ...]


def read_twice(path: Path) -> bytes:
    """The bytes of a file, read twice with the same outcome. Raises UnavailableError."""
    try:
        first = read_private(path)
        if first != read_private(path):
            raise UnavailableError(f"the disk reads {path} differently each time")
    except OSError as error:
        raise UnavailableError(f"cannot read {path}: {error.strerror or error}") from error
    return first


def open_raw(raw: bytes) -> sqlite3.Connection:
    """The bytes of a file as a database in memory, whatever is in them. Raises DamagedFileError if there are none."""
    if not raw:
        raise DamagedFileError("the progress file is empty")
    connection = sqlite3.connect(":memory:", isolation_level=None)
    header = bytearray(raw)
    header[_WAL_MARKS] = b"\1\1"  # a database in memory cannot be in WAL mode
    connection.deserialize(bytes(header))
    return connection


def open_copy(raw: bytes, name: str) -> sqlite3.Connection:
    """The bytes of the file `name` as a database in memory, sound by SQLite's judgement, brought to the current schema.

    Raises DamagedFileError, ForeignFileError, SchemaTooNewError. Checksums are not looked at; see `find_damage`.
    """
    connection = _judged(open_raw(raw), name)
    migrate(connection)
    return connection


def copy_of(connection: Connection) -> sqlite3.Connection:
    """An open database as it is now, in memory, sound by SQLite's judgement; raises StoreError. Of its own schema."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    with typed_errors():
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
        copy.execute(f"PRAGMA page_size = {page_size}")  # a database in memory could not take it over
        connection.backup(copy)
    return _judged(copy, str(connection.path))


def new_copy() -> sqlite3.Connection:
    """An empty database of the current schema, in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    settle(connection)
    migrate(connection)
    return connection


def _judged(connection: sqlite3.Connection, name: str) -> sqlite3.Connection:
    try:
        with typed_errors():
            settle(connection)
            check_identity(connection, name)
        check_integrity(connection, fully=True)
    except BaseException:
        connection.close()
        raise
    return connection


def find_damage(connection: sqlite3.Connection) -> Damage:
    """Verify every checksum. Raises StoreError if SQLite itself finds damage."""
    return Damage(
        tuple([game_id for game_id in _ids(connection, "game") if not _is_whole(read_game, connection, game_id)]),
        tuple([game_id for game_id in _ids(connection, "result") if not _is_whole(read_result, connection, game_id)]),
    )


def put_in_place(raw: bytes, path: Path) -> None:
    """Make `path` a private file with these bytes, at once and for good: if the power fails, it is the old or the new.

    What a killed process leaves is named `TEMPORARY` and more. Raises OSError.
    """
    temporary = path.with_name(f"{TEMPORARY}{os.urandom(16).hex()}")
    try:
        write_private(temporary, raw)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def _ids(connection: sqlite3.Connection, table: str) -> list[str]:
    with typed_errors():
        return [row[0] for row in connection.execute(f"SELECT id FROM {table} ORDER BY id").fetchall()]


def _is_whole(read: Callable[[sqlite3.Connection, str], object], connection: sqlite3.Connection, game_id: str) -> bool:
    try:
        with typed_errors():
            read(connection, game_id)
    except DamagedGameError:
        return False
    return True
