"""What happens to a damaged progress file: it is kept, and everything that can be verified comes back.

Only what SQLite calls damage counts, never a disk that is full, locked or cannot be read, and only if the bytes of the
file, read twice, show it again in memory. Then, with no other session looking on, the file goes to `damaged` beside it,
and in its place comes the newest backup in which every checksum fits, with the newer games out of the damaged file
whose own checksums fit.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from binairo_tui.store.backups import good_copies, utc_now
from binairo_tui.store.database import FAILURES, Connection, connect, settle, transaction, typed_errors
from binairo_tui.store.errors import DamagedFileError, DamagedGameError, UnavailableError
from binairo_tui.store.opening import open_database
from binairo_tui.store.private_files import exclusive_lock, make_private_directory, sync_directory, write_private
from binairo_tui.store.rows import IDENTITY, RESULT, STATE, marks, read_game, read_result, write_game, write_result
from binairo_tui.store.snapshots import find_damage, new_copy, open_copy, open_raw, put_in_place, read_twice

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

DIRECTORY = "damaged"
T = TypeVar("T")


class Repair(NamedTuple):
    """What was done.

    `kept` is the directory where the damaged file is now, None if it was empty or gone; `backup` the moment of the
    backup that took its place, None if there was none; `salvaged` counts the games that were newer in the damaged file.
    """

    kept: Path | None
    backup: datetime | None
    salvaged: int

    @property
    def sentence(self) -> str:
        """What to tell the player."""
        sources = [f"the backup of {self.backup.astimezone():%Y-%m-%d %H:%M}"] if self.backup else []
        if self.salvaged:
            sources.append(f"{self.salvaged} game{'s' * (self.salvaged > 1)} that could be read")
        done = f"restored from {' and '.join(sources)}" if sources else "begun anew: nothing could be read"
        kept = f"; the damaged one is in {self.kept}" if self.kept else ""
        return f"The progress file was damaged and is {done}{kept}."


def open_repaired(path: Path) -> Connection:
    """Open the database as `open_database` does, checked; a damaged one is repaired first, and `notice` says so.

    Raises StoreError as `open_database` does, UnavailableError also while other sessions have the damaged file open.
    """
    try:
        return open_database(path, check=True)
    except DamagedFileError:
        pass
    try:
        repair = repair_file(path)
    except UnavailableError as error:
        try:
            return open_database(path, check=True)  # another session may have repaired it
        except DamagedFileError as damage:
            raise UnavailableError(f"{damage}, and {error}") from error
    connection = open_database(path, check=True)
    connection.notice = repair.sentence if repair else ""
    return connection


def repair_file(path: Path, now: datetime | None = None) -> Repair | None:
    """Put what is good in place of a damaged file, and tell what was done; None if it turns out to be sound.

    No session of any process, this one included, may have the file open: UnavailableError.
    """
    try:
        with exclusive_lock(path):
            raw = _read(path)
            if _is_sound(raw, path):
                return None
            kept = keep_damaged(raw, path, now or utc_now()) if raw else None
            backup, restored, salvaged = _restored(raw, path)
            replace_file(path, restored)
            return Repair(kept, backup, salvaged)
    except OSError as error:
        raise UnavailableError(f"the progress file is damaged and cannot be repaired: {error.strerror}") from error


def replace_file(path: Path, raw: bytes) -> None:
    """Put other bytes in place of the progress file. The caller has it alone, and a copy. Raises OSError."""
    # Its journal would be played back into the new file.
    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
    sync_directory(path.parent)
    put_in_place(raw, path)


def _read(path: Path) -> bytes:
    """The bytes of the file; none if it is gone."""
    if not path.exists():
        return b""
    with suppress(DamagedFileError):
        connect(path)[0].close()  # SQLite takes back what a killed process had half written
    return read_twice(path)


def _is_sound(raw: bytes, path: Path) -> bool:
    try:
        open_copy(raw, str(path)).close()
    except DamagedFileError:
        return False
    return True


def keep_damaged(raw: bytes, path: Path, now: datetime) -> Path:
    """Have a copy of the damaged file with its journal on the disk, and tell where."""
    directory = path.with_name(DIRECTORY) / f"{now:%Y%m%dT%H%M%SZ}-{os.urandom(4).hex()}"
    make_private_directory(directory)
    write_private(directory / path.name, raw)
    journal = path.with_name(f"{path.name}-journal")
    if journal.exists():
        write_private(directory / journal.name, read_twice(journal))
    for parent in (directory, directory.parent, path.parent):
        sync_directory(parent)
    return directory


def _restored(raw: bytes, path: Path) -> tuple[datetime | None, bytes, int]:
    """The bytes of a good file: from when its backup is, the bytes, how many games and results were salvaged."""
    for backup, copy in good_copies(path):
        if not any(find_damage(copy)):
            salvaged = _salvage(raw, copy)
            return backup.made, copy.serialize(), salvaged
    with closing(new_copy()) as copy:
        salvaged = _salvage(raw, copy)
        return None, copy.serialize(), salvaged


def _salvage(raw: bytes, target: sqlite3.Connection) -> int:
    """Take over every game and result of a damaged file that is whole and newer; say how many games it was."""
    if not raw:
        return 0
    taken = set()
    with closing(open_raw(raw)) as source, typed_errors(), transaction(target, "IMMEDIATE"):
        with suppress(*FAILURES):
            settle(source)
        for game_id in _gather(source):
            game = _whole(read_game, source, game_id)
            if game and game.columns["rev"] > _rev(target, game_id):
                write_game(target, game)
                taken.add(game_id)
            result = _whole(read_result, source, game_id)
            if result and read_result(target, game_id) is None:
                write_result(target, result)
                taken.add(game_id)
    return len(taken)


def _gather(source: sqlite3.Connection) -> set[str]:
    """Have all rows of games and results that can be read in tables that need no damaged index; return their ids.

    They are read along the tables and along the indexes, from both ends, each as far as it goes. The new tables are
    temporary and hide the old ones, which have the same names.
    """
    ids: set[object] = set()
    for table, columns in (("game", (*IDENTITY, *STATE, "lease", "chk")), ("result", (*RESULT, "chk"))):
        rows: dict[object, tuple[object, ...]] = {}
        for way in ("NOT INDEXED ORDER BY rowid", f"INDEXED BY sqlite_autoindex_{table}_1 ORDER BY id"):
            for direction in ("ASC", "DESC"):
                with suppress(*FAILURES):
                    for row in source.execute(f"SELECT {', '.join(columns)} FROM {table} {way} {direction}"):
                        rows[row[0]] = row
        with suppress(*FAILURES):  # of a file whose schema is damaged nothing can be had
            source.execute(f"CREATE TEMP TABLE {table} (id PRIMARY KEY, {', '.join(columns[1:])})")
            source.executemany(f"INSERT INTO temp.{table} VALUES ({marks(len(columns))})", rows.values())
            ids |= rows.keys()
    return {game_id for game_id in ids if isinstance(game_id, str)}


def _whole(read: Callable[[sqlite3.Connection, str], T | None], source: sqlite3.Connection, game_id: str) -> T | None:
    """What `read` reads; None if it is damaged or not there."""
    with suppress(*FAILURES, DamagedGameError):
        return read(source, game_id)
    return None


def _rev(target: sqlite3.Connection, game_id: str) -> int:
    found = target.execute("SELECT rev FROM game WHERE id = ?", (game_id,)).fetchone()
    return found[0] if found else 0
