"""Infers the unique-lines rule if a text does not state it: the rule under which there is exactly one solution."""

from time import monotonic
from typing import NamedTuple

from binairo_tui.engine import CancelledError, Puzzle, count_solutions

SECONDS = 2.0
"""Time limit for counting the solutions of one puzzle under one rule."""


def count_to_two(puzzle: Puzzle) -> int | None:
    """Return the number of solutions, at most 2, or None if counting takes longer than `SECONDS`."""
    deadline = monotonic() + SECONDS
    try:
        return count_solutions(puzzle, 2, is_cancelled=lambda: monotonic() > deadline)
    except CancelledError:
        return None


class InferredRule(NamedTuple):
    """A puzzle with the inferred rule, a sentence that gives the reason, and the result of `count_to_two`."""

    puzzle: Puzzle
    note: str
    solution_count: int | None


def infer_rule(puzzle: Puzzle) -> InferredRule:
    """Return the puzzle with the rule under which it has exactly one solution.

    If there is one solution under both rules or under neither, the lines are taken to be unique, as in most puzzles.
    """
    strict, loose = puzzle.with_unique_lines(True), puzzle.with_unique_lines(False)
    with_unique = count_to_two(strict)
    if with_unique == 2:
        return InferredRule(strict, "Lines must be unique: there are several solutions with and without this rule.", 2)
    without = count_to_two(loose)
    if with_unique is None or (with_unique == 0 and without is None):
        note = "Lines must be unique, as in most puzzles: counting the solutions takes too long."
        return InferredRule(strict, note, with_unique)
    if with_unique == 0 and without == 1:
        note = "Lines may repeat: this gives one solution, and unique lines give none."
        return InferredRule(loose, note, 1)
    if with_unique == 0:
        there = "is none either" if without == 0 else "are several"
        return InferredRule(
            strict, f"Lines must be unique: this gives no solution. If they may repeat, there {there}.", 0
        )
    there = {1: "is one, too", 2: "are several"}.get(without or 0, "may be more")
    return InferredRule(strict, f"Lines must be unique: this gives one solution. If they may repeat, there {there}.", 1)


def solution_remark(solution_count: int | None) -> str:
    """Return a sentence about a result of `count_to_two`; empty if there is one solution."""
    if solution_count is None:
        return "The number of solutions is unknown: counting takes too long."
    return ("There is no solution.", "", "There is more than one solution.")[solution_count]
