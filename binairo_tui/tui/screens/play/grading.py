"""Grades a puzzle in play whose difficulty is not known yet, such as a typed puzzle or one from a file."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from binairo_tui.engine import Puzzle
from binairo_tui.host.client.host_client import HostClient
from binairo_tui.processes.worker import WorkerError, assess_in_worker

DELAY = 1.0
"""Seconds before the work begins, so that the first board and the first keys do not compete with it."""


async def find_band(puzzle: Puzzle, host: HostClient | None) -> AsyncIterator[str]:
    """Yield the title of a puzzle's band.

    Yield nothing if the puzzle cannot be graded or does not have exactly one solution.
    """
    await asyncio.sleep(DELAY)
    with suppress(WorkerError, OSError):
        assessment = await (host.assess if host else assess_in_worker)(puzzle)
        if assessment.band:
            yield assessment.band
