"""What verbs that make puzzles share: the size, making one, or many in several processes, and printing it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import click

from binairo_tui.cli.output import Status, say, say_json, warn
from binairo_tui.cli.sizes import BoardSize
from binairo_tui.cli.workers import WORKER_ENDED

if TYPE_CHECKING:
    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.grading import Grade
    from binairo_tui.engine.request import Request

# Spelled out because asking the engine for them would make `binairo --help` wait for it; a test compares.
BANDS = ("gentle", "easy", "medium", "hard", "expert", "extreme")
"""What `--band` takes, easiest first."""
_AHEAD = 4
"""Puzzles in work or waiting for each process: enough to keep all busy while a hard one takes long."""


class Made(NamedTuple):
    """A generated puzzle, its grade, its seed, and the milliseconds that generating and grading it took."""

    puzzle: Puzzle
    grade: Grade
    seed: int
    milliseconds: float


size_option = click.option(
    "--size", metavar="SIZE", default="10x10", type=BoardSize(), help='Such as 8 or 8x10; "10x10" if not given.'
)
"""`--size`, as the parameter `size`: (width, height), of which a board can be made."""


def make_and_say(request: Request, seed: int, *, count: int = 1, workers: int = 1, as_json: bool) -> Status:
    """Make the puzzles of the seeds from `seed` on and print each as soon as those before it are printed.

    The first one that cannot be made ends it: the reason is said, and the status is NO.
    """
    from binairo_tui.engine.generation import GenerationError

    workers = min(workers, count)
    try:
        if workers == 1:
            for number in range(count):
                _say_made(_make(request, seed + number), as_json=as_json)
        else:
            _make_side_by_side(request, range(seed, seed + count), workers, as_json=as_json)
    except GenerationError as error:
        warn(str(error))
        return Status.NO
    except BrokenExecutor:
        warn(WORKER_ENDED)
        return Status.BAD_INPUT
    return Status.YES


def _make_side_by_side(request: Request, seeds: range, workers: int, *, as_json: bool) -> None:
    from binairo_tui.processes.executors import local_executor

    with local_executor(workers) as executor:
        for made in _in_order(executor, request, seeds, workers * _AHEAD):
            _say_made(made, as_json=as_json)


def _in_order(executor: Executor, request: Request, seeds: range, ahead: int) -> Iterator[Made]:
    """The puzzles in the order of their seeds; never more than `ahead` of them are asked for."""
    waiting: deque[Future[Made]] = deque()
    for seed in seeds:
        waiting.append(executor.submit(_make, request, seed))
        if len(waiting) == ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _make(request: Request, seed: int) -> Made:
    """Runs in this process or another. Raises GenerationError."""
    from binairo_tui.engine.generation import generate_graded

    start = perf_counter()
    puzzle, grade = generate_graded(request, seed=seed)
    return Made(puzzle, grade, seed, milliseconds=(perf_counter() - start) * 1000)


def _say_made(made: Made, *, as_json: bool) -> None:
    band, score = made.grade.band.title, made.grade.score
    if as_json:
        fields = {"puzzle": str(made.puzzle), "band": band, "score": score, "seed": made.seed}
        say_json({**fields, "ms": round(made.milliseconds, 3)})
        return
    from binairo_tui.library.collections import puzzle_line

    say(puzzle_line(made.puzzle, band, score))
