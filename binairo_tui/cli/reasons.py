"""Deductions in JSON: the cells filled, the reason, and the proof behind a hypothesis."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.engine import Cell, Position, Puzzle
    from binairo_tui.engine.techniques.base import Deduction

NO_REASON: dict[str, object] = {"because_cells": [], "because_lines": [], "because_signs": []}
"""The reason fields of a hint that is not a deduction."""
_BY_ALL_SIGNS = ("sign chain", "line logic")
"""Techniques that use all signs in their lines."""


def deduction_fields(puzzle: Puzzle, position: Position, deduction: Deduction) -> dict[str, object]:
    """Return the JSON fields of a deduction. `steps` holds its proof, as deductions without `steps`; usually empty."""
    from binairo_tui.engine.geometry import opposite
    from binairo_tui.engine.techniques import hypothesis
    from binairo_tui.engine.techniques.deductions import refute, with_deduction

    fields = direct_fields(puzzle, position, deduction)
    steps: list[dict[str, object]] = []
    if deduction.technique == hypothesis.NAME:
        cell, value = deduction.cells[0], opposite(deduction.values[0])
        refutation = refute(puzzle, position, cell, value)
        reached = puzzle.geometry.place(position, cell, value)
        for step in refutation.steps if refutation else ():
            steps.append(direct_fields(puzzle, reached, step))
            reached = with_deduction(puzzle, reached, step)
    return {**fields, "steps": steps}


def direct_fields(puzzle: Puzzle, position: Position, deduction: Deduction) -> dict[str, object]:
    """Return the JSON fields of a deduction found in a position, without the proof."""
    from binairo_tui.engine import line_name
    from binairo_tui.engine.techniques.registry import deduction_text

    return {
        "technique": deduction.technique,
        "cells": cell_list(puzzle, deduction.cells),
        "values": list(deduction.values),
        "because_cells": cell_list(puzzle, deduction.because_cells),
        "because_lines": [line_name(line, puzzle.height) for line in deduction.because_lines],
        "because_signs": _sign_list(puzzle, deduction),
        "text": deduction_text(puzzle, position, deduction),
    }


def cell_list(puzzle: Puzzle, cells: Sequence[Cell]) -> list[str]:
    """Return the names of cells, such as `r3c5`."""
    from binairo_tui.engine import cell_name

    return [cell_name(cell, puzzle.width) for cell in cells]


def _sign_list(puzzle: Puzzle, deduction: Deduction) -> list[str]:
    """Return the signs that a deduction is based on, such as `r1c1xr1c2`."""
    cells = {*deduction.cells, *deduction.because_cells}
    if deduction.technique in _BY_ALL_SIGNS:
        cells = {cell for line in deduction.because_lines for cell in puzzle.geometry.line_cells[line]}
    elif deduction.technique != "sign":
        return []
    ends = [(sign, cell_list(puzzle, (sign.a, sign.b))) for sign in puzzle.signs if {sign.a, sign.b} <= cells]
    return [f"{first}{'=' if sign.same else 'x'}{second}" for sign, (first, second) in ends]
