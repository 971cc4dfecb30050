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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, reduce
from operator import or_

from binairo_tui.engine.axis import Axis, Deltas, line_deltas, unique_deltas
from binairo_tui.engine.geometry import Cell, Geometry, Line, Position, geometry
from binairo_tui.engine.puzzle import Puzzle, Sign, signs_by_line

SHORT = 6
"""Lines up to this length have few enough states (3**6) to know them all soon."""

Trail = list["tuple[int, int, Axis | None, int]"]
"""What propagation did, in order: (cells, position before, axis, shift of the line that forced them).

Where more than one line is to blame, the axis is None and the second item holds just the values that force the cells.
Cells 0 are a conflict.
"""

Balance = tuple[int, int, int, int, Line]
"""What the balance pass needs of a line: (both bits of its cells, their lower bits, quotas of zeros and ones, line)."""


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


class Propagator:
    """Propagation for one board shape. Immutable but for its memos; see the functions above for the public face."""

    def __init__(self, board: Geometry, signs: tuple[Sign, ...], unique_lines: bool) -> None:
        self.geometry = board
        self.unique_lines = unique_lines
        self.has_signs = bool(signs)
        by_line = list(signs_by_line(board.width, board.height, signs))
        self.rows = Axis(board, by_line[: board.height], is_row=True)
        self.columns = Axis(board, by_line[board.height :], is_row=False)
        self.triples = _triple_pass(2 * board.lane, board.ones)
        self._balances: list[Balance] = [
            (mask, mask & board.ones, *board.quota(line), line) for line, mask in enumerate(board.line_masks)
        ]
        self._sign_masks = tuple(
            (shift, same, mask)
            for shift, distance in ((2, 1), (2 * board.lane, board.width))
            for same in (True, False)
            if (mask := board.mask([sign.a for sign in signs if sign.b - sign.a == distance and sign.same is same]))
        )

    def find_line(self, line: Line) -> tuple[Axis, int]:
        """The direction of a line and its index there."""
        return (self.rows, line) if line < self.rows.count else (self.columns, line - self.rows.count)

    # The passes. Each takes a position and returns it with more bits set.

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
        after, still_open = position, []
        for line in lines:
            mask, low, zeros, ones, _ = line
            if changed & mask:
                cells = position & mask
                filled = cells.bit_count()
                if filled >= zeros:
                    held = (cells & low).bit_count()
                    if held >= ones:
                        after |= (low & ~cells) << 1 if held == ones else mask
                    if filled - held >= zeros:
                        after |= low & ~(cells >> 1) if filled - held == zeros else mask
                    if filled == zeros + ones:
                        continue
            still_open.append(line)
        return after, still_open

    # The fixpoint.

    def start(self, position: Position) -> Position | None:
        """The fixpoint above a position of which nothing is known, or None for a conflict.

        Of short lines the tables soon know every state. Of longer ones an exact answer that they do not know yet costs
        more than a pass of the cheap rules. So these run out first, then the fullest line that changed is looked at.
        """
        if self.rows.length <= SHORT and self.columns.length <= SHORT:
            return self.exact(position, self.rows.all, self.columns.all)
        settled = self._settle(position, self._balances, self.geometry.board)
        judged: dict[Line, int] = {}
        while settled is not None:
            position, lines = settled
            if not lines:
                return position if self._lines_differ(position) else None
            after = self._judge(position, lines, judged)
            if after == position and self.unique_lines:
                after = self._apply_unique(position, (self.rows, self.columns))
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
            if entry is None:
                return None
            if entry.row:
                return position | entry[axis.field] << shift
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

    def exact(self, position: Position, rows: int, columns: int, trail: Trail | None = None) -> Position | None:
        """The fixpoint by exact rules alone, starting with some lines; None for a conflict.

        For positions near a fixpoint, where the memos know most answers. Sets of lines have bit 2 * i for line i. Rows
        and columns take turns under the same names: what one direction forces makes lines of the other dirty.
        """
        axis, other = self.rows, self.columns
        dirty, crossing = rows, columns
        while True:
            seen: list[tuple[Axis, int]] = []
            while dirty or crossing:
                mask, modulus, field = axis.mask, axis.modulus, axis.field
                for table, shift in axis.tables_for(dirty):
                    entry = table[(position >> shift & mask) % modulus]
                    if entry is None:
                        if trail is not None:
                            trail.append((0, position, axis, shift))
                        return None
                    cells = entry[field] << shift
                    if cells:
                        if trail is not None:
                            trail.append((cells, position, axis, shift))
                        position |= cells
                        crossing |= entry[2]
                    seen.append((axis, shift))
                axis, other = other, axis
                dirty, crossing = crossing, 0
            after = self._unique_after(position, seen, trail)
            if after is None or after == position:
                return after
            dirty, crossing = axis.lines_touched(after ^ position), other.lines_touched(after ^ position)
            position = after

    def _unique_after(self, position: Position, lines: list[tuple[Axis, int]], trail: Trail | None) -> Position | None:
        """What the unique-lines rule adds after some lines (by direction and shift) have changed.

        None for a conflict.
        """
        if not self.unique_lines:
            return position
        if position.bit_count() == self.geometry.cell_count and self._lines_differ(position):
            return position
        axes: list[Axis] = []
        for axis, shift in lines:
            if axis not in axes and axis.may_coincide(position, shift):
                axes.append(axis)
        return self._apply_unique(position, axes, trail)

    def _apply_unique(self, position: Position, axes: Sequence[Axis], trail: Trail | None = None) -> Position | None:
        """What the unique-lines rule adds in some directions, one after the other; None for a conflict."""
        for axis in axes:
            deltas, dead = unique_deltas(axis, axis.states(position))
            if dead:
                if trail is not None:
                    trail.append((0, self._unique_reason(axis, dead[0], position), None, 0))
                return None
            before = position
            for i, delta in deltas:
                cells = axis.to_position(i, delta)
                if trail is not None:
                    trail.append((cells, self._unique_reason(axis, i, before), None, 0))
                position |= cells
        return position

    def _unique_reason(self, axis: Axis, i: int, position: Position) -> int:
        """What stands in line i and in the finished lines that agree with it: all that the unique-lines rule uses."""
        states = axis.states(position)
        own = states[i]
        finished = [k for k, state in enumerate(states) if state.bit_count() == axis.length and state & own == own]
        return position & reduce(or_, [axis.mask << axis.shifts[k] for k in {i, *finished}])

    def fill(self, position: Position, axis: Axis, i: int, cells: int) -> Position | None:
        """The fixpoint after empty cells of line i, given as a line state, are set in a position at its fixpoint."""
        crossing = (cells | cells >> 1) & axis.low
        own = 1 << 2 * i
        position |= axis.to_position(i, cells)
        return self.exact(position, own, crossing) if axis.is_row else self.exact(position, crossing, own)

    def assume(self, position: Position, cell: Cell, code: int) -> Position | None:
        """The fixpoint after one more cell of a position at its fixpoint is set; `code` is one of `geometry.CODES`."""
        row, column = divmod(cell, self.geometry.width)
        return self.exact(position | code << self.geometry.shifts[cell], 1 << 2 * row, 1 << 2 * column)

    # One step at a time.

    def next_step(self, position: Position) -> PropagationStep | Conflict | None:
        """See `next_step` above."""
        crowded = [
            line for mask, low, zeros, ones, line in self._balances if _is_crowded(position & mask, low, zeros, ones)
        ]
        if crowded:
            return Conflict(Rule.BALANCE, (), tuple(crowded))
        passes = ((Rule.TRIPLE, self.triples), (Rule.SIGN, self.signs), (Rule.BALANCE, self.balance))
        for rule, run in passes:
            after = run(position)
            clash = after & after >> 1 & self.geometry.ones
            if clash:
                return Conflict(rule, self.geometry.cells(clash), ())
            if after != position:
                return PropagationStep(rule, position, after)
        found = self._line_step(Rule.LINE, line_deltas, position)
        if found is None and self.unique_lines:
            found = self._line_step(Rule.UNIQUE_LINES, unique_deltas, position)
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
                after |= axis.to_position(i, delta)
        if dead_lines:
            return Conflict(rule, (), tuple(dead_lines))
        clash = after & after >> 1 & self.geometry.ones
        if clash:
            return Conflict(rule, self.geometry.cells(clash), ())
        return PropagationStep(rule, position, after) if after != position else None


def _triple_pass(row: int, ones: int) -> Callable[[Position], Position]:
    """The pass that sets every cell beside two equal ones, or between them, to the other value.

    `row` is the distance of two rows in bits. A closure, because this is called more often than anything else.
    """
    two_rows = 2 * row

    def triples(position: Position) -> Position:
        right, below = position >> 2, position >> row
        pairs, stacked = position & right, position & below
        against = (
            pairs << 4
            | pairs >> 2
            | position << 2 & right
            | stacked << two_rows
            | stacked >> row
            | position << row & below
        )
        return position | against >> 1 & ones | (against & ones) << 1

    return triples


def _is_crowded(cells: int, low: int, zeros: int, ones: int) -> bool:
    """Whether a line holds more of a value than it may."""
    return (cells & low).bit_count() > ones or (cells >> 1 & low).bit_count() > zeros
