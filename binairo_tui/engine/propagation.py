"""What follows from a position: propagation to a fixpoint, and one explained step at a time.

Rules from cheap to dear, each stated once as a *pass* over the whole grid:

    TRIPLE         two equal side by side or around a gap: the third cell is the other value
    SIGN           = and x beside a known cell
    BALANCE        a line that has all its ones, or all its zeros, takes the other value in the rest
    LINE           what all completions of a line agree on (see `lines`)
    UNIQUE_LINES   what the completions that equal no finished line agree on

`propagate` runs them to the fixpoint and is the hot path of everything else: the first three without looking at
single cells, by shifts and masks on the whole position; the exact rules only on lines that are still open then,
memoised by line state. `next_step` runs one pass and says which. Why a cell was filled is asked afterwards, from the
step alone (`explain`).

A pass may set both bits of a cell: the rules then contradict each other, and whoever looks next calls it a conflict. A
conflict is returned, never raised. No pass reads a solution, so what propagation fills holds in all solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from binairo_tui.engine.geometry import Cell, Geometry, Line, Position, geometry
from binairo_tui.engine.lines import MAX_MEMO, LineSigns, LineTable, line_table
from binairo_tui.engine.puzzle import Puzzle, Sign

Balance = tuple[int, int, int, int, Line]
"""What the balance pass needs of a line.

