"""Line walk: reasoning about a line by walking along it, cell by cell.

The cells before a place affect the cells after it only by their last two values and their number of 1s. The last two
values are one of four states, 2 * (last but one) + last. For each state, there is a set of possible numbers of 1s. A
*view* holds the four sets in one int: bit `state * FIELD + ones`. The walk starts with two imaginary cells before the
first cell. They may hold 0 1 or 1 0, which together allow every value in the first cells.

A step over a cell is a function from a view to the view after it. Steps are cached, so a walk soon takes one dictionary
lookup per cell. Walking from both ends shows every forced cell, and which values of a line are needed to force it.
"""

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import islice
from operator import or_
from typing import Final

from binairo_tui.engine.memo import Memo
from binairo_tui.engine.puzzle import LineSigns, line_quota

FIELD: Final = 48
"""The number of bits for each state in a view. A line of 40 cells has fewer 1s than this."""

MAX_VIEWS = 1 << 16
"""Limit on the views that a step remembers."""

FEW = 16
"""In lines longer than MAX_EXACT, `forced_excluding` excludes completions only if a state has at most this many."""

MAX_EXACT = 24
"""In lines up to this length, `forced_excluding` excludes completions however many there are."""

_START = 1 << FIELD | 1 << 2 * FIELD
_SET = (1 << FIELD) - 1
_ANY, _ONE, _ZERO = 0b00, 0b01, 0b10  # what a cell holds, as in a position


def _step(code: int, same: bool | None, *, is_back: bool) -> Memo[int]:
    """Return a function that maps the view (see the module) before a cell to the view after it.

    If `is_back` is set, the walk goes backwards, and the function maps the view after the cell to the view before it.
    Such a view holds the states and numbers of 1s from which the rest of the line can be completed. `code` says what
    the cell holds. `same` is the sign between this cell and the cell before it, or None.
    """
    moves = [
        (state * FIELD, (2 * (state & 1) + value) * FIELD, value)
        for state in range(4)
        for value in (0, 1)
        if code in (_ANY, (_ZERO, _ONE)[value])
        and state != 3 * value
        and (same is None or ((state & 1) == value) is same)
    ]  # (shift of the state before the cell, shift of the state after it, ones in the cell)

    def forward(view: int) -> int:
        return reduce(or_, [(view >> before & _SET) << ones << after for before, after, ones in moves], 0)

    def back(view: int) -> int:
        return reduce(or_, [(view >> after & _SET) >> ones << before for before, after, ones in moves], 0)

    return Memo(back if is_back else forward, MAX_VIEWS)


@cache
def _steps(same: bool | None, *, is_back: bool) -> tuple[Memo[int], Memo[int], Memo[int]]:
    empty, one, zero = [_step(code, same, is_back=is_back) for code in (_ANY, _ONE, _ZERO)]
    return empty, one, zero


class LineWalk:
    """Finds what all completions of a line with more than `lines.MAX_SETS` cells share, by walking along the line."""

    def __init__(self, length: int, signs: LineSigns) -> None:
        self._length = length
        zeros, ones = line_quota(length, signs)
        self._full_counts = range(length - zeros, ones + 1)
        self._goal = sum(1 << state * FIELD + held for state in range(4) for held in self._full_counts)
        before = {i + 1: same for i, same in signs}
        self._forward = [_steps(before.get(i), is_back=False) for i in range(length)]
        self._back = [(2 * i, _steps(before.get(i), is_back=True)) for i in range(length)][::-1]
        self._signs = [before.get(i) for i in range(length)]

    def forced(self, state: int) -> int | None:
        """Return the values that all completions of a state add to it; None if there is no completion."""
        live = self._live(state)
        view, found = _START, 0
        if not view & live[0]:
            return None
        for i, (empty, one, zero) in enumerate(self._forward):
            code = state >> 2 * i & 0b11
            if code:
                view = (one if code == _ONE else zero)[view]
            elif not zero[view] & live[i + 1]:
                found |= _ONE << 2 * i
                view = one[view]
            elif not one[view] & live[i + 1]:
                found |= _ZERO << 2 * i
                view = zero[view]
            else:
                view = empty[view]
        return found

    def forced_excluding(self, state: int, excluded: Sequence[int]) -> int | None:
        """Return the values that all completions not in `excluded` add to a state; None if all are excluded.

        `excluded` is ignored for long lines with many completions (see FEW).
        """
        if self._length > MAX_EXACT and len(list(islice(self.completions(state), FEW + 1))) > FEW:
            return self.forced(state)
        agreed = self._another(state, excluded)
        if agreed is None:
            return None
        found, left = 0, agreed & ~state
        while left:
            value = left & -left
            left ^= value
            other = self._another(state | self._opposite(value), excluded)
            if other is None:
                found |= value
            else:
                left &= other
        return found

    def _another(self, state: int, excluded: Sequence[int]) -> int | None:
        return next((line for line in self.completions(state) if line not in excluded), None)

    def _opposite(self, value: int) -> int:
        return value << 1 if value.bit_length() % 2 else value >> 1

    def count(self, state: int) -> int:
        # Indexed by the last two values. Before the first cell, 0 0 allows only a 1, and 1 1 allows only a 0, so that
        # each completion is counted once.
        ways = [1, 0, 0, 1]
        for i, same in enumerate(self._signs):
            code = state >> 2 * i & 0b11
            after = [0, 0, 0, 0]
            if code != _ONE:
                after[0] = 0 if same is False else ways[2]
                after[2] = 0 if same is True else ways[1] + ways[3]
            if code != _ZERO:
                after[1] = 0 if same is True else ways[0] + ways[2] << FIELD
                after[3] = 0 if same is False else ways[1] << FIELD
            ways = after
        return sum([sum(ways) >> FIELD * held & _SET for held in self._full_counts])

    def completions(self, state: int) -> Iterator[int]:
        """Yield every completion of a state, as full states."""
        live = self._live(state)
        stack = [(0, _START, state)] if _START & live[0] else []
        while stack:
            i, view, state = stack.pop()
            while i < self._length:
                _, one, zero = self._forward[i]
                code = state >> 2 * i & 0b11
                may_be_zero = code != _ONE and zero[view] & live[i + 1]
                may_be_one = code != _ZERO and one[view] & live[i + 1]
                if may_be_zero and may_be_one:
                    stack.append((i + 1, zero[view], state | _ZERO << 2 * i))
                view, value = (one[view], _ONE) if may_be_one else (zero[view], _ZERO)
                state |= value << 2 * i
                i += 1
            yield state

    def _live(self, state: int) -> list[int]:
        """Return a view (see the module) for each place from 0 to the length of the line.

        A view describes the cells before the place. It holds the states and numbers of 1s with which the rest of the
        line can be filled.
        """
        view = self._goal
        live = [view]
        for shift, steps in self._back:
            view = steps[state >> shift & 0b11][view]
            live.append(view)
        live.reverse()
        return live
