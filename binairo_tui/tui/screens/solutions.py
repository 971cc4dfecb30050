"""Screen of the solutions of a puzzle, shown one at a time while the search continues."""

from functools import partial
from typing import ClassVar

from binairo_tui.engine import Cell, Puzzle
from binairo_tui.game import GameSession, solutions
from binairo_tui.player.text import game_title
from binairo_tui.tui.keymap import FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import board_screen
from binairo_tui.tui.view import appearance, editor_text, spans


class SolutionsScreen(board_screen.BoardScreen[GameSession]):
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.SOLUTIONS, Scope.BOARD)
    CANCELLABLE = ("solutions",)

    def __init__(self, navigator: Navigator, puzzle: Puzzle, title: str, cursor: Cell = 0) -> None:
        self._session = GameSession(puzzle)
        self._session.cursor = cursor
        super().__init__(FooterContext.SOLUTIONS, navigator)
        self._title = title
        self._listed = solutions.SolutionList(puzzle)
        self._index = 0
        self._refusal = navigator.progress.ask_to_solve(puzzle)

    def begin(self) -> None:
        super().begin()
        if not self._refusal:
            self.run_in_background("solutions", partial(solutions.list_solutions, self.puzzle), self._receive_solutions)

    def action_turn(self, by: int) -> None:
        self.action_show(self._index + by)

    def action_show(self, index: int) -> None:
        """Show a solution by its index; a negative index counts from the last."""
        count = len(self._listed.found)
        if count:
            self._index = index % count
            self.show_all()

    def _receive_solutions(self, listed: solutions.SolutionList) -> None:
        self._listed = listed
        self.show_all()

    def show_all(self) -> None:
        listed = self._listed
        grid, pointer = editor_text.solution_grid(listed, self._index)
        self.board.show(appearance.grid_look(grid, pointer=pointer, symbols=self.symbols))
        title = game_title(self.puzzle.width, self.puzzle.height, self._title, "")
        place = f"{self._index + 1} of {listed.count_text}" if listed.found else ""
        self.show_heading(f"Solutions · {title}", place)
        told = editor_text.solutions_paragraphs(listed, self._index)
        self.panel.show([spans.Paragraph(self._refusal)] if self._refusal else told, "Solutions")
        idle = ("solutions.next", "solutions.previous") if len(listed.found) < 2 else ()
        self.footer.show(FooterContext.SOLUTIONS, *idle)
