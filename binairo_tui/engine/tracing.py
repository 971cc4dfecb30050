"""Tracing: propagation that records in a trail what forced each cell, so that reasons can be found afterwards.

Triples are filled first, because their reasons are shorter and cheaper to find. `trace` reaches the same fixpoint as
`Propagator.exact`; `trace_quickly` may stop earlier, because it applies the unique-lines rule to fewer lines.
"""

from binairo_tui.engine.axis import Axis, unique_deltas, unique_reason
from binairo_tui.engine.cheap_rules import Pairs
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.propagation import Propagator

Trail = list["tuple[Position, Position, Axis | Pairs | None, int]"]
"""The cells that propagation filled, in order: (cells, position before, axis, shift of the line that forced them).

For the triples, the third item is `Propagator.pairs`. If more than one line or a nogood was needed, the third item is
None, and the second holds only the values that force the cells. For a conflict, the cells are 0.
"""


def trace(rules: Propagator, position: Position, changed: Position, trail: Trail) -> Position | None:
    """Return the fixpoint of the exact rules after the cells in `changed` were set, or None on a conflict.

    The filled cells, and what forced them, are appended to `trail`.
    """
    while changed:
        after = _trace_lines(rules, position, changed, trail, [])
        if after is None or not rules.unique_lines:
            return after
        position = after
        for axis in (rules.rows, rules.columns):
            deltas, dead = unique_deltas(axis, axis.states(position))
            if dead:
                trail.append((0, unique_reason(axis, dead[0], position), None, 0))
                return None
            before = position
            for i, delta in deltas:
                cells = axis.to_position(i, delta)
                trail.append((cells, unique_reason(axis, i, before), None, 0))
                position |= cells
        changed = position ^ after
    return position


def trace_quickly(rules: Propagator, position: Position, changed: int, trail: Trail) -> Position | None:
    """Return the fixpoint as `trace` does, but compare full lines only with lines that have at most two empty cells.

    Two equal lines are still detected once both are full.
    """
    while changed:
        nearly_full: list[tuple[Axis, int]] = []
        after = _trace_lines(rules, position, changed, trail, nearly_full)
        if after is None or not rules.unique_lines:
            return after
        position = after
        for axis, shift in nearly_full:
            if axis.may_coincide(position, shift):
                reached = _trace_twins(axis, position, shift, trail)
                if reached is None:
                    return None
                position = reached
        changed = position ^ after
    return position


def _trace_lines(
    rules: Propagator, position: Position, changed: Position, trail: Trail, nearly_full: list[tuple[Axis, int]]
) -> Position | None:
    """Return the fixpoint without the unique-lines rule, or None on a conflict.

    Rows and columns are examined alternately, as in `Propagator.exact`. Each examined line that has at most two empty
    cells is added to `nearly_full` as its axis and shift.
    """
    axis, other = rules.rows, rules.columns
    dirty, crossing = axis.lines_touched(changed), other.lines_touched(changed)
    while dirty or crossing:
        settled = _trace_triples(rules, position, trail)
        if settled is None:
            return None
        if settled != position:
            dirty |= axis.lines_touched(settled ^ position)
            crossing |= other.lines_touched(settled ^ position)
            position = settled
        mask, modulus, field, low, enough = axis.mask, axis.modulus, axis.field, axis.ones, axis.length - 2
        for table, shift in axis.tables_for(dirty):
            line = position >> shift & mask
            filled = line.bit_count()
            if not table.forces_nothing(filled, (line & low).bit_count()):
                entry = table[line % modulus]
                if entry is None:
                    trail.append((0, position, axis, shift))
                    return None
                cells = entry[field] << shift
                if cells:
                    trail.append((cells, position, axis, shift))
                    position |= cells
                    crossing |= entry[2]
                    filled += cells.bit_count()
            if filled >= enough:
                nearly_full.append((axis, shift))
        axis, other = other, axis
        dirty, crossing = crossing, 0
    return position


def _trace_triples(rules: Propagator, position: Position, trail: Trail) -> Position | None:
    while (after := rules.triples(position)) != position:
        clash = after & after >> 1 & rules.geometry.ones
        if clash:
            trail.append((0, rules.pairs.reason(position, 3 * (clash & -clash)), None, 0))
            return None
        trail.append((after ^ position, position, rules.pairs, 0))
        position = after
    return position


def _trace_twins(axis: Axis, position: Position, shift: int, trail: Trail) -> Position | None:
    """Compare the line at `shift` with all others; return the position, or None if two full lines are equal.

    If one of two lines is full and the other could become equal to it, the other is filled so that they differ, unless
    it has more than two empty cells.
    """
    mask, low, length = axis.mask, axis.ones, axis.length
    for at in axis.shifts:
        line, twin = position >> shift & mask, position >> at & mask
        full, open_line, place = (line, twin, at) if line.bit_count() == length else (twin, line, shift)
        if (
            at == shift
            or full & open_line != open_line
            or full.bit_count() < length
            or open_line.bit_count() < length - 2
        ):
            continue
        reason = line << shift | twin << at
        missing = full ^ open_line
        if not missing:
            trail.append((0, reason, None, 0))
            return None
        cells = (missing >> 1 & low | (missing & low) << 1) << place
        trail.append((cells, reason, None, 0))
        position |= cells
    return position
