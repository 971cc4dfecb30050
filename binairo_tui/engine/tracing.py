"""Tracing: propagation that records in a trail what forced each cell, so that reasons can be found afterwards."""

from functools import reduce
from operator import or_

from binairo_tui.engine.axis import Axis, unique_deltas
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.propagation import Propagator

Trail = list[tuple[Position, Position, Axis | None, int]]
"""The cells that propagation filled, in order: (cells, position before, axis, shift of the line that forced them).

If more than one line or a nogood was needed, the axis is None, and the second item holds only the values that force
the cells. For a conflict, the cells are 0.
"""


def trace(rules: Propagator, position: Position, changed: Position, trail: Trail) -> Position | None:
    """Return the fixpoint of the exact rules after the cells in `changed` were set, or None on a conflict.

    The filled cells, and what forced them, are appended to `trail`.
    """
    while changed:
        after = _trace_lines(rules, position, changed, trail)
        if after is None or not rules.unique_lines:
            return after
        position = after
        for axis in (rules.rows, rules.columns):
            deltas, dead = unique_deltas(axis, axis.states(position))
            if dead:
                trail.append((0, _unique_reason(axis, dead[0], position), None, 0))
                return None
            before = position
            for i, delta in deltas:
                cells = axis.to_position(i, delta)
                trail.append((cells, _unique_reason(axis, i, before), None, 0))
                position |= cells
        changed = position ^ after
    return position


def _trace_lines(rules: Propagator, position: Position, changed: Position, trail: Trail) -> Position | None:
    """Return the fixpoint without the unique-lines rule, or None on a conflict."""
    axis, other = rules.rows, rules.columns
    dirty, crossing = axis.lines_touched(changed), other.lines_touched(changed)
    while dirty or crossing:
        mask, modulus, field = axis.mask, axis.modulus, axis.field
        for table, shift in axis.tables_for(dirty):
            entry = table[(position >> shift & mask) % modulus]
            if entry is None:
                trail.append((0, position, axis, shift))
                return None
            cells = entry[field] << shift
            if cells:
                trail.append((cells, position, axis, shift))
                position |= cells
                crossing |= entry[2]
        axis, other = other, axis
        dirty, crossing = crossing, 0
    return position


def _unique_reason(axis: Axis, i: int, position: Position) -> int:
    """Return the values of a position that the unique-lines rule needs to force cells in line i.

    These are the values of line i and of the full lines that it could still become equal to.
    """
    states = axis.states(position)
    own = states[i]
    finished = [k for k, state in enumerate(states) if state.bit_count() == axis.length and state & own == own]
    return position & reduce(or_, [axis.mask << axis.shifts[k] for k in {i, *finished}])
