"""`binairo count`: counts exactly the solutions of a puzzle or the grids of a size, or lists such grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from random import Random
from typing import Any, TypedDict

import click

from binairo_tui import counting, engine
from binairo_tui.cli import answers, json_fields, output, puzzle_input, puzzle_options
from binairo_tui.cli.counting import Counted, JobCounter, MaybeSize, count_fields, job_counter
from binairo_tui.cli.found import Found, ReadOptions, Rejected
from binairo_tui.cli.options import (
    POSITIVE,
    BoardSize,
    Verb,
    WholeNumber,
    file_option,
    json_option,
    random_seed,
    workers_option,
)
from binairo_tui.engine.geometry import quota

_MAX_JOINED_CELLS = 100
"""The largest board, in cells, on which joining halves finds the first grid within a second."""


class ListedGrid(TypedDict):
    size: json_fields.Size
    cells: json_fields.Grid


class ListedLine(TypedDict):
    length: json_fields.Number
    number: json_fields.Number
    cells: json_fields.Grid


class CountedLines(TypedDict):
    length: json_fields.Number
    count: int


@click.command(
    "count",
    cls=Verb,
    prints=[
        *json_fields.answers(Counted),
        (json_fields.Place, MaybeSize, json_fields.Unanswered),
        CountedLines,
        ListedLine,
        ListedGrid,
    ],
    needs={"--seed": "--random"},
    excludes=[
        ("--list", "--random"),
        ("--lines", "--random"),
        *[("--all-rules", it) for it in ("--lines", "--list", "--random")],
    ],
)
@click.argument("puzzles", metavar="SIZE|PUZZLE...", nargs=-1, required=True, type=puzzle_options.PUZZLE)
@puzzle_options.reading_options
@click.option(
    "--all-rules",
    is_flag=True,
    help="Also count the grids whose columns may repeat, and the grids whose rows and columns may repeat.",
)
@click.option("--lines", is_flag=True, help="Count the legal lines of a length instead of grids.")
@click.option("--list", "lists", is_flag=True, help="List all grids of a SIZE; with --lines, all legal lines.")
@click.option("--random", "number", type=POSITIVE, metavar="N", help="Draw N grids of a SIZE at random.")
@click.option("--seed", type=WholeNumber(0), metavar="S", help="With --random: the same seed draws the same grids.")
@workers_option
@click.option("--scheduler", metavar="ADDRESS", help="Count on the cluster of this Dask scheduler.")
@file_option("--checkpoint", text="Save progress in FILE, and resume from it.")
@json_option
def command(
    puzzles: tuple[str, ...],
    *,
    all_rules: bool,
    lines: bool,
    lists: bool,
    number: int | None,
    seed: int | None,
    as_json: bool,
    **options: Any,
) -> output.Status:
    """Count solutions of puzzles, or all grids of a size.

    A SIZE is "8" or "8x10" (width x height). "binairo solve --help" explains
    what a PUZZLE can be. Here, "8x8" is always a size, and "8x8:3" a puzzle.

    8x8 takes a moment, 10x10 a few seconds, and 12x12 about 8 hours on one
    core; in pure Python, 10x10 takes one to two minutes. With a checkpoint, a
    count can be stopped at any time, by Ctrl+C or a crash; the same command
    resumes it. One FILE can hold the progress of many counts.

    Grids are listed one row per line and separated by blank lines, so that
    other verbs can read them. A list starts at once, however long it is. Random
    grids are independent, and all grids are equally likely. --random first
    counts all grids. A line is legal if it holds as many 0s as 1s (one more 1
    if its length is odd) and no three equal values next to each other.

    Exit status: 0 if every count is more than zero; 1 if one is zero; 2 if
    something could not be read or counted.

    For example:
      binairo count 8
      binairo count 8x10 --all-rules
      binairo count --json 8x8:3 "4x4;1..............."
      binairo count 10 --checkpoint ten.txt
      binairo count 12 --checkpoint twelve.txt --scheduler tcp://host:8786
      binairo count 6 --list
      binairo count 8 --random 5 --seed 1
      binairo count 18 --lines
    """
    with job_counter(**options) as counter:
        if lines or lists or number is not None:
            if len(puzzles) > 1:
                raise click.UsageError("--lines, --list and --random take one SIZE")
            width, height = BoardSize().convert(puzzles[0], None, None)
            if lines:
                if width != height:
                    raise click.UsageError("--lines takes one length, such as 8")
                return _print_lines(width, lists=lists, as_json=as_json)
            return _print_grids(engine.Puzzle(width, height, givens=0), number, seed, counter, as_json)
        count = partial(_count, counter=counter, all_rules=all_rules, as_json=as_json)
        return answers.print_each(_read(puzzles, puzzle_options.read_options()), count, as_json=as_json)


def _print_grids(
    puzzle: engine.Puzzle, number: int | None, seed: int | None, counter: JobCounter, as_json: bool
) -> output.Status:
    """Print all solutions of an empty puzzle, or `number` random ones. If there are none, say so and return NO."""
    size = f"{puzzle.width}x{puzzle.height}"
    try:
        job = counting.count.count_job(puzzle)
    except counting.count.TooManyGridsError:
        wanted = "list" if number is None else "draw from at random"
        output.fail(f"{size} is too large to {wanted}: it has too many grids to count")
    if number is None and puzzle.geometry.cell_count <= _MAX_JOINED_CELLS:
        positions = counting.grids.all_grids(job)
    elif number is None:  # the search finds fewer grids per second, but the first one at once
        positions = engine.solutions(puzzle)
    else:
        rng = Random(random_seed() if seed is None else seed)  # noqa: S311  (grids are not secrets)
        positions = counting.grids.draw_grids(job, counter.counts(job, size), number, rng)
    separator = ""
    for position in positions:
        rows = separator + "\n".join(puzzle.geometry.rows(position))
        output.print_result({"size": size, "cells": puzzle.geometry.text(position)}, rows, as_json=as_json)
        separator = "\n"
    if not separator:
        output.print_warning(f"there is no {size} grid")
    return output.Status.YES if separator else output.Status.NO


def _print_lines(length: int, *, lists: bool, as_json: bool) -> output.Status:
    if lists:
        for number, cells in enumerate(legal_lines(length), 1):
            output.print_result({"length": length, "number": number, "cells": cells}, cells, as_json=as_json)
    else:
        count = engine.puzzle.legal_line_count(length)
        told = f"length {length}: {engine.wording.plural(count, 'line')}"
        output.print_result({"length": length, "count": count}, told, as_json=as_json)
    return output.Status.YES


def legal_lines(length: int) -> Iterator[str]:
    """Yield the legal lines of a length in ascending order. Each takes few steps to find, however many there are."""
    stack = [("", *quota(length))]
    while stack:
        line, zeros, ones = stack.pop()
        fewer, more = sorted((zeros, ones))
        if line.endswith(("000", "111")) or fewer < 0 or more > 2 * (fewer + 1):
            continue
        if not more:
            yield line
        else:
            stack += [(f"{line}1", zeros, ones - 1), (f"{line}0", zeros - 1, ones)]


class _Size(Found):
    """The empty board of a size; its solutions are all grids of this size."""


def _read(arguments: Sequence[str], options: ReadOptions) -> Iterator[Found | Rejected]:
    """Yield the empty board for each argument that is a size, and the puzzles that the other arguments name."""
    options = options._replace(kinds=f"a size, {options.kinds}")
    number = 1
    for size, group in groupby(arguments, engine.puzzle.parse_size):
        words = list(group)
        if size is None:
            yield from puzzle_input.read_puzzles(words, options, first=number)
        elif fault := engine.puzzle.size_fault(*size):
            quoted = output.quote_argument(words[0])
            yield from [Rejected(f"{quoted}: {fault}", quoted, fault)] * len(words)
        else:
            empty = engine.Puzzle(*size, givens=0, unique_lines=options.unique_lines is not False)
            yield from [_Size(empty, f"{size[0]}x{size[1]}", "argument", 1)] * len(words)
        number += len(words)


def _count(found: Found, *, counter: JobCounter, all_rules: bool, as_json: bool) -> output.Status:
    try:
        fields = count_fields(found.filled_puzzle, partial(counter.counts, title=found.title), all_rules=all_rules)
    except counting.count.TooManyGridsError as error:
        output.print_warning(f"{found.title}: {error}")
        if as_json:
            output.print_json({**_subject(found), "error": str(error)})
        return output.Status.BAD_INPUT
    if as_json:
        output.print_json({**_subject(found), **fields})
    else:
        for rule, number in fields.get("rules", {"": fields["count"]}).items():
            counted = engine.wording.plural(number, "grid" if isinstance(found, _Size) else "solution")
            output.print_data(f"{found.title}: {counted}{_CONDITIONS[rule]}")
    return output.Status.YES if fields["count"] else output.Status.NO


def _subject(found: Found) -> dict[str, object]:
    return {**found.place, "size": found.title} if isinstance(found, _Size) else found.place


_CONDITIONS = {
    "": "",
    "unique": " with all rows and all columns different",
    "unique rows": " with all rows different",
    "any": " with lines that may repeat",
}
