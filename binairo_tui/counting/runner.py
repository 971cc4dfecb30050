"""Counts all units of a job.

Counting starts in this process. If the job is not finished quickly, it continues on an executor.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, as_completed
from contextlib import AbstractContextManager
from time import perf_counter

from binairo_tui.counting.checkpoint import Checkpoint, UnitCount
from binairo_tui.counting.count import CountJob, Unit
from binairo_tui.engine.cancellation import IsCancelled, never

TASK_SECONDS = 1.0
"""Approximate duration of a task on an executor, long enough to keep the overhead small."""
ALONE_SECONDS = 0.5
"""Time spent counting in this process before an executor is started."""


OnProgress = Callable[[int, int, float], None]
"""A function of three numbers: the finished units of a job, all its units, and the estimated seconds left."""


def count_units(
    job: CountJob,
    executor: Callable[[], AbstractContextManager[Executor | None]] | None = None,
    *,
    checkpoint: Checkpoint | None = None,
    on_progress: OnProgress | None = None,
    is_cancelled: IsCancelled = never,
) -> dict[Unit, int]:
    """Return the count of every unit of a job; `total` adds them up.

    If the job takes longer than `ALONE_SECONDS`, `executor` is called to create an executor. If `executor` or its
    result is None, all units are counted in this process. Units in the checkpoint are not counted again. The other
    units are added to the checkpoint as they are counted. So an exception or a killed process loses only the tasks in
    progress. `on_progress` is called as units are finished. Raises CancelledError once `is_cancelled` returns True;
    `is_cancelled` is called only while this process counts.
    """
    run = _Run(job, checkpoint, on_progress)
    start = perf_counter()
    while run.left and (executor is None or perf_counter() - start < ALONE_SECONDS or not run.work_done):
        # The shortest unit is counted here: executors help most with the longest ones.
        run.take(count_task(job, [run.left.pop()], is_cancelled))
    if run.left and executor is not None:
        with executor() as workers:
            if workers is None:
                for task in run.tasks():
                    run.take(count_task(job, task, is_cancelled))
                return run.counts
            futures = [workers.submit(count_task, job, task) for task in run.tasks()]
            for future in as_completed(futures):
                run.take(future.result())
    return run.counts


def total(counts: Mapping[Unit, int]) -> int:
    """Return the number of grids: the sum of all unit counts, each multiplied by the weight of its unit."""
    return sum(unit.weight * count for unit, count in counts.items())


def count_task(job: CountJob, units: list[Unit], is_cancelled: IsCancelled = never) -> list[UnitCount]:
    """Count units one after the other, and return their counts. Also runs in the worker processes of an executor."""
    results = []
    for unit in units:
        start = perf_counter()
        found = job.method.count(unit.x, unit.y, is_cancelled)
        results.append(UnitCount(unit, found, perf_counter() - start))
    return results


class _Run:
    """The counts of a job so far, and the units that this process has not counted, longest first."""

    def __init__(self, job: CountJob, checkpoint: Checkpoint | None, on_progress: OnProgress | None) -> None:
        self._job, self._checkpoint, self._on_progress = job, checkpoint, on_progress
        units = job.units()
        self.counts = checkpoint.done(job) if checkpoint else {}
        self.left = [unit for unit in units if unit not in self.counts]
        self._total = len(units)
        self._work = {unit: job.seam.work(unit) for unit in self.left}
        self._work_left = sum(self._work.values())
        self.work_done = 0
        self._seconds = 0.0  # sum of the durations of the finished units
        self._start = perf_counter()

    def take(self, results: list[UnitCount]) -> None:
        if self._checkpoint:
            self._checkpoint.add(self._job, results)
        for result in results:
            self.counts[result.unit] = result.count
            self.work_done += self._work[result.unit]
            self._work_left -= self._work[result.unit]
            self._seconds += result.seconds
        if self._on_progress:
            seconds_left = (perf_counter() - self._start) * self._work_left / self.work_done
            self._on_progress(len(self.counts), self._total, seconds_left)

    def tasks(self) -> Iterator[list[Unit]]:
        """Yield the units that are not counted yet, longest first, in tasks that take about TASK_SECONDS each."""
        work_a_task = self.work_done * TASK_SECONDS / self._seconds
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
