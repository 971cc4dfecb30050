"""Unique lines: what all legal fillings of a line agree on that differ from every finished line.

    0 1 1 0 0 1     a finished line
    0 1 . . . 1     0 0 1, 0 1 0 or 1 0 0 would fit here, but the last of these is taken
    0 1 0 . . 1     so it begins with 0

Only puzzles with unique lines need it.
"""

from __future__ import annotations

from collections.abc import Iterator

from binairo_tui.engine.geometry import EMPTY, Line, Position
from binairo_tui.engine.propagation import propagator
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques.base import BoardTechnique, Deduction, LineView, View
from binairo_tui.engine.wording import conclusion, line_text, lines_text


def find(view: View) -> Iterator[Deduction]:
    """Yield one deduction for every open line that finished lines restrict."""
    geometry = view.puzzle.geometry
    for line, models, delta in _restricted(view):
        if delta:
            cells = geometry.cells(delta)
            yield Deduction(
                NAME,
                cells,
                tuple([geometry.value(delta, cell) for cell in cells]),
                tuple(sorted([*view.filled_cells(line.line), *[cell for model in models for cell in model.cells]])),
                (line.line, *[model.line for model in models]),
            )


def dead_line(view: View) -> tuple[Line, ...]:
    """Return an open line that can only become a finished one, then those finished lines; () if there is none."""
    for line, models, delta in _restricted(view):
        if delta is None:
            return (line.line, *[model.line for model in models])
    return ()


def _restricted(view: View) -> Iterator[tuple[LineView, list[LineView], Position | None]]:
    """Yield every open line that may become a finished line, these lines, and what all its other fillings agree on.

    The last is None if there are no other fillings.
    """
    if not view.puzzle.unique_lines:
        return
    height, rules = view.puzzle.height, propagator(view.puzzle)
    for lines, axis in ((view.lines[:height], rules.rows), (view.lines[height:], rules.columns)):
        finished = [line for line in lines if EMPTY not in line.text]
        for i, line in enumerate(lines):
            models = [model for model in finished if _may_become(line.text, model.text)] if EMPTY in line.text else []
            if models:
                states = [axis.state(model.line - axis.first, view.position) for model in models]
                delta = axis.tables[i].forced_excluding(axis.state(i, view.position), states)
                yield line, models, delta and axis.to_position(i, delta)


def _may_become(text: str, finished: str) -> bool:
    return all(held in (EMPTY, value) for held, value in zip(text, finished, strict=True))


def explain(puzzle: Puzzle, position: Position, deduction: Deduction) -> str:  # noqa: ARG001
    """Return, for example: Row 5 may not equal row 2: in every other filling r5c3 is 0."""
    line, *models = deduction.because_lines
    may_not = f"{line_text(puzzle, line)} may not equal {lines_text(puzzle, models)}"
    return f"{may_not}: in every other filling {conclusion(puzzle, deduction)}."


NAME = "unique lines"
TECHNIQUE = BoardTechnique(
    NAME, "What every legal filling agrees on that equals no finished line is settled.", explain, find
)
