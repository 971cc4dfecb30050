"""Queries for lists of games, puzzle states and results, and for statistics.

A progress file may hold the games of many years. Therefore lists can be read in pages, and SQLite computes the
statistics from indexes.
Checksums are verified only where whole results are read.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from datetime import date
from enum import Enum
from typing import Any, NamedTuple

from binairo_tui.engine import Puzzle
from binairo_tui.game.aids import ALL_STYLES, SHOWN, Aid, SolveStyle, style_of
from binairo_tui.store import database, rows
from binairo_tui.store.games import SavedGame

PLAYER_STYLES = SolveStyle.STRICT, SolveStyle.UNAIDED, SolveStyle.HELPED
"""The styles that count for best times, ranks and streaks."""
_STYLE = (
    f"CASE WHEN aids = 0 THEN '{SolveStyle.STRICT}' WHEN aids & {Aid.MOST_CELLS.value} THEN '{SolveStyle.PROGRAM}'"
    f" WHEN aids & {Aid.REPEAT.value} THEN '{SolveStyle.REPEAT}'"
    f" WHEN aids & ~{SHOWN.value} THEN '{SolveStyle.HELPED}' ELSE '{SolveStyle.UNAIDED}' END"
)
"""The SQL expression for the style of a result, as `style_of` determines it."""


class GameSummary(NamedTuple):
    """Of `to_fill` blanks, `filled` hold a value; `updated_utc` is in seconds since 1970."""

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
    """A solved game. `day` is the player's local day of the solve, and `solved_utc` is in seconds since 1970.

    `aids` are all aids that were used. `id`, `collection` and `number` are those of the game: see `SavedGame`.
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
    id: str = ""

    @property
    def style(self) -> SolveStyle:
        return style_of(self.aids)


class Selection(NamedTuple):
    """A filter for results: the included styles, a size (width, height) and a band; None means all sizes or bands."""

    styles: tuple[SolveStyle, ...] = ALL_STYLES
    size: tuple[int, int] | None = None
    band: str | None = None


EVERYTHING = Selection()


class PuzzleKind(NamedTuple):
    width: int
    height: int
    band: str


class RatedSolve(NamedTuple):
    """The first solve of a puzzle: the game's id, the player's local day, the puzzle's kind, the time and the style."""

    id: str
    day: date
    kind: PuzzleKind
    elapsed_ms: int
    style: SolveStyle


class GroupStatistics(NamedTuple):
    """Statistics of the selected solves of one size and band. Times are in ms.

    `trend` holds the latest times, oldest first. `styles` counts the solves by style. Only times in `PLAYER_STYLES`
    count; if there are none, `best_ms` and `median_ms` are None.
    """

    size: tuple[int, int]
    band: str
    styles: Mapping[SolveStyle, int]
    best_ms: int | None
    median_ms: int | None
    trend: tuple[int, ...]

    @property
    def solved(self) -> int:
        return sum(self.styles.values())

    @property
    def recent_ms(self) -> int | None:
        return round(sum(self.trend) / len(self.trend)) if self.trend else None


class Rank(NamedTuple):
    """Other solves of the same kind and style. The fastest was faster by `behind_ms`; 0 if none was faster."""

    others: int
    faster: int
    behind_ms: int = 0


def unfinished_games(connection: sqlite3.Connection, limit: int = -1) -> list[GameSummary]:
    """Return the games that are not solved now, last played first; -1 is no limit. Raises StoreError."""
    query = (
        f"SELECT {', '.join(GameSummary._fields)} FROM game WHERE solved = 0"
        " ORDER BY updated_utc DESC, created_utc DESC, id LIMIT ?"
    )
    return [
        GameSummary._make(row)._replace(unique_lines=bool(row[7]), signs=bool(row[8]))
        for row in database.read_rows(connection, query, limit)
    ]


def count_unfinished(connection: sqlite3.Connection) -> int:
    return _number(connection, "SELECT count(*) FROM game WHERE solved = 0")


def unfinished_dailies(connection: sqlite3.Connection) -> dict[tuple[str, int], str]:
    """Map each daily puzzle, as (collection, number), to its last played unfinished game's id. Raises StoreError."""
    query = (
        "SELECT collection, number, id FROM game WHERE solved = 0 AND collection BETWEEN 'daily/' AND 'daily/~'"
        " ORDER BY updated_utc, created_utc, id DESC"
    )
    return {(collection, number): game_id for collection, number, game_id in database.read_rows(connection, query)}


def puzzle_states(connection: sqlite3.Connection) -> dict[str, dict[int, PuzzleState]]:
    states: dict[str, dict[int, PuzzleState]] = {}
    for table, state in (("game", PuzzleState.STARTED), ("result", PuzzleState.SOLVED)):
        for collection, number in database.read_rows(
            connection, f"SELECT DISTINCT collection, number FROM {table} WHERE collection > ''"
        ):
            states.setdefault(collection, {})[number] = state
    return states


