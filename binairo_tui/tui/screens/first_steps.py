"""Screen of the first steps: small boards, each with a task; nothing is saved."""

import time
from typing import Any, ClassVar

from textual.events import Key

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession
from binairo_tui.player.catalog import first_entry
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import board_screen, places
from binairo_tui.tui.view import appearance, lesson_text

FIRST_PUZZLE = "Now a whole puzzle. {play.hint} gives a hint, {app.help} shows the keys."
"""The note beside the puzzle that follows the last board."""


class FirstStepsScreen(board_screen.BoardScreen[GameSession]):
    """One board of the first steps, with its task; `number` counts from 0."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.LESSON, Scope.BOARD, Scope.FILL)

    def __init__(self, navigator: Navigator, number: int = 0) -> None:
        self._number = number
        self._step = lesson_text.FIRST_STEPS[number]
        self._session = GameSession(parse_puzzle(self._step.puzzle), Clock(time.monotonic))
        self._session.cursor = self._step.cursor
        super().__init__(FooterContext.LESSON, navigator)

    def action_game(self, command: str, *arguments: Any) -> None:
        self.note(getattr(self._session, command)(*arguments).message)
        self.follow_cursor()

    def action_more(self) -> None:
        if self.panel.has_more and self.panel.turn():
            return
        if lesson_text.is_done(self._step, self._session):
            self.action_next()
        else:
            self._ask_for_values()

    def on_key(self, event: Key) -> None:
        """Say what to do if the player presses a key that does nothing here, such as a key of the game."""
        if self.command_for(event) is None:
            event.stop()
            self._ask_for_values()

    def _ask_for_values(self) -> None:
        if not self.session.violations:
            self.note(f"First fill in the values; {self.key_of('lesson.next')} skips this board.")

    def action_next(self) -> None:
        if self._number + 1 < len(lesson_text.FIRST_STEPS):
            self.app.switch_screen(FirstStepsScreen(self.navigator, self._number + 1))
            return
        self.app.pop_screen()
        entry = first_entry(self.navigator.catalog.shipped, self.navigator.progress.states())
        if entry is None:
            self.navigator.go(places.Places.TUTORIAL)
        else:
            self.navigator.open_entry(entry, note=lesson_text.with_keys(FIRST_PUZZLE, self.key_of))

    def show_all(self) -> None:
        self.board.show(appearance.board_look(self._session, symbols=self.symbols))
        self.show_heading(f"{self._number + 1} of {len(lesson_text.FIRST_STEPS)} · {self._step.title}")
        told = lesson_text.step_paragraphs(self._step, self._session, self.message, self.key_of)
        self.show_panel(told, "Tutorial")
        self.footer.show(
            FooterContext.LESSON_STEP if lesson_text.is_done(self._step, self._session) else FooterContext.LESSON
        )
