"""Records of practice, and queries for them: the player's results with each technique, in drills and solved games.

Each board of Storm also has a record, in which `technique` is `STORM`.
"""

import os
import sqlite3
from hashlib import blake2b
from typing import NamedTuple

from binairo_tui.store.database import read_rows, reading
from binairo_tui.store.rows import PRACTICE

LATEST = 2000
"""The most records of solved games that are read: those of about 400 games, with one record for each technique."""
STORM = "storm"
MAX_CARD = 4000
"""Limit on the characters of `card`. If the seed and the log of a board of Storm are longer, only the seed is kept."""


class PracticeRecord(NamedTuple):
    """What the player did in a drill, or with a technique in a solved game. `at_ms` is in milliseconds since 1970.

    `drill` is the number of the drill, counted from 1. For a game, `drill` is 0, and `game_id` is the id of the game.
    `fills` is the number of cells filled, and `wait_ms` is the median wait for them. `card` is the new card of the
    technique as text; it says when to practise the technique again (see `player.practice`). It is '' if the card did
    not change. `storm_record` says what the fields hold for a board of Storm.
    """

    id: str
    technique: str
    at_ms: int
    game_id: str
    drill: int
    is_right: int
    fills: int
    wait_ms: int
    card: str


class StormRun(NamedTuple):
    """`began_ms` is in ms since 1970. `last_ms` counts from then to the last solved board; 0 if none was solved."""

    began_ms: int
    solved: int
    wrong: int
    last_ms: int


class TechniqueStanding(NamedTuple):
    """The newest card of a technique as text ('' if it has none), and the number of its drills."""

    card: str
    drills: int


def drill_record(technique: str, at_ms: int, *, number: int, is_right: bool, wait_ms: int, card: str) -> PracticeRecord:
    return PracticeRecord(os.urandom(16).hex(), technique, at_ms, "", number, int(is_right), 1, wait_ms, card)


def game_record(
    technique: str, at_ms: int, *, game_id: str, is_right: bool, fills: int, wait_ms: int
) -> PracticeRecord:
    """Every session gives a technique in a game the same id, so that its record is stored only once."""
    row_id = blake2b(f"{game_id} {technique}".encode(), digest_size=16).hexdigest()
    return PracticeRecord(row_id, technique, at_ms, game_id, 0, int(is_right), fills, wait_ms, "")


def storm_record(
    began_ms: int, *, number: int, is_right: bool, fills: int, elapsed_ms: int, seed: int, history: str
) -> PracticeRecord:
    """Return the record of a board in a run of Storm. The run began at `began_ms`.

    `number` is the place of the board in the run, counted from 1. `fills` is the number of its blanks. `elapsed_ms` is
    the time from the beginning of the run until the last blank was filled; it is stored as `wait_ms`. `card` holds
    `seed`, which gives the boards of the run again, and `history`, the log of this board (see `game.steps`).
    """
    log = f"{seed} {history}"
    card = log if len(log) <= MAX_CARD else str(seed)
    return PracticeRecord(os.urandom(16).hex(), STORM, began_ms, "", number, int(is_right), fills, elapsed_ms, card)


def read_storms(connection: sqlite3.Connection) -> list[StormRun]:
    query = (
        "SELECT at_ms, sum(is_right), sum(1 - is_right), max(wait_ms * is_right) FROM practice WHERE technique = ?"
        " GROUP BY at_ms ORDER BY at_ms"
    )
    return [StormRun(*row) for row in read_rows(connection, query, STORM)]


def read_storm_times(connection: sqlite3.Connection, began_ms: int) -> list[int]:
    """Return the times in ms since the beginning, ascending, at which boards were solved. Raises StoreError."""
    query = "SELECT wait_ms FROM practice WHERE technique = ? AND at_ms = ? AND is_right ORDER BY wait_ms"
    return [elapsed_ms for (elapsed_ms,) in read_rows(connection, query, STORM, began_ms)]


def read_standings(connection: sqlite3.Connection) -> dict[str, TechniqueStanding]:
    with reading(connection):
        counts = connection.execute(
            "SELECT technique, max(drill) FROM practice WHERE technique <> ? GROUP BY technique", (STORM,)
        ).fetchall()
        # SQLite takes the card from the row with the maximum.
        query = "SELECT technique, card, max(at_ms) FROM practice WHERE card > '' AND technique <> ? GROUP BY technique"
        cards = {technique: card for technique, card, _ in connection.execute(query, (STORM,))}
    return {name: TechniqueStanding(cards.get(name, ""), drills) for name, drills in counts}


def games_without_practice(connection: sqlite3.Connection, latest: int) -> list[tuple[str, int]]:
    """Return those of the last `latest` solves that have no practice records, oldest first. Raises StoreError.

    Each item is (game id, time of the solve in seconds since 1970). Solves whose games were deleted are left out.
    """
    query = (
        "SELECT id, solved_utc FROM (SELECT id, solved_utc FROM result ORDER BY solved_utc DESC LIMIT ?) AS solve"
        " WHERE id IN (SELECT id FROM game) AND NOT EXISTS (SELECT 1 FROM practice WHERE game_id = solve.id)"
        " ORDER BY solved_utc"
    )
    return read_rows(connection, query, latest)


def read_game_practice(connection: sqlite3.Connection) -> list[PracticeRecord]:
    """Return the undamaged of the `LATEST` newest records of games with fills, oldest first. Raises StoreError."""
    with reading(connection):
        rows = PRACTICE.select(connection, "WHERE game_id > '' AND fills > 0 ORDER BY at_ms DESC LIMIT ?", LATEST)
    return [PracticeRecord(**columns) for row in reversed(rows) if (columns := PRACTICE.verified_columns(row))]
