"""Whether lines may be alike, where a text does not say: the rules under which there is exactly one solution."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import NamedTuple

from binairo_tui.engine import Puzzle
from binairo_tui.engine.cancellation import CancelledError
from binairo_tui.engine.search import count_solutions

SECONDS = 2.0
"""How long the solutions of one puzzle are counted at most, for each set of rules."""


def count_to_two(puzzle: Puzzle) -> int | None:
    """0, 1, or 2 for two and more solutions; None if that is not known after `SECONDS`."""
    deadline = monotonic() + SECONDS
    try:
        return count_solutions(puzzle, 2, is_cancelled=lambda: monotonic() > deadline)
    except CancelledError:
        return None


class Decision(NamedTuple):
    """The puzzle under the rules that were taken, a sentence that says why, and `count_to_two` of it."""

    puzzle: Puzzle
    note: str
    solution_count: int | None


def decide_rules(puzzle: Puzzle) -> Decision:
    """Take the rules that give the puzzle one solution.

    Where both sets do, or neither, lines are unique: that is what most puzzles mean.
    """
    strict, loose = replace(puzzle, unique_lines=True), replace(puzzle, unique_lines=False)
    with_unique = count_to_two(strict)
    if with_unique == 2:
        return Decision(strict, "Taken with unique lines: there are several solutions with and without them.", 2)
    without = count_to_two(loose)
    if with_unique is None or (with_unique == 0 and without is None):
        note = "Taken with unique lines: counting the solutions takes too long."
        return Decision(strict, note, with_unique)
    if with_unique == 0 and without == 1:
        note = "Lines may be alike: so there is one solution; with unique lines there is none."
        return Decision(loose, note, 1)
    if with_unique == 0:
        there = "none without them" if without == 0 else "several without them"
        return Decision(strict, f"Taken with unique lines, though there is no solution; there are {there}.", 0)
    there = {1: "one", 2: "several"}.get(without or 0, "it is not known how many")
    return Decision(strict, f"Taken with unique lines: so there is one solution; without them {there}.", 1)


def verdict(solution_count: int | None) -> str:
    """A sentence about a puzzle with so many solutions, as `count_to_two` says it; empty if it is just one."""
    if solution_count is None:
        return "Whether there is one solution only is not known: counting takes too long."
    return ("There is no solution.", "", "There is more than one solution.")[solution_count]
