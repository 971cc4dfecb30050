"""The thread that saves, so that the screen never waits for the disk. Knows waiting and retrying, not the file.

The screen hands over snapshots, which are immutable and share their steps, so that handing one over takes microseconds
however long the game is. Only the newest snapshot of each game waits, and all that waits becomes one transaction: on a
slow disk a burst of keys is a few commits, and after a failure there is one snapshot per game to keep.
"""

from __future__ import annotations

import contextlib
import threading
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.store.errors import StoreError
from binairo_tui.store.games import SavedGame, Solve
from binairo_tui.store.save_batch import Save, Saver

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.game.session import SessionSnapshot
    from binairo_tui.store.database import Connection

FIRST_CHORES = 5.0
"""Seconds after its start that a writer with nothing to write looks whether a backup is due."""
CHORES = 3600.0
"""Seconds until it looks again."""


class SaveState(Enum):
    """Whether all that was handed over is on the disk."""

    SAVED = "saved"
    SAVING = "saving"
    FAILED = "failed"


class SaveStatus(NamedTuple):
    """A state and, if FAILED, the reason in words for the player.

    `is_refusal`: what failed is only that games go on elsewhere (`Writer.is_lost`); all others are saved.
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
    wait for a thread that calls `close` or `flush`, because these wait for this one. FAILED stays until a save
    succeeds; meanwhile the writer tries again every `retry_seconds`. `on_notice` is told, from that thread, when the
    file had to be repaired.

    The writer is a session (`leases`): with the first save of a game the game is leased to it, until `leave` or its
    end. A game that another session has written, taken over or deleted since it was loaded is not written any more:
    FAILED tells why, `is_lost` for which game, and what the other session wrote stays.
    """

    def __init__(
        self,
        connect: Callable[[], Connection],
        on_status: Callable[[SaveStatus], None],
        *,
        on_notice: Callable[[str], None] = _ignore,
        now: Callable[[], datetime] = local_now,
        retry_seconds: float = 1.0,
    ) -> None:
        self._saver = Saver(connect, on_notice)
        self._on_status = on_status
        self._now = now
        self._retry_seconds = retry_seconds
        # Shared between threads, under the condition:
        self._changed = threading.Condition()
        self._pending: dict[str, Save] = {}
        self._writing: dict[str, Save] = {}
        self._closing = False
        # The writer thread's own:
        self._status = SaveStatus(SaveState.SAVED)
        self._idle_seconds = FIRST_CHORES
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

    def _put(self, save: Save) -> None:
        with self._changed:
            if not self._closing:
                self._pending[save.game.id] = save.after(self._pending.get(save.game.id))
                self._changed.notify_all()

    def _run(self) -> None:
        while (batch := self._take()) is not None:
            if not batch:
                self._do_chores()
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
                self._settle(refusal)
        self._saver.close()

    def _take(self) -> dict[str, Save] | None:
        """Wait for something to write and take all of it: nothing if it is time for chores, None if it is the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._pending or self._closing, self._idle_seconds)
            if self._closing and not self._pending:
                return None
            self._writing, self._pending = self._pending, {}
            return self._writing

    def _do_chores(self) -> None:
        self._idle_seconds = CHORES
        try:
            self._saver.do_chores(self._now())
        except Exception:
            self._saver.disconnect()

    def _settle(self, refusal: str) -> None:
        with self._changed:
            more = bool(self._pending)
        if refusal:
            self._report(SaveStatus(SaveState.FAILED, refusal, is_refusal=True))
        elif not more:
            self._report(SaveStatus(SaveState.SAVED))
        with self._changed:
            self._writing = {}
            self._changed.notify_all()

    def _give_back(self, batch: dict[str, Save]) -> bool:
        """Queue again what could not be written, behind nothing newer, and pause; say whether to try again."""
        with self._changed:
            newer, self._pending, self._writing = self._pending, dict(batch), {}
            for game_id, save in newer.items():
                self._pending[game_id] = save.after(batch.get(game_id))
            if self._closing:
                return False
            self._changed.wait_for(lambda: self._closing, self._retry_seconds)
            return True

    def _report(self, status: SaveStatus) -> None:
        is_retry = status.state is SaveState.SAVING and self._status.state is SaveState.FAILED
        if status == self._status or is_retry:
            return
        self._status = status
        with contextlib.suppress(Exception):  # a screen that is gone must not end the saving
            self._on_status(status)


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, StoreError) else f"{type(error).__name__}: {error}"
