"""Counts solutions for verbs and `serve`: in one process, in several or on a cluster, with a progress line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NotRequired, TypedDict

from binairo_tui import counting, engine, files, processes
from binairo_tui.cli import json_fields, output
from binairo_tui.cli.progress import progress_line

if TYPE_CHECKING:
    from concurrent.futures import Executor

WALKS_PER_SECOND = 1_000_000
"""The approximate number of walks (`Seam.walk_count`) that a worker counts in a second."""
LONG_SECONDS = 60
_UNITS = (
    ("years", 31_557_600),
    ("months", 2_629_800),
    ("weeks", 604_800),
    ("days", 86_400),
    ("hours", 3600),
    ("minutes", LONG_SECONDS),
)


class MaybeSize(TypedDict):
    """The field `size`, present if all grids of a size were counted."""

    size: NotRequired[json_fields.Size]


class Counted(MaybeSize):
    """`rules`, if requested, maps every rule for lines to the number of solutions under this rule."""

    count: int
    seconds: float
    rules: NotRequired[dict[str, int]]


def count_fields(
    puzzle: engine.Puzzle,
    count: Callable[[counting.count.CountJob], Mapping[counting.count.Unit, int]],
    *,
    all_rules: bool,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Counted:
    """`count` returns the solutions in each unit of a job. Raises TooManyGridsError and CancelledError."""
    start = perf_counter()
    rules = counting.count.LineRule
    own = rules.UNIQUE if puzzle.unique_lines else rules.ANY
    counts: dict[str, int] = {}
    for rule in rules if all_rules else [own]:
        plan = counting.count.plan_count(puzzle, rule, is_cancelled=is_cancelled)
        counts[rule.value] = plan if isinstance(plan, int) else counting.runner.total(count(plan))
    fields: Counted = {"count": counts[own.value], "seconds": round(perf_counter() - start, 3)}
    return {**fields, "rules": counts} if all_rules else fields


@contextmanager
def job_counter(workers: int, scheduler: str | None, checkpoint: Path | None) -> Iterator[JobCounter]:
    """Yield a counter with these options. If the checkpoint or the scheduler fails, print why and end the command."""
    try:
        with counting.checkpoint.open_checkpoint(checkpoint) if checkpoint else nullcontext() as opened:
            yield JobCounter(workers, scheduler, opened)
    except (counting.checkpoint.CheckpointError, processes.executors.SchedulerError) as error:
        output.fail(str(error))
    except OSError as error:
        if not checkpoint or str(error.filename or checkpoint) != str(checkpoint):
            raise
        output.fail(f"{checkpoint}: {error.strerror}")


class JobCounter:
    """Counts the solutions of jobs in one or more local processes, or on a cluster."""

    def __init__(self, workers: int, scheduler: str | None, checkpoint: counting.checkpoint.Checkpoint | None) -> None:
        self._workers = workers
        self._scheduler = scheduler
        self._checkpoint = checkpoint

    def counts(self, job: counting.count.CountJob, title: str) -> dict[counting.count.Unit, int]:
        """If this may take longer than a minute, warn, and use only as many workers as the free memory allows."""
        workers = self._workers_for(job, title)
        counted = ""

        def show(done: int, total: int, seconds_left: float) -> None:
            nonlocal counted
            counted = f"{done} of {total} units"
            line.show(done, total, seconds_left)

        try:
            with progress_line(title, "units") as line:
                return counting.runner.count_units(
                    job, self._executor(workers), checkpoint=self._checkpoint, on_progress=show
                )
        except (KeyboardInterrupt, SystemExit):
            if counted and self._checkpoint:
                where = f"saved in {self._checkpoint.path}; run the same command again to continue"
                output.print_warning(f"{counted} are {where}")
            raise

    def _workers_for(self, job: counting.count.CountJob, title: str) -> int:
        seconds = job.seam.walk_count / WALKS_PER_SECOND
        if seconds < LONG_SECONDS * self._workers or self._scheduler:
            return self._workers
        needed, free = job.memory, files.system.available_memory()
        workers = min(self._workers, max(free // max(needed, 1), 1))
        unit = next(name for name, length in _UNITS if seconds >= length * workers)
        each = f" for each of {workers} workers" if workers > 1 else ""
        asked = engine.wording.plural(self._workers, "worker")
        lack = f" (the {_size(free)} of free memory is too little for {asked})" if free < needed * self._workers else ""
        resume = "" if self._checkpoint else "; with --checkpoint FILE it can be stopped and resumed"
        output.print_warning(f"{title}: this count may take {unit} and {_size(needed)}{each}{lack}{resume}")
        return workers

    def _executor(self, workers: int) -> Callable[[], AbstractContextManager[Executor | None]] | None:
        if self._scheduler:
            return partial(processes.executors.cluster_executor, self._scheduler)
        local = partial(processes.executors.local_executor, workers, output.print_warning)
        return local if workers > 1 else None


def _size(number: int) -> str:
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number // 1_000_000} MB"
