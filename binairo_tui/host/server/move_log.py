"""The log of one game, as the host keeps it. Every step is replayed by the rules of the game. Pure.

A player claims a result by sending a log. The host trusts only the log: the position, whether it is solved, the time,
and the use of help follow from the steps.
"""

from collections.abc import Sequence

from binairo_tui.engine import Puzzle
from binairo_tui.game import Aid, SolveStyle, style_of
from binairo_tui.game.history import History, State
from binairo_tui.game.steps import Step, StepKind, format_step, join_steps, parse_history

MAX_STEPS = 20_000
MAX_MOVES = 40_000
"""Limit on the moves of all steps together, because a single step may have as many moves as the board has cells."""
LONGEST_MS = 30 * 86_400_000
"""The maximum playing time that a log may claim, in milliseconds."""


class LogError(ValueError):
    """A log is not possible under the rules of the game. The message is a clause."""


class MoveLog(History):
    """The steps of one game of `puzzle`; `history` is their text in the notation of `game.steps`.

    Unless `allows_help` is set, the log refuses steps in which the program filled cells or proved a branch wrong.
    Raises LogError if the history does not fit the puzzle.
    """

    def __init__(self, puzzle: Puzzle, history: str = "", *, allows_help: bool = True) -> None:
        super().__init__(puzzle)
        self._allows_help = allows_help
        self._texts: list[str] = []
        self._helped: list[int] = []
        """The indices of the steps in which the program helped."""
        self.change(0, *read_steps(history, puzzle))

    def change(self, kept: int, steps: Sequence[Step], head: int) -> None:
        """Keep the first `kept` steps, append `steps`, undo all but `head`. Raises LogError, and changes nothing."""
        if not 0 <= kept <= len(self.steps) or not 0 <= head <= kept + len(steps):
            raise LogError("its step numbers contradict one another")
        if kept + len(steps) > MAX_STEPS:
            raise LogError(f"it has more than {MAX_STEPS} steps")
        if sum([len(step.moves) for step in (*self.steps[:kept], *steps)]) > MAX_MOVES:
            raise LogError(f"it has more than {MAX_MOVES} moves")
        times = [step.at_ms for step in (*self.steps[max(kept - 1, 0) : kept], *steps)]
        if times != sorted(times):
            raise LogError("its times are not in order")
        if steps and not 0 <= steps[0].at_ms <= steps[-1].at_ms <= LONGEST_MS:
            raise LogError("its times are impossible")
        try:
            states = self._states_after(kept, steps)
        except ValueError as error:
            raise LogError(str(error)) from None
        helped = [index for index in self._helped if index < kept]
        helped += [index for index, step in enumerate(steps, kept) if _is_help(step, *states[index : index + 2])]
        if helped and not self._allows_help:
            raise LogError("it shows that help was used, which a race does not allow")
        self.steps, self.head, self._states = (*self.steps[:kept], *steps), head, states
        self._texts[kept:] = [format_step(step, self.puzzle.width) for step in steps]
        self._helped = helped

    @property
    def filled(self) -> int:
        return self.puzzle.geometry.filled_count(self.position) - self.puzzle.given_count

    @property
    def elapsed_ms(self) -> int:
        """The playing time, in milliseconds, at the last step that is not undone."""
        return self.steps[self.head - 1].at_ms if self.head else 0

    @property
    def history(self) -> str:
        return join_steps(self._texts, self.head)

    def style(self, claimed: Aid) -> SolveStyle:
        """Return the style of a solve with the `claimed` aids; if the log shows help, help is added to the aids."""
        return style_of(claimed | Aid.PROPAGATION) if self._helped else style_of(claimed)


def _is_help(step: Step, before: State, after: State) -> bool:
    """Return True if the program filled cells in a step, or if dropping a branch filled in what the branch proved."""
    return step.kind.is_help or (step.kind is StepKind.DROP and after.position != before.branches[-1].position)


def read_steps(history: str, puzzle: Puzzle) -> tuple[Sequence[Step], int]:
    """Return the steps in a history, and how many of them are not undone. Raises LogError."""
    try:
        return parse_history(history, puzzle.width, puzzle.height)
    except ValueError as error:
        raise LogError(f"it cannot be read: {error}") from None
