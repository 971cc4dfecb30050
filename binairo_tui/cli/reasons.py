"""Proofs in JSON: the cells filled, the reason, and the steps of a refutation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.engine import Cell, Proof, Puzzle

NO_REASON: dict[str, object] = {"because_cells": [], "because_lines": [], "because_signs": []}
"""The reason fields of a hint that is not a deduction."""


def proof_fields(puzzle: Puzzle, proof: Proof) -> dict[str, object]:
    """Return the JSON fields of a proof.

    `steps` are the steps of a refutation, without `steps` of their own: those of an inner refutation come before the
    step that they prove. The last step, a contradiction, fills nothing.
    """
    return {**step_fields(puzzle, proof), "steps": _steps(puzzle, proof)}


def step_fields(puzzle: Puzzle, proof: Proof) -> dict[str, object]:
    """Return the JSON fields of a proof without its steps."""
    from binairo_tui.engine import line_name

    return {
        "technique": proof.technique,
        "cells": cell_list(puzzle, proof.cells),
        "values": list(proof.values),
        "because_cells": cell_list(puzzle, proof.because_cells),
        "because_lines": [line_name(line, puzzle.height) for line in proof.because_lines],
        "because_signs": _sign_list(puzzle, proof),
        "text": proof.text,
    }


def cell_list(puzzle: Puzzle, cells: Sequence[Cell]) -> list[str]:
    """Return the names of cells, such as `r3c5`."""
    from binairo_tui.engine import cell_name

    return [cell_name(cell, puzzle.width) for cell in cells]


def _steps(puzzle: Puzzle, proof: Proof) -> list[dict[str, object]]:
    return [fields for step in proof.steps for fields in (*_steps(puzzle, step), step_fields(puzzle, step))]


def _sign_list(puzzle: Puzzle, proof: Proof) -> list[str]:
    """Return the signs that a proof is based on, such as `r1c1xr1c2`."""
    ends = [(sign, cell_list(puzzle, (sign.a, sign.b))) for sign in proof.because_signs]
    return [f"{first}{'=' if sign.same else 'x'}{second}" for sign, (first, second) in ends]
