"""Sign counting: a pair of blanks joined by x takes one 0 and one 1; a pair joined by = takes two 0s or two 1s.

    0 1 . x . 0 . 1     one 0 is left, and the pair takes it
    0 1 . x . 0 1 1     so the other blank is 1

    0 1 . = . 0 . 1     one 0 is left, but the pair would take two or none
    0 1 1 = 1 0 . 1     so both of its cells are 1

Only Binairo+ has signs.
"""

from collections.abc import Iterator
from itertools import islice

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position, Value, opposite
from binairo_tui.engine.proof import Premises, Quota
from binairo_tui.engine.puzzle import LineSigns, Puzzle, line_quota
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

_MAX_CHOICES = 64  # the most ways that are tried to choose pairs from the signs of a line
Found = tuple[LineDeduction, Value, LineSigns]
"""A deduction with the value that is counted and the signs of the pairs that take it."""


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield the blanks that are settled by the number of 0s or 1s that pairs of blanks take."""
    for deduction, _, _ in _counts(text, signs):
        yield deduction


def _counts(text: str, signs: LineSigns) -> Iterator[Found]:
    if not (still_needed(text, ZERO, signs) and still_needed(text, ONE, signs)):
        return  # the line is complete, whatever its signs say
    joined = tuple([sign for sign in signs if text[sign[0] : sign[0] + 2] == EMPTY * 2])
    seen = set()
    for pairs in islice(_disjoint(joined), _MAX_CHOICES) if joined else ():
        for found in _count(text, signs, pairs):
            if found[0] not in seen:
                seen.add(found[0])
                yield found


def _disjoint(signs: LineSigns) -> Iterator[LineSigns]:
    """Yield each choice of signs in which no two signs share a cell and to which no other sign could be added."""
    if not signs:
        yield ()
        return
    first, rest = signs[0], signs[1:]
    for others in _disjoint(tuple([sign for sign in rest if sign[0] > first[0] + 1])):
        yield first, *others
    if rest and rest[0][0] == first[0] + 1:  # the next sign shares a cell with the first
        yield from _disjoint(rest)


def _count(text: str, signs: LineSigns, pairs: LineSigns) -> Iterator[Found]:
    """Yield the deductions that follow from counting these pairs of blanks together."""
    split, equal = [tuple([pair for pair in pairs if pair[1] is same]) for same in (False, True)]
    single = [place for place in places_of(text, EMPTY) if not any(place - first in (0, 1) for first, _ in pairs)]
    is_exact = sum(line_quota(len(text), signs)) == len(text)
    in_equal = [place + side for place, _ in equal for side in (0, 1)]
    for value in (ZERO, ONE):
        spare, counted = still_needed(text, value, signs) - len(split), places_of(text, value)
        if spare == 0 and split and single + in_equal:
            yield _all_other(sorted(single + in_equal), value, counted), value, split
        elif spare == 1 and equal:
            yield _all_other(in_equal, value, counted), value, tuple(sorted(split + equal))
        # More follows from the pairs joined by x alone.
        if is_exact and len(single) == 1 and spare in range(1, 2 * len(equal), 2):
            yield LineDeduction((single[0],), (value,), places_of(text)), value, pairs


def _all_other(places: list[int], value: Value, because: tuple[int, ...]) -> LineDeduction:
    return LineDeduction(tuple(places), (opposite(value),) * len(places), because)


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    """Return how many of a value the line lacks, and the signs of the pairs that take it."""
    value, signs = _argument(puzzle, position, deduction)
    line = line_of(puzzle, position, deduction.because_lines[0])
    quota = Quota(value, still_needed(line.text, value, line.signs))
    return reason(puzzle, position, deduction)._replace(signs=signs_in(line, signs), quota=quota)


def _argument(puzzle: Puzzle, position: Position, deduction: Deduction) -> tuple[Value, LineSigns]:
    line = line_of(puzzle, position, deduction.because_lines[0])
    place_of = {cell: place for place, cell in enumerate(line.cells)}
    wanted = {(place_of[cell], value) for cell, value in zip(deduction.cells, deduction.values, strict=True)}
    because = tuple([place_of[cell] for cell in deduction.because_cells])
    value, signs = next(
        (value, signs)
        for found, value, signs in _counts(line.text, line.signs)
        if found.because == because and wanted <= {*zip(found.places, found.values, strict=True)}
    )
    own = {place for place, _ in wanted}
    decided = [pair for pair in signs if pair[1] and not own.isdisjoint((pair[0], pair[0] + 1))]
    if decided:  # each pair joined by = is decided by itself, so other such pairs are not named
        signs = tuple([pair for pair in signs if not pair[1] or pair in decided])
    return value, signs


class _SignCounting(LineTechnique):
    def reduced(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Deduction:
        _, signs = _argument(puzzle, position, deduction)
        return with_minimal_reason(puzzle, position, deduction, counted_signs=signs)


TECHNIQUE = _SignCounting(
    "sign counting",
    "Two blanks joined by x take one 0 and one 1; two blanks joined by = take two of the same value.",
    find,
    premises=premises,
)
