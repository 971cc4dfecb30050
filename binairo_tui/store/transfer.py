"""Takes progress to another machine: an export is a copy of a progress file, and a merge adds it to another file.

Anybody may have made the export. Therefore its schema is first compared with the schemas of this program. Until then,
SQLite evaluates nothing in the export: no view, trigger or virtual table, and no foreign condition, index or computed
column. Then all rows are checked before one of them is used.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from datetime import date
from typing import Any, NamedTuple, TypeVar

from binairo_tui.files.terminal_text import strip_controls
from binairo_tui.game import session
from binairo_tui.store import backups, database, errors, migrations, saves, snapshots
from binairo_tui.store.practice import MAX_CARD
from binairo_tui.store.rows import PRACTICE, RESULT, GameRows, Table, read_game, read_games, read_sound, write_game

T = TypeVar("T")

MAX_BYTES = 128 << 20
"""Limit on the size of an export, written or read. 20,000 games of 8x8 with 100,000 results take 113 MiB."""
MAX_STEPS = 100_000
MAX_SIDE = 99
_LATEST = 253402300799
"""The last second of the year 9999, in seconds since 1970."""
_MAX_NUMBER = 2**53
_LENGTHS = {
    **dict.fromkeys(("title", "band", "collection", "technique"), 200),
    **dict.fromkeys(("id", "game_id"), 32),
    **dict.fromkeys(("puzzle", "auto_filled"), 10_000),
    "day": 10,
    "card": MAX_CARD,
}
"""Limits on the characters of texts, by column. All other columns hold whole numbers."""
_MOST = {
    **dict.fromkeys(("width", "height"), MAX_SIDE),
    **dict.fromkeys(("created_utc", "updated_utc", "solved_utc"), _LATEST),
    "at_ms": 1000 * _LATEST,
}
"""Limits on numbers, by column. The limit for other columns is `_MAX_NUMBER`."""
_MAGIC = b"SQLite format 3\0"


class InvalidExportError(errors.StoreError):
    """The input is not a copy of a progress file, or it is damaged. The message says what is wrong and where."""


class Export(NamedTuple):
    """The content of an export: games, results and rows of practice, by their columns."""

    games: Sequence[GameRows]
    results: Sequence[Mapping[str, Any]]
    practice: Sequence[Mapping[str, Any]]


class MergeReport(NamedTuple):
    """The outcome of a merge: the titles of the games, and the numbers of results and of rows of practice.

    Games in `added` are new. Games in `replaced` were damaged in the database, or the export had more writes of them.
    Games in `same` are identical. Games in `kept` differ, and have at least as many writes in the database as in the
    export. `results_kept` counts the results that differ from those in the export.
    """

    added: tuple[str, ...]
    replaced: tuple[str, ...]
    same: tuple[str, ...]
    kept: tuple[str, ...]
    results_added: int
    results_kept: int
    practice_added: int


def export_copy(connection: database.ProgressConnection) -> tuple[bytes, int]:
    """Return a sound copy of the progress file, and the number of rows that are damaged in the file itself.

    For the treatment of these rows, see `backups.sound_copy`. Raises StoreError, in particular UnavailableError if the
    copy is too large for `parse_export`.
    """
    raw, damage = backups.sound_copy(connection)
    if len(raw) > MAX_BYTES:
        raise errors.UnavailableError(
            f"it would be larger than the {MAX_BYTES >> 20} MiB that import accepts: make a backup instead"
        )
    return raw, sum(map(len, damage))


def parse_export(raw: bytes) -> Export:
    """Return the content of an export, after checking that every game can be continued. Raises InvalidExportError.

    Files of older schemas are migrated in memory. Time and memory are limited for any input.
    """
    if len(raw) > MAX_BYTES:
        raise InvalidExportError(f"larger than {MAX_BYTES >> 20} MiB")
    if not raw.startswith(_MAGIC):
        raise InvalidExportError("this is not the output of 'binairo games export'")
    with closing(snapshots.open_unchecked(raw)) as connection:
        try:
            _check_file(connection)
            return Export(
                _checked("game", read_games(connection), _checked_game),
                _checked("solve", RESULT.read_all(connection), _checked_result),
                _checked("practice record", PRACTICE.read_all(connection), _checked_practice),
            )
        except (sqlite3.Error, ValueError) as error:
            raise InvalidExportError(f"it is damaged: {strip_controls(str(error), 200)}") from error


def _check_file(connection: sqlite3.Connection) -> None:
    """Migrate, and check everything but the rows. Raises InvalidExportError, ValueError or SQLite's errors."""
    database.configure(connection)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    version = database.read_version(connection)
    if application != database.APPLICATION_ID or version < 1:
        raise InvalidExportError("this is not the output of 'binairo games export'")
    if version > migrations.SCHEMA_VERSION:
        raise InvalidExportError("it was written by a newer version of this program")
    with closing(sqlite3.connect(":memory:")) as own:
        for step in migrations.MIGRATIONS[:version]:
            step(own)
        if _schema(connection) != _schema(own):
            raise InvalidExportError("its tables are not those of this program")
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise InvalidExportError(f"it is damaged: {strip_controls(found, 200)}")
    if connection.execute("SELECT 1 FROM game WHERE max(width, height) > ?", (MAX_SIDE,)).fetchone():
        raise InvalidExportError(f"a board is larger than {MAX_SIDE}x{MAX_SIDE}")  # before a migration computes with it
    for step in migrations.MIGRATIONS[version:]:
        step(connection)


