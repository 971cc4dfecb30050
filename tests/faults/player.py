"""A player whose moves are known in advance, so that the states found on a disk can be verified.

State k is the session after k commands. Its playing time is k ms, which identifies a loaded state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from random import Random

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession, SessionSnapshot
from binairo_tui.store.errors import NoSuchGameError, StoreError
from binairo_tui.store.games import SavedGame, new_game
from binairo_tui.store.opening import open_database, open_repaired
from binairo_tui.store.saves import load_game
from binairo_tui.store.writer import Writer

PUZZLE = parse_puzzle("8x6;" + "." * 48)
NOW = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)
PATIENCE = 60.0
"""Timeout of a save in seconds."""

Report = Callable[[int], None]


class CorruptError(AssertionError):
    """The disk holds something else than a state of the game, or cannot be read."""


def state(game_number: int, number: int) -> SessionSnapshot:
    """Return state `number`, from 1, of a game."""
    known, more = _played(game_number)
    while len(known) < number:
        known.append(next(more))
    return known[number - 1]


@cache
def _played(game_number: int) -> tuple[list[SessionSnapshot], Iterator[SessionSnapshot]]:
    return [], _play(game_number)


def _play(game_number: int) -> Iterator[SessionSnapshot]:
    """Yield the states after random commands, with undo, redo, new moves after undo, and restart."""
    chance = Random(game_number)
    session = GameSession(PUZZLE, Clock(lambda: 0))
    number = 0
    while True:
        number += 1
        session.cursor = chance.randrange(PUZZLE.geometry.cell_count)
        match chance.randrange(40):
            case 0:
                session.restart()
            case 1 | 2 | 3 | 4 | 5 | 6:
                session.undo()
            case 7 | 8 | 9:
                session.redo()
            case _:
                session.cycle(session.cursor)
        yield session.snapshot()._replace(elapsed_ms=number)


def game(game_number: int) -> SavedGame:
    """Return a game before its first save."""
    return new_game(PUZZLE, title=f"game {game_number}", now=NOW)._replace(id=f"{game_number:032x}")


def play(
    path: Path, game_number: int, commands: int, report: Report, begin_saving: Callable[[], object] = lambda: None
) -> None:
    """Continue a game through the real writer for this many commands; report the number of each saved state.

    `begin_saving` is called once the file has been opened, before the writer's thread opens it too.
    """
    with closing(open_database(path)) as connection:
        try:
            saved = load_game(connection, game(game_number).id)
        except NoSuchGameError:
            saved = game(game_number)
    begin_saving()
    writer = Writer(partial(open_database, path), lambda status: None, now=lambda: NOW, retry_seconds=0.01)
    done = saved.progress.elapsed_ms
    for number in range(done + 1, done + 1 + commands):
        writer.save(saved, state(game_number, number))
        if not writer.flush(PATIENCE):
            raise AssertionError("the writer does not end")
        report(number)
    writer.close(PATIENCE)


def found(path: Path, game_number: int) -> int:
    """Return the number of the state on the disk, 0 if there is no game. Raises CorruptError.

    Opens the file just as the program does at its start: SQLite rolls back what was interrupted, damage is repaired.
    """
    try:
        with closing(open_repaired(path)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            if connection.notice or verdict != "ok":
                raise CorruptError(connection.notice or verdict)
            saved = load_game(connection, game(game_number).id)
    except NoSuchGameError:
        return 0
    except StoreError as error:
        raise CorruptError(f"{type(error).__name__}: {error}") from error
    number = saved.progress.elapsed_ms
    if number < 1 or state(game_number, number) != saved.progress:
        raise CorruptError(f"state {number} is not what was played")
    return number
