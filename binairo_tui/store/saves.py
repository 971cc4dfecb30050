"""Reads and writes games step by step. This module knows the tables, but not threads or files.

A saved game consists of the steps of its session, which are also the undo history. A write compares these steps with
the steps that the database is known to hold, keeps the common beginning, and replaces the rest. A new step therefore
adds one row, and undo or redo adds none. The row of the game is updated each time.

The moves of a step are stored as one string, such as `r3c5:.>1 r4c1:0>.`. Each move has a cell, an old value and a
new value.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime

from binairo_tui.engine import EMPTY, Cell, Puzzle, find_violations, parse_puzzle
from binairo_tui.game.aids import Aid
from binairo_tui.game.steps import SessionSnapshot, Step, StepKind, format_moves, parse_moves
from binairo_tui.store import database, errors, games
from binairo_tui.store.rows import (
    DESCRIPTION,
    IDENTITY,
    RESULT,
    STATE,
    GameRows,
    StepRow,
    identity_checksum,
    insert_steps,
    read_game,
    read_sound,
    state_checksum,
    step_checksum,
)

Columns = dict[str, int | str | bytes]

_IS_STORED = "WHERE id = :id AND rev = :stored_rev AND lease = :stored_lease"
_STATE_VALUES = ", ".join([f"{name} = :{name}" for name in (*STATE, "lease", "chk") if name != "solved"])
_UPDATES = (
    f"UPDATE game SET {_STATE_VALUES} {_IS_STORED} AND solved = :solved",
    f"UPDATE game SET {_STATE_VALUES}, solved = :solved {_IS_STORED}",
)
"""Statements that update a game. The second is used only if the first changes nothing, because `solved` changes.

