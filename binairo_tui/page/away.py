"""Work in the helper, a second Python of the page. The first has no threads, and cannot interrupt long work.

A job is a function that passes its results to the function that it is given.
"""

import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from binairo_tui.engine import GenerationError, Puzzle, Request, cancellation
from binairo_tui.processes import requests, worker

Tell = Callable[[Any], None]


def do(sent: bytes, tell: Callable[[bytes], None]) -> None:
    """Do a job in the helper.

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
    if isinstance(work, partial):
        with suppress(pickle.PicklingError, AttributeError, TypeError):  # an argument is a lambda, or holds a file
            return pickle.dumps(partial(_tell_all, work))
    return b""


def _tell_all(work: Callable[[cancellation.IsCancelled], Any], tell: Tell) -> None:
    for result in work(cancellation.never):
        tell(result)


def generate(request: Request, seed: int, tell: Tell) -> None:
    """Tell the number of each attempt and then the puzzle. With bound arguments, this is a job. Raises WorkerError."""
    try:
        tell(requests.generate(request, seed, on_attempt=tell))
    except GenerationError as error:
        raise worker.WorkerError(str(error)) from None


def assess(puzzle: Puzzle, tell: Tell) -> None:
    """Tell the assessment of a puzzle. With a bound argument, this is a job."""
    tell(worker.assess(puzzle))