def best_times(connection: sqlite3.Connection, collection: str) -> dict[int, int]:
    columns, chosen = "number, min(elapsed_ms)", Selection(PLAYER_STYLES)
    return dict(_read_selected(connection, columns, chosen, "AND collection = ? GROUP BY number", collection))


def count_bytes(connection: sqlite3.Connection) -> int:
    """Return the number of bytes in use, without the space of deleted rows, which SQLite reuses. Raises StoreError."""
    size, count, free = [_number(connection, f"PRAGMA {it}") for it in ("page_size", "page_count", "freelist_count")]
    return size * (count - free)


# Results.


def count_results(connection: sqlite3.Connection) -> int:
    return _number(connection, "SELECT count(*) FROM result")


def read_results(
    connection: sqlite3.Connection,
    selection: Selection = EVERYTHING,
    *,
    limit: int = -1,
    offset: int = 0,
    newest_first: bool = False,
) -> tuple[Result, ...]:
    """Return the undamaged selected results; a `limit` of -1 means no limit. Raises StoreError."""
    way = "DESC" if newest_first else "ASC"
    where, values = _where(selection)
    clauses = f"WHERE {where} ORDER BY solved_utc {way}, rowid {way} LIMIT ? OFFSET ?"
    with database.reading(connection):
        found = rows.RESULT.select(connection, clauses, *values, limit, offset)
    return tuple([_result(columns) for row in found if (columns := rows.RESULT.verified_columns(row))])


def find_result(connection: sqlite3.Connection, game_id: str) -> Result | None:
    with database.reading(connection):
        columns = rows.read_sound(rows.RESULT.read, connection, game_id)
    return _result(columns) if columns else None


def find_fastest_game(connection: sqlite3.Connection, puzzle: Puzzle) -> str | None:
    """Games that were deleted, reopened, or solved by the program do not count. Raises StoreError."""
    size = puzzle.width, puzzle.height
    own = Selection((*PLAYER_STYLES, SolveStyle.REPEAT), size)
    games = "SELECT id FROM game WHERE solved = 1 AND width = ? AND height = ? AND puzzle = ?"
    fastest = f"AND id IN ({games}) ORDER BY elapsed_ms LIMIT 1"
    found = _read_selected(connection, "id", own, fastest, *size, str(puzzle))
    return found[0][0] if found else None


def is_repeat(connection: sqlite3.Connection, game: SavedGame) -> bool:
    """Return True if the puzzle of a game was solved before, in another game. Raises StoreError.

    If the game of a solve was deleted, size, collection and number are compared instead.
    """
    size = game.puzzle.width, game.puzzle.height
    query = (
        "SELECT 1 FROM result WHERE id <> ? AND width = ? AND height = ? AND"
        " (id IN (SELECT id FROM game WHERE width = ? AND height = ? AND puzzle = ?)"
        " OR collection > '' AND collection = ? AND number = ? AND id NOT IN (SELECT id FROM game)) LIMIT 1"
    )
    return bool(
        database.read_rows(connection, query, game.id, *size, *size, str(game.puzzle), game.collection, game.number)
    )


# Statistics.


def count_styles(connection: sqlite3.Connection, selection: Selection) -> dict[SolveStyle, int]:
    found = dict(_read_selected(connection, f"{_STYLE}, count(*)", selection, "GROUP BY 1"))
    return {style: found.get(style.value, 0) for style in SolveStyle}


def count_days(connection: sqlite3.Connection, selection: Selection = EVERYTHING) -> dict[date, int]:
    found = _read_selected(connection, "day, count(*)", selection, "GROUP BY day ORDER BY day")
    return {date.fromisoformat(day): count for day, count in found}


def read_daily_days(connection: sqlite3.Connection) -> list[date]:
    own_days = (
        "AND collection BETWEEN 'daily/' AND 'daily/~' AND number = CAST(replace(day, '-', '') AS INTEGER) ORDER BY day"
    )
    found = _read_selected(connection, "DISTINCT day", Selection(PLAYER_STYLES), own_days)
    return [date.fromisoformat(day) for (day,) in found]


def read_times(connection: sqlite3.Connection, selection: Selection) -> list[int]:
    """Return the times in ms of the selected results that count for times, oldest first. Raises StoreError."""
    found = _read_selected(connection, "elapsed_ms", _timed(selection), "ORDER BY solved_utc, rowid")
    return [elapsed_ms for (elapsed_ms,) in found]


def read_kind_times(connection: sqlite3.Connection, limit: int, without: str = "") -> list[tuple[PuzzleKind, int]]:
    """Return at most `limit` kinds and times in ms that count, latest first, without one game. Raises StoreError."""
    columns, latest = "width, height, band, elapsed_ms", "AND id <> ? ORDER BY solved_utc DESC LIMIT ?"
    found = _read_selected(connection, columns, Selection(PLAYER_STYLES), latest, without, limit)
    return [(PuzzleKind(*kind), elapsed_ms) for *kind, elapsed_ms in found]


