"""Lists what `binairo count` counts: the grids of a size, or the legal lines of a length."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypedDict

from binairo_tui import counting, engine
from binairo_tui.cli import json_fields, output
from binairo_tui.cli.counting import JobCounter
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
    """The number of legal lines."""

    length: json_fields.Number
    count: int


def all_grids(puzzle: engine.Puzzle) -> Iterator[engine.Position]:
    """Yield the solutions of a puzzle without givens. Raises TooManyGridsError."""
    job = counting.count.count_job(puzzle)  # refuses sizes with too many grids
    # The search finds fewer grids per second, but finds the first at once.
    return (
        counting.grids.all_grids(job) if puzzle.geometry.cell_count <= _MAX_JOINED_CELLS else engine.solutions(puzzle)
    )


def drawn_grids(puzzle: engine.Puzzle, number: int, seed: int, counter: JobCounter) -> Iterator[engine.Position]:
    """Yield solutions of a puzzle without givens, drawn uniformly at random. Raises TooManyGridsError."""
    job = counting.count.count_job(puzzle)
    counts = counter.counts(job, f"{puzzle.width}x{puzzle.height}")
    if not counting.runner.total(counts):
        return iter(())
    sampler, rng = counting.grids.GridSampler(job, counts), Random(seed)  # noqa: S311  (grids are not secrets)
    return (sampler.draw(rng) for _ in range(number))


def print_grids(puzzle: engine.Puzzle, positions: Iterator[engine.Position], *, as_json: bool) -> output.Status:
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


def print_lines(length: int, *, lists: bool, as_json: bool) -> output.Status:
    """Print the number of legal lines of a length or, if `lists`, the lines in ascending order."""
    if lists:
        for number, cells in enumerate(legal_lines(length), 1):
            output.print_result({"length": length, "number": number, "cells": cells}, cells, as_json=as_json)
    else:
        count = engine.puzzle.legal_line_count(length)
        told = f"length {length}: {engine.wording.plural(count, 'line')}"
        output.print_result({"length": length, "count": count}, told, as_json=as_json)
    return output.Status.YES


def legal_lines(length: int) -> Iterator[str]:
    stack = [("", *quota(length))]
    while stack:
        line, zeros, ones = stack.pop()
        if not zeros and not ones:
            yield line
        if ones and _can_follow(line, "1", ones, zeros):
            stack.append((f"{line}1", zeros, ones - 1))
        if zeros and _can_follow(line, "0", zeros, ones):
            stack.append((f"{line}0", zeros - 1, ones))


def _can_follow(line: str, value: str, count: int, others: int) -> bool:
    """Return True if a value can follow the beginning of a legal line.

    `count` is how often this value is still missing, including here, and `others` how often the other value is. There
    must be enough of each value to separate pairs of the other.
    """
    run = 2 if line.endswith(value) else 1
    return not line.endswith(value * 2) and count - 1 <= 2 - run + 2 * others and others <= 2 * count
