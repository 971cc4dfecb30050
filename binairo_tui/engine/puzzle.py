"""Puzzles: size, givens, signs and rules in an immutable value."""

import re
from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Self

from binairo_tui.engine.geometry import EMPTY, Cell, Geometry, Line, Position, cell_name, geometry, quota

MIN_SIZE = 2
MAX_SIZE = 40

_set = object.__setattr__
_SIZE = r"\s*([0-9]{1,3})(?:\s*[xX*×]\s*([0-9]{1,3}))?\s*"


def parse_size(text: str) -> tuple[int, int] | None:
    """Parse a size typed by the user, and return (width, height), or None if the text has another form.

    This function does not check whether a board can have this size; `size_fault` does.

    >>> parse_size("8x10"), parse_size("8")
    ((8, 10), (8, 8))
    """
    match = re.fullmatch(_SIZE, text)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def size_fault(width: int, height: int, more_ones: bool = True) -> str:
    """Return a clause that says why no board can have this size; empty if the size is valid.

    With the rule `more_ones`, both sides are even, or both are odd and equal. On other boards, rows and columns would
    disagree on the number of 1s, because a line of odd length has one more 1. Without the rule `more_ones`, at least
    one side is odd, because the rule makes no difference to other boards.
    """
    for name, size in (("width", width), ("height", height)):
        if not MIN_SIZE <= size <= MAX_SIZE:
            return f"{name} {size} is not between {MIN_SIZE} and {MAX_SIZE}"
    if not more_ones:
        return "" if width % 2 or height % 2 else "odd=either is only for boards with odd sides"
    if width != height:
        for name, size in (("width", width), ("height", height)):
            if size % 2:
                return f"{name} {size} is odd: only square boards may have odd sides"
    return ""


@lru_cache(maxsize=2 * MAX_SIZE)
def legal_line_count(length: int, more_ones: bool = True) -> int:
    """Return the number of legal lines of this length (OEIS A177790 for even lengths).

    Without the rule `more_ones`, lines of odd length have one more 0 or one more 1.

    >>> [legal_line_count(length) for length in (2, 4, 6, 8, 10)]
    [2, 6, 14, 34, 84]
    """
    counts = Counter({(0, 0): 1})  # beginnings of lines by (ones, length of the last run: negative for zeros)
    for _ in range(length):
        longer: Counter[tuple[int, int]] = Counter()
        for (ones, run), count in counts.items():
            if run < 2:
                longer[ones + 1, max(run, 0) + 1] += count
            if run > -2:
                longer[ones, min(run, 0) - 1] += count
        counts = longer
    zeros, ones = line_quota(length, odd_mark(length, more_ones))
    return sum(count for (held, _), count in counts.items() if length - zeros <= held <= ones)


def has_enough_lines(width: int, height: int, unique_lines: bool, more_ones: bool) -> bool:
    """Return whether there are enough legal lines for all rows and all columns to differ; True if lines may repeat."""
    return not unique_lines or (
        height <= legal_line_count(width, more_ones) and width <= legal_line_count(height, more_ones)
    )


class Sign(NamedTuple):
    """A Binairo+ sign between two neighbouring cells, where `a` < `b`. The sign is `=` if `same` is True, else `x`.

    >>> Puzzle(4, 4, signs=[Sign(0, 1, same=True), Sign(0, 4, same=False)])
    parse_puzzle('4x4;................;signs=r1c1=r1c2,r1c1xr2c1')
    """

    a: Cell
    b: Cell
    same: bool = True


def sign_name(sign: Sign, width: int) -> str:
    return f"{cell_name(sign.a, width)}{'=' if sign.same else 'x'}{cell_name(sign.b, width)}"


LineSigns = tuple[tuple[int, bool], ...]
"""The signs inside one line, ascending: (i, same) for the sign between its cells i and i + 1.

In a line of odd length that may have one more 0 or one more 1, the last item is the `odd_mark`.
"""


