"""Axes: the lines in one direction (rows or columns), and the exact rules for them (see `propagation`)."""

from binairo_tui.engine.geometry import Geometry, Line, Position, bits
from binairo_tui.engine.lines import MAX_MEMO, LineTable, line_table
from binairo_tui.engine.memo import Memo
from binairo_tui.engine.puzzle import LineSigns, line_quota

Deltas = tuple[list[tuple[int, int]], list[int]]
"""What an exact rule finds on an axis: pairs (index of a line, its forced cells), and the indices of dead lines.

A line is dead if it has no completion left.
"""


class Axis:
    """All rows or all columns of a board. The class converts between positions and the states of these lines.

    The state of line i is `(position >> shifts[i] & mask) % modulus`. For a row, the shift and the mask already give
    the state; the modulus does not change it. For a column, the mask leaves one cell per row, and these cells are
    `lane` cells apart. The modulus, `4**lane - 4`, moves them together: cell r is multiplied by `4 ** (lane * r)`,
    which is congruent to `4**r`.
    """

    def __init__(self, board: Geometry, signs: list[LineSigns], *, is_row: bool) -> None:
        self.is_row = is_row
        self.count = board.height if is_row else board.width
        self.length = board.width if is_row else board.height
        self.first: Line = 0 if is_row else board.height
        self.shifts = [2 * i * (board.lane if is_row else 1) for i in range(self.count)]
        self.mask = board.line_masks[self.first]
        self.ones = self.mask & board.ones
        self.modulus = (1 << 2 * board.lane) - 4
        self.field = 0 if is_row else 1  # the index of the field of `Forced` that fits this direction
        self.signs = signs
        self.quota = line_quota(self.length, signs[0])
        self.tables = [line_table(self.length, board.lane, line_signs) for line_signs in signs]
        self._all = self.mask * sum(1 << shift for shift in self.shifts)
        guard = 2 * self.length if is_row else 0
        self._markers = sum(1 << shift + guard for shift in self.shifts)  # one bit for each line
        self._folds = [2 * board.lane * rows for rows in (32, 16, 8, 4, 2, 1) if rows < board.height]
        self._lines = {1 << 2 * i: (self.tables[i], self.shifts[i]) for i in range(self.count)}
        self.tables_for = Memo(self._find_tables, MAX_MEMO).__getitem__

    def lines_touched(self, changed: Position) -> int:
        """Return the set of lines that contain a cell in `changed`: an int in which bit 2 * i stands for line i."""
        if self.is_row:  # the sum carries a bit out of each row with a changed cell
            return ((changed + self._all & self._markers) >> 2 * self.length) % self.modulus
        for fold in self._folds:
            changed |= changed >> fold
        return (changed | changed >> 1) & self._markers

    def _find_tables(self, lines: int) -> list[tuple[LineTable, int]]:
        return [self._lines[line] for line in bits(lines)]

    def state(self, i: int, position: Position) -> int:
        """Return the state of line i: its values as an int with two bits per cell."""
        return (position >> self.shifts[i] & self.mask) % self.modulus

    def states(self, position: Position) -> list[int]:
        mask, modulus = self.mask, self.modulus
        return [(position >> shift & mask) % modulus for shift in self.shifts]

    def to_position(self, i: int, cells: int) -> int:
        """Convert cells of line i from bits of its state to bits of a position."""
        return (cells if self.is_row else self.tables[i].as_column(cells)) << self.shifts[i]


def unique_deltas(axis: Axis, states: list[int]) -> Deltas:
    """Return the forced cells and the dead lines that follow from full lines if no two lines may be equal.

    The forced cells of a line have the same value in all its completions that equal no full line. A dead line has no
    such completion, or is full and equals another line.
    """
    length = axis.length
    finished = [state for state in states if state.bit_count() == length]
    deltas: list[tuple[int, int]] = []
    dead: list[int] = []
    if not finished:
        return deltas, dead
    if len(set(finished)) < len(finished):
        dead = [i for i, state in enumerate(states) if finished.count(state) > 1]
    for i, state in enumerate(states):
        equals = [line for line in finished if state & line == state] if state.bit_count() < length else []
        if equals:
            delta = axis.tables[i].forced_excluding(state, equals)
            if delta is None:
                dead.append(i)
            elif delta:
                deltas.append((i, delta))
    return deltas, dead
