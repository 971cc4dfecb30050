"""`binairo grids`: lists the solved grids of a size, or draws some uniformly at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, TypedDict

import click

from binairo_tui import counting, engine
from binairo_tui.cli import json_fields, output
from binairo_tui.cli.counting import JobCounter, job_counter
from binairo_tui.cli.options import POSITIVE, BoardSize, Verb, WholeNumber, counting_options, json_option, random_seed

_MAX_JOINED_CELLS = 100
"""The largest board, in cells, on which joining halves finds the first grid within a second."""


class _ListedGrid(TypedDict):
    size: json_fields.Size
    cells: json_fields.Grid


@click.command("grids", cls=Verb, prints=[_ListedGrid])
@click.argument("size", metavar="SIZE", type=BoardSize())
@click.option("--list", "list_all", is_flag=True, help="List all grids.")
@click.option("--random", "number", type=POSITIVE, metavar="N", help="Draw N grids at random.")
@click.option("--seed", type=WholeNumber(0), metavar="S", help="With --random: the same seed draws the same grids.")
@counting_options
@json_option
def command(
    size: tuple[int, int], *, list_all: bool, number: int | None, seed: int | None, as_json: bool, **options: Any
) -> output.Status:
    """List all grids of a size, or draw some at random.

    SIZE is "8", or "8x10": width x height. Grids are printed one row per
    line and separated by blank lines, so that other verbs can read them.
    Random grids are independent, and every grid is exactly as likely as any
    other. A list starts at once, however long it is.

    Before drawing at random, all grids have to be counted, which may take a
    while: see "binairo count --help". With a checkpoint of that count, they
    need not be counted again.

    Exit status: 0; 1 if there is no grid of that size; 2 if the size is
    invalid or too large.

    For example:
      binairo grids 6 --list
      binairo grids 8 --random 5 --seed 1
      binairo grids 10 --random 100 --json --checkpoint ten.txt
    """
    if list_all == (number is not None):
        raise click.UsageError("either --list or --random N is needed")
    if list_all and seed is not None:
        raise click.UsageError("--seed is for --random")
    puzzle = engine.Puzzle(*size, givens=0)
    try:
        if number is None:
            positions = _all(puzzle)
        else:
            with job_counter(**options) as counter:
                positions = _drawn(puzzle, number, seed, counter)
    except counting.count.TooManyGridsError:
        wanted = "list" if list_all else "draw from at random"
        output.fail(f"{puzzle.width}x{puzzle.height} is too large to {wanted}: its grids are too many to count")
    return _print(puzzle, positions, as_json)


def _all(puzzle: engine.Puzzle) -> Iterator[engine.Position]:
    job = counting.count.count_job(puzzle)  # refuses sizes with too many grids
    # The search finds fewer grids per second, but finds the first at once.
    return (
        counting.grids.all_grids(job) if puzzle.geometry.cell_count <= _MAX_JOINED_CELLS else engine.solutions(puzzle)
    )


def _drawn(puzzle: engine.Puzzle, number: int, seed: int | None, counter: JobCounter) -> Iterator[engine.Position]:
    seed = random_seed() if seed is None else seed
    job = counting.count.count_job(puzzle)
    counts = counter.counts(job, f"{puzzle.width}x{puzzle.height}")
    if not counting.runner.total(counts):
        return iter(())
    sampler, rng = counting.grids.GridSampler(job, counts), Random(seed)  # noqa: S311  (grids are not secrets)
    return (sampler.draw(rng) for _ in range(number))


def _print(puzzle: engine.Puzzle, positions: Iterator[engine.Position], as_json: bool) -> output.Status:
    """Print grids as they are found, separated by blank lines. If there are none, print a warning and return NO."""
    size = f"{puzzle.width}x{puzzle.height}"
    separator = ""
    for position in positions:
        if as_json:
            output.print_json({"size": size, "cells": puzzle.geometry.text(position)})
        else:
            output.print_data(separator + "\n".join(puzzle.geometry.rows(position)))
        separator = "\n"
    if separator:
        return output.Status.YES
    output.print_warning(f"there is no {size} grid")
    return output.Status.NO