def _schema(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    """Return the kind, name, table and statement of everything in a schema, without line breaks and indents."""
    rows = connection.execute("SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_master ORDER BY type, name")
    return [tuple([" ".join(str(it).split()) for it in row]) for row in rows]


def _checked(kind: str, rows: Iterable[tuple[str, T | None]], check: Callable[[T], T]) -> list[T]:
    """Return all rows as `check` returns them. Raises InvalidExportError if `check` raises ValueError."""
    found = []
    for row_id, row in rows:
        place = f"{kind} {strip_controls(row_id, 32)}"
        if row is None:
            raise InvalidExportError(f"{place}: its checksum is wrong")
        try:
            found.append(check(row))
        except (ValueError, errors.DamagedGameError) as error:
            raise InvalidExportError(f"{place}: {strip_controls(str(error), 200)}") from error
    return found


def _checked_game(rows: GameRows) -> GameRows:
    """Return a game, with the columns that follow from its puzzle and steps computed again."""
    columns = _checked_columns(rows.columns)
    if len(rows.steps) > MAX_STEPS:
        raise ValueError("it has too many steps")
    if not all(0 <= at_ms <= _MAX_NUMBER for *_, at_ms in rows.steps):
        raise ValueError("the time of a step is negative or too large")
    steps = [(number, kind, moves, at_ms) for number, (_, kind, moves, at_ms) in enumerate(rows.steps, 1)]
    game = saves.parse_game(GameRows(columns, steps, ""))
    session.GameSession.resume(game.puzzle, game.progress)
    return GameRows(saves.game_columns(game, game.progress, columns["updated_utc"], game.rev), steps, "")


def _checked_result(row: Mapping[str, Any]) -> Mapping[str, Any]:
    date.fromisoformat(row["day"])  # SQLite also knows the year 0
    return _checked_columns(row)


def _checked_practice(row: Mapping[str, Any]) -> Mapping[str, Any]:
    if not re.fullmatch("([0-9a-f]{32})?", row["game_id"]):
        raise ValueError("game_id is not 32 hexadecimal digits")
    return _checked_columns(row)


def _checked_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a row, with control characters removed from texts.

    Raises ValueError for a text that is too long or a number that is too large, because the schema does not limit them.
    """
    found: dict[str, Any] = {}
    for name, value in row.items():
        if name in _LENGTHS:
            if not isinstance(value, str) or len(value) > _LENGTHS[name]:
                raise ValueError(f"{name} is not a text of at most {_LENGTHS[name]} characters")
            found[name] = strip_controls(value, _LENGTHS[name])
        else:
            most = _MOST.get(name, _MAX_NUMBER)
            if not isinstance(value, int) or not 0 <= value <= most:
                raise ValueError(f"{name} is not a whole number from 0 to {most}")
            found[name] = value
    if "collection" in found and (found["number"] > 0) != bool(found["collection"]):
        raise ValueError("number must be 0 without a collection, and positive with one")
    return found


def merge_export(connection: database.ProgressConnection, export: Export) -> MergeReport:
    """Add games, results and practice in one transaction, after a backup. Raises StoreError without changing anything.

    If a game has two versions, the version with more writes is kept.
    """
    backups.make_backup(connection)
    titles: dict[str, list[str]] = {"added": [], "replaced": [], "same": [], "kept": []}
    with database.writing(connection):
        for game in export.games:
            titles[_merge_game(connection, game)].append(game.columns["title"])
        added, kept = _merge_rows(connection, RESULT, export.results)
        practice_added, _ = _merge_rows(connection, PRACTICE, export.practice)
    by_fate = {name: tuple(found) for name, found in titles.items()}
    return MergeReport(**by_fate, results_added=added, results_kept=kept, practice_added=practice_added)


def _merge_game(connection: database.ProgressConnection, game: GameRows) -> str:
    present, is_there = None, True
    with suppress(errors.DamagedGameError):
        present = read_game(connection, game.columns["id"])
        is_there = present is not None
    if present:
        if (present.columns, list(present.steps)) == (game.columns, list(game.steps)):
            return "same"
        if present.columns["rev"] >= game.columns["rev"]:
            return "kept"
    write_game(connection, game)
    return "replaced" if is_there else "added"


def _merge_rows(
    connection: database.ProgressConnection, table: Table, rows: Sequence[Mapping[str, Any]]
) -> tuple[int, int]:
    """Add rows that are missing or damaged; return their number, and the number of other rows that differ."""
    added = kept = 0
    for row in rows:
        present = read_sound(table.read, connection, row["id"])
        if present is None:
            table.write(connection, row)
            added += 1
        else:
            kept += present != row
    return added, kept
