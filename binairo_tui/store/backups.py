"""Backups: complete, verified copies of the progress file in the directory `backups` next to it.

At most eight backups are kept. The older they are, the larger are the gaps between them. Every backup is sound. If a
game is damaged in an otherwise sound file, a new backup has the newest undamaged copy of the game from older backups.
If there is no such copy, the new backup lacks the game.

Of two backups, the one with the larger generation is newer. Dates do not decide this, because a clock may have been
wrong. The generation is the file change counter in SQLite's header; every transaction raises it. A new backup gets a
larger generation than all other backups, even if the progress file was replaced by an older one. Source:
https://www.sqlite.org/fileformat2.html#file_change_counter
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from binairo_tui import files
from binairo_tui.files.atomic import atomic_write
from binairo_tui.files.system import NO_WAIT, READ_OWN, TEMPORARY
from binairo_tui.store import database, errors, private_files, snapshots
from binairo_tui.store.rows import (
    PRACTICE,
    RESULT,
    GameRows,
    Table,
    read_game,
    read_rev,
    read_sound,
    write_game,
)

T = TypeVar("T")

DIRECTORY = "backups"
KEPT = 8
INTERVAL = timedelta(hours=24)
"""Age of the newest backup at which the next backup is due."""
LEFTOVER_AGE = timedelta(hours=1)
"""Age at which a temporary file is assumed to be left over from a killed process."""

_HEADER_SIZE = 100
_COUNTERS = (slice(24, 28), slice(92, 96))
"""The places of the file change counter and of its copy, the version-valid-for number, in SQLite's header."""
_NAME = re.compile(r"progress-([0-9]{8}T[0-9]{6}\.[0-9]{6})Z\.db")
_STAMP = "%Y%m%dT%H%M%S.%f"


class Backup(NamedTuple):
    """`made` is by the clock, in UTC. `generation` is larger in newer backups; it is 0 if it cannot be read."""

    path: Path
    made: datetime
    generation: int


