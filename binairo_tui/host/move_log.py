"""The log of one game, as the host keeps it. Every step is replayed by the rules of the game. Pure.

A player claims a result by sending a log. The host trusts nothing else: the position, whether it is solved, the time,
and whether help was used all follow from the steps.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from binairo_tui.engine import find_violations
from binairo_tui.game.aids import Aid, SolveStyle, style_of
from binairo_tui.game.states import first_state, next_state
from binairo_tui.game.steps import Step, StepKind, format_history, parse_history, parse_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.engine import Position, Puzzle

MAX_STEPS = 20_000
LONGEST_MS = 30 * 86_400_000
"""The longest playing time in milliseconds that a log may claim."""


class LogError(ValueError):
    """A log is not possible under the rules of the game. The message is a clause."""


class MoveLog:
    """The steps of one game of `puzzle`; all after the first `head` are undone. `history` is as in `game.steps`.

    Raises LogError if the history does not fit the puzzle.
    """

    def __init__(self, puzzle: Puzzle, history: str = "") -> None:
        self.puzzle = puzzle
        self.steps: list[Step] = []
        self.head = 0
        self._states = [first_state(puzzle)]
        try:
            steps, head = parse_history(history, puzzle.width, puzzle.height)
        except (ValueError, KeyError) as error:
            raise LogError(f"it cannot be read: {error}") from None
        self.change(0, steps, head)

    def change(self, kept: int, steps: Sequence[Step], head: int) -> None:
        """Keep the first `kept` steps, append `steps`, and undo all but the first `head` steps.

        Raises LogError without changing anything.
        """
        if not 0 <= kept <= len(self.steps) or not 0 <= head <= kept + len(steps):
            raise LogError("its step numbers contradict one another")
        if kept + len(steps) > MAX_STEPS:
            raise LogError(f"it has more than {MAX_STEPS} steps")
        all_steps = [*self.steps[:kept], *steps]
        if any(later.at_ms < step.at_ms for step, later in pairwise(all_steps[max(kept - 1, 0) :])):
            raise LogError("its times are not in order")
        if steps and not 0 <= steps[0].at_ms <= steps[-1].at_ms <= LONGEST_MS:
            raise LogError("its times are impossible")
        states = self._states[: kept + 1]
        for number, step in enumerate(steps, kept + 1):
            try:
                states.append(next_state(self.puzzle, states, step))
            except ValueError as error:
                raise LogError(f"step {number} {error}") from None
        self.steps, self.head, self._states = all_steps, head, states

    @property
    def position(self) -> Position:
        """The current position."""
        return self._states[self.head].position

    @property
    def is_solved(self) -> bool:
        """Whether the grid is full and no rule is broken."""
        return self.puzzle.geometry.is_full(self.position) and not find_violations(self.puzzle, self.position)

    @property
    def filled(self) -> int:
        """The number of cells that the player has filled."""
        return self.puzzle.geometry.filled_count(self.position) - self.puzzle.given_count

    @property
    def to_fill(self) -> int:
        """The number of cells without a given."""
        return self.puzzle.geometry.cell_count - self.puzzle.given_count

    @property
    def elapsed_ms(self) -> int:
        """The playing time at the last step that is not undone."""
        return self.steps[self.head - 1].at_ms if self.head else 0

    @property
    def has_help(self) -> bool:
        """Whether the program filled cells, or proved a branch wrong, in any step."""
        return any(step.kind.is_help or self._is_proof(index) for index, step in enumerate(self.steps))

    @property
    def history(self) -> str:
        """The text of the log."""
        return format_history(self.steps, self.head, self.puzzle.width)

    def style(self, claimed: Aid) -> SolveStyle:
        """Return the style of the solve: at best that of the `claimed` aids, and helped if the log shows help."""
        return style_of(claimed | Aid.PROPAGATION) if self.has_help else style_of(claimed)

    def _is_proof(self, index: int) -> bool:
        """Return True if a step dropped a branch and gave its first cell the opposite value, which needs a proof."""
        before, after = self._states[index : index + 2]
        return self.steps[index].kind is StepKind.DROP and after.position != before.branches[-1].position


def steps_of(items: Sequence[object], puzzle: Puzzle) -> list[Step]:
    """Return the steps in a message, each a list of kind, moves and milliseconds. Raises LogError."""
    steps = []
    for item in items:
        match item:
            case [str(kind), str(moves), int(at_ms)] if kind in _KINDS and not isinstance(at_ms, bool):
                try:
                    steps.append(Step(_KINDS[kind], parse_moves(moves, puzzle.width, puzzle.height), at_ms))
                except ValueError as error:
                    raise LogError(f"{error}") from None
            case _:
                raise LogError("a step must be a list of kind, moves and milliseconds")
    return steps


_KINDS = {kind.value: kind for kind in StepKind}
