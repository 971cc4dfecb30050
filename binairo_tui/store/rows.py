"""The rows of games, results and practice with their checksums, shared by loading, repair, backups and transfer.

SQLite has no checksums of its own, so a flipped bit could look like a valid move. The rows of a game form a chain: its
identity, its steps in order, its state. Each checksum covers its row and the previous checksum. Therefore the last
checksum is wrong if one of the rows was changed, lost, moved or taken from another game. The checksums detect
accidents, but not tampering, because they contain no secret.

This module knows columns and checksums, but not puzzles or threads. Every read verifies the checksums, and raises
DamagedGameError if they are wrong.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from binairo_tui.store.errors import DamagedGameError

T = TypeVar("T")

DESCRIPTION = ("id", "width", "height", "unique_lines", "signs", "title", "band", "collection", "number")
IDENTITY = (*DESCRIPTION, "puzzle", "created_utc", "to_fill")
"""The columns of a game that never change, except that an empty band is filled in when it becomes known."""
STATE = ("updated_utc", "rev", "elapsed_ms", "cursor", "length", "head", "filled", "aids", "auto_filled", "solved")
"""The columns of a game that every save changes."""
CHECKSUM_SIZE = 16
START = bytes(CHECKSUM_SIZE)
"""The checksum before the first row of a chain."""

StepRow = tuple[int, str, str, int]
"""A step: its number from 1, its kind, its moves as text, and its time in milliseconds."""


class GameRows(NamedTuple):
    """A game: the columns of `IDENTITY` and `STATE` by name, its steps, and the lease, which no checksum covers."""

    columns: Mapping[str, Any]
    steps: Sequence[StepRow]
    lease: str


def row_checksum(previous: bytes, *values: object) -> bytes:
    """Return the checksum of a row that follows a row with the checksum `previous`.

    A row is hashed as a text. Rows that differ in a value, in its type, or in the number of values have different
    texts. Undamaged rows hold only strings and integers; the text of another value is its repr. Checksums are stored in
    files, so the way in which they are computed must never change.
    """
    # Types are compared here, not in a function, because there may be half a million rows.
    text = "".join(
        [
            f"{len(value)}:{value}" if type(value) is str else f"{value};" if type(value) is int else _other_text(value)
            for value in values
        ]
    )
    from hashlib import blake2b  # here, because a new game is shown before it has rows, and the import takes 2 ms

    return blake2b(previous + text.encode("utf-8", "surrogatepass"), digest_size=CHECKSUM_SIZE).digest()


def identity_checksum(columns: Mapping[str, Any]) -> bytes:
    return row_checksum(START, "game", *[columns[name] for name in IDENTITY])


def step_checksum(previous: bytes, step: StepRow) -> bytes:
    return row_checksum(previous, "step", *step)


def state_checksum(previous: bytes, columns: Mapping[str, Any]) -> bytes:
    return row_checksum(previous, "state", *[columns[name] for name in STATE])


def read_game(connection: sqlite3.Connection, game_id: str) -> GameRows | None:
    """Return None if there is no such game. Call it inside a transaction. Raises DamagedGameError."""
    names = (*IDENTITY, *STATE, "lease", "chk")
    found = connection.execute(f"SELECT {', '.join(names)} FROM game WHERE id = ?", (game_id,)).fetchone()
    if found is None:
        return None
    columns = dict(zip(names, found, strict=True))
    lease, checksum = columns.pop("lease"), columns.pop("chk")
    chain, is_whole, steps = identity_checksum(columns), True, []
    for seq, kind, moves, at_ms, expected in connection.execute(
        "SELECT seq, kind, moves, at_ms, chk FROM step WHERE game_id = ? ORDER BY seq", (game_id,)
    ):
        chain = row_checksum(chain, "step", seq, kind, moves, at_ms)
        is_whole = is_whole and chain == expected
        steps.append((seq, kind, moves, at_ms))
    # The checksum of the last step covers its number, and the last checksum the number of steps.
    if not is_whole or columns["length"] != len(steps) or state_checksum(chain, columns) != checksum:
        raise DamagedGameError(f"the saved game {columns['title']!r} is damaged", game_id)
    return GameRows(columns, steps, lease)


def write_game(connection: sqlite3.Connection, rows: GameRows) -> None:
    """Insert a game, or replace the game that has the same id. Call it inside a transaction."""
    columns = rows.columns
    chain, steps = identity_checksum(columns), []
    for step in rows.steps:
        chain = step_checksum(chain, step)
        steps.append((columns["id"], *step, chain))
    names = (*IDENTITY, *STATE)
    connection.execute("DELETE FROM game WHERE id = ?", (columns["id"],))
    connection.execute(
        f"INSERT INTO game ({', '.join(names)}, lease, chk) VALUES ({placeholders(len(names) + 2)})",
        (*[columns[name] for name in names], rows.lease, state_checksum(chain, columns)),
    )
    insert_steps(connection, steps)


def insert_steps(connection: sqlite3.Connection, steps: Sequence[tuple[Any, ...]]) -> None:
    connection.executemany("INSERT INTO step (game_id, seq, kind, moves, at_ms, chk) VALUES (?, ?, ?, ?, ?, ?)", steps)


def read_games(connection: sqlite3.Connection) -> Iterator[tuple[str, GameRows | None]]:
    """Yield the id and rows of every game, in the order of the ids; the rows of a damaged game are None."""
    for (game_id,) in connection.execute("SELECT id FROM game ORDER BY id").fetchall():
        yield game_id, read_sound(read_game, connection, game_id)


class Table(NamedTuple):
    """A table of rows that never change. Each row has its own checksum.

    `damage` is a clause that says that a row is damaged. It may contain the names of columns in braces.
    """

    name: str
    columns: tuple[str, ...]
    damage: str

    def read(self, connection: sqlite3.Connection, row_id: str) -> Mapping[str, Any] | None:
        """Return the columns of a row, or None if there is no such row. Raises DamagedGameError."""
        found = self.select(connection, "WHERE id = ?", row_id)
        if not found:
            return None
        columns = self.verified_columns(found[0])
        if columns is None:
            raise DamagedGameError(self.damage.format(**dict(zip(self.columns, found[0], strict=False))), row_id)
        return columns

    def read_all(self, connection: sqlite3.Connection) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
        """Yield the id and columns of every row, in the order of the ids; the columns of a damaged row are None."""
        for row in connection.execute(f"SELECT {', '.join(self.columns)}, chk FROM {self.name} ORDER BY id"):
            yield row[0], self.verified_columns(row)

    def select(self, connection: sqlite3.Connection, clauses: str, *values: object) -> list[tuple[Any, ...]]:
        """Return rows of the columns and the checksum, which only `verified_columns` verifies."""
        return connection.execute(
            f"SELECT {', '.join(self.columns)}, chk FROM {self.name} {clauses}", values
        ).fetchall()

    def verified_columns(self, row: tuple[Any, ...]) -> Mapping[str, Any] | None:
        """Return the columns of a row that `select` returned, by name; None if the checksum is wrong."""
        is_whole = row_checksum(START, self.name, *row[:-1]) == row[-1]
        return dict(zip(self.columns, row, strict=False)) if is_whole else None

    def write(self, connection: sqlite3.Connection, columns: Mapping[str, Any]) -> None:
        """Insert a row, or replace the row that has the same id. Call it inside a transaction."""
        values = [columns[name] for name in self.columns]
        connection.execute(
            f"INSERT OR REPLACE INTO {self.name} ({', '.join(self.columns)}, chk)"
            f" VALUES ({placeholders(len(values) + 1)})",
            (*values, row_checksum(START, self.name, *values)),
        )


RESULT = Table("result", (*DESCRIPTION, "elapsed_ms", "aids", "solved_utc", "day"), "the solve of {title!r} is damaged")
PRACTICE = Table(
    "practice",
    ("id", "technique", "at_ms", "game_id", "drill", "is_right", "fills", "wait_ms", "card"),
    "a practice record is damaged",
)


def read_sound(
    read: Callable[[sqlite3.Connection, str], T | None], connection: sqlite3.Connection, row_id: str
) -> T | None:
    """Return what `read` (`read_game` or `Table.read`) returns, but None for a damaged row."""
    with suppress(DamagedGameError):
        return read(connection, row_id)
    return None


def read_rev(connection: sqlite3.Connection, game_id: str) -> int:
    found = connection.execute("SELECT rev FROM game WHERE id = ?", (game_id,)).fetchone()
    return found[0] if found else 0


def placeholders(count: int) -> str:
    return ", ".join("?" * count)


def _other_text(value: object) -> str:
    return f"{value:d};" if isinstance(value, int) else f"?{value!r};"
