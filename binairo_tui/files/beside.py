"""Work beside the app: in threads or, where none can be started, as in a browser, in turns of the event loop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from binairo_tui import files

if TYPE_CHECKING:
    import asyncio

send_away: Callable[[Any], Any] | None = None
"""Where no threads can be started: returns an asynchronous iterator of the results of background work, which is done
somewhere else, or the work itself if it cannot be sent there."""


def start(work: Callable[[], object], name: str) -> None:
    """Do `work` in a thread or, if none can be started, now."""
    try:
        threading.Thread(target=work, name=name, daemon=True).start()
    except RuntimeError:
        work()


class Companion:
    """Work that goes on beside the app, in turns.

    `turn` does what is due, and returns the seconds until more is, or None if nothing ever will be; `end` is called
    after the last turn. The next turn is taken after these seconds, or once `wake` is called. `changed` protects what
    the turns share with other threads, and is notified when it changes.

    Turns are taken in one thread. If none can be started, the event loop takes them. Without a loop, and while the
    program waits for their results, turns are taken at once.
    """

    def __init__(self, turn: Callable[[], float | None], name: str, end: Callable[[], object] = lambda: None) -> None:
        self.changed = threading.Condition()
        self._turn = turn
        self._end = end
        self._is_awake = self._is_over = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._has_thread = True
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> str:
        """Begin; return '' or, if `wake` has to wait for the work, a clause that says why."""
        try:
            self._thread.start()
        except RuntimeError as error:
            self._has_thread = False
            return "" if self._schedule(0.0) else files.bug_reports.find_shortage(error)
        return ""

    def wake(self) -> None:
        """Have the next turn taken soon."""
        with self.changed:
            self._is_awake = True
            self.changed.notify_all()
        if not self._has_thread and not self._schedule(0.0):
            self._take_turns()

    def wait_for(self, is_done: Callable[[], bool], timeout: float) -> bool:
        """Wait until `is_done` returns True, which is called with the lock; return False after `timeout` seconds."""
        if not self._has_thread:
            self._take_turns()
        with self.changed:
            return self.changed.wait_for(is_done, timeout if self._has_thread else 0.0)

    def join(self, timeout: float) -> None:
        """Wait at most `timeout` seconds until the last turn is over."""
        if self._has_thread:
            self._thread.join(timeout)
        else:
            self._take_turns()

    def _run(self) -> None:
        while (seconds := self._turn()) is not None:
            with self.changed:
                self.changed.wait_for(lambda: self._is_awake, seconds)
                self._is_awake = False
        self._end()

    def _take_turns(self) -> None:
        """Take turns as long as there is something to do."""
        while self._take_turn():
            pass

    def _take_turn(self) -> bool:
        """Take a turn, and have the loop take the next one; return whether that is due now."""
        if self._is_over:
            return False
        self._is_awake = False
        seconds = self._turn()
        if seconds is None:
            self._is_over = True
            self._end()
            return False
        if self._is_awake:
            seconds = 0.0
        self._schedule(seconds)
        return seconds <= 0

    def _schedule(self, seconds: float) -> bool:
        """Have the event loop take a turn after these seconds; return False if no loop is running."""
        import asyncio  # only here: it would slow down every start

        if self._timer is not None:
            self._timer.cancel()
        try:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._take_turn)
        except RuntimeError:
            self._timer = None
        return self._timer is not None
