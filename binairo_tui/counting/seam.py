"""A board cut in two: the possible rows, the walks away from the cut, and the symmetries.

The two rows at the cut are the *seam*: x above the cut, y below it. Once both are fixed, each half can be filled
separately by a *walk* outward from the seam. Every row of a walk depends on the two rows before it:

    walk up, 3rd step     . . . . . .     row 1
             2nd step     . . . . . .     row 2
             1st step     . . . . . .     row 3: no triple with x and y
                          0 1 1 0 0 1     row 4: x, near to the upper half and far from the lower
    cut - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -
                          1 1 0 0 1 0     row 5: y
    walk down, 1st step   . . . . . .     row 6: no triple with y and x
             2nd step     . . . . . .     row 7

Givens and signs leave fewer rows to choose from, but the method is the same as for an empty board. However, usually
only an empty board has symmetries, which leave fewer seams to count.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

from binairo_tui.engine.geometry import EMPTY, ONE
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.puzzle import LineSigns, Puzzle, line_quota

Row = int
"""A full row, with the first cell in the highest bit, so that rows are in the same order as their texts."""
Rows = tuple[Row, ...]
Symmetry = Callable[[Rows], Rows]
"""Maps the rows of a whole grid or of a seam, from top to bottom, to their image."""

MAX_FILLINGS = 20_000
"""Limit on the fillings of a row. A row of 20 empty cells has 8196, and one of 22 has 20,758."""
MAX_SEAMS = 2_500_000
"""Limit on the seams of a cut: the possible pairs of a row above the cut and a row below it."""
MAX_WALKS = 100_000_000
"""Limit on the average number of walks from a seam, because they must fit in memory. 12x12 has about 10 million."""

MAX_COUNTED_PAIRS = 1_000_000
"""If a board has more possible pairs of neighbouring rows than this, or is empty, its walks are only estimated."""
THINNING = 0.8
"""On an empty board, the share `THINNING**width` of the legal rows can follow two rows.

This is a rough average: at width 10, 9.5 of the 84 legal rows.
"""


class TooManyGridsError(ValueError):
    """The board is so empty that counting its grids is not feasible.

    >>> count_exactly(Puzzle(40, 40))
    Traceback (most recent call last):
    binairo_tui.counting.seam.TooManyGridsError: a row has more than 20000 fillings: no computer could count the grids
    """


class Unit(NamedTuple):
    """A unit of work: a seam (the two rows at the cut), and its weight, the number of its images under the symmetries.

    All these images have the same count.
    """

    x: Row
    y: Row
    weight: int


class Entry(NamedTuple):
    """A row, as it is represented in sets of rows and in halves of the board.

    A set of rows is an int in which `bit` stands for this row. `tag` contains `bit` and, in higher bits, a counter for
    each column. The counter is 1 if the row has a 1 in the column. A half is represented by the sum of its rows' tags.
    This sum holds the set of its rows and its column sums.
    """

    row: Row
    bit: int
    tag: int


class Step:
    """A step of a walk outward from the cut: the choice of the next row.

    `entries` are the rows that are legal by themselves; `full` is a row of 1s. Because of signs, the cells in `same`
    must equal their neighbours in the previous row, and the cells in `differ` must not.
    """

    def __init__(self, entries: Sequence[Entry], full: Row, same: Row, differ: Row) -> None:
        self._entries = entries
        self._full, self._same, self._differ = full, same, differ
        self._by_cells: dict[tuple[Row, Row], list[Entry]] = {}
        self._by_rows: dict[tuple[Row, Row], list[Entry]] = {}

    def after(self, before: Row, last: Row) -> list[Entry]:
        """Return the rows that can follow the rows `before` and `last` in a walk (see the module).

        The result may contain rows that are already part of the walk.
        """
        found = self._by_rows.get((before, last))
        if found is None:
            ones = self._full & ~(before | last) | self._same & last | self._differ & ~last
            zeros = before & last | self._same & ~last | self._differ & last
            found = self._by_cells.get((ones, zeros))
            if found is None:
                found = [entry for entry in self._entries if entry.row & ones == ones and not entry.row & zeros]
                self._by_cells[ones, zeros] = found
            self._by_rows[before, last] = found
        return found


Walk = tuple[Row, Row, list[Step]]
"""A walk outward from the seam: the row of the seam on the walk's side of the cut, the other row, and the steps."""


