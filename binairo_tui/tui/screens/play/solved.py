"""Once the puzzle is solved: the result, what the puzzle needed, and where to go from there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.worker import get_current_worker

from binairo_tui.tui.screens.play.base import PlayBase
from binairo_tui.tui.view.solved_text import Needed, solved_paragraphs, solved_sentences

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.engine import Puzzle
    from binairo_tui.game import Step
    from binairo_tui.tui.view.play_text import Paragraph


class SolvedActions(PlayBase):
    """The quiet moment."""

    _sentences: tuple[str, ...] = ()
    _needed = Needed()

    def on_mount(self) -> None:
        """Look back at a game that comes solved."""
        if self.session.is_solved:
            self._review()

    def finish(self) -> None:
        """Stop the clock and look back; the first time, record the result."""
        super().finish()
        self._review()
        if self._sentences:
            return
        self._sentences = solved_sentences(self.game, self.session, self.store.results())
        self.store.finish(self.game, self.session.snapshot())

    def solved_paragraphs(self) -> tuple[Paragraph, ...]:
        """What is said once the puzzle is solved."""
        session = self.session
        if not session.is_solved:
            return ()
        return tuple(solved_paragraphs(self._sentences, session, self._needed, self.panel.size.width))

    def _review(self) -> None:
        """Find out where to go from here, and in a thread what the puzzle needed."""
        self.onward = self.find_onward()
        question = partial(_find_needed, self.session.puzzle, self.session.steps[: self.session.head])

        def answer() -> None:
            worker = get_current_worker()
            needed = question(lambda: worker.is_cancelled)
            self.post_message(self.Answered(None, partial(self._take_review, needed)))

        self.run_worker(answer, group="review", thread=True, exclusive=True)

    def _take_review(self, needed: Needed) -> None:
        self._needed = needed
        self.show_panel()

    def action_next(self) -> None:
        """Go on, as the footer says."""
        self.find_onward().go()


def _find_needed(puzzle: Puzzle, steps: tuple[Step, ...], is_cancelled: Callable[[], bool]) -> Needed:
    """The grade of a puzzle set against the steps of a play."""
    # Imported here, so that no start waits for the techniques.
    from binairo_tui.engine.cancellation import CancelledError
    from binairo_tui.engine.grading import GradingError, grade
    from binairo_tui.game.review import stretches

    try:
        found = grade(puzzle, is_cancelled=is_cancelled)
    except CancelledError:
        return Needed()
    except GradingError as error:
        return Needed(problem="It has more than one solution, so it has no grade." if error.solution_count else "")
    return Needed(found, stretches(puzzle, found, steps))
