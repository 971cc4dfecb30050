"""Writes the newest value to disk in a background thread, so that no key press waits for the disk."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from binairo_tui import files

T = TypeVar("T")


class WriteError(Exception):
    """A value cannot be written. The message says why."""


class BackgroundWriter(Generic[T]):
    """Passes values to `write`, one at a time, in a thread. `merge` combines a waiting value with a newer one."""

    problem: str = ""
    """A message for the player that says why the last call of `write` failed; '' if it succeeded."""

    def __init__(self, write: Callable[[T], None], merge: Callable[[T, T], T] = lambda _, newer: newer) -> None:
        self._write = write
        self._merge = merge
        self._changed = threading.Condition()
        self._waiting: T | None = None
        self._is_writing = False
        self._is_closed = False

    def put(self, value: T) -> None:
        """Queue a value to be written. Never waits and never raises; does nothing after `close`."""
        with self._changed:
            if self._is_closed:
                return
            self._waiting = value if self._waiting is None else self._merge(self._waiting, value)
            if not self._is_writing:
                self._is_writing = True
                files.beside.start(self._run, "background-writer")

    def flush(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds until all values are written; return whether the last value was written."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._is_writing, timeout) and not self.problem

    def close(self, timeout: float) -> bool:
        """Ignore all later values. Then wait as `flush` does, and return its result."""
        with self._changed:
            self._is_closed = True
        return self.flush(timeout)

    def _run(self) -> None:
        while True:
            with self._changed:
                value, self._waiting = self._waiting, None
                if value is None:
                    self._is_writing = False
                    self._changed.notify_all()
                    return
            try:
                self._write(value)
            except (OSError, WriteError) as error:
                self.problem = str(error)
            except Exception as error:
                self.problem = files.bug_reports.report(error, "while a file was written")
            else:
                self.problem = ""
