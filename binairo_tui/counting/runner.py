"""Counting all units of a job: a few at once in this process, many on an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, as_completed
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import Protocol

from binairo_tui.counting.checkpoint import Checkpoint, UnitCount
from binairo_tui.counting.count import CountJob, LineRule, Unit
from binairo_tui.counting.seam import Row

TASK_SECONDS = 1.0
"""About how long a task for an executor takes: long enough that handing it over costs nothing to speak of."""
ALONE_SECONDS = 0.5
"""What is done after so long never starts an executor."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is: units done, units in all, and about how many seconds are left."""

    done: int
    total: int
    seconds_left: float


def count_units(
    job: CountJob,
    executor: Callable[[], AbstractContextManager[Executor]] | None = None,
    *,
    checkpoint: Checkpoint | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> dict[Unit, int]:
    """The count of every unit of a job; the job's count is their sum by weight (`total`).

    `executor` makes the executor if the job is not done in a moment; without it all is done here. Units in the
    checkpoint are taken from there, all others are added to it as they come in, so whatever ends this early, an
    exception or the end of the process, costs no more than the tasks under way.
    """
    run = _Run(job, checkpoint, on_progress)
    start = perf_counter()
    while run.left and (executor is None or perf_counter() - start < ALONE_SECONDS or not run.is_measured):
        run.take(count_task(job, [run.left.pop()]))  # the shortest one, as the longest need help most
    if run.left and executor is not None:
        with executor() as workers:
            futures = [workers.submit(count_task, job, task) for task in run.tasks()]
            for future in as_completed(futures):
                run.take(future.result())
    return run.counts


def total(counts: Mapping[Unit, int]) -> int:
    """The number of grids that the counts of all units stand for."""
    return sum(unit.weight * count for unit, count in counts.items())


def count_task(job: CountJob, units: list[Unit]) -> list[UnitCount]:
    """What an executor runs, in whatever process: some units, one after the other."""
    counter = _counter(job)
    results = []
    for unit in units:
        start = perf_counter()
        count = counter.count(unit.x, unit.y)
        results.append(UnitCount(unit, count, perf_counter() - start))
    return results


class SeamCounter(Protocol):
    """Counts the grids of one seam."""

    def count(self, x: Row, y: Row) -> int:
        """How many grids have the seam (x, y)."""


@lru_cache(maxsize=2)
def _counter(job: CountJob) -> SeamCounter:
    """The fastest way there is to count a unit of this job."""
    try:
        from binairo_tui.counting.numpy_joiner import VectorJoiner
    except ImportError:
        return job.method
    if job.rule is LineRule.ANY or not VectorJoiner.supports(job.seam):
        return job.method
    return VectorJoiner(job.seam, unique_columns=job.rule is LineRule.UNIQUE)


class _Run:
    """What is done and what is left of a job."""

    def __init__(
        self, job: CountJob, checkpoint: Checkpoint | None, on_progress: Callable[[Progress], None] | None
    ) -> None:
        self._job, self._checkpoint, self._on_progress = job, checkpoint, on_progress
        units = job.units()
        self.counts = checkpoint.done(job) if checkpoint else {}
        self.left = [unit for unit in units if unit not in self.counts]
        self._total = len(units)
        self._work = {unit: job.seam.work(unit) for unit in self.left}
        self._work_left = sum(self._work.values())
        self._work_done = 0
        self._seconds = 0.0  # that the work done took, on whatever processor
        self._start = perf_counter()

    @property
    def is_measured(self) -> bool:
        """Whether it is known how fast units are counted."""
        return self._work_done > 0

    def take(self, results: list[UnitCount]) -> None:
        """Keep what a task has counted."""
        if self._checkpoint:
            self._checkpoint.add(self._job, results)
        for result in results:
            self.counts[result.unit] = result.count
            self._work_done += self._work[result.unit]
            self._work_left -= self._work[result.unit]
            self._seconds += result.seconds
        if self._on_progress:
            seconds_left = (perf_counter() - self._start) * self._work_left / self._work_done
            self._on_progress(Progress(len(self.counts), self._total, seconds_left))

    def tasks(self) -> Iterator[list[Unit]]:
        """What is left, the longest units first, in tasks of about TASK_SECONDS."""
        work_a_task = self._work_done * TASK_SECONDS / self._seconds
        task: list[Unit] = []
        work = 0
        for unit in self.left:
            task.append(unit)
            work += self._work[unit]
            if work >= work_a_task:
                yield task
                task, work = [], 0
        if task:
            yield task
