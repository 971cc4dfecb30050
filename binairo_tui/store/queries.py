"""Lists of games: what to continue, how far the player is in each collection. Trusts the rows: a list is no game."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.store.database import reading

if TYPE_CHECKING:
    import sqlite3


class GameSummary(NamedTuple):
    """One line of a list of games. `filled` of `to_fill` cells hold a value; times as in SavedGame."""

    id: str
    title: str
    band: str
    collection: str
    number: int
    width: int
    height: int
    unique_lines: bool
    signs: bool
    filled: int
    to_fill: int
    elapsed_ms: int
    updated_utc: int


class PuzzleState(Enum):
    """How far the player is with a puzzle of a collection; one that was never saved has no state."""

    STARTED = "started"
    SOLVED = "solved"


def unfinished_games(connection: sqlite3.Connection) -> list[GameSummary]:
    """Every game that has not been solved, the last played first."""
    with reading(connection):
        rows = connection.execute(
            "SELECT id, title, band, collection, number, width, height, unique_lines, signs,"
            " filled, to_fill, elapsed_ms, updated_utc"
            " FROM game WHERE id NOT IN (SELECT id FROM result)"
            " ORDER BY updated_utc DESC, created_utc DESC, id"
        ).fetchall()
    return [GameSummary._make(row)._replace(unique_lines=bool(row[7]), signs=bool(row[8])) for row in rows]


def collection_states(connection: sqlite3.Connection) -> dict[str, dict[int, PuzzleState]]:
    """The state of every puzzle that was saved or solved, by collection and number."""
    with reading(connection):
        started = connection.execute("SELECT collection, number FROM game WHERE number > 0").fetchall()
        solved = connection.execute("SELECT collection, number FROM result WHERE number > 0").fetchall()
    states: dict[str, dict[int, PuzzleState]] = {}
    for rows, state in ((started, PuzzleState.STARTED), (solved, PuzzleState.SOLVED)):
        for collection, number in rows:
            states.setdefault(collection, {})[number] = state
    return states
