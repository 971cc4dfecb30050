"""Moving the cursor, and how large the board is drawn around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.engine import EMPTY
from binairo_tui.game import Aid
from binairo_tui.tui.screens.play.base import PlayBase
from binairo_tui.tui.view.layout import next_zoom
from binairo_tui.tui.view.moving import line_end, neighbour

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.engine import Cell
    from binairo_tui.tui.widgets.board_view import BoardView


class MoveActions(PlayBase):
    """What moves the cursor and nothing else."""

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor; from one edge to the opposite one, if the settings say so."""
        board, wrap = self.session.puzzle.geometry, self.navigator.settings.wrap
        self._move_to(neighbour(board, self.session.cursor, rows, columns, wrap=wrap))

    async def on_board_view_clicked(self, message: BoardView.Clicked) -> None:
        """Go to the cell that the mouse was clicked on; change it if it is the cursor's already."""
        message.stop()
        if message.cell != self.session.cursor:
            self._move_to(message.cell)
        else:
            await self.run_action("cycle")

    def action_line_end(self, line: str, end: int) -> None:
        """Go to the first cell (`end` 0) or the last (-1) of the cursor's `row` or `column`."""
        self._move_to(line_end(self.session.puzzle.geometry, self.session.cursor, line, end))

    def action_next_empty(self, way: int) -> None:
        """Go to the next empty cell (`way` 1) or the one before (-1), in reading order and around."""
        text = self.session.puzzle.geometry.text(self.session.position)
        self._move_on(way, lambda cell: text[cell] == EMPTY, "No cell is empty.")

    def action_next_violation(self) -> None:
        """Go to the next cell of a broken rule, in reading order and around."""
        if not self.session.shown & Aid.VIOLATIONS:
            self.note("Broken rules are not shown.")
            return
        cells = {cell for violation in self.session.violations for cell in violation.cells}
        self._move_on(1, cells.__contains__, "No rule is broken.")

    def action_zoom(self, way: int) -> None:
        """Draw cells larger (`way` 1) or smaller (-1); what finds no room then scrolls."""
        zoom = next_zoom(self.session.puzzle, self.board.zoom, way)
        if zoom is None:
            self.note(f"Cells cannot be {'larger' if way > 0 else 'smaller'}.")
            return
        self.zoom = None if zoom == self.board.fitting_zoom else zoom
        self.lay_out()

    def _move_on(self, way: int, is_wanted: Callable[[Cell], bool], otherwise: str) -> None:
        if self.is_paused:
            return
        count = self.session.puzzle.geometry.cell_count
        for distance in range(1, count + 1):
            cell = (self.session.cursor + way * distance) % count
            if is_wanted(cell):
                self._move_to(cell)
                return
        self.note(otherwise)

    def _move_to(self, cell: Cell) -> None:
        if self.is_paused:
            return
        self.session.cursor = cell
        self.board.move_cursor(cell)
        self.show_panel_of_cursor()
