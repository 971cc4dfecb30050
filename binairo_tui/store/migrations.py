"""The schema, defined by migrations. Knows tables; does not open files or begin transactions.

The first n functions of `MIGRATIONS` make schema n from an empty file. A released function never changes: append a new
one. The functions call only `execute`, because `executescript` would commit the transaction that contains all
migrations and the new version number.

The tables are not STRICT, because SQLite before 3.37 calls that a malformed schema; checks on `typeof` do the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from binairo_tui.store.rows import START, placeholders, row_checksum

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

_ID = "id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*')"
_DESCRIPTION = """
            width INTEGER NOT NULL CHECK (typeof(width) = 'integer' AND width > 0),
            height INTEGER NOT NULL CHECK (typeof(height) = 'integer' AND height > 0),
            unique_lines INTEGER NOT NULL CHECK (unique_lines IN (0, 1)),
            signs INTEGER NOT NULL CHECK (signs IN (0, 1)),
            title TEXT NOT NULL CHECK (typeof(title) = 'text'),
            band TEXT NOT NULL CHECK (typeof(band) = 'text'),
            collection TEXT NOT NULL CHECK (typeof(collection) = 'text'),
            number INTEGER NOT NULL CHECK (typeof(number) = 'integer' AND (number > 0) = (collection <> ''))"""
_STEP = """game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL CHECK (typeof(seq) = 'integer' AND seq > 0),
            kind TEXT NOT NULL CHECK (typeof(kind) = 'text'),
            moves TEXT NOT NULL CHECK (typeof(moves) = 'text'),
            at_ms INTEGER NOT NULL CHECK (typeof(at_ms) = 'integer')"""
_ELAPSED = "elapsed_ms INTEGER NOT NULL CHECK (typeof(elapsed_ms) = 'integer' AND elapsed_ms >= 0)"
_AIDS = "aids INTEGER NOT NULL CHECK (typeof(aids) = 'integer' AND aids >= 0)"
_BEGUN = """puzzle TEXT NOT NULL CHECK (typeof(puzzle) = 'text'),
            created_utc INTEGER NOT NULL CHECK (typeof(created_utc) = 'integer')"""
_STATE = f"""updated_utc INTEGER NOT NULL CHECK (typeof(updated_utc) = 'integer'),
            rev INTEGER NOT NULL CHECK (typeof(rev) = 'integer' AND rev > 0),
            {_ELAPSED},
            cursor INTEGER NOT NULL CHECK (typeof(cursor) = 'integer' AND cursor BETWEEN 0 AND width * height - 1),
            length INTEGER NOT NULL CHECK (typeof(length) = 'integer'),
            head INTEGER NOT NULL CHECK (typeof(head) = 'integer' AND head BETWEEN 0 AND length)"""
_TO_FILL = "to_fill INTEGER NOT NULL CHECK (typeof(to_fill) = 'integer' AND to_fill BETWEEN 0 AND width * height)"
_FILLED = "filled INTEGER NOT NULL CHECK (typeof(filled) = 'integer')"
_SOLVED = """solved_utc INTEGER NOT NULL CHECK (typeof(solved_utc) = 'integer'),
            day TEXT NOT NULL CHECK (typeof(day) = 'text' AND day IS date(day, '+0 days'))"""
_CHK = "chk BLOB NOT NULL CHECK (typeof(chk) = 'blob' AND length(chk) = 16)"

_TABLES_1 = (
    f"""CREATE TABLE game (
            {_ID},
            {_DESCRIPTION},
            {_BEGUN},
            {_STATE},
            {_TO_FILL},
            {_FILLED}
        )""",
    f"""CREATE TABLE step (
            {_STEP},
            PRIMARY KEY (game_id, seq)
        ) WITHOUT ROWID""",
    f"""CREATE TABLE result (
            {_ID},
            {_DESCRIPTION},
            {_ELAPSED},
            helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
            {_SOLVED}
        )""",
)
TABLES = {
    "game": f"""CREATE TABLE game (
            {_ID},
            {_DESCRIPTION},
            {_BEGUN},
            {_TO_FILL},
            {_STATE},
            {_FILLED},
            {_AIDS},
            lease TEXT NOT NULL CHECK (typeof(lease) = 'text'),
            {_CHK}
        )""",
    "step": f"""CREATE TABLE step (
            {_STEP},
            {_CHK},
            PRIMARY KEY (game_id, seq)
        ) WITHOUT ROWID""",
    "result": f"""CREATE TABLE result (
            {_ID},
            {_DESCRIPTION},
            {_ELAPSED},
            {_AIDS},
            {_SOLVED},
            {_CHK}
        )""",
}
"""The statements that create the tables of the current schema, exactly as SQLite stores them in the file."""


def _create_schema_1(connection: sqlite3.Connection) -> None:
    """Schema 1: games, the steps played in them, and one result per solved game.

    A game stores its puzzle as text, and also describes it in columns (width to number), so that lists need no parser.
    The first `head` of its `length` steps are applied, and the rest can be redone; `filled` of the `to_fill` cells
    without a given hold a value. `rev` counts the writes of a game, so that a session can detect writes by another.
    `collection` is '' and `number` 0 for a puzzle from elsewhere.

    A game is solved if a result has its id. The result describes the puzzle again, because it outlives the game.
    """
    for table in _TABLES_1:
        connection.execute(table)


def _add_aids_leases_checksums(connection: sqlite3.Connection) -> None:
    """Schema 2: the aids used, the session that plays a game, and checksums of all rows.

    `aids` is a `game.aids.Aid` as a number: all aids used in the game so far; in a result, up to the solve. Before
    schema 2, broken rules and counters were always shown (3). If the program filled cells, 8 is added for hints and 16
    for propagation; 16 is also added for results that recorded only that there was help.

    `lease` is the token of the session that plays the game, or ''. `rows` explains `chk`.
    """
    for table in TABLES:
        connection.execute(f"ALTER TABLE {table} RENAME TO {table}_1")
    for statement in TABLES.values():
        connection.execute(statement)
    for game in connection.execute("SELECT * FROM game_1").fetchall():
        _copy_game_2(connection, game)
    results = connection.execute(
        "SELECT id, width, height, unique_lines, signs, title, band, collection, number,"
        " elapsed_ms, CASE helped WHEN 1 THEN 19 ELSE 3 END, solved_utc, day FROM result_1"
    ).fetchall()
    for result in results:
        checksum = row_checksum(START, "result", *result)
        connection.execute(f"INSERT INTO result VALUES ({placeholders(14)})", (*result, checksum))
    for table in ("step", "game", "result"):
        connection.execute(f"DROP TABLE {table}_1")


def _copy_game_2(connection: sqlite3.Connection, game: tuple[Any, ...]) -> None:
    *identity, created, updated, rev, elapsed, cursor, length, head, to_fill, filled = game
    checksum = row_checksum(START, "game", *identity, created, to_fill)
    steps = []
    for step in connection.execute(
        "SELECT seq, kind, moves, at_ms FROM step_1 WHERE game_id = ? ORDER BY seq", (game[0],)
    ).fetchall():
        checksum = row_checksum(checksum, "step", *step)
        steps.append((game[0], *step, checksum))
    kinds = {step[2] for step in steps}
    aids = 3 + 8 * ("hint" in kinds) + 16 * bool(kinds & {"propagate", "propagate-once"})
    state = (updated, rev, elapsed, cursor, length, head, filled, aids)
    checksum = row_checksum(checksum, "state", *state)
    columns = (*identity, created, to_fill, *state, "", checksum)
    connection.execute(f"INSERT INTO game VALUES ({placeholders(22)})", columns)
    connection.executemany(f"INSERT INTO step VALUES ({placeholders(6)})", steps)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_create_schema_1, _add_aids_leases_checksums)

SCHEMA_VERSION = len(MIGRATIONS)
"""The schema that this program reads and writes."""
