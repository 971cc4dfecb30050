"""What a key costs in a session, in examined lines and microseconds: from scratch, and from what was known before.

`python -m tests.benchmarks.following` plays games to the end, and fills the cells in random order. Every tenth cell
first gets a wrong value, which the next key removes. The position after every key is propagated, as `f` and `F` need
it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import mean, median
from typing import TypeVar

from binairo_tui.engine import EMPTY, Puzzle, find_violations, opposite
from binairo_tui.engine.consequences import Consequences, consequences, consequences_after
from binairo_tui.engine.generation import random_solution
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.lines import LineTable
from binairo_tui.engine.propagation import propagate, propagator
from binairo_tui.engine.rules import violations_after
from binairo_tui.engine.search import solutions
from binairo_tui.library import collections
from tests.benchmarks.machine import this_machine

T = TypeVar("T")
SIZES = ((14, 14), (20, 20), (40, 40))


def main() -> int:
    """Measure and print. Returns the exit status."""
    print(this_machine())
    for width, height in SIZES:
        puzzle, solution = _game(width, height)
        positions = list(_keys(puzzle, solution))
        print(f"\n{width}x{height}: {len(positions)} keys; microseconds: median, mean, max")
        scratch, follow = _times(puzzle, positions)
        asked = _lines_asked(puzzle, positions)
        _print_row("from scratch", scratch, asked[0])
        _print_row("following", follow, asked[1])
        for name, times in zip(("all rules", "changed lines"), _violation_times(puzzle, positions), strict=True):
            print(f"  violations, {name:<14} {median(times):8.1f} {mean(times):8.1f} {max(times):9.1f}")
    return 0


def _game(width: int, height: int) -> tuple[Puzzle, Position]:
    """Return a puzzle of the collections with its solution; of sizes that have none, a third of a random grid."""
    collection = next((it for it in collections() if it.name == f"{width}x{height}"), None)
    if collection is not None:
        puzzle = collection.entries[0].puzzle
        return puzzle, next(iter(solutions(puzzle, 1)))
    empty = Puzzle(width, height)
    solution = random_solution(empty, Random(width))
    if solution is None:
        raise AssertionError("no grid")
    cells = Random(width).sample(range(width * height), width * height // 3)
    return empty.with_givens(solution & empty.geometry.mask(cells)), solution


def _keys(puzzle: Puzzle, solution: Position) -> Iterator[Position]:
    """Yield the position after every key of a game."""
    geometry, position, random = puzzle.geometry, puzzle.givens, Random(1)
    cells = [cell for cell in range(geometry.cell_count) if not puzzle.is_given(cell)]
    random.shuffle(cells)
    for number, cell in enumerate(cells):
        value = geometry.value(solution, cell)
        if number % 10 == 0:
            for wrong in (opposite(value), EMPTY):
                position = geometry.place(position, cell, wrong)
                yield position
        position = geometry.place(position, cell, value)
        yield position


def _times(puzzle: Puzzle, positions: list[Position]) -> tuple[list[float], list[float]]:
    """Return the microseconds per key from scratch and from the consequences before; each is taken in turn."""
    known = consequences(puzzle, puzzle.givens)
    scratch, follow = [], []
    for position in positions:
        scratch.append(_timed(propagate, puzzle, position)[1])
        known, time_taken = _timed(consequences_after, puzzle, known, position)
        follow.append(time_taken)
    return scratch, follow


def _violation_times(puzzle: Puzzle, positions: list[Position]) -> tuple[list[float], list[float]]:
    found, before = find_violations(puzzle, puzzle.givens), puzzle.givens
    all_rules, changed = [], []
    for position in positions:
        expected, first = _timed(find_violations, puzzle, position)
        found, second = _timed(violations_after, puzzle, before, found, position)
        if found != expected:
            raise AssertionError("violations differ")
        before = position
        all_rules.append(first)
        changed.append(second)
    return all_rules, changed


class CountingTable:
    """A line table that counts how often it is asked."""

    def __init__(self, table: object, asked: list[int]) -> None:
        self._table = table
        self._asked = asked

    def __getitem__(self, state: int) -> object:
        self._asked[0] += 1
        return self._table[state]  # type: ignore[index]

    def __getattr__(self, name: str) -> object:
        return getattr(self._table, name)


def _counting_tables(
    asked: list[int], tables_for: Callable[[int], list[tuple[LineTable, int]]], lines: int
) -> list[tuple[LineTable, int]]:
    return [(CountingTable(table, asked), shift) for table, shift in tables_for(lines)]  # type: ignore[misc]


def _lines_asked(puzzle: Puzzle, positions: list[Position]) -> tuple[list[int], list[int]]:
    """Return the lines asked per key, from scratch and following, by the Python engine."""
    rules, asked = propagator(puzzle), [0]
    rules.core = None
    for axis in (rules.rows, rules.columns):
        axis.tables = [CountingTable(table, asked) for table in axis.tables]  # type: ignore[misc]
        axis.tables_for = partial(_counting_tables, asked, axis.tables_for)
    known: Consequences = consequences(puzzle, puzzle.givens)
    scratch, follow = [], []
    for position in positions:
        asked[0] = 0
        fixpoint = rules.fixpoint(position)
        scratch.append(asked[0])
        asked[0] = 0
        known = consequences_after(puzzle, known, position)
        follow.append(asked[0])
        if known.fixpoint != fixpoint:
            raise AssertionError("the fixpoints differ")
    return scratch, follow


def _timed(work: Callable[..., T], *arguments: object) -> tuple[T, float]:
    began = time.thread_time_ns()
    found = work(*arguments)
    return found, (time.thread_time_ns() - began) / 1000


def _print_row(name: str, times: list[float], lines: list[int]) -> None:
    print(
        f"  fixpoint, {name:<16} {median(times):8.1f} {mean(times):8.1f} {max(times):9.1f}"
        f"   lines asked: {median(lines):g}, {mean(lines):.1f}, {max(lines)}"
    )


if __name__ == "__main__":
    sys.exit(main())
