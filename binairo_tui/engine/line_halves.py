"""Line halves: reasoning about a line by the fillings of its two halves.

A half has few legal fillings: 42 for 7 cells, 466 for 12. Whether a left and a right half fit together depends only
on their *classes*: the number of 1s, and the two values next to the middle of the line. A set of halves is one int,
in which each class is a field with one bit per filling, and a guard bit above it. Adding ones to all bits of the
fields carries into the guards of the classes that occur in the set. A table maps these guards to the halves that fit
one of these classes. The completions of a state consist of the halves that agree with the state and fit another such
half. A cell is forced if it has the same value in all of these halves.
"""

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from operator import and_, or_
from typing import Final

from binairo_tui.engine.geometry import CODES, ONE, ZERO, bits, quota
from binairo_tui.engine.memo import Memo
from binairo_tui.engine.puzzle import LineSigns

MAX_CACHED: Final = 1 << 16
"""Limit on the entries in each memo of this module."""


class LineHalves:
    """Finds the values that all completions of a line share, from the fillings of the two halves of the line.

    Meant for lines of medium length.
    """

    def __init__(self, length: int, signs: LineSigns) -> None:
        middle = length // 2
        halves = _halves(length, next((same for i, same in signs if i + 1 == middle), None))
        self._shift = 2 * middle
        self._first = (1 << self._shift) - 1
        self._left, self._right = halves.left, halves.right
        self._having = {value: found | self._right.all for value, found in self._left.having.items()}
        self._having |= {value: found | self._left.all for value, found in self._right.having.items()}
        self._all = self._left.all | self._right.all
        self._guards = sum(self._left.classes) + sum(self._right.classes)
        self._partners, self._fitting = halves.partners, halves.fitting
        self._legal = self._all
        for i, same in signs:
            if i + 1 != middle:
                differing = self._having[0b01 << 2 * i] ^ self._having[0b01 << 2 * (i + 1)]
                half = self._left.all if i < middle else self._right.all
                self._legal &= ~differing if same else ~half | differing

    def forced(self, state: int) -> int | None:
        """Return the values that all completions of a state add to it; None if there is no completion."""
        found = self._fillings(state)
        return self._shared(found) & ~state if found else None

    def forced_excluding(self, state: int, excluded: Sequence[int]) -> int | None:
        """Return the values that all completions not in `excluded` add to a state; None if all are excluded.

        A filling of a half is ignored if every completion that contains this filling is excluded.
        """
        found = self._fillings(state)
        gone: dict[int, int] = {}
        for line in excluded:
            left, right = self._left[line & self._first], self._right[line >> self._shift]
            gone[left] = gone.get(left, 0) | right
            gone[right] = gone.get(right, 0) | left
        left_out = sum([half for half, others in gone.items() if not found & self._fits(half) & ~others])
        found &= ~left_out
        return self._shared(found) & ~state if found else None

    def count(self, state: int) -> int:
        """Return the number of completions of a state."""
        found = self._fillings(state)
        classes = (found & self._left.all) + self._left.all & self._guards
        return sum(
            (found & self._left.classes[guard]).bit_count() * (found & self._partners[guard]).bit_count()
            for guard in bits(classes)
        )

    def completions(self, state: int) -> Iterator[int]:
        """Yield every completion of a state, as full states in lexical order, 1 before 0."""
        found = self._fillings(state)
        rights = [(filling, values) for filling, values in self._right.fillings if filling & found]
        for left, values in self._left.fillings:
            if left & found:
                fitting = self._fits(left)
                for right, others in rights:
                    if right & fitting:
                        yield values | others

    def reason(self, history: Sequence[int], forced: int) -> int:
        """Return a part of a state that forces the cells `forced` (see `LineTable.reason`).

        A value is forced if the state with its opposite has no completion. For each forced value, values of the
        history are added to its opposite, oldest first, until there is no completion. Then every added value that is
        not needed is removed again.
        """
        having, fitting, full, guards = self._having, self._fitting, self._all, self._guards
        reason = history[0]
        while True:
            value = forced & -forced
            forced ^= value
            opposite = value << 1 if value.bit_length() % 2 else value >> 1
            seen = reason
            found = self._agreeing(reason | opposite)
            added = []  # (value, its fillings, the fillings found before it)
            for state in history:
                new = state & ~seen
                if new and found & fitting[found + full & guards]:
                    seen |= new
                    for one in bits(new):
                        added.append((one, having[one], found))
                        found &= having[one]
            kept = full
            for one, fillings, before in reversed(added):
                found = before & kept
                if found & fitting[found + full & guards]:
                    reason |= one
                    kept &= fillings
            if not forced:
                return reason

    def _agreeing(self, state: int) -> int:
        return (self._left[state & self._first] | self._right[state >> self._shift]) & self._legal

    def _fillings(self, state: int) -> int:
        """Return the fillings of the left half and of the right half that occur in a completion of a state."""
        found = self._agreeing(state)
        return found & self._fitting[found + self._all & self._guards]

    def _fits(self, filling: int) -> int:
        """Return the fillings of the other half that form a legal line with `filling`; 0 if `filling` is 0."""
        return self._fitting[filling + self._all & self._guards]

    def _shared(self, fillings: int) -> int:
        left, right = self._left, self._right
        return left.shared[fillings & left.all] | right.shared[fillings & right.all]


