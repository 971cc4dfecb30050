"""Whole games as rows, with their checksums: what loading, copying between files, repair and export share.

Knows columns and checksums; knows no puzzle and no thread. What is read here is whole: reading raises DamagedGameError
if a checksum does not fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from binairo_tui.store.checksums import START, row_checksum
from binairo_tui.store.errors import DamagedGameError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

IDENTITY = (
    *("id", "width", "height", "unique_lines", "signs", "title", "band", "collection", "number"),
    *("puzzle", "created_utc", "to_fill"),
)
"""The columns of a game that never change."""
STATE = ("updated_utc", "rev", "elapsed_ms", "cursor", "length", "head", "filled", "aids")
"""The columns of a game that say where the player is."""
RESULT = (
    *("id", "width", "height", "unique_lines", "signs", "title", "band", "collection", "number"),
    *("elapsed_ms", "aids", "solved_utc", "day"),
)
"""The columns of a result."""

StepRow = tuple[int, str, str, int]
"""Number from 1, kind, moves, milliseconds."""


class GameRows(NamedTuple):
    """A game: the columns of `IDENTITY` and `STATE` by name, its steps, and the lease, which no checksum covers."""

    columns: Mapping[str, Any]
    steps: Sequence[StepRow]
    lease: str


def identity_checksum(columns: Mapping[str, Any]) -> bytes:
    """What the chain of a game begins with."""
    return row_checksum(START, "game", *[columns[name] for name in IDENTITY])


def step_checksum(previous: bytes, step: StepRow) -> bytes:
    """The checksum of a step after the one before it, or after the identity."""
    return row_checksum(previous, "step", *step)


def state_checksum(previous: bytes, columns: Mapping[str, Any]) -> bytes:
    """What the chain of a game ends with, after its last step; it is kept in the row of the game."""
    return row_checksum(previous, "state", *[columns[name] for name in STATE])


def result_checksum(columns: Mapping[str, Any]) -> bytes:
    """The checksum of a result, which stands alone."""
    return row_checksum(START, "result", *[columns[name] for name in RESULT])


def read_game(connection: sqlite3.Connection, game_id: str) -> GameRows | None:
    """The rows of a game, None if there is none. The caller has a transaction.

    Raises DamagedGameError if a checksum does not fit.
    """
    names = (*IDENTITY, *STATE, "lease", "chk")
    found = connection.execute(f"SELECT {', '.join(names)} FROM game WHERE id = ?", (game_id,)).fetchone()
    if found is None:
        return None
    columns = dict(zip(names, found, strict=True))
    lease, checksum = columns.pop("lease"), columns.pop("chk")
    chain, is_whole, steps = identity_checksum(columns), True, []
    for *step, expected in connection.execute(
        "SELECT seq, kind, moves, at_ms, chk FROM step WHERE game_id = ? ORDER BY seq", (game_id,)
    ):
        chain = row_checksum(chain, "step", *step)
        is_whole = is_whole and chain == expected
        steps.append(tuple(step))
    # The number of the last step is in its checksum, the number of steps in the last one.
    if not is_whole or columns["length"] != len(steps) or state_checksum(chain, columns) != checksum:
        raise DamagedGameError(f"the saved game {columns['title']!r} is damaged", game_id)
    return GameRows(columns, steps, lease)


def write_game(connection: sqlite3.Connection, rows: GameRows) -> None:
    """Put a game into the database in place of what is there under its id. The caller has a transaction."""
    columns = rows.columns
    chain, steps = identity_checksum(columns), []
    for step in rows.steps:
        chain = step_checksum(chain, step)
        steps.append((columns["id"], *step, chain))
    names = (*IDENTITY, *STATE)
    connection.execute("DELETE FROM game WHERE id = ?", (columns["id"],))
    connection.execute(
        f"INSERT INTO game ({', '.join(names)}, lease, chk) VALUES ({marks(len(names) + 2)})",
        (*[columns[name] for name in names], rows.lease, state_checksum(chain, columns)),
    )
    insert_steps(connection, steps)


def insert_steps(connection: sqlite3.Connection, steps: Sequence[tuple[Any, ...]]) -> None:
    """Add steps: game, the values of a `StepRow`, checksum."""
    connection.executemany(f"INSERT INTO step (game_id, seq, kind, moves, at_ms, chk) VALUES ({marks(6)})", steps)


def read_result(connection: sqlite3.Connection, game_id: str) -> Mapping[str, Any] | None:
    """The columns of a result, None if there is none. Raises DamagedGameError if its checksum does not fit."""
    found = connection.execute(f"SELECT {', '.join(RESULT)}, chk FROM result WHERE id = ?", (game_id,)).fetchone()
    if found is None:
        return None
    columns = dict(zip(RESULT, found[:-1], strict=True))
    if result_checksum(columns) != found[-1]:
        raise DamagedGameError(f"the result of {columns['title']!r} is damaged", game_id)
    return columns


def write_result(connection: sqlite3.Connection, columns: Mapping[str, Any]) -> None:
    """Put a result into the database in place of what is there under its id. The caller has a transaction."""
    connection.execute(
        f"INSERT OR REPLACE INTO result ({', '.join(RESULT)}, chk) VALUES ({marks(len(RESULT) + 1)})",
        (*[columns[name] for name in RESULT], result_checksum(columns)),
    )


def marks(count: int) -> str:
    """Question marks for so many values."""
    return ", ".join("?" * count)