def odd_mark(length: int, more_ones: bool) -> LineSigns:
    """Return the mark of a line that may have one more 0 or one more 1: a sign after its last cell.

    Returns () for all other lines. The mark is among the signs, because everything that depends on the signs of a line
    also depends on this rule.
    """
    return () if more_ones or length % 2 == 0 else ((length - 1, True),)


def real_signs(length: int, signs: LineSigns) -> LineSigns:
    """Return the signs inside a line without the `odd_mark`."""
    return signs[:-1] if signs and signs[-1][0] == length - 1 else signs


def line_quota(length: int, signs: LineSigns) -> tuple[int, int]:
    """Return the maximum numbers of 0s and of 1s in a line. A full line with the `odd_mark` has one 0 or one 1 less."""
    zeros, ones = quota(length)
    return (zeros, ones) if real_signs(length, signs) == signs else (ones, ones)


@dataclass(frozen=True, slots=True, repr=False, init=False)
class Puzzle:
    """A board to fill.

    In a solution, no three neighbouring cells of a line are equal, and every sign holds. A line of even length has
    equally many 0s and 1s; a line of odd length has one more 1. If `more_ones` is False, each line of odd length has
    one more 0 or one more 1. If `unique_lines` is True, no two rows and no two columns are equal. The givens may break
    these rules; the puzzle then has no solution. The attribute `signs` is sorted.

    Raises ValueError or TypeError if the size is invalid, or if the givens or the signs do not fit the board.

    >>> Puzzle(4, 4)
    parse_puzzle('4x4;................')
    >>> Puzzle(3, 5)
    Traceback (most recent call last):
    ValueError: width 3 is odd: only square boards may have odd sides
    >>> Puzzle(3, 5, more_ones=False)
    parse_puzzle('3x5;...............;odd=either')
    """

    width: int
    height: int
    givens: Position = 0
    signs: tuple[Sign, ...] = ()
    unique_lines: bool = True
    more_ones: bool = True

    def __init__(
        self,
        width: int,
        height: int,
        givens: Position = 0,
        signs: Iterable[Sign] = (),
        unique_lines: bool = True,
        *,
        more_ones: bool = True,
    ) -> None:
        check_type("more_ones", more_ones, bool, "a bool")
        check_size(width, height, more_ones)
        check_values(width, height, givens, "givens")
        check_type("unique_lines", unique_lines, bool, "a bool")
        _fill(self, width, height, givens, _checked_signs(width, height, signs), unique_lines, more_ones)

    @property
    def geometry(self) -> Geometry:
        """The geometry of boards of this size."""
        return geometry(self.width, self.height)

    @property
    def given_count(self) -> int:
        """The number of givens."""
        return self.givens.bit_count()

    @property
    def has_enough_lines(self) -> bool:
        """Whether there are enough legal lines for all rows and all columns to differ; True if lines may repeat.

        For example, there are only 14 legal lines of six cells. So 15 rows of six cells cannot all differ.
        """
        return has_enough_lines(self.width, self.height, self.unique_lines, self.more_ones)

    @property
    def line_signs(self) -> tuple[LineSigns, ...]:
        """The signs inside each line, rows before columns. For the form of the signs, see `LineView`."""
        return signs_by_line(self.width, self.height, self.signs, self.more_ones)

    @property
    def can_swap_values(self) -> bool:
        """Whether the rules are the same for 0s and 1s. If so, swapping all values breaks no rule."""
        zeros, ones = self.quota(0)
        return zeros == ones

    def quota(self, line: Line) -> tuple[int, int]:
        """Return the maximum numbers of 0s and of 1s in a line."""
        length = self.width if line < self.height else self.height
        return line_quota(length, odd_mark(length, self.more_ones))

    def is_given(self, cell: Cell) -> bool:
        """Return whether this cell is a given. Raises TypeError or ValueError if there is no such cell."""
        check_cell(self, cell)
        return self.geometry.value(self.givens, cell) != EMPTY

    def with_givens(self, givens: Position) -> Self:
        """Return the same board with different givens.

        Raises ValueError or TypeError if the givens are not a position of this board.
        """
        check_values(self.width, self.height, givens, "givens")
        return self._changed(givens, self.unique_lines, self.more_ones)

    def with_unique_lines(self, unique_lines: bool) -> Self:
        """Return the same puzzle with or without the unique-lines rule."""
        check_type("unique_lines", unique_lines, bool, "a bool")
        return self._changed(self.givens, unique_lines, self.more_ones)

    def with_more_ones(self, more_ones: bool) -> Self:
        """Return the same puzzle with or without the rule that lines of odd length have more 1s than 0s.

        Raises ValueError if boards of this size cannot have the chosen rule.
        """
        check_type("more_ones", more_ones, bool, "a bool")
        check_size(self.width, self.height, more_ones)
        return self._changed(self.givens, self.unique_lines, more_ones)

    def _changed(self, givens: Position, unique_lines: bool, more_ones: bool) -> Self:
        """Return a copy with these givens and rules. An instance of a subclass keeps the fields of the subclass."""
        puzzle = object.__new__(type(self)) if type(self) is Puzzle else copy(self)
        _fill(puzzle, self.width, self.height, givens, self.signs, unique_lines, more_ones)
        return puzzle

    def __str__(self) -> str:
        """Return the canonical one-line notation, which `parse_puzzle` parses."""
        fields = [f"{self.width}x{self.height}", self.geometry.text(self.givens)]
        if self.signs:
            fields.append(f"signs={','.join([sign_name(sign, self.width) for sign in self.signs])}")
        if not self.unique_lines:
            fields.append("lines=any")
        if not self.more_ones:
            fields.append("odd=either")
        return ";".join(fields)

    def __repr__(self) -> str:
        return f"parse_puzzle({str(self)!r})"


