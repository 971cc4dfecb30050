"""Propagation: fills the cells that the rules force, to a fixpoint.

From cheap to expensive, the rules are:

    triples        two equal values side by side or around a gap: the third cell takes the opposite value
    signs          = or x next to a known cell: the other cell follows
    lines          cells that are the same in all completions of a line (see `lines`)
    unique lines   cells that are the same in all completions that differ from all finished lines

The speed of the engine depends on `propagate`. So the rules for triples and signs, and for lines that have all their 0s
or all their 1s, are shifts and masks of the whole position. After these rules, only lines that have changed are looked
up, in tables that remember the answer for each state of a line. The module `passes` reaches the same position step by
step, by techniques that a player knows.

If the rules contradict each other, a cell may get both bits; the next check then finds the conflict. A conflict is
reported by returning None, not by an exception. No rule uses a solution, so values filled by propagation hold in all
solutions.
"""

from functools import lru_cache, reduce
from operator import or_

from binairo_tui.engine import core
from binairo_tui.engine.axis import Axis, unique_deltas
from binairo_tui.engine.cheap_rules import sign_pass, triple_pass
from binairo_tui.engine.geometry import Cell, Geometry, Line, Position, geometry
from binairo_tui.engine.puzzle import Puzzle, Sign, checked_start, has_enough_lines, signs_by_line

Trail = list[tuple[Position, Position, Axis | None, int]]
"""The cells that propagation filled, in order: (cells, position before, axis, shift of the line that forced them).

If several lines or a nogood forced the cells, the axis is None, and the second item holds only the values that force
the cells. For a conflict, the first item is 0.
"""


def propagate(puzzle: Puzzle, position: Position | None = None) -> Position | None:
    """Return the position with all forced cells filled, or None if there is a contradiction.

    Propagation starts from the givens and the values of `position`, if any. A broken rule or a changed given is a
    contradiction. Raises TypeError or ValueError if `position` is not a position of the puzzle.

    >>> puzzle = parse_puzzle("4x4;11..0...........")
    >>> print(format_position(puzzle, propagate(puzzle)))
    1100
    0...
    ....
    ....
    """
    if position is None and isinstance(puzzle, Puzzle):  # fast path: `checked_start` would take 2 % of the time
        return propagator(puzzle).fixpoint(puzzle.givens)
    start = checked_start(puzzle, position)
    return None if start is None else propagator(puzzle).fixpoint(start)


def search_start(puzzle: Puzzle, position: Position) -> Position | None:
    """Return the fixpoint, or None for a conflict, such as too few legal lines if lines must be unique."""
    rules = propagator(puzzle)
    return rules.fixpoint(position) if rules.has_enough_lines else None


def propagator(puzzle: Puzzle) -> "Propagator":
    """Return the propagator shared by all puzzles with the size, signs and rules of this puzzle."""
    is_pure = core.native is None
    return _propagator(puzzle.width, puzzle.height, puzzle.signs, puzzle.unique_lines, puzzle.more_ones, is_pure)


@lru_cache(maxsize=32)
def _propagator(  # noqa: PLR0917 - the key of a cache
    width: int,
    height: int,
    signs: tuple[Sign, ...],
    unique_lines: bool,
    more_ones: bool,
    is_pure: bool,  # noqa: ARG001
) -> "Propagator":
    return Propagator(geometry(width, height), signs, unique_lines, more_ones)


