"""Lists of games, puzzle states and results. Only results are verified by their checksums."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from binairo_tui.game.aids import Aid, SolveStyle, style_of
from binairo_tui.game.session import GameSession
from binairo_tui.store.database import reading
from binairo_tui.store.errors import DamagedGameError, NoSuchGameError
from binairo_tui.store.rows import RESULT, result_checksum
from binairo_tui.store.saves import load_game

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping


class GameSummary(NamedTuple):
    """One line of a list of games. `filled` of `to_fill` cells hold a value; `updated_utc` is in seconds since 1970."""

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
    """The state of a puzzle in a collection. A puzzle that was never saved has no state."""

    STARTED = "started"
    SOLVED = "solved"


class Result(NamedTuple):
    """A solved game. `day` is the player's local day, `solved_utc` in seconds since 1970, `aids` all aids used.

    `collection` and `number` are those of the game: see `SavedGame`.
    """

    width: int
    height: int
    unique_lines: bool
    signs: bool
    band: str
    title: str
    elapsed_ms: int
    aids: Aid
    solved_utc: int
    day: date
    collection: str = ""
    number: int = 0

    @property
    def style(self) -> SolveStyle:
        """Strict, unaided or helped."""
        return style_of(self.aids)


def unfinished_games(connection: sqlite3.Connection) -> list[GameSummary]:
    """Return every game that is not solved now, last played first. Raises StoreError.

    A solved game and its clock do not change until the game is reopened. Only full games whose clock continued after
    their result are replayed, to find out whether they are solved again.
    """
    columns = ", ".join([f"game.{name}" for name in GameSummary._fields])
    with reading(connection):
        rows = connection.execute(
            f"SELECT {columns}, result.id IS NOT NULL AND filled = to_fill FROM game LEFT JOIN result USING (id)"
            " WHERE result.id IS NULL OR filled <> to_fill OR game.elapsed_ms <> result.elapsed_ms"
            " ORDER BY updated_utc DESC, created_utc DESC, id"
        ).fetchall()
    return [
        GameSummary._make(row)._replace(unique_lines=bool(row[7]), signs=bool(row[8]))
        for *row, may_be_solved in rows
        if not (may_be_solved and _is_solved(connection, row[0]))
    ]


def puzzle_states(connection: sqlite3.Connection) -> dict[str, dict[int, PuzzleState]]:
    """Return the state of every puzzle that was saved or solved, by collection and number. Raises StoreError."""
    with reading(connection):
        started = connection.execute("SELECT collection, number FROM game WHERE number > 0").fetchall()
        solved = connection.execute("SELECT collection, number FROM result WHERE number > 0").fetchall()
    states: dict[str, dict[int, PuzzleState]] = {}
    for rows, state in ((started, PuzzleState.STARTED), (solved, PuzzleState.SOLVED)):
        for collection, number in rows:
            states.setdefault(collection, {})[number] = state
    return states


def read_results(connection: sqlite3.Connection) -> tuple[Result, ...]:
    """Return all undamaged results, oldest first. Raises StoreError."""
    with reading(connection):
        rows = connection.execute(f"SELECT {', '.join(RESULT)}, chk FROM result ORDER BY solved_utc, id").fetchall()
    columns = [dict(zip(RESULT, row[:-1], strict=True)) for row in rows]
    return tuple([_result(it) for it, row in zip(columns, rows, strict=True) if result_checksum(it) == row[-1]])


def read_days(connection: sqlite3.Connection) -> list[date]:
    """Return every local day with a solve, ascending, without verifying checksums. Raises StoreError."""
    with reading(connection):
        rows = connection.execute("SELECT DISTINCT day FROM result ORDER BY day").fetchall()
    return [date.fromisoformat(day) for (day,) in rows]


def _is_solved(connection: sqlite3.Connection, game_id: str) -> bool:
    """Return True if a game is currently solved; False if it is damaged, so that the player finds out about it."""
    with suppress(DamagedGameError, NoSuchGameError, ValueError):
        game = load_game(connection, game_id)
        return GameSession.resume(game.puzzle, game.progress).is_solved
    return False


def _result(columns: Mapping[str, Any]) -> Result:
    converted = {
        "unique_lines": bool(columns["unique_lines"]),
        "signs": bool(columns["signs"]),
        "aids": Aid(columns["aids"]),
        "day": date.fromisoformat(columns["day"]),
    }
    return Result(**{name: columns[name] for name in Result._fields} | converted)
