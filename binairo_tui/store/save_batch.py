"""What the writer's thread does with the file: batches of saves, each a transaction. Knows leases, not waiting."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from binairo_tui.store.backups import heal_results, is_backup_due, make_backup
from binairo_tui.store.database import writing
from binairo_tui.store.errors import (
    DamagedFileError,
    DamagedGameError,
    GameConflictError,
    NoSuchGameError,
    StoreError,
)
from binairo_tui.store.games import Held, SavedGame, Solve
from binairo_tui.store.leases import Session
from binairo_tui.store.repair import repair_file
from binairo_tui.store.rows import write_game
from binairo_tui.store.saves import game_rows, load_game, record_solve, write_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from binairo_tui.game.session import SessionSnapshot
    from binairo_tui.store.database import Connection


@dataclass(frozen=True, slots=True)
class Save:
    """One snapshot on its way to the disk, and the solve that goes with it, if any.

    `is_last` says that the player leaves the game, so that another session may have it.
    """

    game: SavedGame
    progress: SessionSnapshot
    at: datetime
    solve: Solve | None = None
    is_last: bool = False

    def after(self, earlier: Save | None) -> Save:
        """What to write instead of an earlier save that was not written: it may not forget that the game was solved."""
        return replace(self, solve=earlier.solve) if earlier and earlier.solve else self


class Saver:
    """Saves games through a connection that `connect` opens when one is needed. For one thread only.

    `on_notice` is told in a sentence when the file had to be repaired.
    """

    def __init__(self, connect: Callable[[], Connection], on_notice: Callable[[str], None]) -> None:
        self._connect = connect
        self._on_notice = on_notice
        self._connection: Connection | None = None
        self._session: Session | None = None
        self._held: dict[str, Held] = {}
        self._attempted: dict[str, Held] = {}
        self._written: dict[str, Save] = {}
        self._lost: dict[str, int] = {}

    @property
    def token(self) -> str:
        """What games are leased with; '' until the first save. May be asked by any thread."""
        session = self._session
        return session.token if session else ""

    def is_lost(self, game: SavedGame) -> bool:
        """Whether another session has written or deleted a game since it was loaded. May be asked by any thread."""
        return game.rev <= self._lost.get(game.id, -1)

    @property
    def has_games_in_play(self) -> bool:
        """Whether this session holds the lease of any game."""
        return bool(self._in_play())

    def check_leases(self) -> str:
        """Read whether the games in play are still as this session left them; return why not, '' if they are.

        Writes nothing and opens nothing: after a failure, the next save opens the file again. Raises sqlite3.Error.
        """
        if self._connection is None:
            return ""
        lost = {}
        for game_id, held in self._in_play().items():
            query = self._connection.execute("SELECT rev, lease FROM game WHERE id = ?", (game_id,))
            if query.fetchall() != [(held.rev, held.lease)]:
                lost[game_id] = held.rev
        self._lost |= lost
        return str(GameConflictError()) if lost else ""

    def stored(self, game_id: str) -> SessionSnapshot | None:
        """Return the last state of a game that was written; None if none was. May be called by any thread."""
        save = self._written.get(game_id)
        return save.progress if save else None

    def write(self, batch: Mapping[str, Save]) -> str:
        """Write all in one transaction; return why some games were refused, '' if none was. Raises StoreError.

        Games that are known to be lost are refused without looking at the file.
        """
        wanted = {game_id: save for game_id, save in batch.items() if not self.is_lost(save.game)}
        refusal = "" if len(wanted) == len(batch) else str(GameConflictError())
        return self._write(wanted) or refusal if wanted else refusal

    def _write(self, batch: Mapping[str, Save]) -> str:
        connection = self._open()
        self._resolve_attempt(connection)
        held = self._attempted = {}
        refusal = ""
        with writing(connection):
            for game_id, save in batch.items():
                expected = self._expected(save.game)
                lease = "" if save.is_last else self.token
                try:
                    held[game_id] = write_progress(connection, save.game, expected, save.progress, save.at, lease=lease)
                except GameConflictError as error:  # this game only; trying again would not help
                    self._lost[game_id] = expected.rev
                    refusal = str(error)
                    continue
                if save.solve:
                    record_solve(connection, game_id, save.solve)
        self._held |= held
        self._written |= {game_id: batch[game_id].after(self._written.get(game_id)) for game_id in held}
        self._attempted = {}
        return refusal

    def do_maintenance(self, now: datetime) -> None:
        """Make the backup of the day; mend what turns out to be damaged. Raises StoreError.

        A damaged game is left for the player to decide about: its copy in a backup may be older.
        """
        connection = self._open()
        if is_backup_due(connection.path, now):
            try:
                heal_results(connection)
                make_backup(connection, now)
            except DamagedFileError:
                self.disconnect()
                repair = repair_file(connection.path)
                if repair:
                    self._on_notice(repair.sentence)
                    self._bring_back(self._open())

    def disconnect(self) -> None:
        """Let go of the file; the next write opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        """Let go of the file and of all leases."""
        self.disconnect()
        if self._session is not None:
            self._session.close()
            self._session = None

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = self._connect()
            if self._connection.notice:
                self._on_notice(self._connection.notice)
                self._bring_back(self._connection)
        if self._session is None:
            with suppress(OSError, StoreError):  # without a token revs alone tell sessions apart
                self._session = Session(self._connection.path)
        return self._connection

    def _in_play(self) -> dict[str, Held]:
        """What the database should hold of the games that were saved here, not left since, and not lost."""
        held = {game_id: self._held[game_id] for game_id, save in self._written.items() if not save.is_last}
        return {game_id: state for game_id, state in held.items() if state.rev > self._lost.get(game_id, -1)}

    def _expected(self, game: SavedGame) -> Held:
        """What the database holds: as this writer left it, or as the game was loaded if that was later."""
        loaded = Held(game.rev, game.progress.steps, game.lease)
        return max(loaded, self._held.get(game.id, loaded), key=lambda held: held.rev)

    def _resolve_attempt(self, connection: Connection) -> None:
        """Find out whether a failed commit got through: the very last sync can fail when everything is in place."""
        for game_id, attempt in self._attempted.items():
            with suppress(NoSuchGameError, DamagedGameError):
                saved = load_game(connection, game_id)
                if Held(saved.rev, saved.progress.steps, saved.lease) == attempt:
                    self._held[game_id] = attempt

    def _bring_back(self, connection: Connection) -> None:
        """Have a file that was restored from a backup hold what this writer knows to have written."""
        with writing(connection):
            for game_id, save in self._written.items():
                held = self._held[game_id]
                found = connection.execute("SELECT rev FROM game WHERE id = ?", (game_id,)).fetchone()
                if found is None or found[0] < held.rev:
                    rows = game_rows(save.game, save.progress, save.at, rev=held.rev, lease=held.lease)
                    write_game(connection, rows)
                if save.solve:
                    record_solve(connection, game_id, save.solve)
