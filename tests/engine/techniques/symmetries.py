"""The symmetries of the rules, on plain boards: what they do to cells, values and signs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.oracle import Board, quota


@dataclass(frozen=True)
class Symmetry:
    """A way to turn a board into another one. `cell` moves a cell of a (width, height) board."""

    name: str
    cell: Callable[[int, int, int], int]
    swaps_sides: bool = False
    swaps_values: bool = False

    def holds_for(self, board: Board) -> bool:
        """Whether a board keeps its rules. Swapping values changes those of odd lines that hold more 1s than 0s."""
        most = quota(board.width, board.more_ones)
        return not self.swaps_values or most["0"] == most["1"]

    def value(self, value: str) -> str:
        return value.translate(str.maketrans("01", "10")) if self.swaps_values else value

    def board(self, board: Board) -> Board:
        width, height = board.width, board.height
        cells = ["."] * (width * height)
        for cell, held in enumerate(board.cells):
            cells[self.cell(cell, width, height)] = self.value(held)
        moved = [(self.cell(a, width, height), self.cell(b, width, height), same) for a, b, same in board.signs]
        signs = tuple(sorted((min(a, b), max(a, b), same) for a, b, same in moved))
        width, height = (height, width) if self.swaps_sides else (width, height)
        return board._replace(width=width, height=height, cells="".join(cells), signs=signs)

    def line(self, line: int, width: int, height: int) -> int:
        """Where a line goes; lines are numbered rows first."""
        row = line * width if line < height else line - height
        ends = row, row + (width - 1 if line < height else (height - 1) * width)
        moved = [self.cell(cell, width, height) for cell in ends]
        new_width, new_height = (height, width) if self.swaps_sides else (width, height)
        (a, column), (b, _) = (divmod(cell, new_width) for cell in moved)
        return a if a == b else new_height + column


SYMMETRIES = (
    Symmetry("transpose", lambda cell, width, height: cell % width * height + cell // width, swaps_sides=True),
    Symmetry("mirror", lambda cell, width, height: cell // width * width + width - 1 - cell % width),
    Symmetry("upside down", lambda cell, width, height: (height - 1 - cell // width) * width + cell % width),
    Symmetry("complement", lambda cell, width, height: cell, swaps_values=True),
)
