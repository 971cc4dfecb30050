"""Grades a puzzle in play whose difficulty is not known yet, such as a typed puzzle or one from a file."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from binairo_tui.engine import Puzzle
from binairo_tui.processes.worker import Assessment, WorkerError

DELAY = 1.0
"""Seconds before the work begins, so that the first board and the first keys do not compete with it."""


async def find_band(puzzle: Puzzle, assess: Callable[[Puzzle], Awaitable[Assessment]]) -> AsyncIterator[str]:
    """Yield the title of a puzzle's band, which `assess` finds.

    Yield nothing if the puzzle cannot be graded or does not have exactly one solution.
    """
    await asyncio.sleep(DELAY)
    with suppress(WorkerError, OSError):
        assessment = await assess(puzzle)
        if assessment.band:
            yield assessment.band
