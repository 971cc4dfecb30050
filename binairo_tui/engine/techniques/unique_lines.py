"""Unique lines: cells that are the same in all legal fillings of a line that differ from every finished line.

    0 1 1 0 0 1     a finished line
    0 1 . . . 1     0 0 1, 0 1 0 or 1 0 0 would fit here, but the last of these is taken
    0 1 0 . . 1     so it begins with 0

Only puzzles with unique lines need this technique.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from binairo_tui.engine import propagation, wording
from binairo_tui.engine.geometry import EMPTY, Line, Position
from binairo_tui.engine.proof import Proof
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import line_fillings, line_logic
from binairo_tui.engine.techniques.base import (
    BoardTechnique,
    Deduction,
    LineView,
    View,
    conclusion,
    line_of,
    line_with_signs,
    places_of,
    with_minimal_reason,
)


def find(view: View) -> Iterator[Deduction]:
    """Yield one deduction for every open line in which cells are settled because it must differ from finished lines."""
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
    """Return an open line whose only legal fillings are equal to finished lines, followed by those lines.

    Returns () if there is no such line.
    """
    dead = ([line, *twins] for line, twins, delta in _restricted(view) if delta is None)
    return tuple([line.line for line in next(dead, [])])


def _restricted(view: View) -> Iterator[tuple[LineView, list[LineView], Position | None]]:
    """Yield (open line, its twins, position) for each open line that has twins.

    A twin is a finished line that the open line could still become equal to. The position holds the values shared by
    all legal fillings of the open line that differ from its twins. It is None if there are no such fillings.
    """
    if not view.puzzle.unique_lines:
        return
    height, rules = view.puzzle.height, propagation.propagator(view.puzzle)
    for lines, axis in ((view.lines[:height], rules.rows), (view.lines[height:], rules.columns)):
        finished = [line for line in lines if EMPTY not in line.text]
        for i, line in enumerate(lines):
            twins = (
                [twin for twin in finished if line_fillings.may_become(line.text, twin.text)]
                if EMPTY in line.text
                else []
            )
            if twins:
                states = [axis.state(twin.line - axis.first, view.position) for twin in twins]
                delta = axis.tables[i].forced_excluding(axis.state(i, view.position), states)
                yield line, twins, delta and axis.to_position(i, delta)


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:
    """Return a sentence such as: Row 5: r5c2-c4 can only be 010, 011 or 100, but 010 would copy row 2, so r5c2 is 0."""
    line, *twins = [line_of(puzzle, position, line) for line in deduction.because_lines]
    taken = wording.lines_text(puzzle, deduction.because_lines[1:])
    found = line_fillings.fillings(line.text, line.signs, line_logic.MAX_LISTED + 1)
    name = line_with_signs(puzzle, deduction)
    if len(found) > line_logic.MAX_LISTED:
        return f"{name} must differ from {taken}: in all its other fillings, {conclusion(puzzle, deduction)}."
    blanks = places_of(line.text, EMPTY)
    run = slice(blanks[0], blanks[-1] + 1)
    where = wording.run_name(puzzle, line.cells[blanks[0]], line.cells[blanks[-1]])
    listed = wording.join_words([filling[run] for filling in found]).replace(" and ", " or ")
    copies = wording.join_words([twin.text[run] for twin in twins])
    return f"{name}: {where} can only be {listed}, but {copies} would copy {taken}, so {conclusion(puzzle, deduction)}."


@dataclass(frozen=True, slots=True)
class _UniqueLines(BoardTechnique):
    def prove(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Proof:
        """Return the proof of a deduction, with no more cells of its line and no more signs than are needed."""
        return BoardTechnique.prove(self, puzzle, position, with_minimal_reason(puzzle, position, deduction))


NAME = "unique lines"
TECHNIQUE = _UniqueLines(
    NAME, "Some fillings of a line would copy a finished one; what the others share is certain.", explain, find
)
