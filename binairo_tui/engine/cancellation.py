"""Cancellation: long work takes `is_cancelled`, calls it often, and raises CancelledError once it returns True."""

from collections.abc import Callable
from itertools import count

IsCancelled = Callable[[], bool]


class CancelledError(Exception):
    """The caller cancelled the work before the answer was known.

    >>> count_solutions(Puzzle(14, 14), is_cancelled=lambda: True)
    Traceback (most recent call last):
    binairo_tui.engine.cancellation.CancelledError
    """


def check(is_cancelled: IsCancelled) -> None:
    """Raise CancelledError if the work was cancelled."""
    if is_cancelled():
        raise CancelledError


def never() -> bool:
    """Return False: the work is never cancelled."""
    return False


def after_calls(limit: int) -> IsCancelled:
    """Return a function that can be passed as `is_cancelled`.

    The function returns False for the first `limit` calls and True from then on.
    """
    calls = count()
    return lambda: next(calls) >= limit
