"""Games in play: made, written, read back, listed. Knows the tables; knows nothing of threads or files.

A game is saved as its undo history. A write compares the steps of a session with those the database is known to hold,
keeps the common beginning and replaces the rest, so that a step costs one row and undo or redo costs none.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from binairo_tui.engine import EMPTY, Puzzle, parse_puzzle
from binairo_tui.foreign import clean
from binairo_tui.game.history import Step, StepKind
from binairo_tui.game.session import SessionSnapshot
from binairo_tui.store.database import StoreError, reading, writing
from binairo_tui.store.moves import format_moves, parse_moves

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from datetime import datetime


class NoSuchGameError(StoreError):
    """No game has this id."""


class DamagedGameError(StoreError):
    """The rows of this game contradict themselves; other games are not affected."""


class GameConflictError(StoreError):
    """Another session has written or deleted this game since this one read it."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as the database holds it, or, with `rev` 0, a new one that it does not hold yet.

    `title` is what the player calls the puzzle ("medium-8 #12"), `band` its difficulty or ''; `collection` and `number`
    (from 1) say where it comes from, '' and 0 for elsewhere. `created_utc` is in seconds since 1970; `rev` counts the
    writes.
    """

    id: str
    puzzle: Puzzle
    title: str
    band: str
    collection: str
    number: int
    created_utc: int
    rev: int
    progress: SessionSnapshot


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


class Solve(NamedTuple):
    """That a game was solved: after how long, with help or not, and when (aware, in the player's zone)."""

    elapsed_ms: int
    helped: bool
    at: datetime


class Held(NamedTuple):
    """What the database is known to hold of a game; `rev` 0 if nothing."""

    rev: int
    steps: tuple[Step, ...]


def new_game(
    puzzle: Puzzle,
    *,
    title: str,
    now: datetime,
    band: str = "",
    collection: str = "",
    number: int = 0,
) -> SavedGame:
    """A game with a fresh id, in memory only: the first save through the writer puts it into the database.

    `number` is positive with a `collection` and 0 without (ValueError). `title` may be foreign: it is cleaned.
    Characters of `collection` that UTF-8 cannot hold (parts of undecodable file names) become '?'.
    """
    if (number > 0) != bool(collection):
        raise ValueError(f"number {number} of collection {collection!r}")
    return SavedGame(
        id=uuid4().hex,
        puzzle=puzzle,
        title=clean(title),
        band=band,
        collection=_storable(collection),
        number=number,
        created_utc=int(now.timestamp()),
        rev=0,
        progress=SessionSnapshot(cursor=0, elapsed_ms=0, head=0, steps=()),
    )


def load_game(connection: sqlite3.Connection, game_id: str) -> SavedGame:
    """Read a game with all its steps.

    Raises NoSuchGameError, or DamagedGameError if a text is not in its form or steps are missing. Whether the steps can
    be played on the puzzle is not checked; `GameSession.resume` does that.
    """
    with reading(connection):
        game = connection.execute(
            "SELECT puzzle, title, band, collection, number, created_utc, rev, cursor, elapsed_ms, head, length"
            " FROM game WHERE id = ?",
            (game_id,),
        ).fetchone()
        rows = connection.execute(
            "SELECT seq, kind, moves, at_ms FROM step WHERE game_id = ? ORDER BY seq", (game_id,)
        ).fetchall()
    if game is None:
        raise NoSuchGameError("this game is not saved any more")
    text, title, band, collection, number, created_utc, rev, cursor, elapsed_ms, head, length = game
    if [row[0] for row in rows] != list(range(1, length + 1)):
        raise DamagedGameError(f"steps of the saved game {title!r} are missing")
    try:
        puzzle = parse_puzzle(text)
        steps = tuple([_step(row, puzzle) for row in rows])
    except ValueError as error:
        raise DamagedGameError(f"the saved game {title!r} is damaged: {error}") from error
    progress = SessionSnapshot(cursor=cursor, elapsed_ms=elapsed_ms, head=head, steps=steps)
    return SavedGame(game_id, puzzle, title, band, collection, number, created_utc, rev, progress)


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


def delete_game(connection: sqlite3.Connection, game_id: str) -> None:
    """Delete a game and its steps, if it is there. A result of it stays.

    A writer that still has something to write for it reports a GameConflictError; flush it first.
    """
    with writing(connection):
        connection.execute("DELETE FROM game WHERE id = ?", (game_id,))


def write_progress(
    connection: sqlite3.Connection, game: SavedGame, held: Held, progress: SessionSnapshot, at: datetime
) -> Held:
    """Bring a game from what the database holds to `progress`; return what it holds then. The caller has a transaction.

    Raises GameConflictError, before anything is written, if the database holds something else. `at` is when the player
    got there.
    """
    kept = _common_length(held.steps, progress.steps)
    values = {
        "id": game.id,
        "rev": held.rev,
        "updated_utc": int(at.timestamp()),
        "elapsed_ms": progress.elapsed_ms,
        "cursor": progress.cursor,
        "length": len(progress.steps),
        "head": progress.head,
        "filled": _filled_count(progress.steps[: progress.head]),
    }
    written = _update_game(connection, values) if held.rev else _insert_game(connection, game, values)
    if not written:
        raise GameConflictError("this game was played or deleted in another session")
    if kept < len(held.steps):
        connection.execute("DELETE FROM step WHERE game_id = ? AND seq > ?", (game.id, kept))
    connection.executemany(
        "INSERT INTO step (game_id, seq, kind, moves, at_ms) VALUES (?, ?, ?, ?, ?)",
        [
            (game.id, seq, step.kind.value, format_moves(step.moves, game.puzzle.width), step.at_ms)
            for seq, step in enumerate(progress.steps[kept:], kept + 1)
        ],
    )
    return Held(held.rev + 1, progress.steps)


def record_solve(connection: sqlite3.Connection, game_id: str, solve: Solve) -> None:
    """Add the result of a saved game. The caller has a transaction. The first result of a game stands."""
    connection.execute(
        "INSERT INTO result (id, width, height, unique_lines, signs, title, band, collection, number,"
        " elapsed_ms, helped, solved_utc, day)"
        " SELECT id, width, height, unique_lines, signs, title, band, collection, number, ?, ?, ?, ?"
        " FROM game WHERE id = ? ON CONFLICT (id) DO NOTHING",
        (solve.elapsed_ms, solve.helped, int(solve.at.timestamp()), solve.at.date().isoformat(), game_id),
    )


def _step(row: tuple[int, str, str, int], puzzle: Puzzle) -> Step:
    _, kind, moves, at_ms = row
    return Step(StepKind(kind), parse_moves(moves, puzzle.width, puzzle.height), at_ms)


def _insert_game(connection: sqlite3.Connection, game: SavedGame, values: dict[str, object]) -> bool:
    """Insert the row of a game; say whether none was there."""
    puzzle = game.puzzle
    described = {
        "puzzle": str(puzzle),
        "width": puzzle.width,
        "height": puzzle.height,
        "unique_lines": puzzle.unique_lines,
        "signs": bool(puzzle.signs),
        "to_fill": puzzle.geometry.cell_count - puzzle.geometry.filled_count(puzzle.givens),
        "title": game.title,
        "band": game.band,
        "collection": game.collection,
        "number": game.number,
        "created_utc": game.created_utc,
    }
    cursor = connection.execute(
        "INSERT INTO game (id, width, height, unique_lines, signs, title, band, collection, number,"
        " puzzle, created_utc, updated_utc, rev, elapsed_ms, cursor, length, head, to_fill, filled)"
        " VALUES (:id, :width, :height, :unique_lines, :signs, :title, :band, :collection, :number,"
        " :puzzle, :created_utc, :updated_utc, 1, :elapsed_ms, :cursor, :length, :head, :to_fill, :filled)"
        " ON CONFLICT (id) DO NOTHING",
        values | described,
    )
    return cursor.rowcount == 1


def _update_game(connection: sqlite3.Connection, values: dict[str, object]) -> bool:
    """Update the row of a game; say whether it was there as expected."""
    cursor = connection.execute(
        "UPDATE game SET rev = rev + 1, updated_utc = :updated_utc, elapsed_ms = :elapsed_ms, cursor = :cursor,"
        " length = :length, head = :head, filled = :filled WHERE id = :id AND rev = :rev",
        values,
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


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
