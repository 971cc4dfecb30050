"""Work in the helper, a second Python of the page. The app's Python has no threads, and could not interrupt long work.

A job is a function that gets the function `tell`, and calls it with each result.
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
    """Do a pickled job. `tell` gets pickled values: each result and, at the end, an exception or None."""
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
    """Tell each attempt's number, then the puzzle. `partial(generate, request, seed)` is a job. Raises WorkerError."""
    try:
        tell(requests.generate(request, seed, on_attempt=tell))
    except GenerationError as error:
        raise worker.WorkerError(str(error)) from None


def assess(puzzle: Puzzle, tell: Tell) -> None:
    """Tell the assessment of a puzzle. `partial(assess, puzzle)` is a job."""
    tell(worker.assess(puzzle))
