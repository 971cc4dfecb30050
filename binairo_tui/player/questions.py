"""The player's questions: the question being answered, and the hint or reason shown page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from binairo_tui import engine, game, player
from binairo_tui.player.play_interface import Asked, Event, Executor, HintGiven, Question, WhyGiven, run_now

T = TypeVar("T")


class Questions:
    """The question that is being answered (`asked`) and the hint that is shown, at most one of each.

    `hint_page` is the index of the shown page in `hint_pages`. If the hint is the reason for the content of a cell,
    `reason_cell` is this cell. `hints_waiting` is the number of times that the player asked again while a hint was
    being computed.
    """

    def __init__(self) -> None:
        self.asked: Asked | None = None
        self.hints_waiting = 0
        self.hint: engine.Hint | None = None
        self.hint_page = 0
        self.reason_cell: engine.Cell | None = None
        self._listen: Callable[[Event], None] = lambda _: None
        self._run: Executor = run_now

    def connect(self, listen: Callable[[Event], None], run: Executor) -> None:
        self._listen, self._run = listen, run

    @property
    def has_more_hint(self) -> bool:
        """Whether asking again shows another page of the hint instead of carrying out the hint."""
        return self.hint is not None and self.hint_page + 1 < len(player.hint_pages.hint_pages(self.hint))

    @property
    def fills_next(self) -> bool:
        return self.hint is not None and bool(self.hint.values) and not self.has_more_hint

    @property
    def has_next(self) -> bool:
        """Whether asking again has any effect: it may show more, fill in cells, go back, or ask for a new hint."""
        hint = self.hint
        acts = hint is not None and (bool(hint.values) or hint.goes_back or self.reason_cell is not None)
        return acts or self.has_more_hint

    @property
    def subject(self) -> str:
        """What is shown, in a word: `Hint`, `Reason` (for the content of a cell), or empty if nothing is shown."""
        if self.hint is None:
            return ""
        return "Hint" if self.reason_cell is None else "Reason"

    @property
    def is_walking(self) -> bool:
        return self.hint is not None and player.hint_pages.hint_pages(self.hint)[self.hint_page].stop is not None

    def is_pending(self, question: Question) -> bool:
        return self.asked is not None and self.asked.question == question

    def ask(self, question: Question, answer: Callable[[], T], take: Callable[[T], None]) -> None:
        """Compute an answer, and call `take` with it unless the question is cancelled or another is asked first."""
        asked = self.asked = Asked(question)
        self.hints_waiting = 0

        def take_if_wanted(found: tuple[Any, Exception | None]) -> None:
            if self.asked is asked:
                self.asked = None
                result, error = found
                if error is not None:
                    raise error
                take(result)

        self._listen(asked)
        self._run("question", partial(_find, answer), take_if_wanted)

    def show_hint(self, hint: engine.Hint) -> None:
        """Show the first page of a hint, and as many more as the player asked for while it was computed."""
        self.clear_hint()
        self.hint = hint
        self._listen(HintGiven(hint, 0))
        waiting, self.hints_waiting = self.hints_waiting, 0
        for _ in range(waiting):
            if self.has_more_hint:
                self.turn_page(1)

    def show_why(self, cell: engine.Cell, why: game.why.Why) -> None:
        """Show the reason for the content of a cell. If the reason has a proof, its pages walk through the proof."""
        self.clear_hint()
        if why.walk:
            self.hint, self.reason_cell = why.hint(), cell
        self._listen(WhyGiven(why, cell))

    def turn_page(self, by: int) -> None:
        """Show another page of the current hint: the next (`by` 1) or the one before (-1)."""
        assert self.hint is not None  # noqa: S101 - the caller has checked
        self.hint_page += by
        self._listen(HintGiven(self.hint, self.hint_page))

    def clear_hint(self) -> None:
        self.hint, self.hint_page, self.reason_cell = None, 0, None

    def cancel(self) -> None:
        self.asked = None

    def close(self) -> bool:
        """Drop the pending question and the current hint; return False if there is neither."""
        is_open = self.asked is not None or self.hint is not None
        self.clear()
        return is_open

    def clear(self) -> None:
        self.clear_hint()
        self.asked, self.hints_waiting = None, 0


def _find(answer: Callable[[], T], _is_cancelled: object) -> Iterator[tuple[T | None, Exception | None]]:
    """Yield an answer or an exception, so that the game's thread ends the question before it raises the exception."""
    try:
        yield answer(), None
    except Exception as error:
        yield None, error
