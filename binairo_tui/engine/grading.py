"""Grading: determines how hard a puzzle is from the techniques that it needs.

The path to the solution consists of passes. Each pass uses the easiest technique that finds anything, and fills all
cells that the technique finds. A pass of nested hypotheses fills only the first group of values found. Because all
cells of a pass are filled together, the path does not depend on the order in which cells are examined. So a mirrored,
rotated or value-swapped puzzle has the same grade.

The hardest technique in the path determines the band. All passes together determine the score (see `scoring`).

Nested hypotheses may take long, so they end after MAX_TRIALS trials. A limit in seconds would give a puzzle different
grades on different machines. After the limit, the grade is only a lower bound: the puzzle is at least that hard.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from binairo_tui.engine import cancellation, scoring, search
from binairo_tui.engine.bands import Band
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.passes import GradeStep, passes
from binairo_tui.engine.puzzle import Puzzle, check_puzzle
from binairo_tui.engine.techniques import base, nested_hypothesis, registry
from binairo_tui.engine.wording import cell_names

MAX_TRIALS = 60_000
"""Limit on the trials of nested hypotheses in a grade. This number of trials takes about a second in pure Python."""


class GradingError(ValueError):
    """A ValueError: the puzzle has no grade because it does not have exactly one solution.

    `solution_count` is 0 if there is no solution, and 2 if there are two or more.

    >>> grade(Puzzle(4, 4))
    Traceback (most recent call last):
    binairo_tui.engine.grading.GradingError: the puzzle has more than one solution
    """

    def __init__(self, solution_count: int) -> None:
        super().__init__(f"the puzzle has {'more than one' if solution_count else 'no'} solution")
        self.solution_count = solution_count


@dataclass(frozen=True, slots=True)
class Grade:
    """The difficulty of a puzzle.

    `path` holds the passes from the givens to the solution (see `GradeStep`). `techniques` maps each technique in
    `path`, easiest first, to its number of passes. `score` estimates the effort of the whole path, on one scale for all
    bands and sizes. `is_solved` is False if the path ends before the solution, because nested hypotheses find nothing
    more or have used up MAX_TRIALS trials. Such a puzzle is Extreme or harder, and `score` is only a lower bound.

    >>> found = grade(parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0..."))
    >>> isinstance(found, Grade), found.hardest, found.is_solved
    (True, 'two blanks', True)
    """

    band: Band
    score: int
    techniques: dict[str, int] = field(hash=False)
    path: tuple[GradeStep, ...]
    is_solved: bool

    @property
    def hardest(self) -> str:
        """The hardest technique in the path; empty if the puzzle is full."""
        return list(self.techniques)[-1] if self.techniques else ""


def grade(
    puzzle: Puzzle,
    *,
    is_cancelled: cancellation.IsCancelled = cancellation.never,
    techniques: Sequence[base.Technique] | None = None,
) -> Grade:
    """Return the grade of a puzzle with exactly one solution.

    If `techniques` is not None, only these techniques are used; they must be sorted, easiest first. Raises GradingError
    if the puzzle does not have exactly one solution. Raises ValueError if a registered technique fills in a wrong
    value, and CancelledError once `is_cancelled` returns True. Grading a 14x14 puzzle from a magazine takes some
    milliseconds. Grading takes a tenth of a second if the puzzle needs hypotheses, and up to a second if it needs
    nested hypotheses.

    >>> found = grade(parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0..."))
    >>> found.band, found.score, found.techniques
    (Band.HARD, 1148, {'last blank': 4, 'pair': 1, 'sandwich': 2, 'complete line': 2, 'last one': 1, 'two blanks': 1})
    """
    check_puzzle(puzzle)
    techniques = registry.techniques() if techniques is None else techniques
    without_hypotheses = [technique for technique in techniques if registry.BAND_OF[technique.name] is not Band.EXTREME]
    path = list(passes(puzzle, puzzle.givens, without_hypotheses, is_cancelled))
    position = path[-1].after if path else puzzle.givens
    try:
        _prove_unique(puzzle, position, is_cancelled)
    except GradingError:
        _check_techniques(puzzle, path, is_cancelled)
        raise
    if not puzzle.geometry.is_full(position):
        path += passes(puzzle, position, _limited(puzzle, techniques, is_cancelled), is_cancelled)
        position = path[-1].after if path else position
    cancellation.check(is_cancelled)
    return _grade(puzzle, path, techniques, is_cancelled, is_solved=puzzle.geometry.is_full(position))


def _prove_unique(puzzle: Puzzle, position: Position, is_cancelled: cancellation.IsCancelled) -> None:
    """Raise GradingError unless there is exactly one solution. `position` holds values that all solutions share."""
    if position & position >> 1 & puzzle.geometry.ones:
        raise GradingError(0)
    count = search.count_solutions(puzzle, 2, position=position, is_cancelled=is_cancelled)
    if count != 1:
        raise GradingError(count)


def _check_techniques(puzzle: Puzzle, path: Sequence[GradeStep], is_cancelled: cancellation.IsCancelled) -> None:
    """Raise ValueError if a registered technique has filled in a wrong value, so that no solution is left."""
    if registry.ADDED.keys().isdisjoint([step.technique for step in path]):
        return
    found = list(search.solutions(puzzle, 2, is_cancelled=is_cancelled))
    wrong = next((step for step in path if step.after & ~found[0]), None) if len(found) == 1 else None
    if wrong:
        cells = cell_names(puzzle, puzzle.geometry.cells(wrong.after & ~found[0]))
        raise ValueError(f"the technique {wrong.technique!r} is wrong about {cells}")


def _limited(
    puzzle: Puzzle, techniques: Sequence[base.Technique], is_cancelled: cancellation.IsCancelled
) -> tuple[base.Technique, ...]:
    """Return the techniques; nested hypotheses get at most MAX_TRIALS trials in all passes of a path together."""
    trials = nested_hypothesis.Trials(puzzle, MAX_TRIALS, is_cancelled)
    limited = replace(nested_hypothesis.TECHNIQUE, trials=trials)
    return tuple([limited if technique is nested_hypothesis.TECHNIQUE else technique for technique in techniques])


def _grade(
    puzzle: Puzzle,
    path: Sequence[GradeStep],
    techniques: Sequence[base.Technique],
    is_cancelled: cancellation.IsCancelled,
    *,
    is_solved: bool,
) -> Grade:
    counted = Counter(step.technique for step in path)
    used = [technique for technique in techniques if technique.name in counted]
    bands = [registry.BAND_OF[technique.name] for technique in used] if is_solved else [Band.EXTREME]
    score = 0.0
    for step in path:  # not `sum`, which rounds differently since Python 3.12: all versions must give the same score
        cancellation.check(is_cancelled)
        score += scoring.effort(puzzle, step.technique, step.before, step.after)
    return Grade(
        max(bands, default=Band.GENTLE),
        round(score),
        {it.name: counted[it.name] for it in used},
        tuple(path),
        is_solved,
    )
