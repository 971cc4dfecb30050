"""Shuts the app down when the terminal is gone or on a signal that would kill the process.

By itself, such a signal would not restore the terminal. If SIGHUP is ignored, the process would go on reading from a
terminal that is gone, without a pause. Games do not need saving here: every change goes to the writer at once.
"""

import asyncio
import os
import select
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from binairo_tui.files import system

GRACE_SECONDS = 2.0
"""Timeout in seconds after which the process exits anyway: the event loop may hang on a frozen terminal."""


@contextmanager
def ending(loop: asyncio.AbstractEventLoop, end: Callable[[int], None]) -> Iterator[None]:
    """Call `end` in the loop when a signal that ends processes arrives or the terminal hangs up.

    `end` is passed 128 plus the number of the signal; a hang-up counts as SIGHUP. After the first signal, all these
    signals are ignored, even outside this context: a second one often follows, and must not interrupt the last save.
    The process exits after GRACE_SECONDS at most.
    """
    handled = [
        *system.ENDING_SIGNALS,
        *[number for number in system.DEADLY_SIGNALS if signal.getsignal(number) is signal.SIG_DFL],
    ]
    before = {number: signal.getsignal(number) for number in handled}

    def on_signal(number: int, _frame: object) -> None:
        # Not loop.add_signal_handler: the loop may be blocked by a terminal that accepts no more output.
        for other in before:
            signal.signal(other, signal.SIG_IGN)
        _end_soon(loop, end, 128 + number)

    for number in handled:
        signal.signal(number, on_signal)
    read_end, write_end = os.pipe()  # closing the write end stops the thread
    threading.Thread(target=_watch, args=(read_end, loop, end), name="hang-up", daemon=True).start()
    try:
        yield
    finally:
        os.close(write_end)
        for number, handler in before.items():
            if signal.getsignal(number) is on_signal:
                signal.signal(number, handler)


def die_as_signalled(status: int) -> None:
    """End the process with the signal that `status` stands for, so that its parent can see what ended it.

    Do nothing if `status` stands for no signal, or for one that asks for an orderly end.
    """
    if status - 128 in system.DEADLY_SIGNALS:
        signal.signal(status - 128, signal.SIG_DFL)
        os.kill(os.getpid(), status - 128)


def _watch(read_end: int, loop: asyncio.AbstractEventLoop, end: Callable[[int], None]) -> None:
    """End the app when the terminal hangs up, often without a signal; return once the write end of the pipe closes."""
    if not hasattr(select, "poll"):  # not a POSIX system, whose terminals cannot be watched
        return
    poll = select.poll()
    for descriptor in (0, read_end):
        poll.register(descriptor, 0)  # hang-up and errors only; input is Textual's
    is_stopped = read_end in dict(poll.poll())
    os.close(read_end)
    if not is_stopped:
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):  # in place of the lost terminal
            os.dup2(nothing, descriptor)
        os.close(nothing)
        _end_soon(loop, end, system.HUNG_UP)


def _end_soon(loop: asyncio.AbstractEventLoop, end: Callable[[int], None], status: int) -> None:
    timer = threading.Timer(GRACE_SECONDS, os._exit, (status,))
    timer.daemon = True
    timer.start()
    with suppress(RuntimeError):  # the loop is closed already
        loop.call_soon_threadsafe(end, status)
