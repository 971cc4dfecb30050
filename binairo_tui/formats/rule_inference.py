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


def count_either(puzzle: Puzzle) -> int | None:
    """Return 1 if there is one solution under either rule; otherwise the number if lines may repeat, at most 2."""
    with_unique = count_to_two(puzzle.with_unique_lines(True))
    return with_unique if with_unique == 1 else count_to_two(puzzle.with_unique_lines(False))


class InferredRule(NamedTuple):
    """A puzzle with the inferred rule, sentences about the rule and its solutions, and the result of `count_to_two`."""

    puzzle: Puzzle
    notes: tuple[str, ...]
    solution_count: int | None


_EITHER = "Lines may have one more 0 or one more 1: if all must have one more 1, there is no solution."
_ASSUMED = "Unique lines are assumed, as in most puzzles."
_CERTAIN: dict[tuple[int | None, int | None], str] = {
    (0, 1): "Lines may repeat: if they must be unique, there is no solution.",
    (1, 2): "Lines must be unique: if they may repeat, there are several solutions.",
}
"""Maps the numbers of solutions with and without the unique-lines rule to a note on the rule that must be meant."""
_OTHERWISE: dict[tuple[int | None, int | None], str] = {
    (0, 0): "If lines may repeat, there is no solution either.",
    (0, 2): "If lines may repeat, there are several solutions.",
    (1, 1): "If lines may repeat, the solution is the same.",
    (1, None): "If lines may repeat, there may be several solutions.",
}


def infer_rule(puzzle: Puzzle, unique_lines: bool | None = None) -> InferredRule:
    """Return the puzzle with the rule under which it has exactly one solution, or with the rule `unique_lines`.

    If both rules or neither rule gives exactly one solution, lines must be unique, as in most puzzles. If there is no
    solution until lines of odd length may have more 0s than 1s, and then exactly one, the returned puzzle allows this.
    """
    if unique_lines is not None:
        puzzle = puzzle.with_unique_lines(unique_lines)
        count = count_to_two(puzzle)
        return InferredRule(puzzle, tuple(filter(None, (solution_remark(count),))), count)
    strict, loose = puzzle.with_unique_lines(True), puzzle.with_unique_lines(False)
    with_unique = count_to_two(strict)
    counts = with_unique, 2 if with_unique == 2 else count_to_two(loose)
    if counts == (0, 0) and puzzle.more_ones and puzzle.width % 2:
        either = infer_rule(puzzle.with_more_ones(False))
        if either.solution_count == 1:
            return either._replace(notes=(_EITHER, *either.notes))
    if counts in _CERTAIN:
        return InferredRule(strict if with_unique else loose, (_CERTAIN[counts],), 1)
    notes = (_ASSUMED, solution_remark(with_unique), _OTHERWISE.get(counts, ""))
    return InferredRule(strict, tuple(filter(None, notes)), with_unique)


def solution_remark(solution_count: int | None) -> str:
    """Return a sentence about a result of `count_to_two`; it is empty if there is one solution."""
    if solution_count is None:
        return "The number of solutions is unknown: counting takes too long."
    return ("There is no solution.", "", "There is more than one solution.")[solution_count]