def read_first_solves(connection: sqlite3.Connection) -> list[RatedSolve]:
    """Return the first solve of every puzzle, in any style and in no particular order. Raises StoreError.

    A puzzle of a collection is the same if size, rules, collection and number are the same. Any other puzzle is the
    same if size, rules, band and title are the same and, unless its games were deleted, the text of the puzzle.
    """
    own = "title || coalesce((SELECT puzzle FROM game WHERE game.id = result.id), '')"
    puzzle = f"CASE WHEN collection > '' THEN collection || ':' || number ELSE {own} END, unique_lines, signs"
    query = (
        f"SELECT id, day, width, height, band, elapsed_ms, {_STYLE}, min(solved_utc) FROM result"
        f" GROUP BY width, height, {puzzle}, CASE WHEN collection > '' THEN '' ELSE band END"
    )
    return [
        RatedSolve(it[0], date.fromisoformat(it[1]), PuzzleKind(*it[2:5]), it[5], SolveStyle(it[6]))
        for it in database.read_rows(connection, query)
    ]


def group_statistics(connection: sqlite3.Connection, selection: Selection, recent: int) -> list[GroupStatistics]:
    """Return each size and band with a selected result, and at most `recent` of its latest times. Raises StoreError."""
    where, values = _where(selection)
    query = f"SELECT width, height, band, {_STYLE}, count(*) FROM result WHERE {where} GROUP BY 1, 2, 3, 4"
    styles: dict[PuzzleKind, dict[SolveStyle, int]] = {}
    with database.reading(connection):
        for width, height, band, style, count in connection.execute(query, values).fetchall():
            styles.setdefault(PuzzleKind(width, height, band), dict.fromkeys(SolveStyle, 0))[SolveStyle(style)] = count
        return [_statistics_of(connection, kind, counts, recent) for kind, counts in styles.items()]


def _statistics_of(
    connection: sqlite3.Connection, kind: PuzzleKind, styles: Mapping[SolveStyle, int], recent: int
) -> GroupStatistics:
    selected = tuple([style for style, count in styles.items() if count])
    where, values = _where(_timed(Selection(selected, kind[:2], kind.band)))
    query = f"SELECT {{}} FROM result WHERE {where} "
    count, best = connection.execute(query.format("count(*), min(elapsed_ms)"), values).fetchone()
    middle = connection.execute(
        query.format("elapsed_ms") + "ORDER BY elapsed_ms LIMIT ? OFFSET ?",
        (*values, 2 - count % 2, max(count - 1, 0) // 2),
    ).fetchall()
    latest = connection.execute(
        query.format("elapsed_ms") + "ORDER BY solved_utc DESC, rowid DESC LIMIT ?", (*values, recent)
    ).fetchall()
    median = round(sum(ms for (ms,) in middle) / len(middle)) if count else None
    return GroupStatistics(kind[:2], kind.band, styles, best, median, tuple([ms for (ms,) in reversed(latest)]))


def find_rank(connection: sqlite3.Connection, game_id: str, elapsed_ms: int, selection: Selection) -> Rank:
    where, values = _where(selection)
    query = f"SELECT count(*), total(elapsed_ms < ?), min(elapsed_ms) FROM result WHERE {where} AND id <> ?"
    ((others, faster, best_ms),) = database.read_rows(connection, query, elapsed_ms, *values, game_id)
    return Rank(others, int(faster), elapsed_ms - best_ms if faster else 0)


def _read_selected(
    connection: sqlite3.Connection, columns: str, selection: Selection, clauses: str, *values: object
) -> list[Any]:
    where, chosen = _where(selection)
    return database.read_rows(connection, f"SELECT {columns} FROM result WHERE {where} {clauses}", *chosen, *values)


def _where(selection: Selection) -> tuple[str, Sequence[int | str]]:
    clauses, values = ["1"], list[int | str]()
    if selection.size:
        clauses.append("width = ? AND height = ?")
        values += selection.size
    if selection.band is not None:
        clauses.append("band = ?")
        values.append(selection.band)
    if set(selection.styles) != set(ALL_STYLES):
        clauses.append(f"{_STYLE} IN ({rows.placeholders(len(selection.styles))})")
        values += [style.value for style in selection.styles]
    return " AND ".join(clauses), values


def _timed(selection: Selection) -> Selection:
    return selection._replace(styles=tuple([style for style in selection.styles if style in PLAYER_STYLES]))


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(database.read_rows(connection, query)[0][0])


def _result(columns: Mapping[str, Any]) -> Result:
    return Result(**{name: columns[name] for name in Result._fields})._replace(
        unique_lines=bool(columns["unique_lines"]),
        signs=bool(columns["signs"]),
        aids=Aid(columns["aids"]),
        day=date.fromisoformat(columns["day"]),
    )
