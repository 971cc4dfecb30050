"""How hard a puzzle is: the techniques that it needs, easiest first.

The path to the solution goes in passes: of the easiest technique that finds anything, everything it finds is filled in
at once, and then the easiest technique has its turn again. So the path does not depend on the order in which cells are
looked at, and a mirrored, turned or complemented puzzle has the same grade. (Nested hypotheses are the exception: each
takes long, so a pass fills the first one found. The band is the same, the score may differ.)

The hardest technique of the path gives the band. No puzzle needs it by accident: the easier ones were all at their end
when it was used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from binairo_tui.engine.bands import BANDS, Band
from binairo_tui.engine.cancellation import CancelledError, IsCancelled, never
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.rules import is_solved
from binairo_tui.engine.search import count_solutions
from binairo_tui.engine.techniques.base import Technique, View
from binairo_tui.engine.techniques.registry import TECHNIQUES

SCORE_STEP = 1000
"""The score of a puzzle is this times the number of its band, and less than this for its path."""


class GradingError(ValueError):
    """A puzzle has no grade: it has no solution, or more than one. `solution_count` is 0, or 2 for two and more."""

    def __init__(self, solution_count: int) -> None:
        super().__init__(f"the puzzle has {'more than one' if solution_count else 'no'} solution")
        self.solution_count = solution_count


@dataclass(frozen=True, slots=True)
class GradeStep:
    """A pass: everything that one technique found in a position was filled in."""

    technique: str
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is.

    `techniques` says how many passes of the path each technique made, easiest first. `score` orders puzzles: by band,
    then by passes, of which one of a band counts twice as much as one of the band before. `is_solved` is False if the
    path does not lead to the solution: not even nested hypotheses are enough. Such a puzzle is in the last band.
    """

    band: Band
    score: int
    techniques: dict[str, int]
    path: tuple[GradeStep, ...]
    is_solved: bool

    @property
    def hardest(self) -> str:
        """The hardest technique of the path; empty if nothing was left to fill."""
        return list(self.techniques)[-1] if self.techniques else ""


def band_of(technique: str) -> Band:
    """The band that a technique belongs to; raises KeyError for an unknown name."""
    return _BAND_OF[technique]


def grade(puzzle: Puzzle, *, is_cancelled: IsCancelled = never) -> Grade:
    """The grade of a puzzle with exactly one solution.

    Raises GradingError for any other puzzle, and CancelledError if `is_cancelled`, asked before every pass and in every
    node of a search, says so. A 14x14 puzzle from a magazine takes some milliseconds, one that needs hypotheses a tenth
    of a second, and 20x20 puzzles with as few givens as can be up to half a minute.
    """
    path = list(passes(puzzle, puzzle.givens, _WITHOUT_HYPOTHESES, is_cancelled))
    position = path[-1].after if path else puzzle.givens
    if not puzzle.geometry.is_full(position):
        _prove_unique(puzzle, position, is_cancelled)
        path += passes(puzzle, position, TECHNIQUES, is_cancelled)
        position = path[-1].after if path else position
    elif not is_solved(puzzle, position):
        raise GradingError(0)
    if is_cancelled():
        raise CancelledError
    return _grade(path, is_solved=puzzle.geometry.is_full(position))


def passes(
    puzzle: Puzzle,
    position: Position,
    techniques: Sequence[Technique],
    is_cancelled: IsCancelled = never,
) -> Iterator[GradeStep]:
    """The passes from a position until it is full, or these techniques find nothing more, or contradict each other.

    In the last case some cells of the last `after` are marked with both values.
    """
    ones = puzzle.geometry.ones
    seen: dict[str, list[str]] = {}
    while not puzzle.geometry.is_full(position) and not position & position >> 1 & ones and not is_cancelled():
        step = next_pass(View(puzzle, position), techniques, seen)
        if step is None:
            return
        yield step
        position = step.after


def next_pass(view: View, techniques: Sequence[Technique], seen: dict[str, list[str]]) -> GradeStep | None:
    """The pass of the first technique that finds anything; None if none does.

    `seen` holds, for each technique, the lines as it saw them last, by line, and is kept up to date: only lines that
    have changed can be news to it.
    """
    for technique in techniques:
        last = seen.get(technique.name)
        lines = view.open_lines if last is None else [line for line in view.open_lines if line.text != last[line.line]]
        seen[technique.name] = [line.text for line in view.lines]
        after = technique.filled(view, lines)
        if after != view.position:
            return GradeStep(technique.name, view.position, after)
    return None


def _prove_unique(puzzle: Puzzle, position: Position, is_cancelled: IsCancelled) -> None:
    """Raise GradingError unless there is exactly one solution above a position that all solutions agree with."""
    if position & position >> 1 & puzzle.geometry.ones:
        raise GradingError(0)
    count = count_solutions(puzzle, 2, position=position, is_cancelled=is_cancelled)
    if count != 1:
        raise GradingError(count)


def _grade(path: Sequence[GradeStep], *, is_solved: bool) -> Grade:
    counted = Counter(step.technique for step in path)
    techniques = {technique.name: counted[technique.name] for technique in TECHNIQUES if technique.name in counted}
    bands = [_BAND_OF[name] for name in techniques]
    band = Band.EXTREME if not is_solved else max(bands, default=Band.GENTLE)
    weight = sum(times << _BAND_OF[name] for name, times in techniques.items())
    return Grade(band, SCORE_STEP * band + min(weight, SCORE_STEP - 1), techniques, tuple(path), is_solved)


_BAND_OF = {name: band for band, names in BANDS.items() for name in names}
_WITHOUT_HYPOTHESES = tuple([technique for technique in TECHNIQUES if _BAND_OF[technique.name] is not Band.EXTREME])