class Propagator:
    """Propagation on boards of one size with the same signs and rules. Immutable except for its caches."""

    def __init__(self, board: Geometry, signs: tuple[Sign, ...], unique_lines: bool, more_ones: bool) -> None:
        self.geometry = board
        self.unique_lines = unique_lines
        self.has_enough_lines = has_enough_lines(board.width, board.height, unique_lines, more_ones)
        self.core = core.native and core.native.board(board.width, board.height, signs, unique_lines, more_ones)
        """The compiled core for these boards; None without it, or if the boards have a rule that it does not know."""
        self.has_signs = bool(signs)
        by_line = list(signs_by_line(board.width, board.height, signs, more_ones))
        self.rows = Axis(board, by_line[: board.height], is_row=True)
        self.columns = Axis(board, by_line[board.height :], is_row=False)
        axes = self.rows, self.columns
        self._quotas = [(axis.ones << shift, *axis.quota) for axis in axes for shift in axis.shifts]
        self.triples = triple_pass(2 * board.lane, board.ones)
        self.signs = sign_pass(board, signs)

    def find_line(self, line: Line) -> tuple[Axis, int]:
        """Return the axis of a line, and the index of the line on this axis."""
        return (self.rows, line) if line < self.rows.count else (self.columns, line - self.rows.count)

    def fixpoint(self, position: Position) -> Position | None:
        """Return the fixpoint of a position, or None for a conflict.

        Triples, signs and counts come first, because they are cheap: several passes over the whole grid cost less than
        one exact result that is not yet in the table of its line. These rules also check full lines, so the exact
        rules skip full lines.
        """
        if self.core is not None:
            return self.core.fixpoint(position)
        changed = self.geometry.board
        while changed:
            before = position
            while (after := self.signs(self.triples(position))) != position:
                position = after
            if position & position >> 1 & self.geometry.ones:
                return None
            after = self._complete_counted(position, changed | before ^ position)
            position, changed = after, after ^ position
        return self.exact(position, self.geometry.ones & ~(position | position >> 1))

    def _complete_counted(self, position: Position, changed: Position) -> Position:
        """Fill the blanks of each changed line that has all its 0s or all its 1s.

        If a line has too many 0s or too many 1s, all its cells get both values, which shows the conflict.
        """
        for low, zeros, ones in self._quotas:
            if changed & 3 * low:
                held, others = position & low, position >> 1 & low
                if held.bit_count() >= ones:
                    position |= (low ^ held) << 1 if held.bit_count() == ones else 3 * low
                elif others.bit_count() >= zeros:
                    position |= low ^ others if others.bit_count() == zeros else 3 * low
        return position

    def exact(self, position: Position, changed: Position, trail: Trail | None = None) -> Position | None:
        """Return the fixpoint of the exact rules (lines and unique lines) after the cells in `changed` were set.

        Returns None for a conflict. The method is fast only near a fixpoint, where the tables hold most results. If
        there is a `trail`, the filled cells and their reasons are appended to it.
        """
        if self.core is not None and trail is None:
            return self.core.exact(position, self.rows.lines_touched(changed), self.columns.lines_touched(changed))
        while True:
            after = self._complete_lines(position, changed, trail)
            if after is None or not self.unique_lines:
                return after
            unique = self._make_unique(after, trail)
            if unique is None or unique == after:
                return unique
            position, changed = unique, unique ^ after

    def _complete_lines(self, position: Position, changed: Position, trail: Trail | None) -> Position | None:
        """Return the fixpoint of the rule for single lines; None for a conflict.

        A round examines the lines in `dirty`, which are rows or columns, and collects in `crossing` the lines that
        cross them in a forced cell. These are the lines of the next round.
        """
        axis, other = self.rows, self.columns
        dirty, crossing = axis.lines_touched(changed), other.lines_touched(changed)
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
            axis, other = other, axis
            dirty, crossing = crossing, 0
        return position

    def _make_unique(self, position: Position, trail: Trail | None) -> Position | None:
        """Fill the cells that the unique-lines rule forces, one axis after the other; None for a conflict."""
        for axis in (self.rows, self.columns):
            deltas, dead = unique_deltas(axis, axis.states(position))
            found = [(dead[0], 0)] if dead else [(i, axis.to_position(i, delta)) for i, delta in deltas]
            if trail is not None:
                trail += [(cells, _unique_reason(axis, i, position), None, 0) for i, cells in found]
            if dead:
                return None
            position = reduce(or_, [cells for _, cells in found], position)
        return position

    def fill(self, position: Position, axis: Axis, i: int, cells: int) -> Position | None:
        """Return the fixpoint after setting the empty cells `cells` of line i; None for a conflict.

        `cells` holds the new values as a line state. `position` must be at its fixpoint.
        """
        filled = axis.to_position(i, cells)
        return self.exact(position | filled, filled)

    def assume(self, position: Position, cell: Cell, code: int) -> Position | None:
        """Return the fixpoint after setting an empty cell to `code`, one of `geometry.CODES`; None for a conflict.

        `position` must be at its fixpoint.
        """
        filled = code << self.geometry.shifts[cell]
        return self.exact(position | filled, filled)

    def failing(self, position: Position) -> int:
        """Return, as bits, the values that lead to a conflict in an empty cell. `position` must be at its fixpoint."""
        if self.core is not None:
            return self.core.failing(position)
        found = 0
        values = 3 * (self.geometry.ones & ~(position | position >> 1))
        while values:
            value = values & -values
            branch = self.exact(position | value, value)
            if branch is None:
                found |= value
            values &= ~(branch or value)  # if a value leads to no conflict, nor do the values that it forces
        return found


def _unique_reason(axis: Axis, i: int, position: Position) -> int:
    """Return what forces cells in line i by the unique-lines rule: the line, and full lines that it could equal."""
    states = axis.states(position)
    own = states[i]
    finished = [k for k, state in enumerate(states) if state.bit_count() == axis.length and state & own == own]
    return position & reduce(or_, [axis.mask << axis.shifts[k] for k in {i, *finished}])
