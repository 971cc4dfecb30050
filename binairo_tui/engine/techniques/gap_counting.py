"""Gap counting: if the gaps of a line need all 0s that are left, each gap gets just the 0s that it needs.

The same holds for 1s. A gap is a run of blanks. For example, two blanks between different values need one 0 and one 1.
Three blanks need at least one 0 and one 1. Two blanks at an edge or between equal values need at least one of the other
value.

    0 . . 1 0 . . 1 . 0 1 0     two 0s are left, and the first two gaps need one each
    0 . . 1 0 . . 1 1 0 1 0     so the third gets none

A gap that gets exactly what it needs may have only a few fillings left. If all these fillings agree on a cell, the cell
is settled. For example, a single 1 in a gap of five is in the middle: 0 0 1 0 0.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from binairo_tui.engine.geometry import CODES, EMPTY, ONE, ZERO, Cell, Position, Value
from binairo_tui.engine.proof import Premises, Quota, Run
from binairo_tui.engine.puzzle import LineSigns, Puzzle, real_signs
from binairo_tui.engine.techniques.base import (
    Deduction,
    LineDeduction,
    LineTechnique,
    line_of,
    places_of,
    reason,
    signs_in,
    still_needed,
    with_minimal_reason,
)
from binairo_tui.engine.techniques.line_fillings import MAX_MEMO

_GAPS = re.compile(r"\.+")
_ONLY: dict[int, Value] = {CODES[ZERO]: ZERO, CODES[ONE]: ONE}
_TRIPLES = ("000", "111")
_MAX_SHAPES = 4  # fillings of a gap that a sentence lists


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield the places that are settled because the gaps of a line need all the 0s, or all the 1s, that are left."""
    for value in (ZERO, ONE):
        if settled := _settled(text, signs, value):
            yield LineDeduction(tuple(settled), tuple(settled.values()), places_of(text))


def _settled(text: str, signs: LineSigns, value: Value) -> dict[int, Value]:
    """Return the places that are settled, with values, if the gaps need every `value` left; {} if they need fewer."""
    left = still_needed(text, value, signs)
    if left <= 0:
        return {}
    gaps = [match.span() for match in _GAPS.finditer(text)]
    needs = [_need(text, start, end, signs, value) for start, end in gaps]
    if sum(count for count, _ in needs) != left:
        return {}
    return {
        place: _ONLY[code]
        for (start, end), (_, union) in zip(gaps, needs, strict=True)
        for place in range(start, end)
        if (code := union >> 2 * (place - start) & 0b11) in _ONLY
    }


def _need(text: str, start: int, end: int, signs: LineSigns, value: Value) -> tuple[int, int]:
    inside = tuple([(place - start, same) for place, same in signs if start <= place < end - 1])
    return least(text[max(0, start - 2) : start], end - start, text[end : end + 2], inside, value)


@lru_cache(maxsize=MAX_MEMO)
def least(before: str, length: int, after: str, signs: LineSigns, value: Value) -> tuple[int, int]:
    """Return the least number of `value`s in a legal filling of a gap, and the union of the fillings with this number.

    `before` holds the two cells before the gap, and `after` the two cells after it; there are fewer at an edge. The
    union is an int with two bits for each cell, the first cell lowest: 01 if the cell is 1 in all these fillings, 10 if
    it is 0 in all of them, 11 otherwise. If there is no legal filling, the number is greater than the length of the
    gap.
    """
    same_at = dict(signs)
    fewest: dict[str, tuple[int, int]] = {before: (0, 0)}  # (count, union) of the beginnings with the same end
    for place in range(length):
        longer: dict[str, tuple[int, int]] = {}
        for end, (count, union) in fewest.items():
            for held in (ZERO, ONE):
                is_same = end[-1:] == held
                if end != held * 2 and same_at.get(place - 1, is_same) is is_same:
                    found = (count + (held == value), union | CODES[held] << 2 * place)
                    _keep_fewest(longer, (end + held)[-2:], *found)
        fewest = longer
    whole: dict[str, tuple[int, int]] = {}
    for end, (count, union) in fewest.items():
        across = end + after
        if across[:3] not in _TRIPLES and across[1:] not in _TRIPLES:
            _keep_fewest(whole, EMPTY, count, union)
    return whole.get(EMPTY, (length + 1, 0))


