"""The parts that the sentences of deductions are made of. Short words: a sentence stands in a narrow panel."""

from __future__ import annotations

from collections.abc import Sequence

from binairo_tui.engine.explain import joined
from binairo_tui.engine.geometry import ONE, ZERO, Cell, Line, cell_name, line_name
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques.base import Deduction

_NAMED = 4
"""More cells than this are counted, not named."""


def cells_text(puzzle: Puzzle, cells: Sequence[Cell]) -> str:
    """Cells by name: `r1c2 and r1c3`; where there are many, `5 cells`."""
    if len(cells) > _NAMED:
        return f"{len(cells)} cells"
    return joined([cell_name(cell, puzzle.width) for cell in cells])


def line_text(puzzle: Puzzle, line: Line) -> str:
    """A line at the start of a sentence: `Row 3`."""
    return line_name(line, puzzle.height).capitalize()


def lines_text(puzzle: Puzzle, lines: Sequence[Line]) -> str:
    """Lines of one direction inside a sentence: `row 2`, `rows 2 and 4`."""
    kind = line_name(lines[0], puzzle.height).split()[0]
    numbers = [line_name(line, puzzle.height).split()[1] for line in lines]
    return f"{kind}{'s' * (len(lines) > 1)} {joined(numbers)}"


def conclusion(puzzle: Puzzle, deduction: Deduction) -> str:
    """What a deduction fills: `r5c2 and r5c5 are 1`, `r1c1 is 0 and r1c2 is 1`."""
    parts = []
    for value in (ZERO, ONE):
        cells = [cell for cell, given in zip(deduction.cells, deduction.values, strict=True) if given == value]
        if cells:
            parts.append(f"{cells_text(puzzle, cells)} {'are' if len(cells) > 1 else 'is'} {value}")
    return " and ".join(parts)
