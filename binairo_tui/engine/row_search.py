"""Row search: lists the solutions of a position row by row, which is fast if there are many.

The open rows are filled one after another, each with every completion that agrees with the columns. One int, the
*state*, describes the columns: it has a bit for every completion of every column, which is set as long as the rows
filled so far agree with that completion. So filling a row is one `and`, and one addition finds all columns in which a
value is still possible. Rows are not examined before their turn. A step therefore takes less than a microsecond, but
there are dead ends. After too many dead ends, the remaining positions are propagated, and each is searched
separately.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import chain, combinations
from math import prod
from typing import NamedTuple

from binairo_tui.engine import conflict_search, propagation
from binairo_tui.engine.axis import Axis
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.memo import Memo

FREE_STEPS = 64
"""After this many steps without a solution, the positions that are left are propagated."""
STEPS_PER_SOLUTION = 12
"""How many steps each solution adds to FREE_STEPS."""
MAX_COMPLETIONS = 100
"""Row search is meant for positions in which no line has more completions than this."""
MAX_MEMO = 1 << 12
"""Limit on the entries in each memo of a row."""

_Completions = dict[int, list[int]]  # maps the index of every open line to its completions

# Maps the index of every open column to (zero, one): (bit in a set of values, bits of the state) for each value that
# the column may have in one row.
_Values = dict[int, tuple[tuple[int, int], tuple[int, int]]]


class _Filling(NamedTuple):
    """One way to complete a row: its cells in a position, its set of values, and the bits that it keeps in the state.

    The state of the search says which completions of the columns are left. `state & unused` is not 0 as long as the row
    may be filled in this way: if other rows have the same completion, until one of them has taken it; otherwise always.
    """

    cells: Position
    values: int
    kept: int
    unused: int


class _Row(NamedTuple):
    """A row that the search fills.

    `zeros` and `ones` are bits of the state (see the module): those of the column completions that have a 0, or a 1, in
    this row. `fillings` maps a set of values to the fillings of the row that use only these values. `kept` maps the
    row's values to the bits of the state that remain set once the row has these values.
    """

    zeros: int
    ones: int
    fillings: Memo[list[_Filling]]
    kept: Memo[int]


class RowSearch:
    """Row search for the solutions of `start`, which must be at its fixpoint and not full.

    `stats` is updated. `check` is called at every step and may raise to end the search.
    """

    def __init__(
        self,
        rules: propagation.Propagator,
        start: Position,
        stats: conflict_search.SearchStats,
        check: Callable[[], None],
    ) -> None:
        self._rules = rules
        self._start = start
        self._stats = stats
        self._check = check
        rows, columns = _completions(rules, rules.rows, start), _completions(rules, rules.columns, start)
        size = self._lay_out_unique_lines(rows, columns) if rules.unique_lines else self._lay_out_unique_lines({}, {})
        self._lay_out_columns(columns, size)
        self._rows = {row: self._row(row, completions, columns) for row, completions in rows.items()}

    def _lay_out_unique_lines(self, rows: _Completions, columns: _Completions) -> int:
        """Assign the lowest bits of the search's state, which keep lines unique, and return their number."""
        sets = {column: set(completions) for column, completions in columns.items()}
        pairs = [(a, b) for a, b in combinations(columns, 2) if not sets[a].isdisjoint(sets[b])]
        counts = Counter(chain.from_iterable(rows.values()))
        shared = [completion for completion, count in counts.items() if count > 1]
        # For each pair of columns that may become equal: are they equal in all rows filled so far?
        self._pairs = {pair: 1 << i for i, pair in enumerate(pairs)}
        # For each completion that several rows have: is no row filled with it?
        self._unused = {completion: 1 << len(pairs) + i for i, completion in enumerate(shared)}
        self._equal = (1 << len(pairs)) - 1
        self._unique = (1 << len(pairs) + len(shared)) - 1
        return len(pairs) + len(shared)

    def _lay_out_columns(self, columns: _Completions, size: int) -> None:
        """Give each column a field of bits in the search's state, above the `size` lowest bits.

        A field has a bit for each completion of the column and, above them, two bits that are 0. `_all` is the state in
        which all completions are left. Adding `_all` to a state sets the lower of the two bits for every column that
        has a completion left.
        """
        self._all = self._tops = 0
        self._shifts: dict[int, int] = {}
        for column, completions in columns.items():
            self._shifts[column] = size
            self._all |= (1 << len(completions)) - 1 << size
            self._tops |= 1 << size + len(completions)
            size += len(completions) + 2

    def _row(self, row: int, completions: list[int], columns: _Completions) -> _Row:
        values: _Values = {}
        for column, lines in columns.items():
            shift, top = self._shifts[column], 1 << self._shifts[column] + len(lines)
            ones = sum([1 << i for i, line in enumerate(lines) if line >> 2 * row & 0b01]) << shift
            values[column] = (top, top - (1 << shift) - ones), (top << 1, ones)
        fillings = []
        for completion in completions:
            cells = self._rules.rows.to_position(row, completion)
            own = sum([both[completion >> 2 * column & 0b01][0] for column, both in values.items()])
            kept = self._kept(values, completion)
            fillings.append(_Filling(cells, own, kept, self._unused.get(completion, kept)))
        zeros, ones = [sum([both[value][1] for both in values.values()]) for value in (0, 1)]
        fitting = Memo(lambda allowed: [filling for filling in fillings if not filling.values & ~allowed], MAX_MEMO)
        return _Row(zeros, ones, fitting, Memo(partial(self._kept, values), MAX_MEMO))

    def _kept(self, values: _Values, line: int) -> int:
        """Return the bits of the search's state that remain set once a row holds the values `line`, a line state."""
        kept = self._unique & ~self._unused.get(line, 0)
        for (a, b), pair in self._pairs.items():
            if (line >> 2 * a ^ line >> 2 * b) & 0b11 == 0b11:
                kept ^= pair
        for column, ((_, zero), (_, one)) in values.items():
            value = line >> 2 * column & 0b11
            kept |= zero | one if not value else one if value == 0b01 else zero
        return kept

    def solutions(self) -> Iterator[Position]:
        """Yield every solution once."""
        stack = [(self._start, 0)]
        while stack:
            position = self._rules.exact(*stack.pop())
            if position is None:
                self._stats.conflicts += 1
            elif self._rules.geometry.is_full(position):
                yield position
            else:
                left = yield from self._fill_rows(position)
                stack += [(other, other ^ position) for other in left]

    def _fill_rows(self, start: Position) -> Generator[Position, None, list[Position]]:
        """Yield solutions that extend a position, until there are too many dead ends.

        Returns the positions that were not searched. Every solution that was not yielded extends exactly one of
        them.
        """
        every, tops, equal, check, stats = self._all, self._tops, self._equal, self._check, self._stats
        state, rows = self._begin(start)
        stack = [(0, state, start)]
        last, steps_left = len(rows) - 1, FREE_STEPS
        while stack and steps_left:
            check()
            stats.nodes += 1
            steps_left -= 1
            depth, state, position = stack.pop()
            zeros, ones, fitting, _ = rows[depth]
            fillings = fitting[(state & zeros) + every & tops | ((state & ones) + every & tops) << 1]
            if not fillings:
                stats.conflicts += 1
            elif depth == last:
                for cells, _, kept, unused in fillings:
                    if state & unused and not state & kept & equal:
                        steps_left += STEPS_PER_SOLUTION
                        yield position | cells
            else:
                depth += 1
                stack += [
                    (depth, state & kept, position | cells) for cells, _, kept, unused in fillings if state & unused
                ]
        return [position for _, _, position in stack]

    def _begin(self, position: Position) -> tuple[int, list[_Row]]:
        """Return the state for a position, and its open rows in the order in which they are filled.

        Rows are filled from the top or from the bottom, starting in the half with fewer combinations of
        completions.
        """
        axis, state = self._rules.rows, self._all | self._unique
        rows, counts = [], []
        for i, row in self._rows.items():
            line = axis.state(i, position)
            state &= row.kept[line]
            if line.bit_count() < axis.length:
                rows.append(row)
                counts.append(axis.tables[i].count_of(line))
        half = len(rows) // 2
        if prod(counts[:half]) > prod(counts[len(rows) - half :]):
            rows.reverse()
        return state, rows


def is_narrow(rules: propagation.Propagator, position: Position) -> bool:
    """Return whether the lines of a position have few enough completions for row search."""
    return all(
        table.count_of(state) <= MAX_COMPLETIONS
        for axis in (rules.rows, rules.columns)
        for table, state in zip(axis.tables, axis.states(position), strict=True)
    )


def _completions(rules: propagation.Propagator, axis: Axis, start: Position) -> _Completions:
    """Return the completions of every open line. If lines must be unique, leave out those that equal a full line."""
    states = axis.states(start)
    full = {state for state in states if rules.unique_lines and state.bit_count() == axis.length}
    return {
        i: [completion for completion in axis.tables[i].completions(state) if completion not in full]
        for i, state in enumerate(states)
        if state.bit_count() < axis.length
    }