def unchecked_puzzle(
    width: int,
    height: int,
    givens: Position,
    signs: tuple[Sign, ...] = (),
    unique_lines: bool = True,
    *,
    more_ones: bool = True,
) -> Puzzle:
    """Return a puzzle without checking the arguments; the signs must be sorted."""
    puzzle = object.__new__(Puzzle)
    _fill(puzzle, width, height, givens, signs, unique_lines, more_ones)
    return puzzle


def _fill(  # noqa: PLR0917 - the fields in order
    puzzle: Puzzle,
    width: int,
    height: int,
    givens: Position,
    signs: tuple[Sign, ...],
    unique_lines: bool,
    more_ones: bool,
) -> None:
    """Set the fields of a new puzzle, which is frozen, without checking them."""
    _set(puzzle, "width", width)
    _set(puzzle, "height", height)
    _set(puzzle, "givens", givens)
    _set(puzzle, "signs", signs)
    _set(puzzle, "unique_lines", unique_lines)
    _set(puzzle, "more_ones", more_ones)


def check_type(name: str, value: object, expected: type, description: str) -> None:
    """Raise TypeError if `value` is not of the expected type. The message says that `name` must be `description`."""
    if not isinstance(value, expected):
        raise TypeError(f"{name} must be {description}, not {value!r}")


def check_puzzle(puzzle: Puzzle) -> None:
    check_type("puzzle", puzzle, Puzzle, "a Puzzle (see parse_puzzle)")


def check_position(puzzle: Puzzle, position: Position) -> None:
    """Raise TypeError or ValueError if `position` does not fit the puzzle's board; it need not contain the givens."""
    check_puzzle(puzzle)
    check_values(puzzle.width, puzzle.height, position, "position")


def check_cell(puzzle: Puzzle, cell: Cell) -> None:
    """Raise TypeError if the argument `cell` is not an int, and ValueError if the board has no such cell."""
    check_type("cell", cell, int, "an int")
    if not 0 <= cell < puzzle.width * puzzle.height:
        raise ValueError(f"there is no cell {cell} on a {puzzle.width}x{puzzle.height} board")