If a statement sets a column, SQLite writes the column's index again, even if the value stays the same. With the second
statement alone, every save would write one more page.
"""


def load_game(connection: sqlite3.Connection, game_id: str) -> games.SavedGame:
    """Only `GameSession.resume` checks the steps by the rules. Raises NoSuchGameError, DamagedGameError."""
    with database.reading(connection):
        rows = read_game(connection, game_id)
    if rows is None:
        raise errors.NoSuchGameError("this game is no longer saved")
    return parse_game(rows)


def parse_game(rows: GameRows) -> games.SavedGame:
    """Return the game that rows describe. Raises DamagedGameError if a text in them is invalid."""
    columns = rows.columns
    try:
        puzzle = parse_puzzle(columns["puzzle"])
        progress = SessionSnapshot(
            cursor=columns["cursor"],
            elapsed_ms=columns["elapsed_ms"],
            head=columns["head"],
            steps=tuple(
                [
                    Step(StepKind(kind), parse_moves(moves, puzzle.width, puzzle.height), at_ms)
                    for _, kind, moves, at_ms in rows.steps
                ]
            ),
            aids=Aid(columns["aids"]),
            auto_filled=parse_cells(columns["auto_filled"], puzzle),
        )
    except ValueError as error:
        raise errors.DamagedGameError(
            f"the saved game {columns['title']!r} is damaged: {error}", columns["id"]
        ) from error
    described = {name: columns[name] for name in ("id", "title", "band", "collection", "number", "created_utc", "rev")}
    return games.SavedGame(puzzle=puzzle, progress=progress, lease=rows.lease, **described)


def find_game(connection: sqlite3.Connection, collection: str, number: int) -> str | None:
    """Return the last played unfinished game, or else the last played solved game, or None. Raises StoreError."""
    return _last_played(connection, "collection = ? AND number = ?", collection, number)


def find_game_of(connection: sqlite3.Connection, puzzle: Puzzle) -> str | None:
    """Return the id of a game of a puzzle outside of collections, as `find_game` does. Raises StoreError."""
    return _last_played(connection, "collection = '' AND puzzle = ?", str(puzzle))


def _last_played(connection: sqlite3.Connection, where: str, *values: object) -> str | None:
    query = f"SELECT id FROM game WHERE {where} ORDER BY solved, updated_utc DESC, created_utc DESC, id LIMIT 1"
    found = database.read_rows(connection, query, *values)
    return found[0][0] if found else None


def delete_game(connection: sqlite3.Connection, game_id: str) -> None:
    """The result stays. Flush the writer first, because a waiting save would be refused. Raises StoreError."""
    with database.writing(connection):
        connection.execute("DELETE FROM game WHERE id = ?", (game_id,))


def write_progress(
    connection: sqlite3.Connection,
    game: games.SavedGame,
    stored: games.StoredState,
    progress: SessionSnapshot,
    at: datetime,
    *,
    lease: str = "",
) -> games.StoredState:
    """Update a game from the stored state to `progress`, or insert it if `stored.rev` is 0; return its new state.

    Call it inside a transaction. `lease` is the writer's lease, or '' to release the game; `at` is the time of the
    snapshot. The puzzle's difficulty band is also written if the database does not have it yet. A known band never
    changes. Raises GameConflictError, before writing anything, if the database holds a different state or another
    session's lease.
    """
    kept = common_length(stored.steps, progress.steps)
    columns = _state_columns(game, progress, int(at.timestamp()), stored.rev + 1)
    known = _read_band(connection, game.id) if stored.rev else game.band
    finds_band = bool(game.band and not known)
    game = game._replace(band=known or game.band)
    # The checksums of all steps depend on the band.
    kept, chain = _read_chain(connection, game, 0 if finds_band else kept)
    rows = []
    for seq, step in enumerate(progress.steps[kept:], kept + 1):
        row = _step_row(seq, step, game.puzzle)
        chain = step_checksum(chain, row)
        rows.append((game.id, *row, chain))
    columns |= {"lease": lease, "chk": state_checksum(chain, columns)}
    if not (
        _update_game(connection, game.id, columns, stored) if stored.rev else _insert_game(connection, game, columns)
    ):
        raise errors.GameConflictError
    if finds_band:
        _write_band(connection, game)
    if len(stored.steps) > kept:
        connection.execute("DELETE FROM step WHERE game_id = ? AND seq > ?", (game.id, kept))
    insert_steps(connection, rows)
    return games.StoredState(stored.rev + 1, progress.steps, lease)


def game_rows(game: games.SavedGame, progress: SessionSnapshot, at: datetime, *, rev: int, lease: str) -> GameRows:
    steps = [_step_row(seq, step, game.puzzle) for seq, step in enumerate(progress.steps, 1)]
    return GameRows(game_columns(game, progress, int(at.timestamp()), rev), steps, lease)


def record_solve(connection: sqlite3.Connection, game_id: str, solve: games.SolveRecord) -> None:
    """Add the result of a saved game, unless it has one. Call it inside a transaction."""
    if connection.execute("SELECT 1 FROM result WHERE id = ?", (game_id,)).fetchone():
        return
    game = connection.execute(f"SELECT {', '.join(DESCRIPTION)} FROM game WHERE id = ?", (game_id,)).fetchone()
    RESULT.write(
        connection,
        {
            **dict(zip(DESCRIPTION, game, strict=True)),
            "elapsed_ms": solve.elapsed_ms,
            "aids": solve.aids.value,
            "solved_utc": int(solve.at.timestamp()),
            "day": solve.day.isoformat(),
        },
    )


def game_columns(game: games.SavedGame, progress: SessionSnapshot, updated_utc: int, rev: int) -> Columns:
    """Return the values of all columns in `IDENTITY` and `STATE` for a game, by column name."""
    return _identity_columns(game) | _state_columns(game, progress, updated_utc, rev)


def _identity_columns(game: games.SavedGame) -> Columns:
    puzzle = game.puzzle
    return {
        "id": game.id,
        "width": puzzle.width,
        "height": puzzle.height,
        "unique_lines": int(puzzle.unique_lines),
        "signs": int(bool(puzzle.signs)),
        "title": game.title,
        "band": game.band,
        "collection": game.collection,
        "number": game.number,
        "puzzle": str(puzzle),
        "created_utc": game.created_utc,
        "to_fill": _blank_count(puzzle),
    }


def _state_columns(game: games.SavedGame, progress: SessionSnapshot, updated_utc: int, rev: int) -> Columns:
    puzzle, steps = game.puzzle, progress.steps[: progress.head]
    filled = sum((move.new != EMPTY) - (move.old != EMPTY) for step in steps for move in step.moves)
    return {
        "updated_utc": updated_utc,
        "rev": rev,
        "elapsed_ms": progress.elapsed_ms,
        "cursor": progress.cursor,
        "length": len(progress.steps),
        "head": progress.head,
        "filled": filled,
        "aids": progress.aids.value,
        "auto_filled": format_cells(progress.auto_filled),
        "solved": int(filled == _blank_count(puzzle) and _is_solved(puzzle, steps)),
    }


def format_cells(cells: Iterable[Cell]) -> str:
    """Return a set of cells as a hexadecimal number in which bit n stands for cell n; '' for no cells."""
    number = sum(1 << cell for cell in cells)
    return f"{number:x}" if number else ""


def parse_cells(text: str, puzzle: Puzzle) -> frozenset[Cell]:
    """Parse a text returned by `format_cells`. Raises ValueError for a cell outside the board."""
    number = int(text or "0", 16)
    if not 0 <= number < 1 << puzzle.geometry.cell_count:
        raise ValueError("a cell that the program filled is outside the board")
    return frozenset(cell for cell in range(puzzle.geometry.cell_count) if number >> cell & 1)


def _step_row(seq: int, step: Step, puzzle: Puzzle) -> StepRow:
    return seq, step.kind.value, format_moves(step.moves, puzzle.width), step.at_ms


def _read_band(connection: sqlite3.Connection, game_id: str) -> str:
    found = connection.execute("SELECT band FROM game WHERE id = ?", (game_id,)).fetchone()
    return str(found[0]) if found else ""


def _write_band(connection: sqlite3.Connection, game: games.SavedGame) -> None:
    """Write the band of a game and of its result, if any; the caller must rewrite the checksums of the game."""
    connection.execute("UPDATE game SET band = ? WHERE id = ?", (game.band, game.id))
    result = read_sound(RESULT.read, connection, game.id)
    if result is not None:  # the next backup restores a damaged result
        RESULT.write(connection, {**result, "band": game.band})


def _read_chain(connection: sqlite3.Connection, game: games.SavedGame, kept: int) -> tuple[int, bytes]:
    """Return the number of steps to keep (0 if step `kept` is not stored), and the checksum before the next step."""
    if kept:
        query = "SELECT chk FROM step WHERE game_id = ? AND seq = ?"
        found = connection.execute(query, (game.id, kept)).fetchone()
        if found:
            return kept, found[0]
    return 0, identity_checksum(_identity_columns(game))


def _insert_game(connection: sqlite3.Connection, game: games.SavedGame, state: Columns) -> bool:
    names = (*IDENTITY, *STATE, "lease", "chk")
    cursor = connection.execute(
        f"INSERT INTO game ({', '.join(names)}) VALUES ({', '.join([f':{name}' for name in names])})"
        " ON CONFLICT (id) DO NOTHING",
        _identity_columns(game) | state,
    )
    return cursor.rowcount == 1


def _update_game(connection: sqlite3.Connection, game_id: str, state: Columns, stored: games.StoredState) -> bool:
    values = state | {"id": game_id, "stored_rev": stored.rev, "stored_lease": stored.lease}
    return any(connection.execute(update, values).rowcount == 1 for update in _UPDATES)


def common_length(before: Sequence[Step], after: Sequence[Step]) -> int:
    """Return how many steps at the beginning are the same."""
    for index, (old, new) in enumerate(zip(before, after, strict=False)):
        if old is not new and old != new:  # usually the same objects; comparing steps is slow
            return index
    return min(len(before), len(after))


def _is_solved(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    geometry, values = puzzle.geometry, list(puzzle.geometry.text(puzzle.givens))
    for step in steps:
        for move in step.moves:
            values[move.cell] = move.new
    position = geometry.position("".join(values))
    return geometry.is_full(position) and not find_violations(puzzle, position)


def _blank_count(puzzle: Puzzle) -> int:
    return puzzle.geometry.cell_count - puzzle.given_count
