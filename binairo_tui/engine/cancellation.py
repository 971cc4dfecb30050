"""Cancellation: long work takes `is_cancelled`, calls it often, and raises CancelledError once it returns True.

The methods of techniques do not take `is_cancelled`. They call `is_block_cancelled` instead, which obeys the
`cancellable` block around the call.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count

IsCancelled = Callable[[], bool]


class CancelledError(Exception):
    """The caller cancelled the work before the answer was known.

    >>> count_solutions(Puzzle(14, 14), is_cancelled=lambda: True)
    Traceback (most recent call last):
    binairo_tui.engine.cancellation.CancelledError
    """


def check(is_cancelled: IsCancelled) -> None:
    if is_cancelled():
        raise CancelledError


def never() -> bool:
    """Return False: the work is never cancelled."""
    return False


_of_block: ContextVar[IsCancelled] = ContextVar("is_cancelled", default=never)


@contextmanager
def cancellable(is_cancelled: IsCancelled) -> Iterator[None]:
    """Make `is_block_cancelled` call `is_cancelled` until the end of the block, in this thread only.

    In nested blocks, it first calls the functions of the outer blocks.
    """
    outer = _of_block.get()
    token = _of_block.set(is_cancelled if outer is never else lambda: outer() or is_cancelled())
    try:
        yield
    finally:
        _of_block.reset(token)


def is_block_cancelled() -> bool:
    """Return whether the work in a `cancellable` block was cancelled; False outside such a block."""
    return _of_block.get()()


def after_calls(limit: int) -> IsCancelled:
    """Return a function that returns False for the first `limit` calls and True from then on."""
    calls = count()
    return lambda: next(calls) >= limit
