"""A player whose every move is known in advance, so that what is found on a disk can be told to be right.

State k is what the session looks like after k commands; its playing time is k ms, by which a loaded one is recognised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from random import Random

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession, SessionSnapshot
from binairo_tui.store import (
    NoSuchGameError,
    SavedGame,
    StoreError,
    Writer,
    load_game,
    new_game,
    open_database,
    open_repaired,
)

PUZZLE = parse_puzzle("8x6;" + "." * 48)
NOW = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)
PATIENCE = 20.0
"""Seconds that a save may take."""

Report = Callable[[int], None]


class CorruptError(AssertionError):
    """What is on the disk is no state of the game, or cannot be read."""


def state(game_number: int, number: int) -> SessionSnapshot:
    """State `number`, from 1, of a game."""
    known, more = _played(game_number)
    while len(known) < number:
        known.append(next(more))
    return known[number - 1]


@cache
def _played(game_number: int) -> tuple[list[SessionSnapshot], Iterator[SessionSnapshot]]:
    return [], _play(game_number)


def _play(game_number: int) -> Iterator[SessionSnapshot]:
    """Random commands without end, among them undo, redo, going on after undo, and restart."""
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
    """A game as it is before its first save."""
    return replace(new_game(PUZZLE, title=f"game {game_number}", now=NOW), id=f"{game_number:032x}")


def play(
    path: Path, game_number: int, commands: int, report: Report, begin_saving: Callable[[], None] = lambda: None
) -> None:
    """Play a game on through the real writer for so many commands, reporting the number of each state that is saved.

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
    """The number of the state on the disk, 0 if the game is not there; raises CorruptError.

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
