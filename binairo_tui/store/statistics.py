"""What the results say: tallies by size and band, and the streak. One query; all else is pure functions of its rows."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from binairo_tui.game.aids import Aid, Style, style_of
from binairo_tui.store.database import reading
from binairo_tui.store.rows import RESULT, result_checksum

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence


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
    def style(self) -> Style:
        """How it was solved: strict, unaided or helped."""
        return style_of(self.aids)

    @property
    def helped(self) -> bool:
        """Whether it was solved with more than what is seen on the grid anyway."""
        return self.style is Style.HELPED


class Tally(NamedTuple):
    """How many were solved, and the best and median time in ms; None if none was."""

    solved: int
    best_ms: int | None
    median_ms: int | None


class TallyRow(NamedTuple):
    """The games of one size and band, solved with and without help apart."""

    width: int
    height: int
    band: str
    unaided: Tally
    helped: Tally


def read_results(connection: sqlite3.Connection) -> tuple[Result, ...]:
    """All results whose checksum fits, oldest first. Raises StoreError."""
    with reading(connection):
        rows = connection.execute(f"SELECT {', '.join(RESULT)}, chk FROM result ORDER BY solved_utc, id").fetchall()
    columns = [dict(zip(RESULT, row[:-1], strict=True)) for row in rows]
    return tuple([_result(it) for it, row in zip(columns, rows, strict=True) if result_checksum(it) == row[-1]])


def tally(results: Iterable[Result]) -> Tally:
    """Count and times of these results together."""
    times = [result.elapsed_ms for result in results]
    return Tally(len(times), min(times), round(median(times))) if times else Tally(0, None, None)


def tally_rows(results: Iterable[Result]) -> list[TallyRow]:
    """One row per size and band that occurs: small boards first, bands by name."""
    groups: defaultdict[tuple[int, int, int, str], list[Result]] = defaultdict(list)
    for result in results:
        groups[result.width * result.height, result.width, result.height, result.band].append(result)
    return [
        TallyRow(width, height, band, *_by_help(group)) for (_, width, height, band), group in sorted(groups.items())
    ]


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


def _by_help(results: Sequence[Result]) -> tuple[Tally, Tally]:
    unaided = tally(result for result in results if not result.helped)
    helped = tally(result for result in results if result.helped)
    return unaided, helped