def checked_start(puzzle: Puzzle, position: Position | None) -> Position | None:
    """Return the givens together with the values of `position`, if any; None if a value differs from a given.

    Raises TypeError or ValueError like `check_position`.
    """
    if isinstance(puzzle, Puzzle):
        if position is None:
            return puzzle.givens
        if isinstance(position, int):
            board, start = puzzle.geometry, puzzle.givens | position
            if not (start & board.outside or start & start >> 1 & board.ones):
                return start
    check_position(puzzle, position or 0)
    return None


def required_start(puzzle: Puzzle, position: Position | None) -> Position:
    """Return what `checked_start` returns, and raise ValueError if a value of `position` differs from a given."""
    start = checked_start(puzzle, position)
    if start is None:
        raise ValueError("the position contradicts a given")
    return start


def check_values(width: int, height: int, values: Position, name: str) -> None:
    """Raise TypeError or ValueError if the argument `name` is not a position of a board with this size."""
    check_type(name, values, int, "a position (see parse_position)")
    board = geometry(width, height)
    if values & board.outside or values & values >> 1 & board.ones:
        verb = "are" if name.endswith("s") else "is"
        raise ValueError(f"{name} {values:#x} {verb} not a position of a {width}x{height} board")


def check_limit(name: str, limit: int | None) -> None:
    """Raise TypeError or ValueError if the argument `name` is neither None nor an int of at least 0."""
    if limit is not None:
        check_type(name, limit, int, "an int or None")
        if limit < 0:
            raise ValueError(f"{name} {limit} is negative")


def check_seed(seed: int) -> None:
    """Raise TypeError or ValueError if a seed is not an int of at least 0: `random.Random` ignores a minus sign."""
    check_type("seed", seed, int, "an int")
    if seed < 0:
        raise ValueError(f"seed {seed} is negative")


def check_size(width: int, height: int, more_ones: bool = True) -> None:
    """Raise ValueError or TypeError if no board can have this size; see `size_fault`."""
    check_type("width", width, int, "an int")
    check_type("height", height, int, "an int")
    if fault := size_fault(width, height, more_ones):
        raise ValueError(fault)


def are_neighbours(a: Cell, b: Cell, width: int) -> bool:
    """Return whether cell b is directly to the right of cell a or directly below it."""
    return b - a == width or (b - a == 1 and b % width != 0)


def _checked_signs(width: int, height: int, signs: Iterable[Sign]) -> tuple[Sign, ...]:
    try:
        ordered = sorted([Sign(*sign) for sign in signs])
    except TypeError:
        raise TypeError(f"signs must be Signs, not {signs!r}") from None
    for sign in ordered:
        a, b, same = sign
        check_type("signs: a", a, int, "a cell")
        check_type("signs: b", b, int, "a cell")
        check_type("signs: same", same, bool, "a bool")
        if not (0 <= a < b < width * height and are_neighbours(a, b, width)):
            raise ValueError(f"signs: the cells of {sign} are not neighbours with a < b on a {width}x{height} board")
    for sign, after in pairwise(ordered):
        if sign[:2] == after[:2]:
            raise ValueError(f"signs: there are two between {cell_name(sign.a, width)} and {cell_name(sign.b, width)}")
    return tuple(ordered)


@lru_cache(maxsize=64)
def signs_by_line(width: int, height: int, signs: tuple[Sign, ...], more_ones: bool) -> tuple[LineSigns, ...]:
    by_line: list[list[tuple[int, bool]]] = [[] for _ in range(height + width)]
    for a, b, same in signs:
        row, column = divmod(a, width)
        if b - a == 1:
            by_line[row].append((column, same))
        else:
            by_line[height + column].append((row, same))
    lengths = [width] * height + [height] * width
    return tuple([(*sorted(line), *odd_mark(length, more_ones)) for line, length in zip(by_line, lengths, strict=True)])
