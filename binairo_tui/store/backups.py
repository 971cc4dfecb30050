"""Backups: whole copies of the progress file in `backups` beside it, each verified before it counts.

About eight are kept, the older the farther apart. A game that is damaged in an otherwise sound file is taken from the
newest backup that has it whole, so that every backup is good in itself.
"""

from __future__ import annotations

import re
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.store.database import header, is_current, transaction, typed_errors, writing
from binairo_tui.store.errors import DamagedFileError, DamagedGameError, StoreError, UnavailableError
from binairo_tui.store.private_files import make_private_directory
from binairo_tui.store.rows import GameRows, read_game, read_result, write_game, write_result
from binairo_tui.store.snapshots import TEMPORARY, copy_of, find_damage, open_copy, put_in_place, read_twice

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from binairo_tui.store.database import Connection

DIRECTORY = "backups"
KEPT = 8
"""How many backups there are in the long run."""
INTERVAL = timedelta(hours=24)
"""How old the newest backup may be when a program starts."""
LEFTOVER_AGE = timedelta(hours=1)
"""When a temporary file is taken for one that a killed process left."""

_NAME = re.compile(r"progress-([0-9]{8}T[0-9]{6}\.[0-9]{6})Z\.db")
_STAMP = "%Y%m%dT%H%M%S.%f"


class Backup(NamedTuple):
    """A file with the state of a moment; `made` is in UTC."""

    path: Path
    made: datetime


def utc_now() -> datetime:
    """The wall clock in UTC."""
    return datetime.now(UTC)


def list_backups(path: Path) -> list[Backup]:
    """The backups of the progress file at `path`, the newest first; none if the directory cannot be read."""
    found = []
    with suppress(OSError):
        for file in path.with_name(DIRECTORY).iterdir():
            match = _NAME.fullmatch(file.name)
            if match:
                with suppress(ValueError):
                    found.append(Backup(file, datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)))
    return sorted(found, key=lambda backup: backup.made, reverse=True)


def is_backup_due(path: Path, now: datetime) -> bool:
    """Whether the newest backup is a day old, or none is there; one from the future does not count."""
    return not any(timedelta(0) <= now - backup.made < INTERVAL for backup in list_backups(path))


def make_backup(connection: Connection, now: datetime | None = None) -> Backup:
    """Copy the database as it is, verify the copy, have it on the disk, and let old backups go.

    Waits for writers, and they for it. Raises DamagedFileError if the file is damaged, and makes none then;
    UnavailableError.
    """
    now = now or utc_now()
    with closing(copy_of(connection)) as copy:
        if is_current(header(copy)[1]):
            _heal(copy, connection.path)
        raw = copy.serialize()
    directory = connection.path.with_name(DIRECTORY)
    backup = Backup(directory / f"progress-{now.astimezone(UTC).strftime(_STAMP)}Z.db", now.astimezone(UTC))
    try:
        make_private_directory(directory)
        put_in_place(raw, backup.path)
        for place in (directory, connection.path.parent):
            _clear(place, now)
        for old in superfluous([it.made for it in list_backups(connection.path)]):
            directory.joinpath(f"progress-{old.strftime(_STAMP)}Z.db").unlink(missing_ok=True)
    except OSError as error:
        raise UnavailableError(f"cannot make a backup in {directory}: {error.strerror or error}") from error
    return backup


def superfluous(made: Sequence[datetime]) -> list[datetime]:
    """Which backups to let go so that `KEPT` are left.

    The newest and the oldest stay. Of the others goes, one after the other, the one that is missed least: whose
    neighbours are closest together for the age of the older one.
    """
    left, gone = sorted(made, reverse=True), []
    while len(left) > KEPT:
        newest = left[0]
        index = min(
            range(1, len(left) - 1),
            key=lambda at: (left[at - 1] - left[at + 1]) / (newest - left[at + 1] + timedelta(seconds=1)),
        )
        gone.append(left.pop(index))
    return gone


def good_copies(path: Path) -> Iterator[tuple[Backup, sqlite3.Connection]]:
    """The backups that are sound to SQLite, newest first, each as a database in memory of the current schema.

    Checksums are the caller's to look at. A copy is closed when the next one is asked for.
    """
    for backup in list_backups(path):
        try:
            copy = open_copy(read_twice(backup.path), str(backup.path))
        except StoreError:
            continue
        with closing(copy):
            yield backup, copy


def find_copy(path: Path, game_id: str) -> tuple[GameRows, datetime] | None:
    """A game as the newest backup has it whole, and from when that is; None if none has it."""
    for backup, copy in good_copies(path):
        with suppress(StoreError):
            rows = read_game(copy, game_id)
            if rows:
                return rows, backup.made
    return None


def heal_results(connection: Connection) -> int:
    """Put results of backups in place of damaged ones; say how many. A result never changes, so a whole one is right.

    Raises StoreError.
    """
    damaged = set(find_damage(connection).results)
    if not damaged:
        return 0
    left = set(damaged)
    for _, source in good_copies(connection.path):
        with writing(connection):
            left = {game_id for game_id in left if not _take_result(source, connection, game_id)}
        if not left:
            break
    return len(damaged) - len(left)


def take_copy(connection: Connection, rows: GameRows) -> None:
    """Put a game of a backup in place of the damaged one; sessions that play it will notice. Raises StoreError."""
    game_id = rows.columns["id"]
    with writing(connection):
        found = connection.execute("SELECT rev FROM game WHERE id = ?", (game_id,)).fetchone()
        rev = 1 + max(rows.columns["rev"], found[0] if found else 0)
        write_game(connection, GameRows({**rows.columns, "rev": rev}, rows.steps, ""))


def _heal(copy: sqlite3.Connection, path: Path) -> None:
    """Replace damaged games and results in a copy by those of backups; what no backup has whole goes."""
    games, results = map(set, find_damage(copy))
    if not games and not results:
        return
    with typed_errors(), transaction(copy, "IMMEDIATE"):
        for _, source in good_copies(path):
            games = {game_id for game_id in games if not _take_game(source, copy, game_id)}
            results = {game_id for game_id in results if not _take_result(source, copy, game_id)}
            if not games and not results:
                break
        copy.executemany("DELETE FROM game WHERE id = ?", [(game_id,) for game_id in games])
        copy.executemany("DELETE FROM result WHERE id = ?", [(game_id,) for game_id in results])
    if any(find_damage(copy)):
        raise DamagedFileError("the progress file is damaged")


def _take_game(source: sqlite3.Connection, target: sqlite3.Connection, game_id: str) -> bool:
    """Copy a whole game; say whether the source has it."""
    with suppress(DamagedGameError):
        rows = read_game(source, game_id)
        if rows:
            write_game(target, rows)
            return True
    return False


def _take_result(source: sqlite3.Connection, target: sqlite3.Connection, game_id: str) -> bool:
    with suppress(DamagedGameError):
        columns = read_result(source, game_id)
        if columns:
            write_result(target, columns)
            return True
    return False


def _clear(directory: Path, now: datetime) -> None:
    """Remove what killed processes left."""
    for path in directory.glob(f"{TEMPORARY}*"):
        with suppress(OSError):
            if datetime.fromtimestamp(path.stat().st_mtime, UTC) < now - LEFTOVER_AGE:
                path.unlink()
