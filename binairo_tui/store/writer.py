"""The background thread that saves games and practice. It also notices when another session takes a game over.

This module handles waiting and retrying; `save_batch` handles the file. Callers pass snapshots, which are immutable and
share their steps. Therefore calls to save take microseconds even for long games. Only the newest snapshot of each game
waits, and all waiting snapshots are written in one transaction. Therefore many key presses make few commits on a slow
disk. When nothing is waiting, the thread checks every second, or less often while the player rests, whether its games
have been taken over.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from enum import Enum
from functools import partial
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from binairo_tui import files, store
from binairo_tui.game.steps import SessionSnapshot
from binairo_tui.store import database, errors, games, save_batch

FIRST_MAINTENANCE = 5.0
"""Seconds without a save after which a new writer checks whether a backup is due."""
MAINTENANCE = 3600.0
"""Seconds without a save after which the writer checks again whether a backup is due."""
LEASE_CHECK = 1.0
"""Seconds between checks of the leases while nothing is saved. A check takes less than 0.5 ms."""
CHECK_AT_REST = 10.0
"""Seconds between checks of the leases while the player rests."""
_DOING = "while games were saved"
_NOTHING = save_batch.Batch({}, {})


class SaveState(Enum):
    SAVED = "saved"
    FAILED = "failed"


class SaveVerdict(Enum):
    """The outcome of the last save of one game: LOST if `Writer.is_lost`, PENDING if the save still waits."""

    SAVED = "saved"
    LOST = "lost"
    PENDING = "pending"


class SaveStatus(NamedTuple):
    """`reason` is a clause. If `is_refusal`, only games that another session has changed are not saved."""

    state: SaveState
    reason: str = ""
    is_refusal: bool = False


def local_now() -> datetime:
    return datetime.now().astimezone()


class Writer:
    """Saves games until `close`: in a background thread or, if none can be started, in the calling thread.

    All callbacks run in that thread. `connect` opens the database on demand and again after each failure; usually it is
    `open_repaired`. `on_status` is called when everything is saved and when writing fails, but not for each retry. It
    must not wait for a thread that calls `close`, `flush` or `settle`, because these methods wait for the background
    thread. After a failure, the writer retries every `retry_seconds`; the status stays FAILED until a retry succeeds.
    `on_notice` is called with a sentence when the file or its permissions had to be repaired.

    The writer is a session (see `leases`): it leases each game from its first save until `leave` or `close`. If another
    session has written, taken over or deleted a game since it was loaded, the game is lost. The writer then refuses its
    saves and reports FAILED; the data of the other session stay. The writer notices a loss when it saves the game or
    checks the leases: every `check_seconds`, less often during a rest, and when a rest begins or ends.
    """

    def __init__(
        self,
        connect: Callable[[], database.ProgressConnection],
        on_status: Callable[[SaveStatus], None],
        *,
        on_notice: Callable[[str], None] = lambda _: None,
        now: Callable[[], datetime] = local_now,
        retry_seconds: float = 1.0,
        check_seconds: float = LEASE_CHECK,
    ) -> None:
        self._saver = save_batch.BatchWriter(connect, on_notice)
        self._on_status = on_status
        self._now = now
        self._retry_seconds = retry_seconds
        self._check_seconds = check_seconds
        self._companion = files.beside.Companion(self._work, "store-writer", self._saver.close)
        # Shared between threads, protected by the condition:
        self._changed = self._companion.changed
        self._pending = self._writing = _NOTHING
        self._is_failing = self._closing = False
        self._has_found_damage = False
        self._is_resting = self._is_check_due = False
        # Used only in the turns of the companion:
        self._status = SaveStatus(SaveState.SAVED)
        self._maintenance_seconds = FIRST_MAINTENANCE
        self._maintenance_due = monotonic() + FIRST_MAINTENANCE
        self._worked_at = monotonic()
        self._retry_at = 0.0
        shortage = self._companion.start()
        if shortage:
            on_notice(f"Each move waits until it is saved, because {shortage}.")

    def save(self, game: games.SavedGame, progress: SessionSnapshot) -> None:
        """Queue the newest state of a game to be saved. Never waits, never raises; does nothing after `close`.

        `game` is the value that `new_game` or `load_game` returned. Use the same value while the game is played.
        """
        self._put(_batch(save_batch.Save(game, progress, self._now())))

    def finish(self, game: games.SavedGame, progress: SessionSnapshot, at: datetime, day: date) -> None:
        """Only the first solve is recorded. `at` has a time zone, and `day` is the player's local day."""
        solve = games.SolveRecord(progress.elapsed_ms, progress.aids, at, day)
        self._put(_batch(save_batch.Save(game, progress, at, solve)))

    def leave(self, game: games.SavedGame, progress: SessionSnapshot) -> None:
        self._put(_batch(save_batch.Save(game, progress, self._now(), is_last=True)))

    def record(self, records: Iterable[store.practice.PracticeRecord]) -> None:
        """Queue records of practice, to be saved in one transaction. Never waits or raises; no effect after `close`."""
        self._put(save_batch.Batch({}, {record.id: record for record in records}))

    def rest(self, is_resting: bool) -> None:
        """Check the leases at once and, if the player rests, less often from now on."""
        self._is_resting, self._is_check_due = is_resting, True
        self._companion.wake()

    @property
    def token(self) -> str:
        return self._saver.token

    @property
    def is_saving(self) -> bool:
        return not self._is_idle()

    def is_lost(self, game: games.SavedGame) -> bool:
        """Return True if a game was lost to another session. Its saves are refused until it is loaded again."""
        return self._saver.is_lost(game)

    def unsaved(self, game_id: str) -> SessionSnapshot | None:
        with self._changed:
            save = self._pending.games.get(game_id) or self._writing.games.get(game_id)
        return save.progress if save else None

    def last_saved(self, game_id: str) -> SessionSnapshot | None:
        return self._saver.last_saved(game_id)

    def flush(self, timeout: float) -> bool:
        """Wait until each save is written or refused, and reported; return False after `timeout` seconds."""
        return self._companion.wait_for(self._is_idle, timeout)

    def wait_for_saves(self, timeout: float) -> None:
        """Wait as `flush` does, but return at once if writes are failing."""
        self._companion.wait_for(lambda: self._is_failing or self._is_idle(), timeout)

    def settle(self, game: games.SavedGame, timeout: float) -> SaveVerdict:
        """Wait at most `timeout` seconds until each save of a game is written or refused, and reported.

        Returns SAVED, LOST or PENDING. PENDING means that the writer is still trying. If the disk fails, PENDING is
        returned at once.
        """
        self._companion.wait_for(lambda: self._is_failing or not self._is_waiting(game.id), timeout)
        with self._changed:
            if self.is_lost(game):
                return SaveVerdict.LOST
            return SaveVerdict.PENDING if self._is_waiting(game.id) else SaveVerdict.SAVED

    def close(self, timeout: float) -> bool:
        """Write the waiting saves, without retrying, and end the thread; return True if everything is written.

        Waits at most `timeout` seconds. `unsaved` still returns the states that were not written.
        """
        self._closing = True
        self._companion.wake()
        self._companion.join(timeout)
        with self._changed:
            return self._is_idle()

    def _is_idle(self) -> bool:
        return self._pending.is_empty and self._writing.is_empty

    def _is_waiting(self, game_id: str) -> bool:
        return game_id in self._pending.games or game_id in self._writing.games

    def _put(self, batch: save_batch.Batch) -> None:
        with self._changed:
            if self._closing:
                return
            self._pending = batch.after(self._pending)
        self._companion.wake()

    def _work(self) -> float | None:
        """Write the waiting saves or do idle work. Return the seconds until the next turn, or None at the end."""
        with self._changed:
            wait = self._retry_at - monotonic()
            if wait > 0 and not self._closing:
                return wait
            batch, is_last = self._pending, self._closing
            self._pending, self._writing = _NOTHING, batch
        if batch.is_empty:
            return None if is_last else self._do_idle_work()
        try:
            refusal = self._saver.write(batch)
        except Exception as error:  # catch everything: otherwise the thread would end and silently lose later moves
            self._saver.disconnect()
            reason = str(error) if isinstance(error, errors.StoreError) else files.bug_reports.report(error, _DOING)
            self._report(SaveStatus(SaveState.FAILED, reason))
            return self._give_back(batch)
        self._finish(refusal)
        return 0.0

    def _do_idle_work(self) -> float:
        """Check leases, repair what a backup found damaged, and make a backup. Return the seconds until more is due."""
        if self._is_check_due or self._has_found_damage or self._idle_seconds() <= 0:
            self._is_check_due = False
            with _without_stopping():
                refusal = self._saver.check_leases()
                if refusal:
                    self._report(SaveStatus(SaveState.FAILED, refusal, is_refusal=True))
            if self._has_found_damage:
                self._has_found_damage = False
                with _without_stopping():
                    self._saver.repair()
            if monotonic() >= self._maintenance_due:
                with _without_stopping():
                    self._start_backup()
                self._maintenance_seconds = MAINTENANCE
                self._maintenance_due = monotonic() + MAINTENANCE
            self._worked_at = monotonic()
        return self._idle_seconds()

    def _idle_seconds(self) -> float:
        due = self._maintenance_due
        if self._saver.needs_checks:
            due = min(due, self._worked_at + (CHECK_AT_REST if self._is_resting else self._check_seconds))
        return max(0.0, due - monotonic())

    def _start_backup(self) -> None:
        """If the daily backup is due, make it in a separate thread, because saves must not wait for it."""
        now = self._now()
        path = self._saver.find_due_backup(now)
        if path:
            files.beside.start(partial(self._back_up, path, now), "store-backup")

    def _back_up(self, path: Path, now: datetime) -> None:
        """Make a backup, in a separate thread. If the file is damaged, have the writer thread repair it."""
        with _without_stopping():  # the next one is tried in an hour
            try:
                save_batch.back_up(path, now)
            except errors.DamagedFileError:
                self._has_found_damage = True
                self._companion.wake()

    def _finish(self, refusal: str) -> None:
        if refusal:
            self._report(SaveStatus(SaveState.FAILED, refusal, is_refusal=True))
        elif self._pending.is_empty:
            self._report(SaveStatus(SaveState.SAVED))
        self._worked_at = monotonic()
        self._maintenance_due = self._worked_at + self._maintenance_seconds
        with self._changed:
            self._writing = _NOTHING
            self._is_failing = False
            self._changed.notify_all()

    def _give_back(self, batch: save_batch.Batch) -> float | None:
        """Queue a failed batch again, without saves that newer saves replace. Return the seconds until the next try."""
        with self._changed:
            self._pending, self._writing = self._pending.after(batch), _NOTHING
            self._is_failing = True
            self._changed.notify_all()
            self._retry_at = monotonic() + self._retry_seconds
            return None if self._closing else self._retry_seconds

    def _report(self, status: SaveStatus) -> None:
        # A failure is reported once, however often the writer retries, but each refusal is about a different save.
        if status == self._status and status.state is SaveState.FAILED and not status.is_refusal:
            return
        self._status = status
        with contextlib.suppress(Exception):  # an error in a closed screen must not stop the writer
            self._on_status(status)


def _batch(save: save_batch.Save) -> save_batch.Batch:
    return save_batch.Batch({save.game.id: save}, {})


@contextlib.contextmanager
def _without_stopping() -> Iterator[None]:
    """Ignore a StoreError, because the next save reports it. Report any other exception as a bug."""
    try:
        yield
    except errors.StoreError:
        pass
    except Exception as error:
        files.bug_reports.report(error, _DOING)
