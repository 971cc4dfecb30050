"""Review of a game: its pace, its steps in words, the techniques that it needed, and the time for each technique."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import EMPTY, Cell, Puzzle, wording
from binairo_tui.game.history import History
from binairo_tui.game.steps import Step, StepKind

BEYOND = ""
"""Stands for a missing technique: no technique of a grade's path fills the cell, or only a hypothesis fills it."""
LEAST_WAIT_MS = 5000
"""The shortest wait that counts as being stuck, in milliseconds."""


class Stretch(NamedTuple):
    """A technique that the puzzle needed, the number of cells it fills, and the time in ms spent on these cells."""

    technique: str
    cells: int
    elapsed_ms: int


class Wait(NamedTuple):
    """A step and the time in ms before it. `number` is the place of the step in the game, counted from 1."""

    number: int
    step: Step
    elapsed_ms: int


def waits(steps: Sequence[Step]) -> Iterator[Wait]:
    """Yield the time before each step that changed a value.

    The time is measured from the previous such step, or from the start of the game. `steps` must not contain undone
    steps.
    """
    before = 0
    for number, step in enumerate(steps, 1):
        if any(move.old != move.new for move in step.moves):
            yield Wait(number, step, max(step.at_ms - before, 0))
            before = max(step.at_ms, before)


def stretches(puzzle: Puzzle, grade: engine.Grade, steps: Sequence[Step]) -> tuple[Stretch, ...]:
    """Return the techniques of the path of the grade, easiest first, with the time spent on each technique.

    The time before a step counts for the technique with which the path fills the step's first cell. If the path does
    not fill this cell, the time counts for `BEYOND`.
    """
    needed: dict[Cell, str] = {}
    for found in grade.path:
        needed.update(dict.fromkeys(puzzle.geometry.changed(found.before, found.after), found.technique))
    counts, times = Counter(needed.values()), Counter[str]()
    for wait in waits(steps):
        times[needed.get(wait.step.moves[0].cell, BEYOND)] += wait.elapsed_ms
    names = {**dict.fromkeys(grade.techniques), **counts, **times}
    return tuple([Stretch(it, counts[it], times[it]) for it in names if it in counts or it in times])


def times_by_cell(steps: Sequence[Step]) -> Counter[Cell]:
    """The time in ms before a step with several cells is divided equally among them; see `waits`."""
    times = Counter[Cell]()
    for wait in waits(steps):
        for move in wait.step.moves:
            times[move.cell] += wait.elapsed_ms // len(wait.step.moves)
    return times


def step_text(puzzle: Puzzle, step: Step) -> str:
    names = wording.cell_names(puzzle, [move.cell for move in step.moves])
    phrases = {
        StepKind.PLACE: f"{names} = {step.moves[0].new if step.moves else ''}",
        StepKind.CLEAR: f"{names} cleared",
        StepKind.RESTART: "Everything cleared",
        StepKind.MARK: f"Mark on {names} set or removed",
        StepKind.BRANCH: "Branch opened",
        StepKind.KEEP: "Branch kept",
        StepKind.DROP: "Branch dropped",
        StepKind.HINT: f"A hint {'emptied' if EMPTY in [move.new for move in step.moves] else 'filled'} {names}",
    }
    return phrases.get(step.kind, f"The rules filled {names}")


QUARTERS = (25, 50, 75, 100)
"""The percentages of filled cells at which the times of two games are compared."""


class Pace(NamedTuple):
    """The pace of one game; `to_fill` is the number of cells without a given.

    Each item of `moments` is a playing time in ms and the number of cells that were filled from that time on. The
    times are ascending.
    """

    moments: tuple[tuple[int, int], ...]
    to_fill: int

    def filled_at(self, elapsed_ms: int) -> int:
        """Return how many cells were filled at a playing time in ms."""
        index = bisect_right(self.moments, elapsed_ms, key=lambda moment: moment[0])
        return self.moments[index - 1][1] if index else 0

    def splits(self) -> tuple[int | None, ...]:
        """Return the time in ms from which each of the `QUARTERS` stayed filled; None for one that did not."""
        return tuple([self._kept_from(-(-self.to_fill * quarter // 100)) for quarter in QUARTERS])

    def _kept_from(self, filled: int) -> int | None:
        since = None
        for at_ms, count in reversed(self.moments):
            if count < filled:
                break
            since = at_ms
        return since


def pace_of(puzzle: Puzzle, steps: Sequence[Step]) -> Pace:
    """Return the pace of a game by replaying its steps. Raises ValueError if they do not fit the puzzle."""
    positions = History(puzzle, tuple(steps), len(steps)).positions[1:]
    given, count = puzzle.given_count, puzzle.geometry.filled_count
    moments = tuple([(step.at_ms, count(after) - given) for step, after in zip(steps, positions, strict=True)])
    return Pace(moments, puzzle.geometry.cell_count - given)


def is_solution(puzzle: Puzzle, steps: Sequence[Step]) -> bool:
    try:
        return History(puzzle, tuple(steps), len(steps)).is_solved
    except ValueError:
        return False
