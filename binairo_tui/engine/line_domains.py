"""Line domains: propagation for conflict-driven search, with a set of the completions that each line has left.

The *domain* of a line is the set of those completions that agree with the values in the line, an int with one bit per
completion (see `line_sets`). Filling a cell removes completions from the domains of its row and its column with one
`and` each. Values that all completions in a domain share are forced, and an empty domain is a conflict. The completion
of a full line is removed from the domains of the lines that must differ from it. Constraint solvers treat tables in
this way (Demeulenaere et al., Compact-Table, 2016).
"""

from collections.abc import Sequence
from functools import lru_cache

from binairo_tui.engine import line_sets, propagation, tracing
from binairo_tui.engine.axis import Axis
from binairo_tui.engine.geometry import Geometry, Line, Position
from binairo_tui.engine.lines import MAX_SETS

Domains = list[int]
"""The domain of every line, rows first, and then the state of every line: one list, because search often copies it."""


def line_domains(rules: propagation.Propagator, position: Position) -> "LineDomains | None":
    """Return `LineDomains` that start at a position, or None if the board has lines of more than MAX_SETS cells."""
    board = rules.geometry
    return LineDomains(rules, position) if max(board.width, board.height) <= MAX_SETS else None


class LineDomains:
    """Propagation that keeps the domain of each line: the set of completions that the line has left.

    It starts from `position`, which must be a fixpoint. `first` holds the domains of this position. The caller keeps
    the domains of later positions.
    """

    def __init__(self, rules: propagation.Propagator, position: Position) -> None:
        self._axes = rules.rows, rules.columns
        self._lane = rules.geometry.lane
        self._count = rules.geometry.height + rules.geometry.width  # the number of lines
        self._sets, self._crossings = _tables(rules.geometry)
        states = [axis.states(position) for axis in self._axes]
        domains = [
            [table.sets.agreeing(state) for table, state in zip(axis.tables, own, strict=True)]
            for axis, own in zip(self._axes, states, strict=True)
        ]
        self.first: Domains = [*domains[0], *domains[1], *states[0], *states[1]]
        self._repeated = [_repeated(found) if rules.unique_lines else 0 for found in domains]
        for axis, repeated in zip(self._axes, self._repeated, strict=True):
            for line in range(axis.first, axis.first + axis.count):
                if self.first[line] & repeated and self.first[line + self._count].bit_count() == axis.length:
                    self._exclude(axis, line, self.first, {})

    def trace(self, position: Position, changed: int, trail: tracing.Trail, domains: Domains) -> Position | None:
        """Return the fixpoint of the exact rules after cells in `changed` were set; None for a conflict.

        `domains` holds the completions that each line had left before the change, and is updated. The forced cells are
        appended to `trail`.
        """
        count, crossings, field = self._count, self._crossings, 0
        dirty, crossing = self._fill(changed, domains)
        while dirty or crossing:
            axis, repeated, shared = self._axes[field], self._repeated[field], self._sets[field].shared
            first, shifts, length, as_column = axis.first, axis.shifts, axis.length, axis.tables[0].as_column
            again: dict[Line, None] = {}
            for line in dirty:
                shift = shifts[line - first]
                domain, state = domains[line], domains[line + count]
                forced = shared(domain, state)
                if forced is None:
                    trail.append((0, position, axis, shift))
                    return None
                if forced:
                    cells = (as_column(forced) if field else forced) << shift
                    trail.append((cells, position, axis, shift))
                    position |= cells
                    domains[line + count] = state = state | forced
                    places = crossings[line]
                    while forced:
                        value = forced & -forced
                        forced ^= value
                        crossed, having, cell = places[value]
                        domains[crossed] &= having
                        domains[crossed + count] |= cell
                        crossing[crossed] = None
                if domain & repeated and state.bit_count() == length:
                    self._exclude(axis, line, domains, again)
            field ^= 1
            dirty, crossing = crossing, again
        return position

    def _fill(self, values: int, domains: Domains) -> tuple[dict[Line, None], dict[Line, None]]:
        """Add values to the states of their lines, and remove the completions that disagree with them from the domains.

        Returns the rows and the columns of the values.
        """
        rows: dict[Line, None] = {}  # a dict keeps the order in which lines are found
        columns: dict[Line, None] = {}
        while values:
            value = values & -values
            values ^= value
            i, bit = divmod(value.bit_length() - 1, 2 * self._lane)
            column, in_column, cell = self._crossings[i][1 << bit]
            row, in_row, _ = self._crossings[column][cell]
            domains[row] &= in_row
            domains[column] &= in_column
            domains[row + self._count] |= 1 << bit
            domains[column + self._count] |= cell
            rows[row] = columns[column] = None
        return rows, columns

    def _exclude(self, axis: Axis, full: Line, domains: Domains, changed: dict[Line, None]) -> None:
        """Remove the completion of a full line from the domains of the other lines in its direction.

        The lines whose domains lose this completion are added to `changed`.
        """
        for line in range(axis.first, axis.first + axis.count):
            if domains[line] & domains[full] and line != full:
                domains[line] ^= domains[full]
                changed[line] = None

    def reason(
        self, axis: Axis, shift: int, levels: Sequence[Domains], position: Position, forced: Position
    ) -> Position:
        """Return values that force `forced` in the line at `shift` or, if that is 0, leave it without a completion.

        `levels` holds the domains of earlier positions, oldest first, and `position` is the position in which the cells
        were forced. Values of the first position are left out, and older values are preferred to newer ones.
        """
        i = axis.shifts.index(shift)
        line, low, sets = axis.first + i, axis.low, self._sets[axis.field]
        forced = (forced >> shift & axis.mask) % axis.modulus
        against = 0 if forced else -1
        opposites = (forced & low) << 1 | forced >> 1 & low
        while opposites:
            value = opposites & -opposites
            opposites ^= value
            against |= sets.having[value]
        states = [domains[line + self._count] for domains in levels]
        states.append((position >> shift & axis.mask) % axis.modulus)
        values, equal = line_sets.reason_among(levels[0][line] & against, states, sets.having)
        reason = axis.to_position(i, values)
        if equal:  # completions that are ruled out because they equal full lines
            for k, state in enumerate(axis.states(position)):
                if k != i and state.bit_count() == axis.length and sets.agreeing(state) & equal:
                    reason |= axis.to_position(k, state ^ levels[0][axis.first + k + self._count])
        return reason


def _repeated(domains: list[int]) -> int:
    """Return the completions that are possible in several lines. Only these matter for the unique-lines rule."""
    some = several = 0
    for domain in domains:
        several |= some & domain
        some |= domain
    return several


@lru_cache(maxsize=32)
def _tables(
    board: Geometry,
) -> tuple[tuple[line_sets.LineSets, line_sets.LineSets], list[dict[int, tuple[Line, int, int]]]]:
    """Return the `LineSets` of rows and of columns, and, for each line, what its values mean for crossing lines.

    For each line, a dict maps the bit of a value in the state of this line to a tuple: the crossing line, the set of
    legal lines that have the value there, and the bit of the value in the state of the crossing line.
    """
    sets = line_sets.LineSets(board.width, ()), line_sets.LineSets(board.height, ())
    rows, columns = range(board.height), range(board.width)
    crossings = []
    for lines, first, others, owns in ((sets[1], board.height, columns, rows), (sets[0], 0, rows, columns)):
        for own in owns:
            places: dict[int, tuple[Line, int, int]] = {}
            for bit in (0b01, 0b10):
                cell = bit << 2 * own
                places |= {bit << 2 * i: (first + i, lines.having[cell], cell) for i in others}
            crossings.append(places)
    return sets, crossings
