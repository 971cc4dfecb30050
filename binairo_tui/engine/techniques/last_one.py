"""Last one: a line that lacks a single 0 takes it where it prevents three 1s together.

    1 . . 1 0 0 . 0     this line of eight lacks two 1s and one 0
    1 . . 1 0 0 1 0     the 0 is between the first two 1s, to avoid four 1s together

So no other blank takes the 0. The same holds for a line that lacks a single 1, with 0 and 1 exchanged.
"""

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Position, Value, opposite
from binairo_tui.engine.proof import Premises, Quota, Run
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.techniques.base import (
    Deduction,
    LineDeduction,
    LineTechnique,
    line_of,
    places_of,
    reason,
    still_needed,
)


def find(text: str, signs: LineSigns) -> Iterator[LineDeduction]:
    """Yield deductions about lines that lack a single 0 (or 1), if one of three neighbouring cells must hold it.

    Then no other blank holds the value. If there are several such groups of three cells, the value must be in a blank
    that all groups share. If they share no blank, each group gives a deduction of its own.
    """
    for value in (ZERO, ONE):
        for run, places in _runs(text, signs, value):
            outside = tuple([place for place in places_of(text, EMPTY) if place not in places])
            if outside:
                inside = [place for place in run if text[place] != EMPTY]
                because = tuple(sorted([*places_of(text, value), *inside]))
                yield LineDeduction(outside, (opposite(value),) * len(outside), because)


def _runs(text: str, signs: LineSigns, value: Value) -> Iterator[tuple[range, tuple[int, ...]]]:
    """Yield each run of cells that must contain the last 0 (or 1), and the blanks of the run that can hold it."""
    if still_needed(text, value, signs) != 1:
        return
    threes = [
        range(first, first + 3)
        for first in range(len(text) - 2)
        if value not in text[first : first + 3] and EMPTY in text[first : first + 3]
    ]
    runs = [range(threes[0].start, threes[-1].stop)] if threes else []
    if not all(any(place in three for place in _shared(text, threes)) for three in threes):
        runs = threes
    for run in runs:
        yield run, _shared(text, [three for three in threes if {*three} <= {*run}])


def _shared(text: str, threes: list[range]) -> tuple[int, ...]:
    return tuple([place for place in places_of(text, EMPTY) if all(place in three for three in threes)])


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    """Return the premises: the value that the line still needs once, and a run that would be a triple without it."""
    _, cells, text, signs = line_of(puzzle, position, deduction.because_lines[0])
    missing = opposite(deduction.values[0])
    run = next(
        run
        for run, places in _runs(text, signs, missing)
        if not {*deduction.cells} & {cells[place] for place in places}
    )
    part = cells[run.start : run.stop]
    return reason(puzzle, position, deduction)._replace(signs=(), quota=Quota(missing, 1), runs=(Run(part, need=1),))


TECHNIQUE = LineTechnique(
    "last one",
    "The last 0 of a line goes where it prevents three 1s together, so the other blanks are 1s (or vice versa).",
    find,
    premises=premises,
)
