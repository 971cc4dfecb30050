"""Line sets: reasoning about a line with sets of legal lines.

Every legal line has a number. Each cell has an int with one bit per legal line; the bit is set if the line has a 1 in
the cell. The completions of a state are an intersection of such sets. A cell is forced if its set contains all or none
of the completions.
"""

from collections.abc import Iterator, Sequence
from functools import cache, partial, reduce
from operator import and_

from binairo_tui.engine.geometry import CODES, ONE, ZERO, bits
from binairo_tui.engine.memo import Memo
from binairo_tui.engine.puzzle import LineSigns, line_quota, odd_mark, real_signs


class LineSets:
    """Finds what all completions of a line with up to `lines.MAX_SETS` cells share, from sets of legal lines."""

    def __init__(self, length: int, signs: LineSigns) -> None:
        inside = real_signs(length, signs)
        legal = _legal_lines(length, inside == signs)
        self.having = legal.having
        self._low = (4**length - 1) // 3
        self._lines = legal.lines
        self._lacking = legal.lacking
        self._parts = legal.parts
        self._all = legal.all
        for i, same in inside:
            differing = self.having[0b01 << 2 * i] ^ self.having[0b01 << 2 * (i + 1)]
            self._all &= ~differing if same else differing

    def forced(self, state: int) -> int | None:
        """Return the values that all completions of a line add to its state; None if there is no completion."""
        return self.shared(self.agreeing(state), state)

    def forced_excluding(self, state: int, excluded: Sequence[int]) -> int | None:
        """Return the values that all completions not in `excluded` add to a state; None if all are excluded."""
        candidates = self.agreeing(state)
        for line in excluded:
            candidates &= ~self.agreeing(line)
        return self.shared(candidates, state)

    def count(self, state: int) -> int:
        return self.agreeing(state).bit_count()

    def completions(self, state: int) -> Iterator[int]:
        """Yield every completion of a state, as full states."""
        empty = self._low & ~(state | state >> 1)
        stack = [(state, empty, self.agreeing(state))]
        while stack:
            state, empty, candidates = stack.pop()
            if not candidates:
                continue
            if not empty:
                yield state
                continue
            cell = empty & -empty
            having = candidates & self.having[cell]
            stack.append((state | cell << 1, empty ^ cell, candidates ^ having))
            stack.append((state | cell, empty ^ cell, having))

    def shared(self, candidates: int, state: int) -> int | None:
        """Return what all `candidates`, a set of lines that agree with `state`, add to it; None if the set is empty."""
        if not candidates:
            return None
        lines, lacking = self._lines, self._lacking
        last = candidates.bit_length() - 1
        left = lines[last] & ~state
        others = candidates ^ 1 << last
        if not left or not others:
            return left
        left &= lines[others.bit_length() - 1]
        shared = 0
        while left:
            value = left & -left
            without = others & lacking[value]
            if without:
                left &= lines[without.bit_length() - 1]
            else:
                left ^= value
                shared |= value
        return shared

    def agreeing(self, state: int) -> int:
        """Return the set of legal lines that agree with a state."""
        candidates = self._all
        for part, shift, mask in self._parts:
            candidates &= part[state >> shift & mask]
        return candidates


class _LegalLines:
    """The legal lines of one length and with one rule for odd lengths (see `Puzzle.more_ones`).

    `all` is the set of all lines. `having` maps the bit of a value to the set of lines with this value, and `lacking`
    to the set of lines without it. `lines` holds the full states. `parts` divides the line into groups of neighbouring
    cells. The item for a group is a mapping from its states to the sets of lines that agree with them, followed by its
    shift and its mask.
    """

    def __init__(self, length: int, more_ones: bool) -> None:
        size, ones, self.lines = _number_lines(length, more_ones)
        self.all = (1 << size) - 1
        self.having = {0b01 << 2 * i: ones[i] for i in range(length)}
        self.having |= {0b10 << 2 * i: self.all ^ ones[i] for i in range(length)}
        self.lacking = {value: self.all ^ lines for value, lines in self.having.items()}
        part = 7 if length <= 14 else 5
        self.parts = [
            (Memo(partial(self._agreeing, 2 * start), 4**part), 2 * start, 4 ** min(part, length - start) - 1)
            for start in range(0, length, part)
        ]

    def _agreeing(self, shift: int, state: int) -> int:
        """Return the set of lines that agree with a state of neighbouring cells, the first of which is at `shift`."""
        return reduce(and_, [self.having[value] for value in bits(state << shift)], self.all)


_legal_lines = cache(_LegalLines)


def _number_lines(length: int, more_ones: bool) -> tuple[int, list[int], list[int]]:
    """Return the number of legal lines, the set of lines with a 1 in each cell, and the lines as full states.

    Bit `k` of a set stands for line `k`. Lines are numbered in lexical order. Beginnings of equal length that agree in
    their last two cells and their number of 1s have the same continuations, which are worked out only once.
    """
    quotas = line_quota(length, odd_mark(length, more_ones))

    @cache
    def following(start: int, last: str, ones: int) -> tuple[int, list[int], list[int]]:
        if start == length:
            return 1, [], [0]
        size, sets, lines = 0, [0] * (length - start), []
        for value in (ZERO, ONE):
            held = ones + (value == ONE)
            if last == value * 2 or held > quotas[1] or start + 1 - held > quotas[0]:
                continue
            more, tails, tail_lines = following(start + 1, (last + value)[-2:], held)
            if value == ONE:
                sets[0] = (1 << more) - 1 << size
            for i, tail in enumerate(tails):
                sets[i + 1] |= tail << size
            lines += [CODES[value] | line << 2 for line in tail_lines]
            size += more
        return size, sets, lines

    return following(0, "", 0)
