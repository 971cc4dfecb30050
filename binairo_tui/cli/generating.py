"""Generates puzzles, in one or more processes, and yields or prints them in the order of their seeds or requests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binairo_tui import engine, library, processes
from binairo_tui.cli import output
from binairo_tui.cli.progress import in_order


def print_generated(
    request: engine.Request, seed: int, *, count: int = 1, workers: int = 1, as_json: bool
) -> output.Status:
    """Use `count` seeds, beginning with `seed`. If a puzzle cannot be made, print the reason and return NO."""
    try:
        jobs = ((request, number) for number in range(seed, seed + count))
        for generated in generate_all(jobs, count, workers):
            text = library.collection.puzzle_line(generated.puzzle, generated.band, generated.score)
            output.print_result(generated.fields, text, as_json=as_json)
    except engine.GenerationError as error:
        output.print_warning(str(error))
        return output.Status.NO
    return output.Status.YES


def generate_all(jobs: Iterable[tuple[engine.Request, int]], count: int, workers: int) -> Iterator[processes.Generated]:
    """Return the puzzles of jobs (requests and seeds), in order, and show the progress. Raises GenerationError."""
    return in_order(processes.requests.generate, jobs, workers, "generate", unit="puzzles", total=count)
