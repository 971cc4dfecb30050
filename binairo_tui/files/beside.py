"""Work beside the app: in threads or, if none can be started (as in a browser), in turns of the event loop."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from binairo_tui import files

if TYPE_CHECKING:
    import asyncio

send_away: Callable[[Any], Any] | None = None
"""On systems without threads, a function that sends background work to another place.

It returns an asynchronous iterator of the results or, if the work cannot be sent, the work itself.
"""


def start(work: Callable[[], object], name: str) -> None:
    """Do `work` in a new thread. If none can be started, do it before returning."""
    try:
        threading.Thread(target=work, name=name, daemon=True).start()
    except RuntimeError:
        work()


class Companion:
    """Work beside the app, divided into turns.

    `turn` does the work that is due. It returns the seconds until more work is due, or None at the end. The next turn
    is taken after these seconds, or once `wake` is called. `end` is called after the last turn. `changed` protects the
    data that the turns share with other threads, and is notified when they change.

    One thread takes the turns. If no thread can be started, the event loop takes them. If no event loop is running
    either, `wake` takes the turns that are due, and then returns. Without a thread, `wait_for` and `join` do the same.
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
        """Begin. If neither a thread nor a loop can take the turns, return a clause that says why; otherwise ''."""
        try:
            self._thread.start()
        except RuntimeError as error:
            self._has_thread = False
            return "" if self._schedule(0.0) else files.bug_reports.find_shortage(error)
        return ""

    def wake(self) -> None:
        """Make the next turn come soon."""
        with self.changed:
            self._is_awake = True
            self.changed.notify_all()
        if not self._has_thread and not self._schedule(0.0):
            self._take_turns()

    def wait_for(self, is_done: Callable[[], bool], timeout: float) -> bool:
        """Wait until `is_done`, called while the lock is held, returns True; return False after `timeout` seconds."""
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
        """Take the turns that are due, and have the loop take the next one."""
        while not self._is_over:
            self._is_awake = False
            seconds = self._turn()
            if seconds is None:
                self._is_over = True
                self._end()
            elif seconds > 0 and not self._is_awake:
                self._schedule(seconds)
                return

    def _schedule(self, seconds: float) -> bool:
        """Let the event loop take a turn after these seconds; return False if no loop is running."""
        import asyncio  # only here, because this import would slow down every start

        if self._timer is not None:
            self._timer.cancel()
        try:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._take_turns)
        except RuntimeError:
            self._timer = None
        return self._timer is not None
