"""The schema, defined by migrations. This module knows tables, but does not open files or begin transactions.

The first n functions of `MIGRATIONS` make schema n from an empty file. Never change what a released function does:
append a new function. The functions use the program's code for puzzles, moves, rules and checksums, because that code
has to read saved games anyway. If that code is ever changed so that it reads an old game differently, move its old form
here. The functions call only `execute`, because `executescript` would commit the transaction that contains all
migrations and the new version number.

The tables are not STRICT, because SQLite before 3.37 reports the word STRICT as a malformed schema. Instead, columns
check `typeof`.
"""

import re
import sqlite3
from collections.abc import Callable
from typing import Any

from binairo_tui.engine import find_violations, parse_puzzle
from binairo_tui.game.steps import parse_moves
from binairo_tui.store.rows import START, placeholders, row_checksum

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
_TABLES_2 = {
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
_COLUMNS_3 = (
    "auto_filled TEXT NOT NULL DEFAULT '' CHECK (typeof(auto_filled) = 'text' AND auto_filled NOT GLOB '*[^0-9a-f]*')",
    "solved INTEGER NOT NULL DEFAULT 0 CHECK (solved IN (0, 1))",
)
_INDEXES_3 = (
    "CREATE INDEX game_unfinished ON game (updated_utc DESC, created_utc DESC, id) WHERE solved = 0",
    "CREATE INDEX game_entry ON game (collection, number, solved)",
    "CREATE INDEX result_time ON result (solved_utc)",
    "CREATE INDEX result_day ON result (day, aids)",
    "CREATE INDEX result_entry ON result (collection, number, aids, day, elapsed_ms)",
    "CREATE INDEX result_kind ON result (width, height, band, solved_utc, aids, elapsed_ms)",
)
_PRACTICE_4 = f"""CREATE TABLE practice (
            {_ID},
            technique TEXT NOT NULL CHECK (typeof(technique) = 'text'),
            at_ms INTEGER NOT NULL CHECK (typeof(at_ms) = 'integer'),
            game_id TEXT NOT NULL CHECK (typeof(game_id) = 'text'),
            drill INTEGER NOT NULL CHECK (typeof(drill) = 'integer' AND drill >= 0),
            is_right INTEGER NOT NULL CHECK (is_right IN (0, 1)),
            fills INTEGER NOT NULL CHECK (typeof(fills) = 'integer' AND fills >= 0),
            wait_ms INTEGER NOT NULL CHECK (typeof(wait_ms) = 'integer' AND wait_ms >= 0),
            card TEXT NOT NULL CHECK (typeof(card) = 'text'),
            {_CHK}
        )"""
_INDEXES_4 = (
    "CREATE INDEX practice_game ON practice (game_id)",
    "CREATE INDEX practice_technique ON practice (technique, at_ms)",
)
TABLES = _TABLES_2 | {
    "game": ", ".join([_TABLES_2["game"].removesuffix(")"), *_COLUMNS_3]) + ")",
    "practice": _PRACTICE_4,
}
"""The statements that create the tables of the current schema, exactly as SQLite stores them in the file."""


def _create_schema_1(connection: sqlite3.Connection) -> None:
    """Make schema 1: games, the steps played in them, and one result per solved game.

    A game stores its puzzle as text. The columns from `width` to `number` also describe the puzzle, so that lists need
    no parser. The first `head` of the game's `length` steps are applied, and the rest can be redone. Of the `to_fill`
    blanks, `filled` hold a value. `rev` counts the writes of a game, so that a session can detect writes by another
    session. For a puzzle outside of collections, `collection` is '' and `number` is 0.

    A game is solved if a result has its id. The result describes the puzzle again, because it outlives the game.
    """
    for table in _TABLES_1:
        connection.execute(table)


def _add_aids_leases_checksums(connection: sqlite3.Connection) -> None:
    """Make schema 2: add the aids used, the session that plays a game, and checksums of all rows.

    `aids` is a `game.aids.Aid` as a number. In a game, it holds all aids used so far; in a result, all aids used up to
    the solve. Rows of schema 1 get 3, because broken rules and counters were always shown. For a game, 8 is added if
    hints filled cells, and 16 if propagation did. A result of schema 1 says only whether there was help; if so, 16 is
    added.

    `lease` is the token of the session that plays the game, or ''. `rows` explains `chk`.
    """
    for table in _TABLES_2:
        connection.execute(f"ALTER TABLE {table} RENAME TO {table}_1")
    for statement in _TABLES_2.values():
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


def _add_solved_and_auto_filled(connection: sqlite3.Connection) -> None:
    """Make schema 3: add the cells that the program filled on request, whether a game is solved, and indexes for lists.

    `auto_filled` is a hexadecimal number in which bit n stands for cell n, or ''. If a game has no result, and the
    program filled more than a quarter of its blanks, 256 is added to its aids. Results keep their aids, so their styles
    stay the same. The checksum of a damaged row is not renewed, so the row still counts as damaged.
    """
    for column in _COLUMNS_3:
        connection.execute(f"ALTER TABLE game ADD COLUMN {column}")
    filled: dict[str, int] = {}
    kinds = "('propagate', 'propagate-once')"
    for game_id, width, moves in connection.execute(
        f"SELECT game_id, width, moves FROM step JOIN game ON game.id = game_id WHERE kind IN {kinds}"
    ).fetchall():
        for row, column in re.findall(r"r([0-9]{1,2})c([0-9]{1,2}):", moves):
            filled[game_id] = filled.get(game_id, 0) | 1 << (int(row) - 1) * width + int(column) - 1
    results = dict(connection.execute("SELECT id, elapsed_ms FROM result").fetchall())
    columns = "updated_utc, rev, elapsed_ms, cursor, length, head, filled, aids"
    for game_id, puzzle, to_fill, checksum, *state in connection.execute(
        f"SELECT id, puzzle, to_fill, chk, {columns} FROM game"
    ).fetchall():
        chain = _last_checksum_3(connection, game_id)
        cells, before = filled.get(game_id, 0), tuple(state)
        is_solved = state[6] == to_fill and (
            results.get(game_id) == state[2] or _is_solved_3(connection, game_id, puzzle, state[5])
        )
        if game_id not in results and 4 * cells.bit_count() > to_fill:
            state[7] |= 256
        added = f"{cells:x}" if cells else "", int(is_solved)
        is_whole = row_checksum(chain, "state", *before) == checksum
        connection.execute(
            "UPDATE game SET aids = ?, auto_filled = ?, solved = ?, chk = ? WHERE id = ?",
            (state[7], *added, row_checksum(chain, "state", *state, *added) if is_whole else checksum, game_id),
        )
    for index in _INDEXES_3:
        connection.execute(index)


def _last_checksum_3(connection: sqlite3.Connection, game_id: str) -> bytes:
    """Return the checksum of the last step of a game or, if the game has no steps, of its identity."""
    query = "SELECT chk FROM step WHERE game_id = ? ORDER BY seq DESC LIMIT 1"
    found = connection.execute(query, (game_id,)).fetchone()
    if found:
        return bytes(found[0])
    identity = "id, width, height, unique_lines, signs, title, band, collection, number, puzzle, created_utc, to_fill"
    return row_checksum(
        START, "game", *connection.execute(f"SELECT {identity} FROM game WHERE id = ?", (game_id,)).fetchone()
    )


def _is_solved_3(connection: sqlite3.Connection, game_id: str, puzzle_text: str, head: int) -> bool:
    try:
        puzzle = parse_puzzle(puzzle_text)
        values = list(puzzle.geometry.text(puzzle.givens))
        query = "SELECT moves FROM step WHERE game_id = ? AND seq <= ? ORDER BY seq"
        for (moves,) in connection.execute(query, (game_id, head)):
            for move in parse_moves(moves, puzzle.width, puzzle.height):
                values[move.cell] = move.new
    except ValueError:  # a damaged game: the player is told when continuing it
        return False
    position = puzzle.geometry.position("".join(values))
    return puzzle.geometry.is_full(position) and not find_violations(puzzle, position)


def _add_practice(connection: sqlite3.Connection) -> None:
    """Make schema 4: add what the player did with each technique, in drills and in solved games. Rows never change.

    In the row of a drill, `drill` is the number of the drill, counted from 1, and `fills` is 1. In the row of a
    technique in a game, `drill` is 0, `fills` is the number of cells that the player filled by the technique, and
    `wait_ms` is the median wait for these cells. If `technique` is '', the row is about the cells that no simple
    technique fills; every analysed game has such a row. `card` is the card of the technique afterwards (see
    `player.practice`), or '' if it did not change. `at_ms` is in milliseconds since 1970.
    """
    for statement in (_PRACTICE_4, *_INDEXES_4):
        connection.execute(statement)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _create_schema_1,
    _add_aids_leases_checksums,
    _add_solved_and_auto_filled,
    _add_practice,
)

SCHEMA_VERSION = len(MIGRATIONS)