def _keep_fewest(fewest: dict[str, tuple[int, int]], end: str, count: int, union: int) -> None:
    least_count, least_union = fewest.get(end, (count, 0))
    if count < least_count:
        fewest[end] = (count, union)
    elif count == least_count:
        fewest[end] = (count, union | least_union)


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    """Return the need of each gap, the number of values left (the sum of the needs), and the fillings of the gaps.

    The `signs` of the premises are the counted signs and the signs that forbid a filling.
    """
    line = line_of(puzzle, position, deduction.because_lines[0])
    cells, text = line.cells, line.text
    place_of = {cell: place for place, cell in enumerate(cells)}
    signs = tuple([(place_of[sign.a], sign.same) for sign in deduction.because_signs])
    named = dict(signs)
    filled = _filled(deduction, place_of)
    scarce = next(_scarce(text, (*signs, *line.mark), filled))
    runs = []
    for start, end in [match.span() for match in _GAPS.finditer(text)]:
        need = _need(text, start, end, signs, scarce)[0]
        by_signs = need - _need(text, start, end, (), scarce)[0]
        matters = 0 < need < end - start and filled.keys() & range(start, end)
        shapes: tuple[str, ...] | None = None
        if matters:
            gap = _Gap(text, start, end, scarce, need)
            obeyed = gap.obeyed(signs, line.signs)
            shapes = gap.fillings(obeyed)
            if len(shapes) > _MAX_SHAPES:
                shapes = ()
            else:
                named.update(obeyed)
        runs.append(Run(cells[start:end], need, by_signs, shapes))
    quota = Quota(scarce, still_needed(text, scarce, line.signs))
    told = signs_in(line, tuple(sorted(named.items())))
    return reason(puzzle, position, deduction)._replace(signs=told, quota=quota, runs=tuple(runs))


class _Gap(NamedTuple):
    """A gap of a line, and the least number of cells with `value` in its fillings (`need`)."""

    text: str
    start: int
    end: int
    value: Value
    need: int

    def obeyed(self, counted: LineSigns, signs: LineSigns) -> LineSigns:
        """Return `counted`, and those of `signs` that forbid a filling; only `counted` if `signs` allow no filling."""
        fewest, kept = self.fillings(signs), dict(signs)
        if not fewest:
            return counted
        for sign in signs:
            rest = {place: same for place, same in kept.items() if place != sign[0]}
            if sign not in counted and self.fillings(tuple(rest.items())) == fewest:
                kept = rest
        return tuple(kept.items())

    def fillings(self, signs: LineSigns) -> tuple[str, ...]:
        """Return the legal fillings with exactly `need` of the value, in ascending order; at most `_MAX_SHAPES + 1`."""
        return tuple(islice(self._extended("", signs), _MAX_SHAPES + 1))

    def _extended(self, begun: str, signs: LineSigns) -> Iterator[str]:
        text, start, end, value, need = self
        blanks, left = end - start - len(begun), need - begun.count(value)
        whole = text[:start] + begun + ("" if blanks else text[end:])
        around = whole[max(0, start - 2) : end + 2]
        fits = all((whole[a] == whole[a + 1]) is same for a, same in signs if start - 1 <= a < min(end, len(whole) - 1))
        if not fits or not blanks // 3 <= left <= blanks or any(triple in around for triple in _TRIPLES):
            return
        if not blanks:
            yield begun
            return
        for held in (ZERO, ONE):
            yield from self._extended(begun + held, signs)


class _GapCounting(LineTechnique):
    def reduced(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Deduction:
        line = line_of(puzzle, position, deduction.because_lines[0])
        filled = _filled(deduction, {cell: place for place, cell in enumerate(line.cells)})
        signs = real_signs(len(line.cells), line.signs)
        for sign in signs:
            rest = tuple([other for other in signs if other != sign])
            if any(_scarce(line.text, (*rest, *line.mark), filled)):
                signs = rest
        return with_minimal_reason(puzzle, position, deduction, counted_signs=signs)


def _filled(deduction: Deduction, place_of: dict[Cell, int]) -> dict[int, Value]:
    return {place_of[cell]: value for cell, value in zip(deduction.cells, deduction.values, strict=True)}


def _scarce(text: str, signs: LineSigns, filled: dict[int, Value]) -> Iterator[Value]:
    """Yield each value, 0 or 1, for which gap counting settles the places in `filled`."""
    for value in (ZERO, ONE):
        if filled.items() <= _settled(text, signs, value).items():
            yield value


TECHNIQUE = _GapCounting(
    "gap counting",
    "If the gaps in a line need all 0s that are left, or all 1s, no gap gets more of them than it needs.",
    find,
    premises=premises,
)
