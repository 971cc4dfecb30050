"""Generates puzzles, in one or more processes, and yields or prints them in the order of their seeds or requests."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future

from binairo_tui import engine, library, processes
from binairo_tui.cli import output
from binairo_tui.cli.progress import progress_line

_QUEUED = 4
"""The number of puzzles in work or waiting, per process: enough to keep all busy while a hard puzzle takes long."""


def print_generated(
    request: engine.Request, seed: int, *, count: int = 1, workers: int = 1, as_json: bool
) -> output.Status:
    """Generate the puzzles for `count` seeds, starting with `seed`, and print each after the previous ones.

    If a puzzle cannot be generated, print the reason and return NO.
    """
    try:
        jobs = ((request, number) for number in range(seed, seed + count))
        for generated in generate_all(jobs, count, workers):
            grade = generated.grade
            text = library.collection.puzzle_line(generated.puzzle, grade.band.title, grade.score)
            output.print_result(generated.fields, text, as_json=as_json)
    except engine.GenerationError as error:
        output.print_warning(str(error))
        return output.Status.NO
    return output.Status.YES


def generate_all(jobs: Iterable[tuple[engine.Request, int]], count: int, workers: int) -> Iterator[processes.Generated]:
    """Yield the puzzles of `count` requests with their seeds, in order, and show the progress.

    Raises GenerationError if a puzzle cannot be generated.
    """
    workers = min(workers, count)
    with progress_line("generate", "puzzles", count) as progress:
        generated = _from_workers(jobs, workers) if workers > 1 else (processes.requests.generate(*job) for job in jobs)
        for number, puzzle in enumerate(generated, 1):
            yield puzzle
            progress.show(number)


def _from_workers(jobs: Iterable[tuple[engine.Request, int]], workers: int) -> Iterator[processes.Generated]:
    """Yield the puzzles in the order of the jobs; at most `_QUEUED` jobs per process are submitted at a time."""
    waiting: deque[Future[processes.Generated]] = deque()
    with processes.executors.local_executor(workers) as executor:
        for job in jobs:
            waiting.append(executor.submit(processes.requests.generate, *job))
            if len(waiting) == workers * _QUEUED:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