(both bits of its cells, their lower bits, quota of zeros, quota of ones, line).
"""


class Rule(Enum):
    """The passes of propagation, in the order they are tried."""

    TRIPLE = "triple"
    SIGN = "sign"
    BALANCE = "balance"
    LINE = "line"
    UNIQUE_LINES = "unique lines"


@dataclass(frozen=True, slots=True)
class PropagationStep:
    """One pass that filled something: the rule, and the position before and after."""

    rule: Rule
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class Conflict:
    """A position that no solution agrees with, found by `rule`.

    `cells` are forced to both values or, where a whole line is at fault, empty; `lines` then have no completion left.
    """

    rule: Rule
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]


def propagate(puzzle: Puzzle, position: Position | None = None) -> Position | None:
    """The position with everything filled that the rules force, or None for a conflict.

    Starts from the givens. A position that breaks a rule already is a conflict.
    """
    return propagator(puzzle).start(puzzle.givens if position is None else position)


def next_step(puzzle: Puzzle, position: Position) -> PropagationStep | Conflict | None:
    """The first pass that fills something; None if the position is at the fixpoint."""
    return propagator(puzzle).next_step(position)


def propagation_steps(puzzle: Puzzle, position: Position) -> Iterator[PropagationStep | Conflict]:
    """The passes from a position to the fixpoint; a conflict is the last item."""
    while (step := next_step(puzzle, position)) is not None:
        yield step
        if isinstance(step, Conflict):
            return
        position = step.after


def propagator(puzzle: Puzzle) -> Propagator:
    """The shared propagator of all puzzles with this size, these signs and this unique-lines rule."""
    return _propagator(puzzle.width, puzzle.height, puzzle.signs, puzzle.unique_lines)


@lru_cache(maxsize=32)
def _propagator(width: int, height: int, signs: tuple[Sign, ...], unique_lines: bool) -> Propagator:
    return Propagator(geometry(width, height), signs, unique_lines)


class Axis:
    """The lines of one direction: how to read their states out of a position and lay forced cells into it.

    The state of line i is `(position >> shifts[i] & mask) % modulus`. A row is a plain slice, which the modulus
    leaves alone. Of a column the mask leaves one cell a row, `lane` cells apart; modulo 4**lane - 4 they close up,
    because one row further up counts 4**lane, which is 4 there.
    """

    def __init__(self, board: Geometry, signs: list[LineSigns], *, is_row: bool) -> None:
        self.is_row = is_row
        self.count = board.height if is_row else board.width
        self.length = board.width if is_row else board.height
        self.first: Line = 0 if is_row else board.height
        self.shifts = [2 * i * (board.lane if is_row else 1) for i in range(self.count)]
        self.mask = board.line_masks[self.first]
        self.modulus = (1 << 2 * board.lane) - 4
        self.field = 0 if is_row else 1  # which field of an `Entry` goes into the position
        self.tables = [line_table(self.length, board.lane, line_signs) for line_signs in signs]
        self._picked: dict[int, list[tuple[LineTable, int]]] = {}

    def pick(self, lines: int) -> list[tuple[LineTable, int]]:
        """Table and shift of each line in a set: bit 2 * i for line i."""
        picked = self._picked.get(lines)
        if picked is None:
            if len(self._picked) >= MAX_MEMO:
                self._picked.clear()
            picked = self._picked[lines] = [
                (self.tables[i], self.shifts[i]) for i in range(self.count) if lines >> 2 * i & 1
            ]
        return picked

    def touched(self, changed: int) -> int:
        """The set of lines with a cell in `changed`."""
        return sum(1 << 2 * i for i, shift in enumerate(self.shifts) if changed >> shift & self.mask)

    def state(self, i: int, position: Position) -> int:
        """The state of line i."""
        return (position >> self.shifts[i] & self.mask) % self.modulus

    def states(self, position: Position) -> list[int]:
        """The state of every line."""
        mask, modulus = self.mask, self.modulus
        return [(position >> shift & mask) % modulus for shift in self.shifts]

    def laid(self, i: int, cells: int) -> Position:
        """Cells of line i, given as a line state, as part of a position."""
        return (cells if self.is_row else self.tables[i].as_column(cells)) << self.shifts[i]


class Propagator:
    """Propagation for one board shape. Immutable but for its memos; see the functions above for the public face."""

    def __init__(self, board: Geometry, signs: tuple[Sign, ...], unique_lines: bool) -> None:
        self.geometry = board
        self.unique_lines = unique_lines
        self.has_signs = bool(signs)
        by_line = _signs_by_line(board, signs)
        self.rows = Axis(board, by_line[: board.height], is_row=True)
        self.columns = Axis(board, by_line[board.height :], is_row=False)
        self._row_shift = 2 * board.lane
        self._balances: list[Balance] = [
            (mask, mask & board.ones, *board.quota(line), line) for line, mask in enumerate(board.line_masks)
        ]
        self._sign_masks = tuple(
            (shift, same, mask)
            for shift, distance in ((2, 1), (self._row_shift, board.width))
            for same in (True, False)
            if (mask := board.mask([sign.a for sign in signs if sign.b - sign.a == distance and sign.same is same]))
        )

    def find_line(self, line: Line) -> tuple[Axis, int]:
        """The direction of a line and its index there."""
        return (self.rows, line) if line < self.rows.count else (self.columns, line - self.rows.count)

    # The passes. Each takes a position and returns it with more bits set.

    def triples(self, position: Position) -> Position:
        """Every cell beside two equal ones, or between them, the other value."""
        row = self._row_shift
        right, below = position >> 2, position >> row
        pairs, stacked = position & right, position & below
        against = (
            pairs << 4
            | pairs >> 2
            | position << 2 & right
            | stacked << 2 * row
            | stacked >> row
            | position << row & below
        )
        ones = self.geometry.ones
        return position | against >> 1 & ones | (against & ones) << 1

    def signs(self, position: Position) -> Position:
        """Both cells of every sign of which one is known."""
        ones = self.geometry.ones
        swapped = position >> 1 & ones | (position & ones) << 1
        for shift, same, mask in self._sign_masks:
            values = position if same else swapped
            position |= (values & mask) << shift | values >> shift & mask
        return position

    def balance(self, position: Position) -> Position:
        """Every line that holds all its zeros or ones, the other value in the rest.

        One with too many gets both bits.
        """
        return self._balance(position, self._balances, position)[0]

    def _balance(self, position: Position, lines: list[Balance], changed: int) -> tuple[Position, list[Balance]]:
        """The pass over those lines that have a cell in `changed`, and the lines that were not full."""
        still_open = []
        for line in lines:
            mask, low, zeros, ones, _ = line
            if changed & mask:
                cells = position & mask
                filled = cells.bit_count()
                if filled >= zeros:
                    held = (cells & low).bit_count()
                    if held >= ones:
                        position |= (low & ~cells) << 1 if held == ones else mask
                    if filled - held >= zeros:
                        position |= low & ~(cells >> 1) if filled - held == zeros else mask
                    if filled == zeros + ones:
                        continue
            still_open.append(line)
        return position, still_open

    # The fixpoint.

    def start(self, position: Position) -> Position | None:
        """The fixpoint above a position of which nothing is known, or None for a conflict.

        On a puzzle not seen before an exact answer about a line costs more than a pass of the cheap rules over the
        board. So they run out first, then the fullest line that changed is looked at, and so on after each answer
        that fills a cell.
        """
        settled = self._settle(position, self._balances, self.geometry.board)
        judged: dict[Line, int] = {}
        while settled is not None:
            position, lines = settled
            if not lines:
                return position if self._lines_differ(position) else None
            after = self._judge(position, lines, judged)
            if after == position:
                after = self._apply_unique(position)
            if after is None or after == position:
                return after
            settled = self._settle(after, lines, after ^ position)
        return None

    def _judge(self, position: Position, lines: list[Balance], judged: dict[Line, int]) -> Position | None:
        """The position with what is forced in one line.

        The fullest that was not judged as it stands and has a forced cell.
        """
        pending = [
            (zeros + ones - cells.bit_count(), line, cells)
            for mask, _, zeros, ones, line in lines
            if (cells := position & mask) != judged.get(line)
        ]
        pending.sort()
        for _, line, cells in pending:
            judged[line] = cells
            axis, i = self.find_line(line)
            shift = axis.shifts[i]
            entry = axis.tables[i][(cells >> shift) % axis.modulus]
            if entry:
                return position | entry[axis.field] << shift
            if entry is None:
                return None
        return position

    def _settle(self, position: Position, lines: list[Balance], changed: int) -> tuple[Position, list[Balance]] | None:
        """The fixpoint of the cheap rules, and the lines still open: a line leaves once it was seen full and right.

        `lines` were open when they were last looked at, and only cells in `changed` have been set since.
        """
        ones, has_signs, triples = self.geometry.ones, self.has_signs, self.triples
        while True:
            before = position
            while True:
                after = triples(position)
                if has_signs:
                    after = self.signs(after)
                if after == position:
                    break
                position = after
            if position & position >> 1 & ones:
                return None
            after, lines = self._balance(position, lines, changed | position ^ before)
            changed = after ^ position
            if not changed:
                return position, lines
            position = after

    def _lines_differ(self, full: Position) -> bool:
        """Whether a full position keeps the unique-lines rule, if it holds at all."""
        if not self.unique_lines:
            return True
        rows, columns = self.rows, self.columns
        return (
            len({full >> shift & rows.mask for shift in rows.shifts}) == rows.count
            and len({full >> shift & columns.mask for shift in columns.shifts}) == columns.count
        )

    def exact(self, position: Position, rows: int, columns: int) -> Position | None:
        """The fixpoint by exact rules alone, starting with some lines; None for a conflict.

        For positions near one that is at its fixpoint, where the line memos know most answers. Sets of lines have bit
        2 * i for line i of a direction. Rows and columns take turns under the same names: what one direction forces
        makes lines of the other dirty.
        """
        axis, other = self.rows, self.columns
        dirty, crossing = rows, columns
        while True:
            while dirty or crossing:
                mask, modulus, field = axis.mask, axis.modulus, axis.field
                for table, shift in axis.pick(dirty):
                    entry = table[(position >> shift & mask) % modulus]
                    if entry:
                        position |= entry[field] << shift
                        crossing |= entry[2]
                    elif entry is None:
                        return None
                axis, other = other, axis
                dirty, crossing = crossing, 0
            after = self._apply_unique(position)
            if after is None or after == position:
                return after
            dirty, crossing = axis.touched(after ^ position), other.touched(after ^ position)
            position = after

    def _apply_unique(self, position: Position) -> Position | None:
        """What the unique-lines rule adds, by direction; None for a conflict."""
        if not self.unique_lines:
            return position
        for axis in (self.rows, self.columns):
            deltas, dead = _unique_deltas(axis, axis.states(position))
            if dead:
                return None
            for i, delta in deltas:
                position |= axis.laid(i, delta)
        return position

    def assume(self, position: Position, cell: Cell, code: int) -> Position | None:
        """The fixpoint after one more cell of a position at its fixpoint is set; `code` is one of `geometry.CODES`."""
        row, column = divmod(cell, self.geometry.width)
        return self.exact(position | code << self.geometry.shifts[cell], 1 << 2 * row, 1 << 2 * column)

    # One step at a time.

    def next_step(self, position: Position) -> PropagationStep | Conflict | None:
        """See `next_step` above."""
        passes = ((Rule.TRIPLE, self.triples), (Rule.SIGN, self.signs), (Rule.BALANCE, self.balance))
        for rule, run in passes:
            after = run(position)
            clash = after & after >> 1 & self.geometry.ones
            if clash:
                return Conflict(rule, self.geometry.cells(clash), ())
            if after != position:
                return PropagationStep(rule, position, after)
        found = self._line_step(Rule.LINE, _line_deltas, position)
        if found is None and self.unique_lines:
            found = self._line_step(Rule.UNIQUE_LINES, _unique_deltas, position)
        return found

    def _line_step(
        self, rule: Rule, find: Callable[[Axis, list[int]], Deltas], position: Position
    ) -> PropagationStep | Conflict | None:
        """A pass of an exact rule: all lines judged on the position as it was."""
        after, dead_lines = position, []
        for axis in (self.rows, self.columns):
            deltas, dead = find(axis, axis.states(position))
            dead_lines += [axis.first + i for i in dead]
            for i, delta in deltas:
                after |= axis.laid(i, delta)
        if dead_lines:
            return Conflict(rule, (), tuple(dead_lines))
        clash = after & after >> 1 & self.geometry.ones
        if clash:
            return Conflict(rule, self.geometry.cells(clash), ())
        return PropagationStep(rule, position, after) if after != position else None


Deltas = tuple[list[tuple[int, int]], list[int]]
"""What an exact rule finds in the lines of one direction.

