"""Passes: each uses the easiest technique that finds anything, and fills everything that this technique finds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from binairo_tui.engine import cancellation
from binairo_tui.engine.geometry import Cell, Line, Position, line_name
from binairo_tui.engine.puzzle import Puzzle, check_position
from binairo_tui.engine.rules import find_violations
from binairo_tui.engine.techniques import base
from binairo_tui.engine.techniques.deductions import SHORT_OF_HYPOTHESES, dead_lines
from binairo_tui.engine.wording import cell_names, join_words


@dataclass(frozen=True, slots=True)
class GradeStep:
    """A pass: one technique fills all cells that it can fill in a position.

    >>> first = grade(parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")).path[0]
    >>> isinstance(first, GradeStep), first.technique
    (True, 'pair')
    """

    technique: str
    before: Position
    after: Position


class Conflict(NamedTuple):
    """A contradiction, which shows that no solution agrees with the position.

    Either `cells` holds cells that would have to be both 0 and 1, or `lines` holds lines that cannot all be filled
    legally. The other tuple is empty.

    >>> puzzle = parse_puzzle("6x6;11.00." + "." * 30)
    >>> list(propagation_steps(puzzle, puzzle.givens))
    [Conflict(cells=(2,), lines=())]
    """

    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]


def conflict_text(puzzle: Puzzle, conflict: Conflict) -> str:
    """Return a sentence that says where propagation found a contradiction.

    >>> puzzle = parse_puzzle("6x6;11.00." + "." * 30)
    >>> conflict_text(puzzle, next(propagation_steps(puzzle)))
    'Neither 0 nor 1 fits in r1c3.'
    """
    if conflict.lines:
        return (
            f"No legal filling is left for {join_words([line_name(line, puzzle.height) for line in conflict.lines])}."
        )
    return f"Neither 0 nor 1 fits in {cell_names(puzzle, conflict.cells)}."


def propagation_steps(puzzle: Puzzle, position: Position | None = None) -> Iterator[GradeStep | Conflict]:
    """Yield the passes (`GradeStep`) that lead to the result of `propagate`, and last a `Conflict` if there is one.

    The arguments and errors are those of `propagate`.

    >>> puzzle = parse_puzzle("4x4;11..0...........")
    >>> [step.technique for step in propagation_steps(puzzle)]
    ['pair', 'last blank']
    """
    start = puzzle.givens if position is None else position
    check_position(puzzle, start)
    return _steps(puzzle, puzzle.givens | start)


def _steps(puzzle: Puzzle, position: Position) -> Iterator[GradeStep | Conflict]:
    steps = passes(puzzle, position, tuple(SHORT_OF_HYPOTHESES.values()))
    while not (broken := find_violations(puzzle, position)) and (step := next(steps, None)) is not None:
        if clash := step.after & step.after >> 1 & puzzle.geometry.ones:
            yield Conflict(puzzle.geometry.cells(clash), ())
            return
        yield step
        position = step.after
    if lines := dead_lines(base.View(puzzle, position)) or (broken[0].lines if broken else ()):
        yield Conflict((), lines)


def passes(
    puzzle: Puzzle,
    position: Position,
    techniques: Sequence[base.Technique],
    is_cancelled: cancellation.IsCancelled = cancellation.never,
) -> Iterator[GradeStep]:
    """Yield the passes from a position until it is full, nothing more is found, or a contradiction is reached.

    Each pass uses the first of `techniques` that finds anything. If the last pass reaches a contradiction, some cells
    hold both values in its position `after`. The iteration also ends once `is_cancelled` returns True.
    """
    ones = puzzle.geometry.ones
    seen: dict[str, list[str]] = {}
    while not puzzle.geometry.is_full(position) and not position & position >> 1 & ones and not is_cancelled():
        step = next_pass(base.View(puzzle, position), techniques, seen)
        if step is None:
            return
        yield step
        position = step.after


def next_pass(view: base.View, techniques: Sequence[base.Technique], seen: dict[str, list[str]]) -> GradeStep | None:
    """Return a pass of the first technique that finds anything, or None if no technique does.

    `seen` maps the name of each technique tried so far to the texts that all lines had when it was last tried. The
    technique examines only lines that have changed since then. This function updates `seen`.
    """
    for technique in techniques:
        last = seen.get(technique.name)
        lines = view.open_lines if last is None else [line for line in view.open_lines if line.text != last[line.line]]
        seen[technique.name] = [line.text for line in view.lines]
        after = technique.filled(view, lines)
        if after != view.position:
            return GradeStep(technique.name, view.position, after)
    return None