class Seam:
    """A puzzle's board, cut where there are the fewest walks.

    `choices` holds the possible fillings of each row after propagation; there are none if propagation finds a conflict.
    For each row except the last, `signs` holds the signs between it and the next row: (columns with =, columns with x),
    as bits. `rows` holds all rows in `choices`, ascending, and `entry` maps each row to its `Entry`. `cut` is the
    number of rows above the cut; `walk_count` is the approximate number of walks from all seams. Each item of `quotas`
    holds a number of 1s for every column, in counters as in `Entry.tag`. There is one item if all columns must have the
    same number; otherwise there is one for each choice of the columns with one more 1. `row_mask` has the bits below
    the counters.

    Raises TooManyGridsError if there are too many fillings, seams or walks.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.width, self.height = puzzle.width, puzzle.height
        self._full = (1 << self.width) - 1
        self.choices = _choices(puzzle)
        self.signs = _signs_between_rows(puzzle)
        self.rows: Rows = tuple(sorted(set().union(*self.choices)))
        self.row_mask = (1 << len(self.rows)) - 1
        self.entry = {row: Entry(row, 1 << i, self._spread(row) | 1 << i) for i, row in enumerate(self.rows)}
        zeros, ones = puzzle.quota(self.height)
        fewest = self._spread(self._full) * (self.height - zeros)
        self.quotas = tuple(
            [fewest + self._spread(more) for more in (range(self._full + 1) if ones + zeros > self.height else (0,))]
        )
        kinds: dict[tuple[Rows, Row, Row], Step] = {}  # rows with the same choice share their caches
        up = [self._step(kinds, row, row) for row in range(self.height - 1)]
        down = [self._step(kinds, row, row - 1) for row in range(1, self.height)]
        self.cut, self.walk_count = self._best_cut(up[-2::-1], down[1:])
        self.up, self.down = up[: self.cut - 1][::-1], down[self.cut :]
        self.symmetries = self._find_symmetries()

    def units(self, *, may_repeat: bool = False) -> Iterator[Unit]:
        """Of all seams that symmetries map to one another, yield only the smallest, in ascending order.

        If `may_repeat`, the two rows of a seam, x and y, may be equal.
        """
        for x, y in self._neighbours(self.cut):
            if x != y or may_repeat:
                images = {symmetry((x, y)) for symmetry in self.symmetries}
                if (x, y) == min(images):
                    yield Unit(x, y, len(images))

    def walks(self, x: Row, y: Row) -> tuple[Walk, Walk]:
        """Return the walks up and down from the seam (x, y), each as its near row, its far row and its steps."""
        return (x, y, self.up), (y, x, self.down)

    def work(self, unit: Unit) -> int:
        """Return an estimate of the time that a unit takes, in arbitrary units."""
        total = 1
        for near, far, steps in self.walks(unit.x, unit.y):
            firsts = steps[0].after(far, near) if steps else []
            total += sum(len(steps[1].after(near, first.row)) for first in firsts) if len(steps) > 1 else len(firsts)
        return total

    def _spread(self, row: Row) -> int:
        """Return the 1s of a row as one counter for each column, above the bits that sets of rows use."""
        counter_bits = self.height.bit_length()
        return sum((row >> i & 1) << counter_bits * i for i in range(self.width)) << len(self.rows)

    def _step(self, kinds: dict[tuple[Rows, Row, Row], Step], row: int, upper: int) -> Step:
        """Return the step that adds the row with index `row`. Rows with equal choices and signs share one in `kinds`.

        Of this row and the row before it in the walk, `upper` is the index of the upper one.
        """
        kind = (self.choices[row], *self.signs[upper])
        if kind not in kinds:
            kinds[kind] = Step([self.entry[choice] for choice in kind[0]], self._full, *kind[1:])
        return kinds[kind]

    def _neighbours(self, cut: int) -> Iterator[tuple[Row, Row]]:
        """Yield the possible pairs (row above, row below) at a cut, including pairs of equal rows."""
        same, differ = self.signs[cut - 1]
        for x, y in product(self.choices[cut - 1], self.choices[cut]):
            unlike = x ^ y
            if not unlike & same and unlike & differ == differ:
                yield x, y

    def _best_cut(self, up: Sequence[Step], down: Sequence[Step]) -> tuple[int, int]:
        """Return the cut with the fewest walks on both sides, as the number of rows above it, and the number of walks.

        `up` and `down` are the steps of a walk up and a walk down through the whole board.
        """
        sizes = [len(rows) for rows in self.choices]
        pairs = [a * b for a, b in pairwise(sizes)]
        cuts = range(1, self.height)
        is_empty = len(set(self.choices)) == len(set(self.signs)) == 1
        if sum(pairs) <= MAX_COUNTED_PAIRS and not is_empty:
            lefts = walk_counts(self._neighbours(1), down)
            rights = walk_counts(((y, x) for x, y in self._neighbours(self.height - 1)), up)[::-1]
        else:
            # The walks of each half begin with the row on the other side of the cut.
            thinning = THINNING**self.width if is_empty else 1.0
            lefts = [_estimated_walks(sizes[: cut + 1], thinning) for cut in cuts]
            rights = [_estimated_walks(sizes[cut - 1 :], thinning) for cut in cuts]
        walk_count, cut = min((lefts[cut - 1] + rights[cut - 1], cut) for cut in cuts)
        if pairs[cut - 1] > MAX_SEAMS or walk_count > MAX_WALKS * pairs[cut - 1]:
            raise TooManyGridsError("the board is so empty that no computer could count its grids")
        return cut, walk_count

    def _find_symmetries(self) -> list[Symmetry]:
        """Return the symmetries of the board: mirroring, turning upside down, exchanging values, and combinations."""
        choices, signs = self.choices, self.signs
        found: list[Symmetry] = [lambda rows: rows]
        if self._keeps_choices(self._mirrored) and all(pair == self._mirrored(pair) for pair in signs):
            found += [self._mirrored]
        if choices == choices[::-1] and signs == signs[::-1] and 2 * self.cut == self.height:
            found += [_then(symmetry, lambda rows: rows[::-1]) for symmetry in found]
        if self._keeps_choices(self._exchanged):  # then the columns' quotas are kept, too
            found += [_then(symmetry, self._exchanged) for symmetry in found]
        return found

    def _keeps_choices(self, symmetry: Symmetry) -> bool:
        return all(rows == tuple(sorted(symmetry(rows))) for rows in self.choices)

    def _mirrored(self, rows: Rows) -> Rows:
        return tuple([int(f"{row:0{self.width}b}"[::-1], 2) for row in rows])

    def _exchanged(self, rows: Rows) -> Rows:
        return tuple([row ^ self._full for row in rows])


def _then(first: Symmetry, second: Symmetry) -> Symmetry:
    return lambda rows: second(first(rows))


def _choices(puzzle: Puzzle) -> list[Rows]:
    """Return the legal fillings of each row after propagation; none if propagation finds a conflict."""
    position = propagate(puzzle)
    if position is None:
        return [()] * puzzle.height
    return [_fillings(cells, puzzle.line_signs[row]) for row, cells in enumerate(puzzle.geometry.rows(position))]


def _fillings(cells: str, signs: LineSigns) -> Rows:
    """Return the legal rows that agree with `cells`, ascending. Raises TooManyGridsError above MAX_FILLINGS."""
    length, same_at = len(cells), dict(signs)
    quotas = line_quota(length, signs)

    @cache
    def endings(start: int, last: str, ones: int) -> Rows:
        if start == length:
            return (0,)
        found: list[Row] = []
        for value in "01":
            held = ones + (value == ONE)
            unlike_sign = last and same_at.get(start - 1, value == last[-1]) is not (value == last[-1])
            too_many = held > quotas[1] or start + 1 - held > quotas[0]
            if cells[start] in (EMPTY, value) and last != value * 2 and not unlike_sign and not too_many:
                high = int(value) << length - 1 - start
                found += [high | low for low in endings(start + 1, (last + value)[-2:], held)]
        # Every ending found here is part of at least one row, so the limit can be checked early.
        if len(found) > MAX_FILLINGS:
            raise TooManyGridsError(f"a row has more than {MAX_FILLINGS} fillings: no computer could count the grids")
        return tuple(found)

    return endings(0, "", 0)


def _signs_between_rows(puzzle: Puzzle) -> list[tuple[Row, Row]]:
    """Return (columns with =, columns with x) between each row and the next, as the bits of a row."""
    signs = [[0, 0] for _ in range(puzzle.height - 1)]
    for sign in puzzle.signs:
        row, column = divmod(sign.a, puzzle.width)
        if sign.b - sign.a == puzzle.width:
            signs[row][not sign.same] |= 1 << puzzle.width - 1 - column
    return [(same, differ) for same, differ in signs]


def walk_counts(starts: Iterable[tuple[Row, Row]], steps: Sequence[Step], without: Rows = ()) -> list[int]:
    """Return how many walks from these pairs of rows have no further row, one further row, two, and so on.

    No further row is in `without`, but a walk may contain a row twice.
    """
    ends = dict.fromkeys(starts, 1)
    counts = [len(ends)]
    for step in steps:
        following: defaultdict[tuple[Row, Row], int] = defaultdict(int)
        for (before, last), number in ends.items():
            for entry in step.after(before, last):
                if entry.row not in without:
                    following[last, entry.row] += number
        ends = following
        counts.append(sum(ends.values()))
    return counts


def _estimated_walks(sizes: Sequence[int], thinning: float) -> int:
    """Return an estimate of the number of walks through rows; `sizes` are the numbers of choices for each row.

    Of the choices for a row, the share `thinning` can follow the two rows before it.
    """
    return int(prod(sizes) * thinning ** (len(sizes) - 2))