class _Half(Memo[int]):
    """The legal fillings of one half of a line, as sets. Caches which fillings agree with a state of the half.

    Fillings with the same number of 1s and the same two values next to the middle are a class; the bits of a class end
    with a guard bit (see the module). `all` is the set of all fillings. `fillings` lists each of them, as a set, with
    its values in the line, in lexical order, 1 before 0. `classes` maps the guard of each class to its fillings, and
    `kinds` maps it to the number of 1s and the values next to the middle. `having` maps each value in the line to the
    fillings with this value. `end` is the index of the first bit that is not used.
    """

    def __init__(self, texts: list[str], first_cell: int, first_bit: int) -> None:
        super().__init__(self._agreeing, MAX_CACHED)
        kinds: dict[tuple[int, str], list[str]] = {}
        for text in texts:
            kinds.setdefault((text.count(ONE), text[:2] if first_cell else text[-2:]), []).append(text)
        self._shift = 2 * first_cell
        self.classes: dict[int, int] = {}
        self.kinds: dict[int, tuple[int, str]] = {}
        bits: dict[str, int] = {}
        bit = 1 << first_bit
        for kind, members in kinds.items():
            start = bit
            for text in members:
                bits[text] = bit
                bit <<= 1
            self.classes[bit], self.kinds[bit] = bit - start, kind
            bit <<= 1
        self.end = bit.bit_length() - 1
        self.all = sum(self.classes.values())
        self.having = {code << 2 * i + self._shift: 0 for i in range(len(texts[0])) for code in (0b01, 0b10)}
        self.fillings: list[tuple[int, int]] = []
        for text in texts:
            values = [CODES[ONE if one == ONE else ZERO] << 2 * i + self._shift for i, one in enumerate(text)]
            self.fillings.append((bits[text], sum(values)))
            for value in values:
                self.having[value] |= bits[text]
        self.shared = Memo(self._find_shared, MAX_CACHED)

    def _agreeing(self, state: int) -> int:
        return reduce(and_, [self.having[value] for value in bits(state << self._shift)], self.all)

    def _find_shared(self, fillings: int) -> int:
        return sum([value for value, having in self.having.items() if fillings & having == fillings])


class _Halves:
    """Both halves of lines of one length. `across` is the sign between the halves, if any.

    `partners` maps the guard of a class (see the module) to the fillings of the other half that fit this class, and
    `fitting` does the same for the guards of several classes.
    """

    def __init__(self, length: int, across: bool | None) -> None:
        zeros, ones = quota(length)
        self.left = _Half(_texts(length // 2, zeros, ones), 0, 0)
        self.right = _Half(_texts(length - length // 2, zeros, ones), length // 2, self.left.end)
        self.partners = dict.fromkeys([*self.left.classes, *self.right.classes], 0)
        for left, (left_ones, before) in self.left.kinds.items():
            for right, (right_ones, after) in self.right.kinds.items():
                if left_ones + right_ones == ones and _is_legal(before, after, across):
                    self.partners[left] |= self.right.classes[right]
                    self.partners[right] |= self.left.classes[left]
        self.fitting = Memo(self._find_fitting, MAX_CACHED)

    def _find_fitting(self, guards: int) -> int:
        return reduce(or_, [self.partners[guard] for guard in bits(guards)], 0)


_halves = cache(_Halves)


def _is_legal(before: str, after: str, same: bool | None) -> bool:
    """Return whether the values `before` and `after` the middle of a line agree with each other.

    There must be no triple across the middle, and the values must obey the sign there (None if there is no sign).
    """
    values = before + after
    is_same = before[-1:] == after[0]
    return ZERO * 3 not in values and ONE * 3 not in values and same in (None, is_same)


def _texts(length: int, zeros: int, ones: int) -> list[str]:
    """Return the fillings of `length` cells that have no triples, at most `zeros` 0s, and at most `ones` 1s.

    The fillings are in lexical order, 1 before 0.
    """
    texts = [""]
    for _ in range(length):
        longer = [text + value for text in texts for value in (ONE, ZERO)]
        texts = [
            text
            for text in longer
            if text[-3:] not in (ZERO * 3, ONE * 3) and text.count(ZERO) <= zeros and text.count(ONE) <= ones
        ]
    return texts
