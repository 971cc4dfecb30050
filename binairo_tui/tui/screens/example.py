"""Screen of the worked example that begins a lesson: a position, what to look for, and why this decides a cell."""

from typing import ClassVar

from binairo_tui.engine import WalkStep
from binairo_tui.game import GameSession
from binairo_tui.player import lessons, text
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens.drill import LessonScreen
from binairo_tui.tui.view import appearance, hint_text, spans
from binairo_tui.tui.widgets.board_view import BoardView

SIGNS = "Binairo+ puzzles have signs between cells: = equal, × different."


class ExampleScreen(LessonScreen):
    """The example of a lesson; after its last page, the first drill follows."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.LESSON, Scope.BOARD, Scope.FILL)

    def __init__(self, navigator: Navigator, lesson: lessons.Lesson, example: lessons.WorkedExample) -> None:
        self._lesson, self._example = lesson, example
        self._page = 0
        self._session = GameSession(example.puzzle)
        self._session.cursor = example.proof.cells[0]
        board = BoardView(self.puzzle, appearance.board_look(self._session), self.cursor)
        super().__init__(board, FooterContext.LESSON_STEP, navigator)

    @property
    def _step(self) -> WalkStep | None:
        return self._example.walk[self._page - 1] if self._page else None

    @property
    def _is_last(self) -> bool:
        return self._page == len(self._example.walk)

    def action_more(self) -> None:
        if not (self.panel.has_more and self.panel.turn()):
            self.action_next()

    def action_next(self) -> None:
        if self._is_last:
            self.go_to_next()
        else:
            self._page += 1
            self.show_all()

    def _look(self) -> appearance.BoardLook:
        proof, step = self._example.proof, self._step
        if step is None:
            pointer = appearance.Pointer(proof.because_lines, proof.cells, proof.reason_cells)
        else:
            pointer = hint_text.stop_pointer(step)
        return appearance.board_look(self._session, pointer=pointer, symbols=self.symbols, stop=step)

    def show_all(self) -> None:
        technique, step = self._example.proof.technique, self._step
        self.board.show(self._look())
        self.show_heading(f"Lesson · {technique}", "example")
        signs = [spans.Paragraph(SIGNS)] if self.puzzle.signs and step is None else []
        last = (
            "plays a whole board that needs it"
            if self._lesson.is_board_next
            else "begins the drills: find such a cell yourself"
        )
        follows = last if self._is_last else "shows the next step"
        told = (
            *signs,
            spans.Paragraph(text.lesson_text(technique)),
            spans.Paragraph(step.text if step else self._example.proof.text, "strong"),
            spans.Paragraph(f"{self.key_of('play.more')} {follows}.", "muted"),
        )
        self.show_panel(told, "Example")
