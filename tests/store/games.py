"""Games, steps and clocks for the tests of the store."""

import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from hypothesis import strategies as st

from binairo_tui.engine import Cell, Puzzle, Value, parse_puzzle
from binairo_tui.game.aids import NO_AID, Aid
from binairo_tui.game.steps import Move, SessionSnapshot, Step, StepKind
from binairo_tui.store.backups import make_backup
from binairo_tui.store.database import ProgressConnection
from binairo_tui.store.games import SavedGame, new_game
from binairo_tui.store.opening import open_database
from binairo_tui.store.practice import PracticeRecord, game_record
from binairo_tui.store.saves import load_game
from binairo_tui.store.writer import SaveState, SaveStatus, Writer

WAIT = 60.0
"""Timeout of tests that wait for the writer thread."""
PUZZLE = parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1;lines=any")
NOON = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)


def game(puzzle: Puzzle = PUZZLE, title: str = "tiny #3", collection: str = "", number: int = 0) -> SavedGame:
    return new_game(puzzle, title=title, now=NOON, band="easy", collection=collection, number=number)


def place(cell: Cell, new: Value, old: Value = ".", at_ms: int = 0) -> Step:
    return Step(StepKind.PLACE, (Move(cell, old, new),), at_ms)


def played(
    *steps: Step, head: int | None = None, cursor: Cell = 0, elapsed_ms: int = 0, aids: Aid = NO_AID
) -> SessionSnapshot:
    """Return the snapshot after some steps; all are in force unless `head` is given."""
    return SessionSnapshot(cursor, elapsed_ms, len(steps) if head is None else head, tuple(steps), aids)


def moves(width: int, height: int) -> st.SearchStrategy[tuple[Move, ...]]:
    """Return a strategy of moves, playable or not: the store does not replay them."""
    values: Sequence[Value] = ("0", "1", ".")
    move = st.builds(Move, st.integers(0, width * height - 1), st.sampled_from(values), st.sampled_from(values))
    return st.lists(move, max_size=5).map(tuple)


def steps(puzzle: Puzzle = PUZZLE) -> st.SearchStrategy[Step]:
    return st.builds(Step, st.sampled_from(StepKind), moves(puzzle.width, puzzle.height), st.integers(0, 2**40))


STEPS = tuple(place(index % 8, "1", at_ms=index) for index in range(400))
"""A long game; each step has its own time."""


class TickingClock:
    """A wall clock that advances one second at each call."""

    def __init__(self, start: datetime = NOON) -> None:
        self.time = start

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


class Statuses:
    """Collects the statuses of a writer, and lets a test wait for them."""

    def __init__(self) -> None:
        self.seen: list[SaveStatus] = []
        self._news: SimpleQueue[SaveStatus] = SimpleQueue()

    def __call__(self, status: SaveStatus) -> None:
        self.seen.append(status)
        self._news.put(status)

    def wait_for(self, state: SaveState) -> SaveStatus:
        """Return the next status with this state. Raises queue.Empty after `WAIT`."""
        while True:
            status = self._news.get(timeout=WAIT)
            if status.state is state:
                return status


class Gate(Statuses):
    """Blocks the writer thread when it connects, before it writes anything, until `open`."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = threading.Event()
        self._open = threading.Event()

    def connect(self, connect: Callable[[], ProgressConnection]) -> ProgressConnection:
        """Connect once the gate is open."""
        self.reached.set()
        assert self._open.wait(WAIT)
        return connect()

    def open(self) -> None:
        self._open.set()


def ignore(status: SaveStatus) -> None:
    """Do nothing with a status."""


def writer_to(path: Path, on_status: Callable[[SaveStatus], None] = ignore) -> Writer:
    return Writer(partial(open_database, path), on_status, now=TickingClock(), retry_seconds=0.005)


def save(path: Path, saved: SavedGame, progress: SessionSnapshot, *, solved: bool = False) -> None:
    """Save one state of a game with a new writer."""
    writer = writer_to(path)
    if solved:
        writer.finish(saved, progress, NOON, NOON.date())
    else:
        writer.save(saved, progress)
    assert writer.close(WAIT)


def stored(path: Path, game_id: str) -> SavedGame:
    with closing(open_database(path)) as connection:
        return load_game(connection, game_id)


def loaded(path: Path, game_id: str) -> SessionSnapshot:
    return stored(path, game_id).progress


def save_backup(path: Path, now: datetime = NOON) -> Path:
    with closing(open_database(path)) as connection:
        return make_backup(connection, now).path


def practise(path: Path, *records: PracticeRecord) -> None:
    """Save records of practice with a new writer."""
    writer = writer_to(path)
    writer.record(records)
    assert writer.close(WAIT)


def in_game(saved: SavedGame, technique: str = "pair") -> PracticeRecord:
    """Return the record of a technique in a game."""
    return game_record(technique, 9000, game_id=saved.id, is_right=True, fills=3, wait_ms=2500)._replace(
        card='{"due": 1}'
    )
