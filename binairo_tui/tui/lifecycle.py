"""An orderly end when the terminal goes away or the system says so.

Textual installs no handlers: it would die on SIGTERM and SIGHUP with the terminal as it is, and spin for ever if SIGHUP
is ignored and the terminal gone. Games need no rescue here: every change went to the writer when it was made.
"""

from __future__ import annotations

import os
import select
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator

GRACE_SECONDS = 3.0
"""How long an orderly end may take until the process ends itself: the event loop may hang on a lost terminal."""
_POLL_MS = 1000


@contextmanager
def ending(loop: asyncio.AbstractEventLoop, end: Callable[[int], None]) -> Iterator[None]:
    """Have `end` called in the loop with 128 + signal number on SIGTERM, SIGHUP or a hang-up of standard input."""

    def on_signal(number: int, _frame: object) -> None:
        # Not loop.add_signal_handler: the loop may be waiting for the terminal, which takes no more output.
        _bury(128 + number)
        loop.call_soon_threadsafe(end, 128 + number)

    before = {number: signal.signal(number, on_signal) for number in (signal.SIGTERM, signal.SIGHUP)}
    over = threading.Event()
    watcher = threading.Thread(target=_watch, args=(over, loop, end), name="hang-up", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        for number, handler in before.items():
            signal.signal(number, handler)


def _watch(over: threading.Event, loop: asyncio.AbstractEventLoop, end: Callable[[int], None]) -> None:
    """Wait for the terminal to hang up, with or without a signal that says so."""
    poll = select.poll()
    poll.register(0, 0)  # hang-up and errors only; input is Textual's
    while not over.is_set():
        if poll.poll(_POLL_MS):
            _bury(128 + signal.SIGHUP)
            if not loop.is_closed():
                loop.call_soon_threadsafe(end, 128 + signal.SIGHUP)
            return


def _bury(code: int) -> None:
    timer = threading.Timer(GRACE_SECONDS, os._exit, (code,))
    timer.daemon = True
    timer.start()
