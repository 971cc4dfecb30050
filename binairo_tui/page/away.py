"""Work in the helper: a second Python of the page, because the first has no threads, and cannot stop what it does."""

import pickle
from collections.abc import AsyncIterable, Callable
from functools import partial
from typing import Any

from binairo_tui.engine import cancellation

Tell = Callable[[Any], None]


def do(sent: bytes, tell: Callable[[bytes], None]) -> None:
    """Do a job in the helper. The job is a function that passes its results to the function given to it.

    `tell` is called with each result and, at the end, with an exception or None. All are pickled.
    """
    end = None
    try:
        pickle.loads(sent)(lambda result: tell(pickle.dumps((result,))))  # noqa: S301 - the page itself sends it
    except Exception as error:
        end = error
    tell(pickle.dumps(end))


def job_of(work: Any) -> bytes:
    """Return background work (see `base.Work`) as a job to send; b"" if it cannot be sent."""
    if not isinstance(work, partial) or isinstance(work, AsyncIterable):
        return b""
    try:
        return pickle.dumps(partial(_tell_all, work))
    except (pickle.PicklingError, AttributeError, TypeError):  # an argument is a lambda, or holds a file
        return b""


def _tell_all(work: Callable[[cancellation.IsCancelled], Any], tell: Tell) -> None:
    for result in work(cancellation.never):
        tell(result)
