"""A deterministic world in one process: simulated time, an event loop, and threads that take turns.

Only one thread runs at any moment. Which one, and when work beside the loop is done, is drawn from one random source,
so that a seed decides everything. Every callback takes some time; more time passes when nothing is left to do. There
is a choice before each callback of the loop, each statement of SQLite, and each wait of a thread.

A `World` is an event loop. `WorldThreads` stands in for the `threading` module: its threads are real, but each runs
only while it is its turn.
"""

from __future__ import annotations

import asyncio
import heapq
import math
import threading
import traceback
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import count
from random import Random
from typing import Any, ClassVar

PREEMPTION = 0.3
"""The share of choice points at which something outside the running thread gets a turn."""
MOST_CALLBACK_SECONDS = 4e-4
"""The longest time that a callback of the loop takes."""
MOST_WORK_SECONDS = 0.4
"""The longest time that work in a thread of the executor takes."""
NOON = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)

Predicate = Callable[[], bool]


class DeadlockError(RuntimeError):
    """Every thread waits for another one, without a timeout."""


class World(asyncio.BaseEventLoop):
    """An event loop with a time of its own, and the threads and clocks that go with it.

    `choices` counts choice points; `puzzle_seeds` are those of new puzzles, in order; `troubles` are the tracebacks of
    callbacks and threads that failed.
    """

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]
    _stopping: bool
    active: ClassVar[World]
    """The world that runs, or was made last."""

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        World.active = self
        self.chance = Random(seed)
        self.choices = 0
        self.troubles: list[str] = []
        self.puzzle_seeds = count()
        self.threads: list[WorldThread] = []
        self.running: WorldThread | None = None
        self.turn_over = threading.Lock()
        self.turn_over.acquire()
        self.zone: tzinfo = UTC
        self.wall_clock_offset = timedelta()
        self._seconds = 0.0
        self._jobs: list[tuple[float, int, Callable[[], None]]] = []
        self.set_exception_handler(self._take_exception)

    # Time.

    def time(self) -> float:
        """Return the seconds since the beginning."""
        return self._seconds

    def now(self) -> datetime:
        """Return what the wall clock shows, which need not run evenly."""
        return (NOON + self.wall_clock_offset + timedelta(seconds=self._seconds)).astimezone(self.zone)

    def run_for(self, seconds: float) -> None:
        """Let so many seconds pass."""
        World.active = self
        self.call_later(seconds, self.stop)
        self.run_forever()

    def run_until_true(self, predicate: Predicate, seconds: float) -> bool:
        """Let time pass until a condition holds, at most so many seconds; return whether it does."""
        end = self._seconds + seconds
        while not predicate() and self._seconds < end:
            self.run_for(min(0.05, end - self._seconds))
        return predicate()

    @property
    def is_working(self) -> bool:
        """Whether work is going on in any thread."""
        return bool(self._jobs or self._able_threads())

    # Turns.

    def choose(self) -> None:
        """Pass a choice point: another thread may get a turn before this one goes on."""
        self.choices += 1
        if self.chance.random() >= PREEMPTION:
            return
        if self.running is not None:
            self.running.pause(lambda: True, math.inf)
        elif able := self._able_threads():
            self.chance.choice(able).take_turn()

    def wait(self, predicate: Predicate, seconds: float = math.inf) -> bool:
        """Let others run until a condition holds, at most so many seconds; return whether it does."""
        end = self._seconds + seconds
        if self.running is not None:
            self.running.pause(predicate, end)
            return predicate()
        while not predicate() and self._seconds < end:  # the loop is blocked meanwhile
            if able := self._able_threads():
                self.chance.choice(able).take_turn()
                continue
            until = min([end, *[thread.deadline for thread in self.threads]])
            if until == math.inf:
                raise DeadlockError("every thread waits for another one")
            self._seconds = max(self._seconds, until)
        return predicate()

    def _able_threads(self) -> list[WorldThread]:
        return [thread for thread in self.threads if thread.is_able(self._seconds)]

    # The event loop.

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Call a function a little later, as a thread of the executor would."""
        del executor
        future = self.create_future()

        def work() -> None:
            if future.cancelled():
                return
            try:
                result = func(*args)
            except BaseException as error:
                future.set_exception(error)
            else:
                if not future.cancelled():
                    future.set_result(result)

        delay = self.chance.random() ** 2 * MOST_WORK_SECONDS
        heapq.heappush(self._jobs, (self._seconds + delay, self.choices, work))
        self.choices += 1  # which also keeps two jobs of one moment apart
        return future

    def _run_once(self) -> None:
        """Run the next callback. Before it, or if there is none, something outside the loop may happen."""
        self.choose()
        self._seconds += self.chance.random() * MOST_CALLBACK_SECONDS
        if not self._ready and not self._stopping:
            self._let_time_pass()
        while self._jobs and self._jobs[0][0] <= self._seconds:
            heapq.heappop(self._jobs)[-1]()
        while self._scheduled and (self._scheduled[0]._cancelled or self._scheduled[0].when() <= self._seconds):
            timer = heapq.heappop(self._scheduled)
            timer._scheduled = False  # type: ignore[attr-defined] # asyncio counts cancelled ones by it
            if not timer._cancelled:
                self._ready.append(timer)
        if self._ready:
            handle = self._ready.popleft()
            if not handle._cancelled:
                handle._run()

    def _let_time_pass(self) -> None:
        """Give a thread a turn or, if all wait, go on to the next moment at which something happens."""
        if able := self._able_threads():
            self.chance.choice(able).take_turn()
            return
        until = [thread.deadline for thread in self.threads] + [job[0] for job in self._jobs[:1]]
        until += [handle.when() for handle in self._scheduled if not handle._cancelled]
        if not until or min(until) == math.inf:
            raise DeadlockError("nothing will ever happen again")
        self._seconds = max(self._seconds, min(until))

    def _process_events(self, event_list: Any) -> None:
        """There are no file descriptors to wait for."""

    def _write_to_self(self) -> None:
        """No thread ever runs while the loop waits."""

    def _take_exception(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        lines = traceback.format_exception(error) if error else [str(context.get("message"))]
        self.troubles.append("".join(lines))


class WorldThread:
    """A thread that runs only while it has the turn. Its interface is that of `threading.Thread`."""

    def __init__(self, target: Callable[[], None], name: str = "", daemon: bool | None = None) -> None:
        del daemon
        self.name = name
        self.deadline = math.inf
        self._world = World.active
        self._target = target
        self._predicate: Predicate = lambda: True
        self._turn = threading.Lock()
        self._turn.acquire()
        self._is_over = False

    def start(self) -> None:
        """Begin, as soon as the world gives a turn."""
        self._world.threads.append(self)
        threading.Thread(target=self._run, name=self.name, daemon=True).start()

    def join(self, timeout: float = math.inf) -> None:
        """Wait until the thread has ended."""
        self._world.wait(lambda: self._is_over, timeout)

    def is_able(self, seconds: float) -> bool:
        """Return whether the thread can go on at a point in time."""
        return self._predicate() or self.deadline <= seconds

    def take_turn(self) -> None:
        """Run this thread until it pauses. To be called by the world."""
        self._world.running = self
        self._turn.release()
        self._world.turn_over.acquire()
        self._world.running = None

    def pause(self, predicate: Predicate, deadline: float) -> None:
        """Give the turn back, until a condition holds or a point in time is reached. To be called in this thread."""
        self._predicate, self.deadline = predicate, deadline
        self._world.turn_over.release()
        self._turn.acquire()

    def _run(self) -> None:
        self._turn.acquire()
        try:
            self._target()
        except BaseException:
            self._world.troubles.append(traceback.format_exc())
        self._is_over = True
        self._world.threads.remove(self)
        self._world.turn_over.release()


class WorldLock:
    """A lock between threads of a world."""

    def __init__(self) -> None:
        self._world = World.active
        self._is_locked = False

    def __enter__(self) -> None:
        self._world.wait(lambda: not self._is_locked)
        self._is_locked = True

    def __exit__(self, *_: object) -> None:
        self._is_locked = False


class WorldCondition(WorldLock):
    """A condition variable between threads of a world. A waiting thread looks again only when it is notified."""

    def __init__(self) -> None:
        super().__init__()
        self._notified = 0

    def wait_for(self, predicate: Predicate, timeout: float | None = None) -> bool:
        """Wait until a condition holds, at most `timeout` seconds; return whether it does."""
        end = math.inf if timeout is None else self._world.time() + timeout
        while not predicate() and self._world.time() < end:
            notified = self._notified
            self.__exit__()
            self._world.wait(lambda seen=notified: self._notified != seen, end - self._world.time())  # type: ignore[misc]
            self.__enter__()
        return predicate()

    def notify_all(self) -> None:
        """Have every waiting thread look again."""
        self._notified += 1


class WorldThreads:
    """What the program uses of the `threading` module."""

    Thread = WorldThread
    Lock = WorldLock
    Condition = WorldCondition
