"""Making a puzzle: givens, signs, rules and size, each change a step that can be taken back.

A puzzle is immutable, so that the history is a list of puzzles and undo is a step back in it. As in `session`, a
command never raises for what a player may do: what makes no sense now is refused with a sentence.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from binairo_tui.engine import EMPTY, ONE, ZERO, Cell, Puzzle, Sign, Value, cell_name, geometry
from binairo_tui.engine.puzzle import size_fault
from binairo_tui.engine.wording import plural, sentence
from binairo_tui.game.steps import Change, refused

MAX_STEPS = 1000
"""Steps that can be taken back; older ones are forgotten."""

_NEXT: dict[Value, Value] = {EMPTY: ZERO, ZERO: ONE, ONE: EMPTY}


class Side(Enum):
    """On which side of a cell a sign stands."""

    RIGHT = "to the right of"
    BELOW = "below"


class EditSnapshot(NamedTuple):
    """All that a draft on the disk needs: every puzzle since the start, and which of them is in force."""

    cursor: Cell
    head: int
    puzzles: tuple[Puzzle, ...]


class EditSession:
    """The making of a puzzle that begins as `puzzle`."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._cursor: Cell = 0
        self._puzzles = [puzzle]
        self._head = 0

    @classmethod
    def resume(cls, snapshot: EditSnapshot) -> EditSession:
        """A session as it was when `snapshot` was taken; raises ValueError if that makes no sense."""
        if not 0 <= snapshot.head < len(snapshot.puzzles):
            raise ValueError(f"step {snapshot.head} of {len(snapshot.puzzles) - 1} is in force")
        session = cls(snapshot.puzzles[snapshot.head])
        if not 0 <= snapshot.cursor < session.puzzle.geometry.cell_count:
            raise ValueError(f"the cursor is on cell {snapshot.cursor}, outside the board")
        session._puzzles = list(snapshot.puzzles)
        session._head, session._cursor = snapshot.head, snapshot.cursor
        return session

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle as it is now."""
        return self._puzzles[self._head]

    @property
    def is_blank(self) -> bool:
        """Whether there is neither a given nor a sign."""
        return not self.puzzle.givens and not self.puzzle.signs

    @property
    def cursor(self) -> Cell:
        """The cell the player is on. Moving it is no step."""
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Cell) -> None:
        if not 0 <= cell < self.puzzle.geometry.cell_count:
            raise IndexError(f"cell {cell} is outside the board")
        self._cursor = cell

    def snapshot(self) -> EditSnapshot:
        """What to keep."""
        return EditSnapshot(self._cursor, self._head, tuple(self._puzzles))

    # What a player does. `cells` of a change are those whose given or sign is another one; all, if the size is.

    def place(self, cell: Cell, value: Value) -> Change:
        """Make a cell a given of this value, or with `EMPTY` none."""
        puzzle = self.puzzle
        return self._step(puzzle.with_givens(puzzle.geometry.place(puzzle.givens, cell, value)))

    def cycle(self, cell: Cell) -> Change:
        """Empty to 0 to 1 to empty."""
        return self.place(cell, _NEXT[self.puzzle.geometry.value(self.puzzle.givens, cell)])

    def put_sign(self, cell: Cell, side: Side, *, same: bool) -> Change:
        """Put = or x between a cell and the one to its right or below it; the same sign again takes it away."""
        puzzle = self.puzzle
        row, column = divmod(cell, puzzle.width)
        if column == puzzle.width - 1 if side is Side.RIGHT else row == puzzle.height - 1:
            return refused(f"There is no cell {side.value} {cell_name(cell, puzzle.width)}.")
        other = cell + (1 if side is Side.RIGHT else puzzle.width)
        sign = Sign(cell, other, same)
        signs = [it for it in puzzle.signs if (it.a, it.b) != (cell, other)]
        if sign not in puzzle.signs:
            signs = sorted([*signs, sign])
        return self._step(replace(puzzle, signs=tuple(signs)))

    def toggle_unique_lines(self) -> Change:
        """Let lines be alike, or forbid it."""
        unique_lines = not self.puzzle.unique_lines
        message = "No two rows and no two columns may be alike now." if unique_lines else "Lines may be alike now."
        return self._step(self.puzzle.with_unique_lines(unique_lines), message)

    def clear(self) -> Change:
        """Take all givens and signs away."""
        if self.is_blank:
            return refused("There is nothing to clear.")
        return self._step(replace(self.puzzle, givens=0, signs=()), "Cleared. Undo brings everything back.")

    def resize(self, width: int, height: int) -> Change:
        """Another size; what fits into it, counted from the first cell, stays."""
        puzzle = self.puzzle
        fault = size_fault(width, height)
        if fault:
            return refused(sentence(fault))
        if (width, height) == (puzzle.width, puzzle.height):
            return refused(f"It is {width}x{height} already.")
        after = resized(puzzle, width, height)
        givens = puzzle.given_count - after.given_count
        signs = len(puzzle.signs) - len(after.signs)
        lost = " and ".join([plural(number, name) for number, name in ((givens, "given"), (signs, "sign")) if number])
        gone = f" {lost} found no room; undo brings back what was there." if lost else ""
        return self._step(after, f"The board is {width}x{height} now.{gone}")

    def take(self, puzzle: Puzzle, message: str = "") -> Change:
        """Go on with another puzzle, as one step."""
        return self._step(puzzle, message)

    def undo(self) -> Change:
        """Take the last step back."""
        return self._go_to(self._head - 1) if self._head else refused("Nothing to undo.")

    def redo(self) -> Change:
        """Make the last undone step again."""
        return self._go_to(self._head + 1) if self._head + 1 < len(self._puzzles) else refused("Nothing to redo.")

    # How it is done.

    def _step(self, puzzle: Puzzle, message: str = "") -> Change:
        """Go to another puzzle, forgetting what was undone and what is too long ago."""
        if puzzle == self.puzzle:
            return Change(message=message)
        del self._puzzles[self._head + 1 :]
        self._puzzles.append(puzzle)
        if len(self._puzzles) > MAX_STEPS + 1:
            del self._puzzles[0]
            self._head -= 1
        return self._go_to(self._head + 1, message)

    def _go_to(self, head: int, message: str = "") -> Change:
        before = self.puzzle
        self._head = head
        after = self.puzzle
        row, column = divmod(self._cursor, before.width)
        self._cursor = min(row, after.height - 1) * after.width + min(column, after.width - 1)
        return Change(_changed(before, after), message)


def resized(puzzle: Puzzle, width: int, height: int) -> Puzzle:
    """The puzzle on a board of another size, with what fits of its givens and signs; the size must be possible."""
    rows = [row[:width].ljust(width, EMPTY) for row in puzzle.geometry.rows(puzzle.givens)[:height]]
    rows += [EMPTY * width] * (height - len(rows))

    def moved(cell: Cell) -> Cell | None:
        row, column = divmod(cell, puzzle.width)
        return row * width + column if row < height and column < width else None

    pairs = [(moved(a), moved(b), same) for a, b, same in puzzle.signs]
    signs = tuple([Sign(a, b, same) for a, b, same in pairs if a is not None and b is not None])
    return Puzzle(width, height, geometry(width, height).position("".join(rows)), signs, puzzle.unique_lines)


def _changed(before: Puzzle, after: Puzzle) -> tuple[Cell, ...]:
    if (before.width, before.height) != (after.width, after.height):
        return tuple(range(after.geometry.cell_count))
    of_signs = [cell for sign in {*before.signs} ^ {*after.signs} for cell in (sign.a, sign.b)]
    return tuple(sorted({*after.geometry.changed(before.givens, after.givens), *of_signs}))
