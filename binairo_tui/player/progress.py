"""The player's games and results for all ways to play. Saving never waits for the disk.

Methods that list games or results never raise. If the database cannot be used, `problem` is a sentence that says why,
lists are empty, and play continues unsaved. The games are saved as soon as the database can be used again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import date, datetime
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

from binairo_tui import library, player, store
from binairo_tui.engine import Puzzle
from binairo_tui.game import SessionSnapshot, SolveStyle
from binairo_tui.player.catalog import RACE_PUZZLE, RACES, Catalog, IncomingPuzzle, lesson_title
from binairo_tui.player.play_interface import GameStore
from binairo_tui.store import errors, leases, opening, saves, writer
from binairo_tui.store.games import SavedGame, new_game

P = ParamSpec("P")
T = TypeVar("T")
Opened = tuple[SavedGame, SessionSnapshot]

FLUSH_SECONDS = 1.0
"""How long, in seconds, to wait for earlier saves before reading the file or deleting a game."""


class Progress(GameStore):
    """The player's games and results in the database at `path`, which is created if it is missing.

    `now` returns the current time (aware) in the player's time zone. The attribute `day_of` returns the day to which a
    time belongs; by default, this is the calendar day. Before a file of an earlier version is converted, which may take
    seconds, `announce` is called with a sentence. `problem` is a sentence that says why the file cannot be used, and
    `notice` is a sentence about its repair; both are usually ''. Methods that read can be called in any thread; call
    all other methods in one thread.

    `on_status` is called in the writer's thread when everything is saved and when writing fails. If another session
    takes over a game, `on_status` is called with a refusal (see `SaveStatus`) at the next save, or at most
    `check_seconds` later. From then on, `is_lost` returns True for the game.
    """

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], datetime] = writer.local_now,
        check_seconds: float = writer.LEASE_CHECK,
        announce: opening.Announce | None = None,
    ) -> None:
        self.now = now
        self.day_of: Callable[[datetime], date] = datetime.date
        self.problem = ""
        self.notice = ""
        self.on_status: Callable[[writer.SaveStatus], None] = lambda _: None
        self.path = path
        self._connection: store.database.ProgressConnection | None = None
        self._reading = Lock()  # the writer's thread may close the connection
        self._is_closed = False
        try:
            self._connection = opening.open_repaired(path, announce)
            self.notice = self._connection.notice
        except errors.StoreError as error:
            self.problem = f"Nothing will be saved: {error}."
        self._writer = writer.Writer(
            partial(opening.open_repaired, path),
            self._report,
            on_notice=self._take_notice,
            now=now,
            check_seconds=check_seconds,
        )

    # Reading.

    def read(self, query: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **options: P.kwargs) -> T:
        """Return the result of a query.

        If the file cannot be read, set `problem`, and return the result for an empty database. This is also the result
        after `close`. `query` is a function such as `store.queries.count_results`. `args` and `options` are its
        arguments after the first, which is the connection.
        """
        if not self.problem:
            try:
                with self._reading:
                    if not self._is_closed:  # else a screen that still reads in the background would open it again
                        return query(self._reader(), *args, **options)
            except errors.StoreError as error:
                self._close_reader()
                self.problem = f"The progress file cannot be read: {error}."
        with closing(store.database.open_empty()) as nothing:
            return query(nothing, *args, **options)

    def games(self, limit: int = -1) -> list[store.queries.GameSummary]:
        """Return at most `limit` unfinished games, last played first. A `limit` of -1 returns all of them."""
        return self.read(store.queries.unfinished_games, limit)

    def first_solves(self) -> list[store.queries.RatedSolve]:
        return self.read(store.queries.read_first_solves)

    def states(self) -> dict[str, dict[int, store.queries.PuzzleState]]:
        return self.read(store.queries.puzzle_states)

    def results(self, selection: store.queries.Selection | None = None) -> tuple[store.queries.Result, ...]:
        """Return the results in `selection`, by default all results, oldest first."""
        return self.read(store.queries.read_results, selection or store.queries.EVERYTHING)

    def result(self, game_id: str) -> store.queries.Result | None:
        return self.read(store.queries.find_result, game_id)

    def rank(self, game: SavedGame, elapsed_ms: int, style: SolveStyle) -> store.queries.Rank | None:
        kind = store.queries.Selection((style,), (game.puzzle.width, game.puzzle.height), game.band)
        rank = self.read(store.queries.find_rank, game.id, elapsed_ms, kind)
        return None if self.problem else rank

    def is_repeat(self, game: SavedGame) -> bool:
        return self.read(store.queries.is_repeat, game)

    def today(self) -> date:
        return self.day_of(self.now())

    def usual_ms(self, game: SavedGame) -> int | None:
        kind = store.queries.PuzzleKind(game.puzzle.width, game.puzzle.height, game.band)
        return self.read(player.statistics.expected_ms, kind, without=game.id)

    def load(self, game_id: str) -> Opened:
        """Return a game and its newest state, which may not be on the disk yet. Raises StoreError."""
        with self._reading:
            game = saves.load_game(self._reader(), game_id)
        return game, self._writer.unsaved(game_id) or game.progress

    def is_open_elsewhere(self, game: SavedGame) -> bool:
        """Return True if a game is open in another live session; saving the game here would take it over."""
        return game.lease != self._writer.token and leases.is_alive(self.path, game.lease)

    def is_lost(self, game: SavedGame) -> bool:
        return self._writer.is_lost(game)

    def last_saved(self, game: SavedGame) -> SessionSnapshot:
        return self._writer.last_saved(game.id) or game.progress

    def find_backup_of_game(self, game_id: str) -> tuple[store.rows.GameRows, datetime] | None:
        """Return the newest undamaged copy of a game in the backups, and the backup's time; None if there is none."""
        return store.backups.find_backup_of_game(self.path, game_id)

    def find_game(self, collection: str, number: int) -> str | None:
        """Of the unfinished games of a puzzle in a collection, return the id of the one played last.

        If there is no unfinished game, return the id of the last game in which the puzzle was solved, or None.
        """
        return self.read(saves.find_game, collection, number)

    def open_incoming(self, incoming: IncomingPuzzle, catalog: Catalog) -> Opened:
        """Call `open_entry` if a collection has it, otherwise `open_puzzle`. Raises StoreError and LibraryError."""
        puzzle, title, begun, _, band = incoming
        entry = catalog.entry_of(puzzle, title)
        if entry is not None:
            return self.open_entry(entry, begun=begun)
        return self.open_puzzle(puzzle, title, band=band, begun=begun)

    def open_entry(self, entry: library.Entry, *, begun: SessionSnapshot | None = None) -> Opened:
        """Return the game that `find_game` finds for a puzzle in a collection, or a new game if there is none.

        `begun` is progress made elsewhere. If it is given, the game is always a new one. Raises StoreError.
        """
        collection, number = entry.collection, entry.number
        game_id = None if begun else self.find_game(collection, number)
        if game_id is not None:
            return self.load(game_id)
        title = lesson_title(entry.technique) if entry.technique else entry.title
        return self.open_new(entry.puzzle, title, band=entry.band, collection=collection, number=number, begun=begun)

    def open_puzzle(
        self, puzzle: Puzzle, title: str, *, band: str = "", begun: SessionSnapshot | None = None
    ) -> Opened:
        """Return the game of a puzzle outside of collections, or a new game if there is none.

        If there are several games, the choice is that of `find_game`. `begun` is progress made elsewhere. If it is
        given, the game is always a new one. Raises StoreError.
        """
        game_id = None if begun else self.read(saves.find_game_of, puzzle)
        return self.load(game_id) if game_id else self.open_new(puzzle, title, band=band, begun=begun)

    def open_new(
        self,
        puzzle: Puzzle,
        title: str,
        *,
        band: str = "",
        collection: str = "",
        number: int = 0,
        begun: SessionSnapshot | None = None,
    ) -> Opened:
        """Return a new game, kept in memory until its first save. `begun` is progress made elsewhere, if any."""
        game = new_game(puzzle, title=title, now=self.now(), band=band, collection=collection, number=number)
        return game, begun or game.progress

    def open_again(self, game: SavedGame) -> Opened:
        """Return a new game of the puzzle of `game`. Even if `game` is part of a race, the new game is not."""
        if game.collection == RACES:
            return self.open_new(game.puzzle, RACE_PUZZLE, band=game.band)
        return self.open_new(game.puzzle, game.title, band=game.band, collection=game.collection, number=game.number)

    def ask_to_solve(self, puzzle: Puzzle) -> str:
        """Return a sentence that says why the program does not solve a puzzle for the player now; empty if it does.

        On a host, players' results are compared, and the solution could help with a puzzle that is like this one.
        """
        return self.help_refusal(puzzle)

    # Writing.

    def check_space(self) -> None:
        """Raise StoreError if the player has no space for another game or puzzle; without a host, there is no limit."""

    def save(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self._writer.save(game, snapshot)

    def finish(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self.add_solved(game, snapshot, self.now())

    def add_solved(self, game: SavedGame, snapshot: SessionSnapshot, at: datetime) -> None:
        """Queue a game that was solved at the time `at` (aware), perhaps elsewhere."""
        self._writer.finish(game, snapshot, at, self.day_of(at))

    def leave(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self._writer.leave(game, snapshot)

    def record_practice(self, records: Iterable[store.practice.PracticeRecord]) -> None:
        self._writer.record(records)

    @property
    def is_saving(self) -> bool:
        return self._writer.is_saving

    def settle(self, game: SavedGame, timeout: float) -> writer.SaveVerdict:
        return self._writer.settle(game, timeout)

    def rest(self, is_resting: bool) -> None:
        """If `is_resting`, check less often whether other sessions take over games; otherwise, as often as usual."""
        self._writer.rest(is_resting)

    def wait_for_saves(self) -> None:
        """Wait at most `FLUSH_SECONDS` until earlier saves can be read. Do not wait while writing fails."""
        self._writer.wait_for_saves(FLUSH_SECONDS)

    def flush(self, timeout: float) -> bool:
        """Wait until all saves are written or refused; return False after `timeout` seconds."""
        return self._writer.flush(timeout)

    def restore_game(self, rows: store.rows.GameRows) -> None:
        """Replace a damaged game with its rows from a backup. Raises StoreError."""
        with self._reading:
            store.backups.restore_game(self._reader(), rows)

    def delete(self, game_id: str) -> str:
        """Delete a game that is not open; its result stays. Return a sentence if deleting fails, otherwise ''."""
        self._writer.flush(FLUSH_SECONDS)
        try:
            with self._reading:
                saves.delete_game(self._reader(), game_id)
        except errors.StoreError as error:
            return f"Not deleted: {error}."
        return ""

    def close(self, timeout: float) -> bool:
        """Write waiting saves for at most `timeout` seconds, and close the file; return True if all are written."""
        is_written = self._writer.close(timeout)
        self._is_closed = True
        self._close_reader()
        return is_written

    def _reader(self) -> store.database.ProgressConnection:
        if self._connection is None:
            self._connection = opening.open_database(self.path)
        return self._connection

    def _close_reader(self) -> None:
        with self._reading:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _report(self, status: writer.SaveStatus) -> None:
        if status.state is writer.SaveState.FAILED:
            self._close_reader()  # the writer may have to repair the file, which needs all other connections closed
        else:
            self.problem = ""
        self.on_status(status)

    def _take_notice(self, notice: str) -> None:
        self.notice = notice
