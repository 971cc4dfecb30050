"""Boards that notebooks show as pictures."""

from binairo_tui import engine
from binairo_tui.pictures.board import Marks, draw_board
from binairo_tui.pictures.svg import svg_text


class Board(engine.Board):
    """The board of the engine, with a picture.

    >>> Board(engine.Puzzle(4, 4))._repr_svg_()[:4]
    '<svg'
    """

    def _repr_svg_(self) -> str:
        """Return a picture of the board as SVG. Cells that break a rule have a dark background."""
        broken = {cell for violation in self.violations() for cell in violation.cells}
        return svg_text(draw_board(self.puzzle, self.position, marks=Marks(shaded=broken)))
