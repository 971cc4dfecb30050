"""Games read and written, step by step. Knows the tables; knows nothing of threads or files.

A game is saved as its undo history. A write compares the steps of a session with those the database is known to hold,
keeps the common beginning and replaces the rest, so that a step costs one row and undo or redo costs none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.engine import EMPTY, parse_puzzle
from binairo_tui.game.aids import Aid
from binairo_tui.game.session import SessionSnapshot
from binairo_tui.game.steps import Step, StepKind
from binairo_tui.store.database import reading, writing
from binairo_tui.store.errors import DamagedGameError, GameConflictError, NoSuchGameError
from binairo_tui.store.games import Held, SavedGame, Solve
from binairo_tui.store.moves import format_moves, parse_moves
from binairo_tui.store.rows import (
    IDENTITY,
    STATE,
    GameRows,
    StepRow,
    identity_checksum,
    insert_steps,
    read_game,
    state_checksum,
    step_checksum,
    write_result,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from datetime import datetime

    from binairo_tui.engine import Puzzle


def load_game(connection: sqlite3.Connection, game_id: str) -> SavedGame:
    """Read a game with all its steps, every checksum verified.

    Raises NoSuchGameError, or DamagedGameError if a checksum does not fit or a text is not in its form. Whether the
    steps can be played on the puzzle is not checked; `GameSession.resume` does that.
    """
    with reading(connection):
        rows = read_game(connection, game_id)
    if rows is None:
        raise NoSuchGameError("this game is not saved any more")
    return parse_game(rows)


def parse_game(rows: GameRows) -> SavedGame:
    """The game that its rows describe. Raises DamagedGameError if a text in them is not in its form."""
    columns = rows.columns
    try:
        puzzle = parse_puzzle(columns["puzzle"])
        progress = SessionSnapshot(
            cursor=columns["cursor"],
            elapsed_ms=columns["elapsed_ms"],
            head=columns["head"],
            steps=tuple([_step(row, puzzle) for row in rows.steps]),
            aids=Aid(columns["aids"]),
        )
    except ValueError as error:
        raise DamagedGameError(f"the saved game {columns['title']!r} is damaged: {error}", columns["id"]) from error
    described = {name: columns[name] for name in ("id", "title", "band", "collection", "number", "created_utc", "rev")}
    return SavedGame(puzzle=puzzle, progress=progress, lease=rows.lease, **described)


def delete_game(connection: sqlite3.Connection, game_id: str) -> None:
    """Delete a game and its steps, if it is there. A result of it stays.

    A writer that still has something to write for it reports a GameConflictError; flush it first.
    """
    with writing(connection):
        connection.execute("DELETE FROM game WHERE id = ?", (game_id,))


def write_progress(
    connection: sqlite3.Connection,
    game: SavedGame,
    held: Held,
    progress: SessionSnapshot,
    at: datetime,
    *,
    lease: str = "",
) -> Held:
    """Bring a game from what the database holds to `progress`; return what it holds then. The caller has a transaction.

    Raises GameConflictError, before anything is written, if the database holds something else, be it the lease of
    another session. `lease` is the writer's own; `at` is when the player got there.
    """
    kept = _common_length(held.steps, progress.steps)
    columns = game_columns(game, progress, int(at.timestamp()), held.rev + 1)
    kept, chain = _chain_so_far(connection, columns, kept)
    rows = []
    for seq, step in enumerate(progress.steps[kept:], kept + 1):
        row = _row(seq, step, game.puzzle)
        chain = step_checksum(chain, row)
        rows.append((game.id, *row, chain))
    columns |= {"lease": lease, "chk": state_checksum(chain, columns)}
    if not (_update_game(connection, columns, held) if held.rev else _insert_game(connection, columns)):
        raise GameConflictError
    connection.execute("DELETE FROM step WHERE game_id = ? AND seq > ?", (game.id, kept))
    insert_steps(connection, rows)
    return Held(held.rev + 1, progress.steps, lease)


def game_rows(game: SavedGame, progress: SessionSnapshot, at: datetime, *, rev: int, lease: str) -> GameRows:
    """A game in a state as the database would hold it, whatever it holds."""
    steps = [_row(seq, step, game.puzzle) for seq, step in enumerate(progress.steps, 1)]
    return GameRows(game_columns(game, progress, int(at.timestamp()), rev), steps, lease)


def record_solve(connection: sqlite3.Connection, game_id: str, solve: Solve) -> None:
    """Add the result of a saved game. The caller has a transaction. The first result of a game stands."""
    if connection.execute("SELECT 1 FROM result WHERE id = ?", (game_id,)).fetchone():
        return
    names = ("id", "width", "height", "unique_lines", "signs", "title", "band", "collection", "number")
    game = connection.execute(f"SELECT {', '.join(names)} FROM game WHERE id = ?", (game_id,)).fetchone()
    solved = {
        "elapsed_ms": solve.elapsed_ms,
        "aids": solve.aids.value,
        "solved_utc": int(solve.at.timestamp()),
        "day": solve.at.date().isoformat(),
    }
    write_result(connection, dict(zip(names, game, strict=True)) | solved)


def _step(row: StepRow, puzzle: Puzzle) -> Step:
    _, kind, moves, at_ms = row
    return Step(StepKind(kind), parse_moves(moves, puzzle.width, puzzle.height), at_ms)


def _row(seq: int, step: Step, puzzle: Puzzle) -> StepRow:
    return seq, step.kind.value, format_moves(step.moves, puzzle.width), step.at_ms


def game_columns(
    game: SavedGame, progress: SessionSnapshot, updated_utc: int, rev: int
) -> dict[str, int | str | bytes]:
    """The columns of a game by name, `IDENTITY` and `STATE`."""
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
        "to_fill": puzzle.geometry.cell_count - puzzle.geometry.filled_count(puzzle.givens),
        "updated_utc": updated_utc,
        "rev": rev,
        "elapsed_ms": progress.elapsed_ms,
        "cursor": progress.cursor,
        "length": len(progress.steps),
        "head": progress.head,
        "filled": _filled_count(progress.steps[: progress.head]),
        "aids": progress.aids.value,
    }


def _chain_so_far(
    connection: sqlite3.Connection, columns: dict[str, int | str | bytes], kept: int
) -> tuple[int, bytes]:
    """How many steps need not be written again, at most `kept`, and the checksum of the last of them."""
    if kept:
        found = connection.execute(
            "SELECT chk FROM step WHERE game_id = ? AND seq = ?", (columns["id"], kept)
        ).fetchone()
        if found:
            return kept, found[0]
    return 0, identity_checksum(columns)


def _insert_game(connection: sqlite3.Connection, columns: dict[str, int | str | bytes]) -> bool:
    """Insert the row of a game; say whether none was there."""
    names = (*IDENTITY, *STATE, "lease", "chk")
    cursor = connection.execute(
        f"INSERT INTO game ({', '.join(names)}) VALUES ({', '.join([f':{name}' for name in names])})"
        " ON CONFLICT (id) DO NOTHING",
        columns,
    )
    return cursor.rowcount == 1


def _update_game(connection: sqlite3.Connection, columns: dict[str, int | str | bytes], held: Held) -> bool:
    """Update the row of a game; say whether it was there as expected."""
    names = ", ".join([f"{name} = :{name}" for name in (*STATE, "lease", "chk")])
    cursor = connection.execute(
        f"UPDATE game SET {names} WHERE id = :id AND rev = :held_rev AND lease = :held_lease",
        columns | {"held_rev": held.rev, "held_lease": held.lease},
    )
    return cursor.rowcount == 1


def _common_length(before: Sequence[Step], after: Sequence[Step]) -> int:
    """How many steps both begin with. Mostly the very same objects, so identity comes first: a step compares slowly."""
    for index, (old, new) in enumerate(zip(before, after, strict=False)):
        if old is not new and old != new:
            return index
    return min(len(before), len(after))


def _filled_count(steps: Sequence[Step]) -> int:
    """How many more cells hold a value after these steps than before."""
    return sum((move.new != EMPTY) - (move.old != EMPTY) for step in steps for move in step.moves)
