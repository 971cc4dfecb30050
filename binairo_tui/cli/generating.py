"""Generates puzzles, in one or more processes, and yields or prints them in the order in which they were asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.cli.options import WORKER_ENDED
from binairo_tui.cli.output import Status, fail, print_data, print_json, print_warning
from binairo_tui.cli.progress import progress_line

if TYPE_CHECKING:
    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.grading import Grade
    from binairo_tui.engine.request import Request

_QUEUED = 4
"""Puzzles running or waiting, per process: enough to keep all processes busy while a hard puzzle takes long."""


class Generated(NamedTuple):
    """A puzzle, its grade, its seed and recipe, and the milliseconds that generating and grading it took."""

    puzzle: Puzzle
    grade: Grade
    seed: int
    recipe: int
    milliseconds: float


def print_generated(request: Request, seed: int, *, count: int = 1, workers: int = 1, as_json: bool) -> Status:
    """Generate the puzzles for `count` seeds, starting with `seed`, and print each after the previous ones.

    If a puzzle cannot be generated, print the reason and return NO.
    """
    from binairo_tui.engine.generation import GenerationError

    try:
        jobs = ((request, number) for number in range(seed, seed + count))
        for generated in generate_all(jobs, count, workers):
            _print(generated, as_json=as_json)
    except GenerationError as error:
        print_warning(str(error))
        return Status.NO
    return Status.YES


def generate_all(jobs: Iterable[tuple[Request, int]], count: int, workers: int) -> Iterator[Generated]:
    """Yield the puzzles of `count` requests with their seeds, in order, and show the progress.

    Raises GenerationError if one cannot be generated; fails if a worker process ends.
    """
    workers = min(workers, count)
    try:
        with progress_line("generate", "puzzles", count) as progress:
            generated = _from_workers(jobs, workers) if workers > 1 else (_generate(*job) for job in jobs)
            for number, puzzle in enumerate(generated, 1):
                yield puzzle
                progress.show(number)
    except BrokenExecutor:
        fail(WORKER_ENDED)


def _from_workers(jobs: Iterable[tuple[Request, int]], workers: int) -> Iterator[Generated]:
    from binairo_tui.processes.executors import local_executor

    with local_executor(workers) as executor:
        yield from _in_order(executor, jobs, workers * _QUEUED)


def _in_order(executor: Executor, jobs: Iterable[tuple[Request, int]], queued: int) -> Iterator[Generated]:
    """Yield the puzzles in the order of the jobs, with at most `queued` of them in the executor."""
    waiting: deque[Future[Generated]] = deque()
    for request, seed in jobs:
        waiting.append(executor.submit(_generate, request, seed))
        if len(waiting) == queued:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _generate(request: Request, seed: int) -> Generated:
    """Generate and grade a puzzle, in this process or another. Raises GenerationError."""
    from binairo_tui.engine.generation import generate_graded

    start = perf_counter()
    puzzle, grade = generate_graded(request, seed=seed)
    return Generated(puzzle, grade, seed, request.recipe, milliseconds=(perf_counter() - start) * 1000)


def _print(generated: Generated, *, as_json: bool) -> None:
    band, score = generated.grade.band.title, generated.grade.score
    if as_json:
        fields = {"puzzle": str(generated.puzzle), "band": band, "score": score, "seed": generated.seed}
        print_json({**fields, "ms": round(generated.milliseconds, 3), "recipe": generated.recipe})
        return
    from binairo_tui.library.collection import puzzle_line

    print_data(puzzle_line(generated.puzzle, band, score))
