"""The result of a solved game, what the puzzle needed, and where to go next: one part of the play screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from binairo_tui.engine import Puzzle
    from binairo_tui.game import Step
    from binairo_tui.player.ghost import Ghost
    from binairo_tui.player.play import Play
    from binairo_tui.tui.keymap import FooterContext
    from binairo_tui.tui.messages import NextAction
    from binairo_tui.tui.view.shared_text import SharedText
    from binairo_tui.tui.view.solved_text import Needed
    from binairo_tui.tui.view.spans import Paragraph


class SolvedCard:
    """The text shown once the game of `play` is solved; `find_next` returns the action that follows.

    `ghost` is the recorded game that it was played against, if any.
    """

    def __init__(self, play: Play, find_next: Callable[[], NextAction], ghost: Ghost | None = None) -> None:
        self._play = play
        self._ghost = ghost
        self._find_next = find_next
        self._needed: Needed | None = None
        self._next: NextAction | None = None

    def open(self) -> None:
        """Find the action that follows, which the footer names."""
        self._next = self._find_next()

    def review(self, is_cancelled: Callable[[], bool]) -> Iterator[Needed]:
        """Yield the techniques that the puzzle needed, compared with the steps played. Slow: run it in a thread."""
        session = self._play.session
        rival = self._ghost.steps if self._ghost else ()
        yield _find_needed(session.puzzle, session.steps[: session.head], rival, is_cancelled)

    def take_review(self, needed: Needed) -> None:
        """Take a result of `review`, to be shown from now on."""
        self._needed = needed

    @property
    def context(self) -> FooterContext | None:
        """The context whose keys the footer shows; None before `open`."""
        return self._next.context if self._next else None

    def go_on(self) -> None:
        """Carry out the action that follows, looked up again because progress may have changed since `open`."""
        self._find_next().go()

    def texts(self) -> tuple[SharedText, ...]:
        """Return the result card to share, in Unicode and in ASCII; empty while the game is not solved."""
        play = self._play
        if not play.session.is_solved or play.outcome is None:
            return ()
        from binairo_tui.player.result_card import result_card
        from binairo_tui.tui.view.shared_text import SharedText

        grade = self._needed.grade if self._needed else None
        return tuple(
            [
                SharedText(title, "\n".join(result_card(play.game, play.outcome, grade, is_ascii=is_ascii)))
                for title, is_ascii in (("Result card", False), ("Result card in ASCII", True))
            ]
        )

    def paragraphs(self, width: int) -> tuple[Paragraph, ...]:
        """Return the text for a panel with this width in columns; empty while the game is not solved."""
        play = self._play
        if not play.session.is_solved:
            return ()
        # Imported here so that the first board does not wait for it.
        from binairo_tui.tui.view.solved_text import Needed, solved_paragraphs

        needed = self._needed or Needed()
        return tuple(solved_paragraphs(play.outcome, play.session, needed, width, play.today, ghost=self._ghost))


def _find_needed(
    puzzle: Puzzle, steps: tuple[Step, ...], rival: tuple[Step, ...], is_cancelled: Callable[[], bool]
) -> Needed:
    # Imported here, so that startup does not wait for the techniques.
    from binairo_tui.engine.grading import GradingError, grade
    from binairo_tui.game.review import stretches
    from binairo_tui.player.text import NOT_UNIQUE
    from binairo_tui.tui.view.solved_text import Needed

    waits = _find_waits(puzzle, steps, is_cancelled)
    try:
        found = grade(puzzle, is_cancelled=is_cancelled)
    except GradingError as error:
        problem = NOT_UNIQUE if error.solution_count else ""
        return Needed(problem=problem, waits=waits)
    rivals = stretches(puzzle, found, rival) if rival else ()
    return Needed(found, stretches(puzzle, found, steps), rivals, waits=waits)


def _find_waits(puzzle: Puzzle, steps: tuple[Step, ...], is_cancelled: Callable[[], bool]) -> tuple[str, ...]:
    """Return sentences about the longest waits, each with the easiest proof at the time."""
    from binairo_tui.player.coach import fills, longest_waits, wait_text

    found = fills(puzzle, steps, is_cancelled=is_cancelled)
    return tuple(
        [
            f"{wait_text(puzzle, fill)} {proof.text}" if proof else wait_text(puzzle, fill)
            for fill, proof in longest_waits(puzzle, found)
        ]
    )
