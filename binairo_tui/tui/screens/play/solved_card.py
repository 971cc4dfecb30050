"""The part of the play screen about a solved game: the result, the techniques needed, and where to go next."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from binairo_tui import player
from binairo_tui.tui import messages, view
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.view.spans import Paragraph


class SolvedCard:
    """The text shown once the game of `play` is solved; `find_next` returns the action that follows.

    `ghost` is the recorded game that the player raced against, if any.
    """

    def __init__(
        self,
        play: player.play.Play,
        find_next: Callable[[], messages.NextAction],
        ghost: player.ghost.Ghost | None = None,
    ) -> None:
        self._play = play
        self._ghost = ghost
        self._find_next = find_next
        self._review: view.solved_text.SolveReview | None = None
        self._next: messages.NextAction | None = None

    def open(self) -> None:
        """Find the action that follows the solved game, so that the footer can name it."""
        self._next = self._find_next()

    def review(self, is_cancelled: Callable[[], bool]) -> Iterator[view.solved_text.SolveReview]:
        """Yield the grade of the puzzle and the time spent on each technique. Slow: run it in a thread."""
        session = self._play.session
        rival = self._ghost.steps if self._ghost else ()
        yield view.solved_text.review_solve(session.puzzle, session.steps[: session.head], rival, is_cancelled)

    def take_review(self, review: view.solved_text.SolveReview) -> None:
        """Take a result of `review`, to be shown from now on."""
        self._review = review

    @property
    def context(self) -> FooterContext | None:
        """The context whose keys the footer shows; None before `open`."""
        return self._next.context if self._next else None

    def go_on(self) -> None:
        """Carry out the action that follows the solved game.

        The action is looked up again, because progress may have changed since `open`.
        """
        self._find_next().go()

    def texts(self) -> tuple[view.shared_text.SharedText, ...]:
        """Return the result card to share, in Unicode and in ASCII; empty while the game is not solved."""
        play = self._play
        if not play.session.is_solved or play.outcome is None:
            return ()
        grade = self._review.grade if self._review else None
        return tuple(
            [
                view.shared_text.SharedText(
                    title, "\n".join(player.result_card.result_card(play.game, play.outcome, grade, is_ascii=is_ascii))
                )
                for title, is_ascii in (("Result card", False), ("Result card in ASCII", True))
            ]
        )

    def paragraphs(self, width: int) -> tuple[Paragraph, ...]:
        """Return the text for a panel with this width in columns; empty while the game is not solved."""
        play = self._play
        if not play.session.is_solved:
            return ()
        review = self._review or view.solved_text.SolveReview()
        return tuple(
            view.solved_text.solved_paragraphs(play.outcome, play.session, review, width, play.today, ghost=self._ghost)
        )
