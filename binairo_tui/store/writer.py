"""The background thread that saves games and notices their loss. Knows waiting and retrying, not the file.

The screen hands over snapshots, which are immutable and share their steps, so that handing one over takes microseconds
however long the game is. Only the newest snapshot of each game waits, and all that waits becomes one transaction: on a
slow disk a burst of keys is a few commits, and after a failure there is one snapshot per game to keep. While nothing
waits, the thread looks every second whether the games in play are still its own.
"""

from __future__ import annotations

import contextlib
import threading
from datetime import datetime
from enum import Enum
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.store.errors import StoreError
from binairo_tui.store.games import SavedGame, Solve
from binairo_tui.store.save_batch import Save, Saver

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.game.session import SessionSnapshot
    from binairo_tui.store.database import Connection

FIRST_MAINTENANCE = 5.0
"""Seconds without a save after which a new writer looks whether a backup is due."""
MAINTENANCE = 3600.0
"""Seconds without a save after which it looks again."""
LEASE_CHECK = 1.0
"""Seconds between two looks at the leases by a writer with nothing to write; a look takes less than 0.5 ms."""


class SaveState(Enum):
    """Whether all that was handed over is on the disk."""

    SAVED = "saved"
    SAVING = "saving"
    FAILED = "failed"


class SaveVerdict(Enum):
    """What became of the last save of one game."""

    SAVED = "saved"
    LOST = "lost"
    PENDING = "pending"


class SaveStatus(NamedTuple):
    """A state and, if FAILED, the reason in words for the player.

    `is_refusal`: another session has taken games over (`Writer.is_lost`); all other games are saved.
    """

    state: SaveState
    reason: str = ""
    is_refusal: bool = False


def _ignore(notice: str) -> None:
    """Nobody wants to know."""


def local_now() -> datetime:
    """The wall clock, aware, in the player's zone."""
    return datetime.now().astimezone()


