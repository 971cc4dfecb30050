"""The first steps: three small boards, each with something to do. Nothing of them is saved."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, cast

from binairo_tui.engine.wording import violation_text
from binairo_tui.game import Clock, GameSession
from binairo_tui.tui.keymap import FooterContext, Scope, keymap_of
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.board_screen import BoardScreen
from binairo_tui.tui.view.appearance import board_look
from binairo_tui.tui.view.first_steps import FIRST_STEPS, is_reached, moving_text, puzzle_of, with_keys
from binairo_tui.tui.view.spans import Paragraph
from binairo_tui.tui.widgets.board_view import BoardView

if TYPE_CHECKING:
    from binairo_tui.engine import Cell, Puzzle, Value
    from binairo_tui.game import Change
    from binairo_tui.tui.messages import Navigator


class FirstStepsScreen(BoardScreen):
    """Step `number` of the first steps, counted from 0."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.LESSON, Scope.BOARD, Scope.FILL)

    def __init__(self, navigator: Navigator, number: int = 0) -> None:
        self._number = number
        self._step = FIRST_STEPS[number]
        self._session = GameSession(puzzle_of(self._step), Clock(time.monotonic))
        self._session.cursor = self._step.cursor
        self._message = ""
        super().__init__(
            BoardView(self._session.puzzle, board_look(self._session), self._session.cursor),
            FooterContext.LESSON,
            navigator,
        )

    def begin(self) -> None:
        """Say what is to be done."""
        self.show_all()

    @property
    def puzzle(self) -> Puzzle:
        """The board."""
        return self._session.puzzle

    @property
    def cursor(self) -> Cell:
        """The cell of the cursor."""
        return self._session.cursor

    def go_to(self, cell: Cell) -> None:
        """Put the cursor on a cell."""
        self._session.cursor = cell
        self.board.move_cursor(cell)

    def action_place(self, value: str) -> None:
        """Put a value into the cursor's cell; `.` clears it."""
        self._do(self._session.place(self.cursor, cast("Value", value)))

    def action_cycle(self) -> None:
        """Empty to 0 to 1 to empty."""
        self._do(self._session.cycle(self.cursor))

    def action_undo(self) -> None:
        """Take the last step back."""
        self._do(self._session.undo())

    def action_redo(self) -> None:
        """Make the last undone step again."""
        self._do(self._session.redo())

    def action_next(self) -> None:
        """Go on, whether the step is done or not; after the last one to where the lessons are."""
        if self._number + 1 < len(FIRST_STEPS):
            self.app.switch_screen(FirstStepsScreen(self.navigator, self._number + 1))
        else:
            self.app.pop_screen()
            self.navigator.go(Place.TUTORIAL)

    def _do(self, change: Change) -> None:
        self._message = change.message
        self.show_all()

    def show_all(self) -> None:
        """Show the board, what is to be done, and what has come of it."""
        self.board.show(board_look(self._session, symbols=self.symbols))
        self.show_heading(f"{self._number + 1} of {len(FIRST_STEPS)} · {self._step.title}", "")
        self.panel.show(self._paragraphs())

    def _paragraphs(self) -> list[Paragraph]:
        keymap = keymap_of(self.app)
        letters = [
            [key for key in keymap.keys[f"board.{way}"] if len(key) == 1] for way in ("left", "down", "up", "right")
        ]
        moving = moving_text(*letters)
        said = [Paragraph(with_keys(sentence, keymap.key_of, moving)) for sentence in self._step.sentences]
        if is_reached(self._step, self.puzzle.geometry.text(self._session.position)) and not self._session.violations:
            praise = with_keys(self._step.praise, keymap.key_of, moving)
            return [Paragraph(f"{praise} {keymap.key_of('lesson.next')} goes on.", "strong"), *said]
        if self._message:
            return [Paragraph(self._message, "strong"), *said]
        wrong = self._session.violations[:1]
        return [*[Paragraph(violation_text(self.puzzle, self._session.position, it), "error") for it in wrong], *said]
