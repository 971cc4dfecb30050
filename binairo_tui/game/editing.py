"""Editing sessions, in which a player makes a puzzle. Each change of givens, signs, rules or size can be undone.

A puzzle is immutable, so the history is a list of puzzles, and undo goes back one puzzle. A command that the player
cannot use now raises no error: it is refused with a sentence.
"""

from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from binairo_tui.engine import EMPTY, Cell, Puzzle, Sign, Value, cell_name, geometry, wording
from binairo_tui.engine.puzzle import check_cell, size_fault
from binairo_tui.game.steps import NEXT_VALUE, Change, refused

MAX_STEPS = 1000
"""Limit on the steps that can be undone; older steps are forgotten."""


class Side(Enum):
    RIGHT = "to the right of"
    BELOW = "below"


class EditSnapshot(NamedTuple):
    """The contents of a draft. `puzzles` is the history; `head` is the index of the current puzzle in it."""

    cursor: Cell
    head: int
    puzzles: tuple[Puzzle, ...]


class EditSession:
    def __init__(self, puzzle: Puzzle) -> None:
        self._cursor: Cell = 0
        self._puzzles = [puzzle]
        self._head = 0

    @classmethod
    def resume(cls, snapshot: EditSnapshot) -> "EditSession":
        """Return the session of a snapshot. Raises ValueError if the snapshot is invalid."""
        if not 0 <= snapshot.head < len(snapshot.puzzles):
            raise ValueError(f"step {snapshot.head} of {len(snapshot.puzzles) - 1} cannot be the current one")
        session = cls(snapshot.puzzles[snapshot.head])
        if not 0 <= snapshot.cursor < session.puzzle.geometry.cell_count:
            raise ValueError(f"the cursor is on cell {snapshot.cursor}, outside the board")
        session._puzzles = list(snapshot.puzzles)
        session._head, session._cursor = snapshot.head, snapshot.cursor
        return session

    @property
    def puzzle(self) -> Puzzle:
        return self._puzzles[self._head]

    @property
    def cursor(self) -> Cell:
        """The cell under the cursor. Moving the cursor is not a step."""
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Cell) -> None:
        check_cell(self.puzzle, cell)
        self._cursor = cell

    def snapshot(self) -> EditSnapshot:
        return EditSnapshot(self._cursor, self._head, tuple(self._puzzles))

    # Commands. `Change.cells` are the cells whose given or sign changed, or all cells if the size changed.

    def place(self, cell: Cell, value: Value) -> Change:
        """Make a cell a given with this value; `EMPTY` removes the given."""
        puzzle = self.puzzle
        return self.take(puzzle.with_givens(puzzle.geometry.place(puzzle.givens, cell, value)))

    def cycle(self, cell: Cell) -> Change:
        """Change a cell from empty to 0, from 0 to 1, or from 1 to empty."""
        return self.place(cell, NEXT_VALUE[self.puzzle.geometry.value(self.puzzle.givens, cell)])

    def put_sign(self, cell: Cell, side: Side, *, same: bool) -> Change:
        """Put = (if `same`) or x between a cell and its neighbour. Putting the same sign again removes it."""
        puzzle = self.puzzle
        row, column = divmod(cell, puzzle.width)
        if column == puzzle.width - 1 if side is Side.RIGHT else row == puzzle.height - 1:
            return refused(f"There is no cell {side.value} {cell_name(cell, puzzle.width)}.")
        other = cell + (1 if side is Side.RIGHT else puzzle.width)
        sign = Sign(cell, other, same)
        signs = [it for it in puzzle.signs if (it.a, it.b) != (cell, other)]
        if sign not in puzzle.signs:
            signs = sorted([*signs, sign])
        return self.take(replace(puzzle, signs=tuple(signs)))

    def toggle_unique_lines(self) -> Change:
        unique_lines = not self.puzzle.unique_lines
        message = (
            "Unique lines: no two rows and no two columns may be the same." if unique_lines else "Lines may repeat."
        )
        return self.take(self.puzzle.with_unique_lines(unique_lines), message)

    def clear(self) -> Change:
        if not (self.puzzle.givens or self.puzzle.signs):
            return refused("There is nothing to clear.")
        return self.take(replace(self.puzzle, givens=0, signs=()), "Cleared. Undo brings everything back.")

    def resize(self, width: int, height: int) -> Change:
        """Change the size. The upper left corner stays; givens and signs outside the new board are removed."""
        puzzle = self.puzzle
        if fault := size_fault(width, height):
            return refused(wording.sentence(fault))
        if (width, height) == (puzzle.width, puzzle.height):
            return refused(f"The board is already {width}x{height}.")
        after = resized(puzzle, width, height)
        givens = puzzle.given_count - after.given_count
        signs = len(puzzle.signs) - len(after.signs)
        lost = " and ".join(
            [wording.plural(number, name) for number, name in ((givens, "given"), (signs, "sign")) if number]
        )
        were = wording.inflect(givens + signs, "was", "were")
        gone = f" {lost} did not fit and {were} removed; undo brings everything back." if lost else ""
        return self.take(after, f"The board is now {width}x{height}.{gone}")

    def take(self, puzzle: Puzzle, message: str = "") -> Change:
        """Undone steps are dropped. If MAX_STEPS is exceeded, the oldest puzzle is also dropped."""
        if puzzle == self.puzzle:
            return Change(message=message)
        del self._puzzles[self._head + 1 :]
        self._puzzles.append(puzzle)
        if len(self._puzzles) > MAX_STEPS + 1:
            del self._puzzles[0]
            self._head -= 1
        return self._go_to(self._head + 1, message)

    def undo(self) -> Change:
        return self._go_to(self._head - 1) if self._head else refused("Nothing to undo.")

    def redo(self) -> Change:
        return self._go_to(self._head + 1) if self._head + 1 < len(self._puzzles) else refused("Nothing to redo.")

    def _go_to(self, head: int, message: str = "") -> Change:
        before = self.puzzle
        self._head = head
        after = self.puzzle
        row, column = divmod(self._cursor, before.width)
        self._cursor = min(row, after.height - 1) * after.width + min(column, after.width - 1)
        return Change(_changed(before, after), message)


def resized(puzzle: Puzzle, width: int, height: int) -> Puzzle:
    """Return the puzzle on a board of a different valid size, without the givens and signs that do not fit."""
    rows = [row[:width].ljust(width, EMPTY) for row in puzzle.geometry.rows(puzzle.givens)[:height]]
    rows += [EMPTY * width] * (height - len(rows))

    def moved(cell: Cell) -> Cell | None:
        row, column = divmod(cell, puzzle.width)
        return row * width + column if row < height and column < width else None

    pairs = [(moved(a), moved(b), same) for a, b, same in puzzle.signs]
    signs = tuple([Sign(a, b, same) for a, b, same in pairs if a is not None and b is not None])
    more_ones = puzzle.more_ones or width % 2 == height % 2 == 0
    return Puzzle(
        width, height, geometry(width, height).position("".join(rows)), signs, puzzle.unique_lines, more_ones=more_ones
    )


def _changed(before: Puzzle, after: Puzzle) -> tuple[Cell, ...]:
    if (before.width, before.height) != (after.width, after.height):
        return tuple(range(after.geometry.cell_count))
    of_signs = [cell for sign in {*before.signs} ^ {*after.signs} for cell in (sign.a, sign.b)]
    return tuple(sorted({*after.geometry.changed(before.givens, after.givens), *of_signs}))
