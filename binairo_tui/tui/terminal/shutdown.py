"""An orderly end when the terminal goes away or the system says so.

Textual installs no handlers: it would die on SIGTERM and SIGHUP with the terminal as it is, and spin for ever if SIGHUP
is ignored and the terminal gone. Games need no rescue here: every change went to the writer when it was made.
"""

from __future__ import annotations

import os
import select
import signal
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator

GRACE_SECONDS = 2.0
"""How long an orderly end may take until the process ends itself: the event loop may hang on a frozen terminal."""
HUNG_UP = 128 + signal.SIGHUP
"""The exit status when the terminal is gone, whatever told so."""
_POLL_MS = 1000
_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def ending(loop: asyncio.AbstractEventLoop, end: Callable[[int], None]) -> Iterator[None]:
    """Have `end` called in the loop with 128 + signal number on SIGTERM, SIGHUP or a hang-up of the terminal.

    From then on both signals are ignored, also after this context: often one comes after the other, and what is still
    being saved should not be cut off by the second. The process is gone after GRACE_SECONDS at most.
    """

    def on_signal(number: int, _frame: object) -> None:
        # Not loop.add_signal_handler: the loop may be waiting for the terminal, which takes no more output.
        for other in _SIGNALS:
            signal.signal(other, signal.SIG_IGN)
        _end_soon(loop, end, 128 + number)

    before = {number: signal.signal(number, on_signal) for number in _SIGNALS}
    over = threading.Event()
    watcher = threading.Thread(target=_watch, args=(over, loop, end), name="hang-up", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        for number, handler in before.items():
            if signal.getsignal(number) is on_signal:
                signal.signal(number, handler)


def _watch(over: threading.Event, loop: asyncio.AbstractEventLoop, end: Callable[[int], None]) -> None:
    """Wait for the terminal to hang up, with or without a signal that says so."""
    poll = select.poll()
    poll.register(0, 0)  # hang-up and errors only; input is Textual's
    while not over.is_set():
        if poll.poll(_POLL_MS):
            _let_go_of_terminal()
            _end_soon(loop, end, HUNG_UP)
            return


def _end_soon(loop: asyncio.AbstractEventLoop, end: Callable[[int], None], status: int) -> None:
    timer = threading.Timer(GRACE_SECONDS, os._exit, (status,))
    timer.daemon = True
    timer.start()
    with suppress(RuntimeError):  # the loop is closed: the end has come already
        loop.call_soon_threadsafe(end, status)


def _let_go_of_terminal() -> None:
    """Have everything that is still read from the lost terminal be empty, and all that is written vanish."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
