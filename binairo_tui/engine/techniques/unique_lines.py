"""Unique lines: cells that have the same value in every legal filling of a line that equals no finished line.

    0 1 1 0 0 1     a finished line
    0 1 . . . 1     0 0 1, 0 1 0 or 1 0 0 would fit here, but the last of these is taken
    0 1 0 . . 1     so it begins with 0

Only puzzles with unique lines need this technique.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from binairo_tui.engine import propagation
from binairo_tui.engine.geometry import EMPTY, Line, Position
from binairo_tui.engine.proof import Premises
from binairo_tui.engine.puzzle import Puzzle, real_signs
from binairo_tui.engine.techniques import line_fillings, line_logic
from binairo_tui.engine.techniques.base import (
    BoardTechnique,
    Deduction,
    LineView,
    View,
    with_minimal_reason,
)


def find(view: View) -> Iterator[Deduction]:
    """Yield one deduction for each open line that settles cells because it must differ from finished lines."""
    geometry = view.puzzle.geometry
    for line, twins, delta in _restricted(view):
        if delta:
            cells = geometry.cells(delta)
            yield Deduction(
                NAME,
                cells,
                tuple([geometry.value(delta, cell) for cell in cells]),
                tuple(sorted([*view.filled_cells(line.line), *[cell for twin in twins for cell in twin.cells]])),
                (line.line, *[twin.line for twin in twins]),
            )


def dead_line(view: View) -> tuple[Line, ...]:
    """Return an open line whose legal fillings all equal finished lines, then these lines; () if there is none."""
    dead = ([line, *twins] for line, twins, delta in _restricted(view) if delta is None)
    return tuple([line.line for line in next(dead, [])])


def _restricted(view: View) -> Iterator[tuple[LineView, list[LineView], Position | None]]:
    """Yield (open line, its twins, position) for each open line that has twins.

    A twin is a finished line that the open line could still copy. The position holds the values shared by all legal
    fillings of the open line that differ from its twins. It is None if there are no such fillings.
    """
    if not view.puzzle.unique_lines:
        return
    height, rules = view.puzzle.height, propagation.propagator(view.puzzle)
    for lines, axis in ((view.lines[:height], rules.rows), (view.lines[height:], rules.columns)):
        finished = [line for line in lines if EMPTY not in line.text]
        for i, line in enumerate(lines):
            twins = [twin for twin in finished if _may_copy(line, twin)] if EMPTY in line.text else []
            if twins:
                states = [axis.state(twin.line - axis.first, view.position) for twin in twins]
                delta = axis.tables[i].forced_excluding(axis.state(i, view.position), states)
                yield line, twins, delta and axis.to_position(i, delta)


def _may_copy(line: LineView, twin: LineView) -> bool:
    """Return whether a line, with its signs, could still become equal to a finished line."""
    text = twin.text
    return line_fillings.may_become(line.text, text) and all(
        (text[place] == text[place + 1]) is same for place, same in real_signs(len(text), line.signs)
    )


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    """Return how the line can be filled, and the fillings that would copy a finished line."""
    found = line_logic.premises(puzzle, position, deduction)
    values = dict(zip(found.cells, found.values, strict=True))
    lines, ((run, *_),) = puzzle.geometry.line_cells, found.runs
    places = [lines[deduction.because_lines[0]].index(cell) for cell in run]
    return found._replace(
        excluded=tuple(
            ["".join([values[lines[twin][place]] for place in places]) for twin in deduction.because_lines[1:]]
        ),
    )


@dataclass(frozen=True, slots=True)
class _UniqueLines(BoardTechnique):
    def reduced(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Deduction:
        return with_minimal_reason(puzzle, position, deduction)


NAME = "unique lines"
TECHNIQUE = _UniqueLines(
    NAME,
    "If all fillings of a line share a value, except fillings that would copy a finished line, this value is certain.",
    find,
    premises=premises,
)
