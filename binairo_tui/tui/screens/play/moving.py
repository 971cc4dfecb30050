"""Moving the cursor."""

from __future__ import annotations

from binairo_tui.tui.screens.play.base import PlayBase


class MoveActions(PlayBase):
    """What moves the cursor and nothing else."""

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor, from one edge to the opposite one."""
        if self.is_paused:
            return
        puzzle = self.session.puzzle
        row, column = divmod(self.session.cursor, puzzle.width)
        row, column = (row + rows) % puzzle.height, (column + columns) % puzzle.width
        self.session.cursor = row * puzzle.width + column
        self.board.move_cursor(self.session.cursor)
        if not self.board.scene.layout.frame.column_counters:
            self.show_panel()
