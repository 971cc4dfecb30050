"""Having the puzzle changed by the program, in a thread: completed, reduced, read from a text."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.engine.wording import inflect
from binairo_tui.player.text import plain
from binairo_tui.tui.screens.editor.base import EditorBase
from binairo_tui.tui.view.import_text import size_fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events

    from binairo_tui.engine import Puzzle

SECONDS = 5.0
"""How long to look for fewer givens; the best that was found until then is taken."""
EXACT_CELLS = 64
"""On boards of up to so many cells all solutions are counted: a few seconds at most."""
COUNT_LIMIT = 100_000
"""On larger ones so many at most: about as long."""


class Made(NamedTuple):
    """What came of it: a sentence, and another puzzle if there is one."""

    message: str
    puzzle: Puzzle | None = None


class MakeActions(EditorBase):
    """What the program does to the puzzle; the next edit calls it off."""

    _seed = 0

    def action_complete(self, few: bool) -> None:
        """Add givens until there is one solution; others each time."""
        self._seed += 1
        self._make("Completing...", partial(completed, self.puzzle, self._seed, few=few))

    def action_reduce(self) -> None:
        """Take superfluous givens away."""
        self._make("Looking for givens that can go...", partial(reduced, self.puzzle))

    def action_count(self) -> None:
        """Count the solutions."""
        self._make("Counting...", partial(counted, self.puzzle))

    def action_type(self) -> None:
        """Ask for the text of a puzzle."""
        from binairo_tui.tui.screens.prompt import PromptScreen

        self.app.push_screen(
            PromptScreen("A puzzle in any format (or paste it on the board):", "", _fault_of), self._read
        )

    def on_paste(self, event: events.Paste) -> None:
        """A text was pasted on the board."""
        event.stop()
        if fault := size_fault(event.text):
            self.note(fault)
            return
        self._read("\n".join(event.text.splitlines()))  # terminals send line ends as carriage returns

    def _read(self, text: str | None) -> None:
        if text is not None:
            self._make("Reading...", partial(read, text))

    def _make(self, message: str, make: Callable[[Callable[[], bool]], Made]) -> None:
        self.run_beside("making", lambda is_cancelled: (make(is_cancelled),), self._take)
        self.is_leaving = False
        self.note(message)

    def _take(self, made: Made) -> None:
        self.cancel_beside("making")
        if made.puzzle is None:
            self.note(made.message)
        else:
            self.do(partial(self.session.take, made.puzzle, made.message))


def completed(puzzle: Puzzle, seed: int, is_cancelled: Callable[[], bool], *, few: bool) -> Made:
    """The puzzle with exactly one solution."""
    from binairo_tui.engine.cancellation import CancelledError
    from binairo_tui.engine.uniquify import UnsolvableError, make_unique

    try:
        made = make_unique(puzzle, seed=seed, few=few, is_cancelled=_until(SECONDS, is_cancelled))
    except UnsolvableError:
        return Made("There is no solution, and no given can mend that.")
    except CancelledError:
        return Made("No solution was found in time.")
    count = len(made.added)
    if not count:
        return Made("It has exactly one solution already.")
    text = f"Added {count} given{'s' * (count > 1)}."
    if made.is_minimal:
        text += f" {'None of them' if count > 1 else 'It'} can{'' if count > 1 else 'not'} be spared."
    return Made(text, made.puzzle)


def reduced(puzzle: Puzzle, is_cancelled: Callable[[], bool]) -> Made:
    """The puzzle with the fewest givens that were found in time."""
    from binairo_tui.engine.reduction import ReductionError, reduce_givens

    try:
        reduction = reduce_givens(puzzle, is_cancelled=_until(SECONDS, is_cancelled))
    except ReductionError:
        return Made("Only where there is exactly one solution can givens be superfluous.")
    left = reduction.puzzle.given_count
    removed = puzzle.given_count - left
    proof = "no fewer are enough" if reduction.is_minimum else f"at least {reduction.lower_bound} are needed"
    if not removed:
        return Made(f"No given was found that can go; {proof}.")
    return Made(f"Took {removed} given{'s' * (removed > 1)} away. {left} are left; {proof}.", reduction.puzzle)


def counted(puzzle: Puzzle, is_cancelled: Callable[[], bool]) -> Made:
    """How many solutions there are: exactly on small boards, up to a limit on others."""
    from binairo_tui.counting.count import TooManyGridsError, count_exactly
    from binairo_tui.engine.search import count_solutions

    if puzzle.geometry.cell_count <= EXACT_CELLS:
        with suppress(TooManyGridsError):
            return _count_made(count_exactly(puzzle, is_cancelled=is_cancelled))
    count = count_solutions(puzzle, COUNT_LIMIT + 1, is_cancelled=is_cancelled)
    return Made(f"More than {COUNT_LIMIT:,} solutions.") if count > COUNT_LIMIT else _count_made(count)


def _count_made(count: int) -> Made:
    return Made(f"Exactly {count:,} {inflect(count, 'solution')}.")


def read(text: str, _is_cancelled: Callable[[], bool]) -> Made:
    """The puzzle of a text in any format."""
    from binairo_tui.formats import read_puzzle

    try:
        found = read_puzzle(text)
    except PuzzleFormatError as error:
        return Made(plain(f"Line {error.line}, column {error.column}: {error.message}.", 300))
    return Made(plain(" ".join([found.reason, *found.notes]), 300), found.puzzle)


def _until(seconds: float, is_cancelled: Callable[[], bool]) -> Callable[[], bool]:
    end = monotonic() + seconds
    return lambda: is_cancelled() or monotonic() > end


def _fault_of(text: str) -> str:
    return "" if text.strip() else "Type or paste a puzzle."
