"""What verbs that count share: the options that say where to count, and the progress line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

import click

from binairo_tui.cli.output import Status, warn
from binairo_tui.cli.workers import WORKER_ENDED, workers_option

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from binairo_tui.counting.checkpoint import Checkpoint
    from binairo_tui.counting.count import CountJob, Unit
    from binairo_tui.counting.runner import Progress

_SECONDS_BETWEEN = 0.1

_Function = TypeVar("_Function", bound=Callable[..., None])


def work_options(function: _Function) -> _Function:
    """`--workers`, `--scheduler` and `--checkpoint`, as the parameters of those names; they make a `workplace`."""
    options = [
        workers_option,
        click.option("--scheduler", metavar="ADDRESS", help="Count on the cluster of this Dask scheduler."),
        click.option(
            "--checkpoint",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Keep what is done in FILE, and go on from there.",
        ),
    ]
    for option in reversed(options):
        function = option(function)
    return function


@contextmanager
def workplace(workers: int, scheduler: str | None, checkpoint: Path | None) -> Iterator[Workplace]:
    """Where counts are made while the block lasts, with the checkpoint open.

    What goes wrong with the checkpoint, the scheduler or a worker process is said on stderr and ends the command.
    """
    from binairo_tui.counting.checkpoint import Checkpoint

    with _complaining(checkpoint), Checkpoint(checkpoint) if checkpoint else nullcontext() as opened:
        yield Workplace(workers, scheduler, opened)


class Workplace:
    """Counts jobs, on an executor if they are long, with a progress line if stderr is a terminal."""

    def __init__(self, workers: int, scheduler: str | None, checkpoint: Checkpoint | None) -> None:
        self._workers = workers
        self._scheduler = scheduler
        self._checkpoint = checkpoint

    def counts(self, job: CountJob, title: str) -> dict[Unit, int]:
        """The counts of all units of a job. `title` is what the progress line calls it."""
        from binairo_tui.counting.runner import count_units

        with _progress_line(title, self._checkpoint) as show:
            return count_units(job, self._executor(), checkpoint=self._checkpoint, on_progress=show)

    def _executor(self) -> Callable[[], AbstractContextManager[Executor]] | None:
        from binairo_tui.processes.executors import cluster_executor, local_executor

        if self._scheduler:
            address = self._scheduler
            return lambda: cluster_executor(address)
        return (lambda: local_executor(self._workers)) if self._workers > 1 else None


@contextmanager
def _complaining(path: Path | None) -> Iterator[None]:
    """Say in one line what a count cannot do without, and end the command."""
    from concurrent.futures import BrokenExecutor

    from binairo_tui.counting.checkpoint import CheckpointError
    from binairo_tui.processes.executors import SchedulerError

    try:
        yield
    except (CheckpointError, SchedulerError) as error:
        message = str(error)
    except BrokenExecutor:
        message = WORKER_ENDED
    except OSError as error:
        if not path or str(error.filename or path) != str(path):
            raise
        message = f"{path}: {error.strerror}"
    else:
        return
    warn(message)
    raise click.exceptions.Exit(Status.BAD_INPUT)


@contextmanager
def _progress_line(title: str, checkpoint: Checkpoint | None) -> Iterator[Callable[[Progress], None] | None]:
    """A function that shows progress on stderr in one line, which is gone afterwards; None if that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    shown_at = -_SECONDS_BETWEEN
    last: Progress | None = None

    def show(progress: Progress) -> None:
        nonlocal shown_at, last
        last = progress
        if monotonic() - shown_at >= _SECONDS_BETWEEN:
            shown_at = monotonic()
            text = f"{title}: {progress.done} of {progress.total} units, {_duration(progress.seconds_left)} left"
            click.echo(f"\r{text}\x1b[K", nl=False, err=True)

    try:
        yield show
    except KeyboardInterrupt:
        click.echo("\r\x1b[K", nl=False, err=True)
        if last and checkpoint:
            warn(f"{last.done} of {last.total} units are in {checkpoint.path}; the same command goes on from there")
        raise
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


def _duration(seconds: float) -> str:
    """A time for people: `8 s`, `3 min 20 s`, `5 h 12 min`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