class Writer:
    """Saves games in a thread of its own, from the moment it is made until `close`.

    `connect` opens the database, in that thread, when it is needed and again after each failure; `open_repaired` is
    made for it. `on_status` is called from that thread whenever the status changes (it begins as SAVED); it must not
    wait for a thread that calls `close`, `flush` or `settle`, because these wait for this one. FAILED stays until a
    save succeeds; meanwhile the writer tries again every `retry_seconds`. `on_notice` is told, from that thread, when
    the file had to be repaired.

    The writer is a session (`leases`): with the first save of a game the game is leased to it, until `leave` or its
    end. A game that another session has written, taken over or deleted since it was loaded is not written any more:
    FAILED tells why, `is_lost` for which game, and what the other session wrote stays. The loss shows at the next
    save or, without one, within `check_seconds`.
    """

    def __init__(
        self,
        connect: Callable[[], Connection],
        on_status: Callable[[SaveStatus], None],
        *,
        on_notice: Callable[[str], None] = _ignore,
        now: Callable[[], datetime] = local_now,
        retry_seconds: float = 1.0,
        check_seconds: float = LEASE_CHECK,
    ) -> None:
        self._saver = Saver(connect, on_notice)
        self._on_status = on_status
        self._now = now
        self._retry_seconds = retry_seconds
        self._check_seconds = check_seconds
        # Shared between threads, under the condition:
        self._changed = threading.Condition()
        self._pending: dict[str, Save] = {}
        self._writing: dict[str, Save] = {}
        self._is_failing = False
        self._closing = False
        # The writer thread's own:
        self._status = SaveStatus(SaveState.SAVED)
        self._maintenance_seconds = FIRST_MAINTENANCE
        self._maintenance_due = monotonic() + FIRST_MAINTENANCE
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def save(self, game: SavedGame, progress: SessionSnapshot) -> None:
        """Have the newest state of a game saved soon. Never waits, never raises; after `close` it does nothing.

        `game` is the value that `new_game` or `load_game` gave; the same one all the while the game is played.
        """
        self._put(Save(game, progress, self._now()))

    def finish(self, game: SavedGame, progress: SessionSnapshot) -> None:
        """Like `save`, and record that the game is now solved. Only the first solve of a game counts."""
        at = self._now()
        self._put(Save(game, progress, at, Solve(progress.elapsed_ms, progress.aids, at)))

    def leave(self, game: SavedGame, progress: SessionSnapshot) -> None:
        """Like `save`, and give the lease of the game back: the player goes elsewhere."""
        self._put(Save(game, progress, self._now(), is_last=True))

    @property
    def token(self) -> str:
        """The lease of the games that this writer has saved; '' until the first save."""
        return self._saver.token

    def is_lost(self, game: SavedGame) -> bool:
        """Whether a game goes on in another session, so that saves of it are refused until it is loaded anew."""
        return self._saver.is_lost(game)

    def unsaved(self, game_id: str) -> SessionSnapshot | None:
        """The newest state of a game, if it is not on the disk yet: what to resume instead of the state loaded."""
        with self._changed:
            save = self._pending.get(game_id) or self._writing.get(game_id)
        return save.progress if save else None

    def stored(self, game_id: str) -> SessionSnapshot | None:
        """Return the last state of a game that this writer has saved; None if it has saved none."""
        return self._saver.stored(game_id)

    def flush(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds until all is written and its status reported; say whether it is."""
        with self._changed:
            return self._changed.wait_for(self._is_idle, timeout)

    def settle(self, game: SavedGame, timeout: float) -> SaveVerdict:
        """Wait at most `timeout` seconds until all saves of a game are written or refused; return what became of them.

        PENDING, at once if the disk is failing, says that the writer goes on trying.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._is_failing or not self._is_waiting(game.id), timeout)
            if self.is_lost(game):
                return SaveVerdict.LOST
            return SaveVerdict.PENDING if self._is_waiting(game.id) else SaveVerdict.SAVED

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

    def _is_waiting(self, game_id: str) -> bool:
        return game_id in self._pending or game_id in self._writing

    def _put(self, save: Save) -> None:
        with self._changed:
            if not self._closing:
                self._pending[save.game.id] = save.after(self._pending.get(save.game.id))
                self._changed.notify_all()

    def _run(self) -> None:
        while (batch := self._take()) is not None:
            if not batch:
                self._do_idle_work()
                continue
            self._report(SaveStatus(SaveState.SAVING))
            try:
                refusal = self._saver.write(batch)
            except Exception as error:  # anything at all: a dead writer would lose every later move in silence
                self._saver.disconnect()
                self._report(SaveStatus(SaveState.FAILED, _reason(error)))
                if not self._give_back(batch):
                    break
            else:
                self._finish(refusal)
        self._saver.close()

    def _take(self) -> dict[str, Save] | None:
        """Wait for saves and take them all; return none if it is time for idle work, None if it is the end."""
        seconds = max(0.0, self._maintenance_due - monotonic())
        if self._saver.has_games_in_play:
            seconds = min(seconds, self._check_seconds)
        with self._changed:
            self._changed.wait_for(lambda: self._pending or self._closing, seconds)
            if self._closing and not self._pending:
                return None
            self._writing, self._pending = self._pending, {}
            return self._writing

    def _do_idle_work(self) -> None:
        """Check the leases, and the file if it is time. What fails here is left for the next save to report."""
        with contextlib.suppress(Exception):
            refusal = self._saver.check_leases()
            if refusal:
                self._report(SaveStatus(SaveState.FAILED, refusal, is_refusal=True))
        if monotonic() >= self._maintenance_due:
            with contextlib.suppress(Exception):
                self._saver.do_maintenance(self._now())
            self._maintenance_seconds = MAINTENANCE
            self._maintenance_due = monotonic() + MAINTENANCE

    def _finish(self, refusal: str) -> None:
        with self._changed:
            more = bool(self._pending)
        if refusal:
            self._report(SaveStatus(SaveState.FAILED, refusal, is_refusal=True))
        elif not more:
            self._report(SaveStatus(SaveState.SAVED))
        self._maintenance_due = monotonic() + self._maintenance_seconds
        with self._changed:
            self._writing = {}
            self._is_failing = False
            self._changed.notify_all()

    def _give_back(self, batch: dict[str, Save]) -> bool:
        """Queue again what could not be written, behind nothing newer, and pause; say whether to try again."""
        with self._changed:
            newer, self._pending, self._writing = self._pending, dict(batch), {}
            for game_id, save in newer.items():
                self._pending[game_id] = save.after(batch.get(game_id))
            if self._closing:
                return False
            self._is_failing = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closing, self._retry_seconds)
            return True

    def _report(self, status: SaveStatus) -> None:
        is_retry = status.state is SaveState.SAVING and self._status.state is SaveState.FAILED
        if is_retry or (status == self._status and not status.is_refusal):  # each refusal is about another save
            return
        self._status = status
        with contextlib.suppress(Exception):  # a screen that is gone must not end the saving
            self._on_status(status)


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, StoreError) else f"{type(error).__name__}: {error}"
