"""Computations of the editor that run in a thread: complete, reduce or read a puzzle, or count its solutions."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from binairo_tui import counting, engine, formats
from binairo_tui.engine import Puzzle, uniquify, wording
from binairo_tui.player.text import SENTENCE_LENGTH, fault_text, plain

SECONDS = 5.0
"""The time limit, in seconds, of `complete` and `reduce`. At the limit, `reduce` returns its best result so far."""
EXACT_CELLS = 64
"""The number of cells of the largest board whose solutions are all counted, which takes a few seconds at most."""
COUNT_LIMIT = 100_000
"""On larger boards, counting stops at this number, after about as long as it takes on the smaller boards."""


class Revision(NamedTuple):
    """A sentence that reports a result, and the revised puzzle.

    `puzzle` is None if the puzzle has not changed. `tells_count` means that the sentence says how many solutions
    there are.
    """

    message: str
    puzzle: Puzzle | None = None
    tells_count: bool = False


def complete(puzzle: Puzzle, seed: int, is_cancelled: Callable[[], bool]) -> Revision:
    try:
        made = uniquify.make_unique(puzzle, seed=seed, few=True, is_cancelled=_until(SECONDS, is_cancelled))
    except uniquify.UnsolvableError:
        return Revision("There is no solution, and adding givens cannot change that.")
    except engine.CancelledError:
        return Revision("There was not enough time to find a solution.")
    if not made.added:
        return Revision("The puzzle already has exactly one solution.")
    return Revision(f"Added {wording.plural(len(made.added), 'given')}.", made.puzzle)


def reduce(puzzle: Puzzle, is_cancelled: Callable[[], bool]) -> Revision:
    try:
        reduction = engine.reduce_givens(puzzle, is_cancelled=_until(SECONDS, is_cancelled))
    except engine.ReductionError:
        return Revision("Nothing was removed: the puzzle must have exactly one solution.")
    left = reduction.puzzle.given_count
    removed = puzzle.given_count - left
    proof = "fewer would not be enough" if reduction.is_minimum else f"at least {reduction.lower_bound} are needed"
    if not removed:
        return Revision(f"No given can be removed; {proof}.")
    before, after = [engine.grade(it, is_cancelled=is_cancelled).band for it in (puzzle, reduction.puzzle)]
    change = "" if after is before else f" The puzzle was {before.title} and is now {after.title}."
    return Revision(f"Removed {wording.plural(removed, 'given')}. {left} are left; {proof}.{change}", reduction.puzzle)


def count(puzzle: Puzzle, is_cancelled: Callable[[], bool]) -> Revision:
    found = None
    if puzzle.geometry.cell_count <= EXACT_CELLS:
        with suppress(counting.count.TooManyGridsError):
            found = counting.count.count_exactly(puzzle, is_cancelled=is_cancelled)
    if found is None:
        found = engine.count_solutions(puzzle, COUNT_LIMIT + 1, is_cancelled=is_cancelled)
        if found > COUNT_LIMIT:
            return Revision(f"There are more than {COUNT_LIMIT:,} solutions.", tells_count=True)
    sentence = f"Exactly {found:,} {wording.inflect(found, 'solution')}." if found else "No solution."
    return Revision(sentence, tells_count=True)


def read(text: str, _is_cancelled: Callable[[], bool]) -> Revision:
    try:
        found = formats.read_puzzle(text)
    except engine.PuzzleFormatError as error:
        return Revision(fault_text(error))
    return Revision(plain(" ".join([found.reason, *found.notes]), SENTENCE_LENGTH), found.puzzle)


def _until(seconds: float, is_cancelled: Callable[[], bool]) -> Callable[[], bool]:
    end = monotonic() + seconds
    return lambda: is_cancelled() or monotonic() > end
