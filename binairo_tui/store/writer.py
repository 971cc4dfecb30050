"""The thread that saves, so that the screen never waits for the disk. Knows waiting and retrying, not the tables.

The screen hands over snapshots, which are immutable and share their steps, so that handing one over takes microseconds
however long the game is. Only the newest snapshot of each game waits, and all that waits becomes one transaction: on a
slow disk a burst of keys is a few commits, and after a failure there is one snapshot per game to keep.
"""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.store.database import writing
from binairo_tui.store.errors import GameConflictError, NoSuchGameError, StoreError
from binairo_tui.store.games import Held, SavedGame, Solve
from binairo_tui.store.saves import load_game, record_solve, write_progress

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from binairo_tui.game.session import SessionSnapshot


class SaveState(Enum):
    """Whether all that was handed over is on the disk."""

    SAVED = "saved"
    SAVING = "saving"
    FAILED = "failed"


class SaveStatus(NamedTuple):
    """A state and, if FAILED, the reason in words for the player."""

    state: SaveState
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Save:
    """One snapshot on its way to the disk, and the solve that goes with it, if any."""

    game: SavedGame
    progress: SessionSnapshot
    at: datetime
    solve: Solve | None = None

    def after(self, earlier: _Save | None) -> _Save:
        """What to write instead of an earlier save that was not written: it may not forget that the game was solved."""
        return replace(self, solve=earlier.solve) if earlier and earlier.solve else self


def local_now() -> datetime:
    """The wall clock, aware, in the player's zone."""
    return datetime.now().astimezone()


class Writer:
    """Saves games in a thread of its own, from the moment it is made until `close`.

    `connect` opens the database, in that thread, at the first save and again after each failure. `on_status` is called
    from that thread whenever the status changes (it begins as SAVED); it must not wait for a thread that calls `close`
    or `flush`, because these wait for this one. FAILED stays until a save succeeds; meanwhile the writer tries again
    every `retry_seconds`.
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        on_status: Callable[[SaveStatus], None],
        *,
        now: Callable[[], datetime] = local_now,
        retry_seconds: float = 1.0,
    ) -> None:
        self._connect = connect
        self._on_status = on_status
        self._now = now
        self._retry_seconds = retry_seconds
        # Shared between threads, under the condition:
        self._changed = threading.Condition()
        self._pending: dict[str, _Save] = {}
        self._writing: dict[str, _Save] = {}
        self._closing = False
        # The writer thread's own:
        self._status = SaveStatus(SaveState.SAVED)
        self._connection: sqlite3.Connection | None = None
        self._held: dict[str, Held] = {}
        self._attempted: dict[str, Held] = {}
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def save(self, game: SavedGame, progress: SessionSnapshot) -> None:
        """Have the newest state of a game saved soon. Never waits, never raises; after `close` it does nothing.

        `game` is the value that `new_game` or `load_game` gave; the same one all the while the game is played.
        """
        self._put(_Save(game, progress, self._now()))

    def finish(self, game: SavedGame, progress: SessionSnapshot) -> None:
        """Like `save`, and record that the game is now solved. Only the first solve of a game counts."""
        at = self._now()
        self._put(_Save(game, progress, at, Solve(progress.elapsed_ms, progress.aids, at)))

    def unsaved(self, game_id: str) -> SessionSnapshot | None:
        """The newest state of a game, if it is not on the disk yet: what to resume instead of the state loaded."""
        with self._changed:
            save = self._pending.get(game_id) or self._writing.get(game_id)
        return save.progress if save else None

    def flush(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds until all is written and its status reported; say whether it is."""
        with self._changed:
            return self._changed.wait_for(self._is_idle, timeout)

    def close(self, timeout: float) -> bool:
        """Write what waits, without retrying, and end the thread; say whether all is written.

        Waits at most `timeout` seconds. What is not written by then can still be had from `unsaved`.
        """
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(timeout)
        with self._changed:
            return self._is_idle()

    def _is_idle(self) -> bool:
        return not self._pending and not self._writing

    def _put(self, save: _Save) -> None:
        with self._changed:
            if not self._closing:
                self._pending[save.game.id] = save.after(self._pending.get(save.game.id))
                self._changed.notify_all()

    def _run(self) -> None:
        while batch := self._take():
            self._report(SaveStatus(SaveState.SAVING))
            try:
                refusal = self._write(batch)
            except Exception as error:  # anything at all: a dead writer would lose every later move in silence
                self._disconnect()
                self._report(SaveStatus(SaveState.FAILED, _reason(error)))
                if not self._give_back(batch):
                    break
            else:
                self._settle(refusal)
        self._disconnect()

    def _take(self) -> dict[str, _Save]:
        """Wait for something to write and take all of it; nothing means that the writer is closing."""
        with self._changed:
            self._changed.wait_for(lambda: self._pending or self._closing)
            self._writing, self._pending = self._pending, {}
            return self._writing

    def _settle(self, refusal: str) -> None:
        with self._changed:
            more = bool(self._pending)
        if refusal:
            self._report(SaveStatus(SaveState.FAILED, refusal))
        elif not more:
            self._report(SaveStatus(SaveState.SAVED))
        with self._changed:
            self._writing = {}
            self._changed.notify_all()

    def _give_back(self, batch: dict[str, _Save]) -> bool:
        """Queue again what could not be written, behind nothing newer, and pause; say whether to try again."""
        with self._changed:
            newer, self._pending, self._writing = self._pending, dict(batch), {}
            for game_id, save in newer.items():
                self._pending[game_id] = save.after(batch.get(game_id))
            if self._closing:
                return False
            self._changed.wait_for(lambda: self._closing, self._retry_seconds)
            return True

    def _write(self, batch: dict[str, _Save]) -> str:
        """Write all in one transaction; return why some games were refused, '' if none was."""
        connection = self._connection = self._connection or self._connect()
        self._resolve_attempt(connection)
        held = self._attempted = {}
        refusal = ""
        with writing(connection):
            for game_id, save in batch.items():
                try:
                    held[game_id] = write_progress(connection, save.game, self._base(save.game), save.progress, save.at)
                except GameConflictError as error:  # this game only; trying again would not help
                    refusal = str(error)
                    continue
                if save.solve:
                    record_solve(connection, game_id, save.solve)
        self._held |= held
        self._attempted = {}
        return refusal

    def _base(self, game: SavedGame) -> Held:
        """What the database holds: as this writer left it, or as the game was loaded if that was later."""
        loaded = Held(game.rev, game.progress.steps, game.lease)
        return max(loaded, self._held.get(game.id, loaded), key=lambda held: held.rev)

    def _resolve_attempt(self, connection: sqlite3.Connection) -> None:
        """Find out whether a failed commit got through: the very last sync can fail when everything is in place."""
        for game_id, attempt in self._attempted.items():
            with contextlib.suppress(NoSuchGameError):
                saved = load_game(connection, game_id)
                if Held(saved.rev, saved.progress.steps, saved.lease) == attempt:
                    self._held[game_id] = attempt

    def _report(self, status: SaveStatus) -> None:
        is_retry = status.state is SaveState.SAVING and self._status.state is SaveState.FAILED
        if status == self._status or is_retry:
            return
        self._status = status
        with contextlib.suppress(Exception):  # a screen that is gone must not end the saving
            self._on_status(status)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, StoreError) else f"{type(error).__name__}: {error}"
