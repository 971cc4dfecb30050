"""Generates puzzles for all players in worker processes. Requests share one queue, and each has a time limit."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from binairo_tui.engine import Puzzle, Request
from binairo_tui.processes.requests import Generated
from binairo_tui.processes.worker import Assessment, WorkerError, assess_in_worker, generate_in_worker

T = TypeVar("T")

TIMEOUT_SECONDS = 60.0
MAX_CELLS = 400
"""Limit on the cells of a puzzle that is generated for a player."""
MAX_REMEMBERED = 64
"""The number of puzzles that are remembered, because many players ask for the same daily puzzle."""


class Generator:
    """Generates puzzles, at most `count` at the same time; further requests wait in the order of arrival."""

    def __init__(self, count: int) -> None:
        self._turns = asyncio.Semaphore(count)
        self._made: dict[tuple[Request, int], asyncio.Task[Generated]] = {}
        self._own_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def turn_of(self, player: str) -> asyncio.Lock:
        """Return a lock for the requests of `player`: with one request at a time, no player can fill the queue."""
        return self._own_turns.setdefault(player, asyncio.Lock())

    async def generate(self, request: Request, seed: int) -> Generated:
        if request.width * request.height > MAX_CELLS:
            raise WorkerError(f"this host makes puzzles of at most {MAX_CELLS} cells")
        key = (request, seed)
        task = self._made.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            while len(self._made) >= MAX_REMEMBERED:
                self._made.pop(next(iter(self._made)))
            task = self._made[key] = asyncio.create_task(
                self._in_turn(lambda: generate_in_worker(request, seed, lambda _: None))
            )
        return await asyncio.shield(task)

    async def assess(self, puzzle: Puzzle) -> Assessment:
        return await self._in_turn(lambda: assess_in_worker(puzzle))

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self._turns:
            try:
                return await asyncio.wait_for(work(), TIMEOUT_SECONDS)
            except TimeoutError:
                raise WorkerError(f"it took longer than {TIMEOUT_SECONDS:.0f} seconds") from None
            except OSError as error:
                raise WorkerError(f"the host cannot work on it: {error.strerror}") from None
