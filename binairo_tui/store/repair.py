"""Repairs a damaged progress file, and restores backups. The replaced file is always kept.

A file counts as damaged only if two reads return the same bytes, and SQLite also reports damage in these bytes in
memory. Other errors, such as a full or locked disk, do not count. The repair works only while no other session has the
damaged file open. It copies the file to the directory `damaged` next to it, and replaces the file by the newest backup
whose checksums are all correct. Newer games and results from the damaged file are added if their own checksums are
correct.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TypeVar

from binairo_tui import files
from binairo_tui.engine.wording import plural
from binairo_tui.files.atomic import atomic_write, write_private
from binairo_tui.files.system import sync_directory
from binairo_tui.store import backups, database, errors, private_files, snapshots
from binairo_tui.store.rows import (
    IDENTITY,
    PRACTICE,
    RESULT,
    STATE,
    placeholders,
    read_game,
    read_rev,
    read_sound,
    write_game,
)

DIRECTORY = "damaged"
T = TypeVar("T")


class Repair(NamedTuple):
    """A repair that was made.

    `kept` is the directory with the copy of the damaged file; None if the file was empty or missing. `backup` is the
    time of the backup that replaced the damaged file; None if there was no sound backup. `salvaged` is the number of
    games of which newer rows or the result came from the damaged file.
    """

    kept: Path | None
    backup: datetime | None
    salvaged: int

    @property
    def sentence(self) -> str:
        sources = [f"the backup of {self.backup.astimezone():%Y-%m-%d %H:%M}"] if self.backup else []
        if self.salvaged:
            sources.append(f"{plural(self.salvaged, 'game')} that could be read")
        done = f"restored from {' and '.join(sources)}" if sources else "started from scratch: nothing could be read"
        kept = f"; the damaged file is now {self.kept}" if self.kept else ""
        return f"The progress file was damaged and has been {done}{kept}."


def repair_file(path: Path) -> Repair | None:
    """Replace a damaged file with its verifiable data; return None if the file turns out to be sound.

    No session, including this one, may have the file open. Raises UnavailableError.
    """
    try:
        with private_files.exclusive_lock(path):
            raw = _read(path)
            if _is_sound(raw, path):
                return None
            kept = _keep_damaged(raw, path) if raw else None
            backup, restored, salvaged = _restored(raw, path)
            swap_database(path, restored)
            return Repair(kept, backup, salvaged)
    except OSError as error:
        raise errors.UnavailableError(
            f"the progress file is damaged and cannot be repaired: {error.strerror}"
        ) from error


def restore_backup(path: Path, backup: backups.Backup) -> Path | None:
    """Replace the progress file with a backup; return where the old file is kept, or None if there was no old file.

    The old file becomes a backup or, if it is damaged, is copied to `damaged`. No session may have the file open. If
    StoreError is raised, the file is unchanged. DamagedFileError means that the backup is damaged.
    """
    with closing(snapshots.open_snapshot(snapshots.read_twice(backup.path), str(backup.path))) as snapshot:
        if any(snapshots.find_damage(snapshot)):
            raise errors.DamagedFileError(f"the backup {backup.path} is damaged")
        raw = snapshot.serialize()
    try:
        private_files.make_private_directory(path.parent)
        with private_files.exclusive_lock(path):
            kept = _keep_current(path) if files.paths.is_there(path) else None
            swap_database(path, raw)
    except OSError as error:
        raise errors.UnavailableError(files.paths.explain(path, error)) from error
    return kept


def swap_database(path: Path, raw: bytes) -> None:
    """Replace the contents of the progress file. The caller has locked the file and kept a copy. Raises OSError."""
    # SQLite would apply the old journal to the new file.
    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
    sync_directory(path.parent)
    atomic_write(path, raw)


def _read(path: Path) -> bytes:
    if not files.paths.is_there(path):
        return b""
    with suppress(errors.DamagedFileError):
        database.connect(path)[0].close()  # SQLite rolls back an unfinished write by a killed process
    return snapshots.read_twice(path)


def _is_sound(raw: bytes, path: Path) -> bool:
    try:
        snapshots.open_snapshot(raw, str(path)).close()
    except errors.DamagedFileError:
        return False
    return True


def _keep_current(path: Path) -> Path:
    try:
        with closing(database.connect(path)[0]) as connection:
            return backups.make_backup(connection).path
    except errors.DamagedFileError:
        return _keep_damaged(snapshots.read_twice(path), path)


def _keep_damaged(raw: bytes, path: Path) -> Path:
    """Copy the damaged file and its journal into a new directory, sync them, and return the directory."""
    directory = path.with_name(DIRECTORY) / f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{os.urandom(4).hex()}"
    private_files.make_private_directory(directory)
    write_private(directory / path.name, raw)
    journal = path.with_name(f"{path.name}-journal")
    if files.paths.is_there(journal):
        write_private(directory / journal.name, snapshots.read_twice(journal))
    for parent in (directory, directory.parent, path.parent):
        sync_directory(parent)
    return directory


def _restored(raw: bytes, path: Path) -> tuple[datetime | None, bytes, int]:
    """Return the time of the newest sound backup (or None), the new file, and the number of salvaged games."""
    for backup, snapshot in backups.open_backups(path):
        if not any(snapshots.find_damage(snapshot)):
            salvaged = _salvage(raw, snapshot)
            return backup.made, snapshot.serialize(), salvaged
    with closing(database.open_empty()) as snapshot:
        salvaged = _salvage(raw, snapshot)
        return None, snapshot.serialize(), salvaged


def _salvage(raw: bytes, target: sqlite3.Connection) -> int:
    """Copy undamaged rows of a damaged file into `target`: newer games, and the results and practice that it lacks.

    `raw` holds the bytes of the damaged file. Return the number of games of which the rows or the result were copied.
    """
    if not raw:
        return 0
    taken = set()
    with (
        closing(snapshots.open_unchecked(raw)) as source,
        database.translated_errors(),
        database.transaction(target, "IMMEDIATE"),
    ):
        with suppress(*database.FAILURES):
            database.configure(source)
        for row_id in _collect_rows(source):
            game = _read_if_valid(read_game, source, row_id)
            if game and game.columns["rev"] > read_rev(target, row_id):
                write_game(target, game)
                taken.add(row_id)
            for table in (RESULT, PRACTICE):
                row = _read_if_valid(table.read, source, row_id)
                if row and table.read(target, row_id) is None:
                    table.write(target, row)
                    if table is RESULT:
                        taken.add(row_id)
    return len(taken)


def _collect_rows(source: sqlite3.Connection) -> set[str]:
    """Copy all readable rows with an id into new tables, which do not need a damaged index; return the ids.

    Each table is read by rowid and by index, forwards and backwards, each time until damage stops it. The new tables
    are temporary and hide the old ones, which have the same names.
    """
    ids: set[object] = set()
    for table, columns in (
        ("game", (*IDENTITY, *STATE, "lease", "chk")),
        ("result", (*RESULT.columns, "chk")),
        ("practice", (*PRACTICE.columns, "chk")),
    ):
        rows: dict[object, tuple[object, ...]] = {}
        for order in ("NOT INDEXED ORDER BY rowid", f"INDEXED BY sqlite_autoindex_{table}_1 ORDER BY id"):
            for direction in ("ASC", "DESC"):
                with suppress(*database.FAILURES):
                    for row in source.execute(f"SELECT {', '.join(columns)} FROM {table} {order} {direction}"):
                        rows[row[0]] = row
        with suppress(*database.FAILURES):  # if the schema is damaged, nothing can be read
            source.execute(f"CREATE TEMP TABLE {table} (id PRIMARY KEY, {', '.join(columns[1:])})")
            source.executemany(f"INSERT INTO temp.{table} VALUES ({placeholders(len(columns))})", rows.values())
            ids |= rows.keys()
    return {game_id for game_id in ids if isinstance(game_id, str)}


def _read_if_valid(
    read: Callable[[sqlite3.Connection, str], T | None], source: sqlite3.Connection, game_id: str
) -> T | None:
    with suppress(*database.FAILURES):
        return read_sound(read, source, game_id)
    return None
