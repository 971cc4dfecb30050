"""Line domains: propagation for conflict-driven search, with a set of the completions that each line has left.

The *domain* of a line is the set of those completions that agree with the values in the line, an int with one bit per
completion (see `line_sets`). Filling a cell removes completions from the domains of its row and its column with one
`and` each. Values that all completions in a domain share are forced, and an empty domain is a conflict. The completion
of a full line is removed from the domains of the lines that must differ from it. Constraint solvers treat tables in
this way (Demeulenaere et al., Compact-Table, 2016).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from binairo_tui.engine.axis import Axis
from binairo_tui.engine.geometry import Geometry, Line, Position
from binairo_tui.engine.line_sets import LineSets, reason_among
from binairo_tui.engine.lines import MAX_SETS
from binairo_tui.engine.propagation import Propagator
from binairo_tui.engine.tracing import Trail

Domains = list[int]
"""The domain of every line, rows first."""


@lru_cache(maxsize=32)
def line_domains(board: Geometry) -> LineDomains | None:
    """Return the shared `LineDomains` of boards of this size; None if they have lines of more than MAX_SETS cells."""
    return LineDomains(board) if max(board.width, board.height) <= MAX_SETS else None


class LineDomains:
    """Propagation with domains on boards of one size. The caller keeps the domains of its position."""

    def __init__(self, board: Geometry) -> None:
        self._sets = LineSets(board.width, ()), LineSets(board.height, ())  # of rows and columns
        self._masks = board.line_masks
        values = [(cell, bit) for cell in range(board.cell_count) for bit in (0b01, 0b10)]
        # The completions that have a value: by line and value, and by value for its column and its row, which stand in
        # the order of `Axis.field`. A value is given by its bit in a position.
        self._having: list[dict[int, int]] = [{} for _ in board.line_masks]
        self._places: dict[int, tuple[tuple[Line, int], tuple[Line, int]]] = {}
        self._opposite: dict[int, int] = {}
        for cell, bit in values:
            value = bit << board.shifts[cell]
            row, column = board.lines_of(cell)
            in_row = self._having[row][value] = self._sets[0].having[bit << 2 * (column - board.height)]
            in_column = self._having[column][value] = self._sets[1].having[bit << 2 * row]
            self._places[value] = ((column, in_column), (row, in_row))
            self._opposite[value] = (bit ^ 0b11) << board.shifts[cell]

    def start(self, rules: Propagator, position: Position) -> Domains:
        """Return the domains of a position at its fixpoint."""
        domains: Domains = []
        for axis in (rules.rows, rules.columns):
            states = axis.states(position)
            domains += [table.sets.agreeing(state) for table, state in zip(axis.tables, states, strict=True)]
            if rules.unique_lines:
                for i, state in enumerate(states):
                    if state.bit_count() == axis.length:
                        self._exclude(axis, i, position, domains, {})
        return domains

    def trace(
        self, rules: Propagator, position: Position, changed: int, trail: Trail, domains: Domains
    ) -> Position | None:
        """Return the fixpoint of the exact rules after cells in `changed` were set; None for a conflict.

        `domains` are those before the change, and are updated.
        """
        places, unique_lines = self._places, rules.unique_lines
        axis, other = rules.rows, rules.columns
        dirty, crossing = self._fill(changed, domains)
        while dirty or crossing:
            mask, modulus, field, length, shifts = axis.mask, axis.modulus, axis.field, axis.length, axis.shifts
            first, shared, as_column = axis.first, self._sets[field].shared, axis.tables[0].as_column
            again: dict[Line, None] = {}
            for line in dirty:
                shift = shifts[line - first]
                state = (position >> shift & mask) % modulus
                forced = shared(domains[line], state)
                if forced is None:
                    trail.append((0, position, axis, shift))
                    return None
                if forced:
                    cells = (as_column(forced) if field else forced) << shift
                    trail.append((cells, position, axis, shift))
                    position |= cells
                    while cells:
                        value = cells & -cells
                        cells ^= value
                        across, having = places[value][field]
                        domains[across] &= having
                        crossing[across] = None
                if unique_lines and (state | forced).bit_count() == length:
                    self._exclude(axis, line - first, position, domains, again)
            axis, other = other, axis
            dirty, crossing = crossing, again
        return position

    def _fill(self, values: int, domains: Domains) -> tuple[dict[Line, None], dict[Line, None]]:
        """Remove the completions without these values from the domains; return the rows and columns of the values."""
        rows: dict[Line, None] = {}  # a dict keeps the order in which lines are found
        columns: dict[Line, None] = {}
        while values:
            value = values & -values
            values ^= value
            (column, in_column), (row, in_row) = self._places[value]
            domains[row] &= in_row
            domains[column] &= in_column
            rows[row] = columns[column] = None
        return rows, columns

    def _exclude(self, axis: Axis, i: int, position: Position, domains: Domains, changed: dict[Line, None]) -> None:
        """Remove the full line i from the domains of other lines on its axis, and add these lines to `changed`."""
        if not axis.may_coincide(position, axis.shifts[i]):
            return
        full = axis.first + i
        for line in range(axis.first, axis.first + axis.count):
            if domains[line] & domains[full] and line != full:
                domains[line] ^= domains[full]
                changed[line] = None

    def reason(self, axis: Axis, i: int, history: Sequence[Position], forced: int, domains: Domains) -> Position:
        """Return values that force the cells `forced` in line i or, if `forced` is 0, leave it without a completion.

        `history` holds earlier positions in order, and the last one when the cells were forced. `domains` are those of
        the first. Its values are left out, and earlier values are preferred to later ones.
        """
        line = axis.first + i
        having, opposite = self._having[line], self._opposite
        against = 0 if forced else -1
        while forced:
            value = forced & -forced
            forced ^= value
            against |= having[opposite[value]]
        reason, equal = reason_among(domains[line] & against, history, self._masks[line], having)
        if equal:  # full lines, from which line i must differ
            position = history[-1]
            for k, state in enumerate(axis.states(position)):
                if k != i and state.bit_count() == axis.length and self._sets[axis.field].agreeing(state) & equal:
                    reason |= axis.to_position(k, state)
        return reason & ~history[0]
