"""Screen of practice: one drill after the other, each about one technique; see `player.practice`."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, cast

from binairo_tui.engine.drills import make_drill
from binairo_tui.files.paths import practice_path
from binairo_tui.game import Clock, GameSession
from binairo_tui.player.practice import Practice, judge
from binairo_tui.player.text import lesson_text
from binairo_tui.tui.keymap import FooterContext, Scope, keymap_of
from binairo_tui.tui.screens.board_screen import BoardScreen
from binairo_tui.tui.view.appearance import board_look
from binairo_tui.tui.view.spans import Paragraph
from binairo_tui.tui.widgets.board_view import BoardView

if TYPE_CHECKING:
    from binairo_tui.engine import Cell, Puzzle, Value
    from binairo_tui.tui.messages import Navigator


class PracticeScreen(BoardScreen):
    """A drill. The rule is shown until the player has answered a drill for the technique."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.LESSON, Scope.BOARD, Scope.FILL)

    def __init__(self, navigator: Navigator) -> None:
        self._practice = Practice(practice_path())
        with suppress(OSError):  # reported when an answer cannot be saved
            self._practice.learn_from_games(navigator.progress)
        self._technique = self._practice.next_technique(navigator.progress.now())
        self._shows_rule = not self._practice.has_succeeded(self._technique)
        self._drill = make_drill(self._technique, self._practice.drill_number(self._technique))
        self._session = GameSession(self._drill.puzzle, Clock(time.monotonic))
        self._started = time.monotonic()
        self._is_answered = self._is_done = False
        self._message = self._problem = ""
        board = BoardView(self.puzzle, board_look(self._session), self.cursor)
        super().__init__(board, FooterContext.LESSON, navigator)

    @property
    def puzzle(self) -> Puzzle:
        return self._session.puzzle

    @property
    def cursor(self) -> Cell:
        return self._session.cursor

    def go_to(self, cell: Cell) -> None:
        self._session.cursor = cell
        self.board.move_cursor(cell)

    def action_place(self, value: str) -> None:
        if self._is_done or value not in ("0", "1"):
            return
        is_right, self._message = judge(self._drill, self.cursor, cast("Value", value))
        if is_right is not None and not self._is_answered:
            self._record(is_right)
        if is_right:
            self._is_done = True
            self._session.place(self.cursor, cast("Value", value))
        self.show_all()

    def action_cycle(self) -> None:
        self._message = "Type 0 or 1 in a cell that the technique fills."
        self.show_all()

    def action_undo(self) -> None:
        """Do nothing: wrong values are not placed."""

    def action_redo(self) -> None:
        """Do nothing, as for `action_undo`."""

    def action_next(self) -> None:
        """Go to the next drill, or show an answer if this one is open, which counts as wrong."""
        if self._is_done:
            self.app.switch_screen(PracticeScreen(self.navigator))
            return
        if not self._is_answered:
            self._record(is_right=False)
        cell = min(self._drill.answers)
        self._is_done = True
        self._session.cursor = cell
        self._session.place(cell, self._drill.answers[cell])
        self.board.move_cursor(cell)
        self._message = judge(self._drill, cell, self._drill.answers[cell])[1].removeprefix("Right. ")
        self.show_all()

    def _record(self, is_right: bool) -> None:
        self._is_answered = True
        milliseconds = round((time.monotonic() - self._started) * 1000)
        now = self.navigator.progress.now()
        try:
            self._practice.answer(self._technique, is_right=is_right, milliseconds=milliseconds, now=now)
        except OSError as error:
            self._problem = f"Practice cannot be saved: {error.strerror or error}."

    def show_all(self) -> None:
        self.board.show(board_look(self._session, symbols=self.symbols))
        self.show_heading(f"Practice · {self._technique}")
        next_key = keymap_of(self.app).key_of("lesson.next")
        task = f"Fill one cell by this technique; nothing easier works here. {next_key} shows an answer."
        told = [Paragraph(lesson_text(self._technique) if self._shows_rule else self._technique.capitalize())]
        if self._message:
            told.insert(0, Paragraph(self._message, "strong"))
        if self._problem:
            told.append(Paragraph(self._problem, "error"))
        told.append(Paragraph(f"{next_key} continues." if self._is_done else task, "muted"))
        self.panel.show(told)
