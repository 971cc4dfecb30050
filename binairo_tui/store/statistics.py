"""What the results say: tallies by size and band, and the streak. One query; all else is pure functions of its rows."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from binairo_tui.game.aids import Aid, SolveStyle, style_of
from binairo_tui.store.database import reading
from binairo_tui.store.rows import RESULT, result_checksum

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping


class Result(NamedTuple):
    """One solved game. `day` is the player's local day, `solved_utc` in seconds since 1970, `aids` all that helped.

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
        """How it was solved: strict, unaided or helped."""
        return style_of(self.aids)


def read_results(connection: sqlite3.Connection) -> tuple[Result, ...]:
    """All results whose checksum fits, oldest first. Raises StoreError."""
    with reading(connection):
        rows = connection.execute(f"SELECT {', '.join(RESULT)}, chk FROM result ORDER BY solved_utc, id").fetchall()
    columns = [dict(zip(RESULT, row[:-1], strict=True)) for row in rows]
    return tuple([_result(it) for it, row in zip(columns, rows, strict=True) if result_checksum(it) == row[-1]])


def read_days(connection: sqlite3.Connection) -> list[date]:
    """Every local day with a solve, ascending; checksums are not looked at. Raises StoreError."""
    with reading(connection):
        rows = connection.execute("SELECT DISTINCT day FROM result ORDER BY day").fetchall()
    return [date.fromisoformat(day) for (day,) in rows]


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row had a solve, up to today.

    Today counts once it has a solve; until then the days up to yesterday stand. A clock set back costs nothing: the
    last day with a solve is then taken for today.
    """
    solved = {day.toordinal() for day in days}
    day = max(today.toordinal(), *solved, 0)
    if day not in solved:
        day -= 1
    length = 0
    while day - length in solved:
        length += 1
    return length


def _result(columns: Mapping[str, Any]) -> Result:
    return Result(
        columns["width"],
        columns["height"],
        bool(columns["unique_lines"]),
        bool(columns["signs"]),
        columns["band"],
        columns["title"],
        columns["elapsed_ms"],
        Aid(columns["aids"]),
        columns["solved_utc"],
        date.fromisoformat(columns["day"]),
        columns["collection"],
        columns["number"],
    )