def list_backups(path: Path) -> list[Backup]:
    """Return the backups of the progress file at `path`, newest first. Raises UnavailableError."""
    directory, found = path.with_name(DIRECTORY), []
    try:
        names = [it.name for it in directory.iterdir()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise errors.UnavailableError(files.paths.explain(directory, error)) from error
    for name in names:
        match = _NAME.fullmatch(name)
        if match:
            with suppress(ValueError):
                made = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
                found.append(Backup(directory / name, made, _read_generation(directory / name)))
    return sorted(found, key=lambda backup: (backup.generation, backup.made), reverse=True)


def is_backup_due(path: Path, now: datetime) -> bool:
    """Return True if no backup is younger than `INTERVAL`, future dates aside. Raises UnavailableError."""
    return not any(timedelta(0) <= now - backup.made < INTERVAL for backup in list_backups(path))


def make_backup(
    connection: database.ProgressConnection,
    now: datetime | None = None,
    *,
    heals: bool = False,
) -> Backup:
    """Copy the database, verify the copy, sync it to the disk, and delete backups that are no longer needed.

    Writers wait only while the database is copied into memory. With `heals`, damaged results and rows of practice are
    replaced in the database, too, with copies from older backups. Such rows never change, so an undamaged copy of any
    age is correct. Raises UnavailableError, or DamagedFileError if more than single rows are damaged; then no backup is
    made.
    """
    now = now or datetime.now(UTC)
    raw, damage = sound_copy(connection)
    if heals:
        for table, damaged in zip((RESULT, PRACTICE), damage[1:], strict=True):
            _heal_rows(connection, table, set(damaged))
    directory = connection.path.with_name(DIRECTORY)
    newest = max([it.generation for it in list_backups(connection.path)], default=0)
    generation = max(newest + 1, _generation(raw))
    made = now.astimezone(UTC)
    backup = Backup(directory / f"progress-{made.strftime(_STAMP)}Z.db", made, generation)
    try:
        private_files.make_private_directory(directory)
        atomic_write(backup.path, _with_generation(raw, generation))
        for place in (directory, connection.path.parent):
            _delete_leftovers(place, now)
        for old in surplus(list_backups(connection.path)):
            old.path.unlink(missing_ok=True)
    except OSError as error:
        raise errors.UnavailableError(files.paths.explain(backup.path, error)) from error
    return backup


def sound_copy(connection: database.ProgressConnection) -> tuple[bytes, snapshots.Damage]:
    """Return a verified copy of the progress file, and the ids of the rows that are damaged in the file itself.

    The copy has rows from backups instead of them. A row that no backup has undamaged is left out. Raises the errors of
    `make_backup`.
    """
    with closing(snapshots.take_snapshot(connection)) as snapshot:
        damage = snapshots.Damage()
        if database.is_current(database.read_version(snapshot)):
            damage = _heal(snapshot, connection.path)
        return snapshot.serialize(), damage


def surplus(backups: Sequence[Backup]) -> list[Backup]:
    """Return the backups to delete so that `KEPT` are left. `backups` are all backups, newest first.

    The newest and the oldest backup stay. Others are deleted one by one, until `KEPT` are left. Each time, the choice
    is the backup whose deletion leaves the smallest gap between its neighbours, divided by the age of the older
    neighbour. Gaps and ages are counted in changes of the progress file.
    """
    left, deleted = list(backups), []
    while len(left) > KEPT:
        ages = [left[0].generation - it.generation for it in left]
        index = min(range(1, len(left) - 1), key=lambda at: (ages[at + 1] - ages[at - 1]) / (ages[at + 1] + 1))
        deleted.append(left.pop(index))
    return deleted


def delete_beyond(path: Path, most_bytes: int) -> None:
    """Delete the oldest backups until the rest take at most `most_bytes`. The newest stays. Raises UnavailableError."""
    total = 0
    for number, backup in enumerate(list_backups(path)):
        try:
            total += backup.path.stat().st_size
            if number and total > most_bytes:
                backup.path.unlink()
        except FileNotFoundError:  # another session has deleted it
            continue
        except OSError as error:
            raise errors.UnavailableError(files.paths.explain(backup.path, error)) from error


def open_backups(path: Path) -> Iterator[tuple[Backup, sqlite3.Connection]]:
    """Yield each backup that SQLite finds sound, newest first, and a snapshot of it, migrated to the current schema.

    Checksums are not verified. Each snapshot is closed when the next one is requested.
    """
    for backup in list_backups(path):
        try:
            snapshot = snapshots.open_snapshot(snapshots.read_twice(backup.path), str(backup.path))
        except errors.StoreError:
            continue
        with closing(snapshot):
            yield backup, snapshot


def find_backup_of_game(path: Path, game_id: str) -> tuple[GameRows, datetime] | None:
    """Return a game from the newest backup that has it undamaged, and the time of that backup; None if none has it."""
    with suppress(errors.UnavailableError):
        for backup, snapshot in open_backups(path):
            with suppress(errors.StoreError):
                rows = read_game(snapshot, game_id)
                if rows:
                    return rows, backup.made
    return None


def restore_game(connection: database.ProgressConnection, rows: GameRows) -> None:
    """Sessions that are playing the game can no longer save it, because its `rev` is raised. Raises StoreError."""
    with database.writing(connection):
        rev = 1 + max(rows.columns["rev"], read_rev(connection, rows.columns["id"]))
        write_game(connection, GameRows({**rows.columns, "rev": rev}, rows.steps, ""))


def _read_generation(path: Path) -> int:
    with suppress(OSError), os.fdopen(os.open(path, READ_OWN | NO_WAIT), "rb") as file:
        return _generation(file.read(_HEADER_SIZE))
    return 0


def _generation(raw: bytes) -> int:
    """Return the file change counter of a database that begins with the bytes `raw`; 0 if its header is damaged."""
    counter, copy = [int.from_bytes(raw[it], "big") for it in _COUNTERS]
    return counter if counter == copy else 0


def _with_generation(raw: bytes, generation: int) -> bytes:
    patched = bytearray(raw)
    for counter in _COUNTERS:
        patched[counter] = generation.to_bytes(4, "big")
    return bytes(patched)


def _heal_rows(connection: database.ProgressConnection, table: Table, damaged: set[str]) -> None:
    """Replace each row in `damaged` by the newest undamaged copy in a backup, if there is any. Raises StoreError."""
    if not damaged:
        return
    for _, source in open_backups(connection.path):
        with database.writing(connection):
            damaged = {it for it in damaged if not _copy(source, connection, it, table.read, table.write)}
        if not damaged:
            break


def _heal(snapshot: sqlite3.Connection, path: Path) -> snapshots.Damage:
    """Replace damaged rows by copies from backups, or delete them; return their ids. Raises DamagedFileError."""
    damage = snapshots.find_damage(snapshot)
    if not any(damage):
        return damage
    left = [set(ids) for ids in damage]
    tables: list[tuple[str, Callable[..., Any], Callable[..., None]]] = [
        ("game", read_game, write_game),
        *[(it.name, it.read, it.write) for it in (RESULT, PRACTICE)],
    ]
    with database.translated_errors(), database.transaction(snapshot, "IMMEDIATE"):
        for _, source in open_backups(path):
            for ids, (_, read, write) in zip(left, tables, strict=True):
                ids -= {it for it in ids if _copy(source, snapshot, it, read, write)}
            if not any(left):
                break
        for ids, (table, _, _) in zip(left, tables, strict=True):
            snapshot.executemany(f"DELETE FROM {table} WHERE id = ?", [(row_id,) for row_id in ids])
    if any(snapshots.find_damage(snapshot)):
        raise errors.DamagedFileError("the progress file is damaged")
    return damage


def _copy(
    source: sqlite3.Connection,
    target: sqlite3.Connection,
    game_id: str,
    read: Callable[[sqlite3.Connection, str], T | None],
    write: Callable[[sqlite3.Connection, T], None],
) -> bool:
    found = read_sound(read, source, game_id)
    if found:
        write(target, found)
    return found is not None


def _delete_leftovers(directory: Path, now: datetime) -> None:
    for path in directory.glob(f"{TEMPORARY}*"):
        with suppress(OSError):
            if datetime.fromtimestamp(path.stat().st_mtime, UTC) < now - LEFTOVER_AGE:
                path.unlink()