(line, forced cells) pairs, and the lines without a completion.
"""


def _line_deltas(axis: Axis, states: list[int]) -> Deltas:
    """What all completions of each line agree on."""
    entries = [table[state] for table, state in zip(axis.tables, states, strict=True)]
    return [(i, entry.row) for i, entry in enumerate(entries) if entry], [
        i for i, entry in enumerate(entries) if entry is None
    ]


def _unique_deltas(axis: Axis, states: list[int]) -> Deltas:
    """What the completions of each line agree on that equal no finished line."""
    length = axis.length
    finished = [state for state in states if state.bit_count() == length]
    deltas: list[tuple[int, int]] = []
    dead: list[int] = []
    if len(set(finished)) < len(finished):
        dead = [i for i, state in enumerate(states) if finished.count(state) > 1]
    if not 0 < len(finished) < len(states):
        return deltas, dead
    for i, state in enumerate(states):
        equals = [line for line in finished if state & line == state]
        if equals and state.bit_count() < length:
            delta = axis.tables[i].apart(state, equals)
            if delta is None:
                dead.append(i)
            elif delta:
                deltas.append((i, delta))
    return deltas, dead


def _signs_by_line(board: Geometry, signs: tuple[Sign, ...]) -> list[LineSigns]:
    """For every line of the board the signs inside it, by the index of their first cell in the line."""
    by_line: list[list[tuple[int, bool]]] = [[] for _ in board.line_cells]
    for a, b, same in signs:
        row, column = board.lines_of(a)
        line = row if b - a == 1 else column
        by_line[line].append((board.line_cells[line].index(a), same))
    return [tuple(sorted(line_signs)) for line_signs in by_line]
