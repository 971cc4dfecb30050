"""A background thread that writes the newest value to the disk, so that no key waits for it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def _replace(_older: T, newer: T) -> T:
    return newer


class BackgroundWriter(Generic[T]):
    """Calls `write` in a background thread with each value, or only with the newest if they come faster.

    `merge` combines a value that is still waiting with a newer one; by default the newer one replaces it.
    """

    problem: str = ""
    """The message of the exception that the last `write` raised; empty if it succeeded."""

    def __init__(self, write: Callable[[T], None], merge: Callable[[T, T], T] = _replace) -> None:
        self._write = write
        self._merge = merge
        self._changed = threading.Condition()
        self._waiting: T | None = None
        self._is_writing = False
        self._is_closed = False

    def put(self, value: T) -> None:
        """Write a value soon. Never waits, never raises; does nothing after `close`."""
        with self._changed:
            if self._is_closed:
                return
            self._waiting = value if self._waiting is None else self._merge(self._waiting, value)
            if not self._is_writing:
                self._is_writing = True
                threading.Thread(target=self._run, name="background-writer", daemon=True).start()

    def flush(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds until no value waits; return whether the last one was written."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._is_writing, timeout) and not self.problem

    def close(self, timeout: float) -> bool:
        """Accept no more values, and flush."""
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
            except Exception as error:
                self.problem = str(error)
            else:
                self.problem = ""
