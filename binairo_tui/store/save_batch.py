"""Writes each batch of saves and records of practice in one transaction, and checks leases.

Retrying is left to `writer`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Self

from binairo_tui import store
from binairo_tui.game.steps import SessionSnapshot
from binairo_tui.store import database, errors, leases, opening, rows
from binairo_tui.store.games import SavedGame, SolveRecord, StoredState
from binairo_tui.store.saves import game_rows, load_game, record_solve, write_progress


class Save(NamedTuple):
    """`at` is when the snapshot was taken. `is_last` means that the player leaves the game: the lease is released."""

    game: SavedGame
    progress: SessionSnapshot
    at: datetime
    solve: SolveRecord | None = None
    is_last: bool = False

    def after(self, earlier: Self | None) -> Self:
        """Return this save with the solve of an earlier save of the same game, if that save had a solve."""
        return self._replace(solve=earlier.solve) if earlier and earlier.solve else self


class Batch(NamedTuple):
    """Data to write in one transaction: the newest save of each game, and records of practice, both by id."""

    games: dict[str, Save]
    practice: dict[str, store.practice.PracticeRecord]

    def after(self, earlier: Self) -> Self:
        """Return a batch with the contents of this batch and of an earlier batch that has not been written."""
        saves = {game_id: save.after(earlier.games.get(game_id)) for game_id, save in self.games.items()}
        return self._replace(games=earlier.games | saves, practice=earlier.practice | self.practice)

    @property
    def is_empty(self) -> bool:
        return not self.games and not self.practice


def back_up(path: Path, now: datetime) -> None:
    """Make a backup over a new connection, and replace damaged results and rows of practice. Raises StoreError.

    Damaged games are not replaced. Their copies in backups may be older, so the player decides.
    """
    with closing(opening.open_database(path)) as connection:
        store.backups.make_backup(connection, now, heals=True)


class BatchWriter:
    """Saves games through a connection that `connect` opens on demand. Not thread-safe, except where noted.

    `on_notice` is called with the `notice` of each connection, and with a sentence about each repair.
    """

    def __init__(self, connect: Callable[[], database.ProgressConnection], on_notice: Callable[[str], None]) -> None:
        self._connect = connect
        self._on_notice = on_notice
        self._connection: database.ProgressConnection | None = None
        self._session: leases.LiveSession | None = None
        self._stored: dict[str, StoredState] = {}
        self._attempted: dict[str, StoredState] = {}
        self._written: dict[str, Save] = {}
        self._practice: dict[str, store.practice.PracticeRecord] = {}
        self._lost: dict[str, int] = {}

    @property
    def token(self) -> str:
        """The lease of the games that this session plays; '' until the first save. Thread-safe."""
        session = self._session
        return session.token if session else ""

    @property
    def needs_checks(self) -> bool:
        """Whether `check_leases` must be called regularly, because games are in play."""
        return bool(self._in_play())

    def is_lost(self, game: SavedGame) -> bool:
        """Return True if another session is known to have written or deleted a game since its loading. Thread-safe."""
        return game.rev <= self._lost.get(game.id, -1)

    def check_leases(self) -> str:
        """Return a clause for the player if another session has changed one of the games in play, otherwise ''.

        Nothing is written. While the file is closed after a failure, nothing is checked: the next save opens it and
        notices a change. Raises StoreError.
        """
        if self._connection is None:
            return ""
        query = "SELECT rev, lease FROM game WHERE id = ?"
        with database.translated_errors(self._connection.path):
            lost = {
                game_id: stored.rev
                for game_id, stored in self._in_play().items()
                if self._connection.execute(query, (game_id,)).fetchall() != [(stored.rev, stored.lease)]
            }
        self._lost |= lost
        return str(errors.GameConflictError()) if lost else ""

    def last_saved(self, game_id: str) -> SessionSnapshot | None:
        """Return the last written state of a game; None if none was written. Thread-safe."""
        save = self._written.get(game_id)
        return save.progress if save else None

    def write(self, batch: Batch) -> str:
        """Return a clause if saves were refused, as of games known to be lost, otherwise ''. Raises StoreError."""
        wanted = Batch({key: save for key, save in batch.games.items() if not self.is_lost(save.game)}, batch.practice)
        refusal = "" if len(wanted.games) == len(batch.games) else str(errors.GameConflictError())
        return refusal if wanted.is_empty else self._write(wanted) or refusal

    def find_due_backup(self, now: datetime) -> Path | None:
        """Return the path of the progress file if its daily backup is due, otherwise None. Raises StoreError."""
        path = self._open().path
        return path if store.backups.is_backup_due(path, now) else None

    def repair(self) -> None:
        """Repair the file after a backup has found damage, and write this session's saves again. Raises StoreError."""
        path = self._open().path
        self.disconnect()
        repair = store.repair.repair_file(path)
        if repair:
            self._on_notice(repair.sentence)
            self._replay_writes(self._open())

    def disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        self.disconnect()
        if self._session is not None:
            self._session.close()
            self._session = None

    def _write(self, batch: Batch) -> str:
        connection = self._open()
        self._resolve_attempt(connection)
        stored = self._attempted = {}
        refusal = ""
        with database.writing(connection):
            for record in batch.practice.values():
                rows.PRACTICE.write(connection, record._asdict())
            for game_id, save in batch.games.items():
                before = self._expected(save.game)
                lease = "" if save.is_last else self.token
                try:
                    stored[game_id] = write_progress(connection, save.game, before, save.progress, save.at, lease=lease)
                except errors.GameConflictError as error:  # affects only this game, and a retry would not help
                    self._lost[game_id] = before.rev
                    refusal = str(error)
                    continue
                if save.solve:
                    record_solve(connection, game_id, save.solve)
        self._stored |= stored
        self._written |= {game_id: batch.games[game_id].after(self._written.get(game_id)) for game_id in stored}
        self._practice |= batch.practice
        self._attempted = {}
        return refusal

    def _open(self) -> database.ProgressConnection:
        if self._connection is None:
            self._connection = self._connect()
            if self._connection.notice:
                self._on_notice(self._connection.notice)
                self._replay_writes(self._connection)
        if self._session is None:
            with suppress(OSError, errors.StoreError):  # without a token, only revs distinguish sessions
                self._session = leases.LiveSession(self._connection.path)
        return self._connection

    def _in_play(self) -> dict[str, StoredState]:
        """Map the id of each game that this session has saved, and has neither left nor lost, to its stored state."""
        states = {game_id: self._stored[game_id] for game_id, save in self._written.items() if not save.is_last}
        return {game_id: state for game_id, state in states.items() if state.rev > self._lost.get(game_id, -1)}

    def _expected(self, game: SavedGame) -> StoredState:
        """Return the state that the database should hold: the newer of the loaded one and the last one written here."""
        loaded = StoredState(game.rev, game.progress.steps, game.lease)
        return max(loaded, self._stored.get(game.id, loaded), key=lambda state: state.rev)

    def _resolve_attempt(self, connection: database.ProgressConnection) -> None:
        """Find out whether a failed commit was stored after all, as when only its last sync failed."""
        for game_id, attempt in self._attempted.items():
            with suppress(errors.NoSuchGameError, errors.DamagedGameError):
                saved = load_game(connection, game_id)
                if StoredState(saved.rev, saved.progress.steps, saved.lease) == attempt:
                    self._stored[game_id] = attempt

    def _replay_writes(self, connection: database.ProgressConnection) -> None:
        """Write those saves of this session again that the file lacks because it was restored from a backup."""
        with database.writing(connection):
            for record in self._practice.values():
                rows.PRACTICE.write(connection, record._asdict())
            for game_id, save in self._written.items():
                stored = self._stored[game_id]
                if rows.read_rev(connection, game_id) < stored.rev:
                    rows.write_game(
                        connection, game_rows(save.game, save.progress, save.at, rev=stored.rev, lease=stored.lease)
                    )
                if save.solve:
                    record_solve(connection, game_id, save.solve)
