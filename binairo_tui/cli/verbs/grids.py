"""`binairo grids`: all solved grids of a size, or some drawn uniformly at random."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.counts import Workplace, work_options, workplace
from binairo_tui.cli.output import Status, say, say_json, warn
from binairo_tui.cli.sizes import BoardSize
from binairo_tui.cli.verbs.common import HOW_MANY, Verb, grid_rows, json_option

if TYPE_CHECKING:
    from binairo_tui.engine import Position, Puzzle


@click.command("grids", cls=Verb)
@click.argument("size", metavar="SIZE", type=BoardSize())
@click.option("--list", "list_all", is_flag=True, help="List all grids.")
@click.option("--random", "number", type=HOW_MANY, metavar="N", help="Draw N grids at random.")
@click.option("--seed", type=click.IntRange(0), metavar="S", help="With --random: the same S draws the same grids.")
@work_options
@json_option
def command(
    size: tuple[int, int],
    *,
    list_all: bool,
    number: int | None,
    seed: int | None,
    workers: int,
    scheduler: str | None,
    checkpoint: Path | None,
    as_json: bool,
) -> None:
    """List all grids of a size, or draw some at random.

    SIZE is "8", or "8x10": width x height. Grids are printed a row a line,
    with blank lines between, as other verbs read them; those drawn are
    independent, and every grid is exactly as likely as any other.

    To draw, all grids have to be counted first, which may take a while: see
    "binairo count --help". A checkpoint of that count does just as well.

    Exit status: 0; 1 if there is no grid of that size; 2 if it is none, or
    too large.

    For example:
      binairo grids 6 --list
      binairo grids 8 --random 5 --seed 1
      binairo grids 10 --random 100 --json --checkpoint ten.txt
    """
    from binairo_tui.counting.count import TooManyGridsError
    from binairo_tui.engine import Puzzle

    if list_all == (number is not None):
        raise click.UsageError("either --list or --random N is needed")
    if list_all and seed is not None:
        raise click.UsageError("--seed is for --random")
    puzzle = Puzzle(*size, givens=0)
    try:
        if number is None:
            positions = _all(puzzle)
        else:
            with workplace(workers, scheduler, checkpoint) as place:
                positions = _drawn(puzzle, number, seed, place)
    except TooManyGridsError as error:
        warn(str(error))
        click.get_current_context().exit(Status.BAD_INPUT)
    status = _print(puzzle, positions, as_json)
    if status is Status.NO:
        warn(f"there is no {puzzle.width}x{puzzle.height} grid")
    click.get_current_context().exit(status)


def _all(puzzle: Puzzle) -> Iterator[Position]:
    from binairo_tui.counting.count import count_job
    from binairo_tui.counting.grids import all_grids

    return all_grids(count_job(puzzle))


def _drawn(puzzle: Puzzle, number: int, seed: int | None, place: Workplace) -> Iterator[Position]:
    from secrets import randbits

    from binairo_tui.counting.count import count_job
    from binairo_tui.counting.grids import GridSampler
    from binairo_tui.counting.runner import total

    if seed is None:
        seed = randbits(32)
        warn(f"seed {seed}")
    job = count_job(puzzle)
    counts = place.counts(job, f"{puzzle.width}x{puzzle.height}")
    if not total(counts):
        return iter(())
    sampler, rng = GridSampler(job, counts), Random(seed)  # noqa: S311  (grids are no secrets)
    return (sampler.draw(rng) for _ in range(number))


def _print(puzzle: Puzzle, positions: Iterator[Position], as_json: bool) -> Status:
    """Print grids as they come; NO if there is none."""
    is_first = True
    for position in positions:
        if as_json:
            say_json({"size": f"{puzzle.width}x{puzzle.height}", "cells": puzzle.geometry.text(position)})
        else:
            say(grid_rows(puzzle, position) if is_first else f"\n{grid_rows(puzzle, position)}")
        is_first = False
    return Status.NO if is_first else Status.YES
