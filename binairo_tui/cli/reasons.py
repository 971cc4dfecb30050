"""Proofs as JSON fields: the cells that a proof fills, the reasons, and the steps of refutations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from binairo_tui import engine
from binairo_tui.cli.json_fields import CellName, LineName, SignName, ValueText


class Reason(TypedDict):
    """A sentence that states a conclusion, the cells that it fills, and the cells, lines and signs that it rests on."""

    cells: list[CellName]
    values: list[ValueText]
    because_cells: list[CellName]
    because_lines: list[LineName]
    because_signs: list[SignName]
    text: str


class Deduction(Reason):
    """A conclusion by a technique."""

    technique: str


class Proof(Deduction):
    """A deduction with the steps of its refutation.

    The list of steps is flat: a step has no `steps` of its own, and the steps of an inner refutation come before the
    step that they prove. The last step is a contradiction and fills nothing.
    """

    steps: list[Deduction]


def proof_fields(puzzle: engine.Puzzle, proof: engine.Proof) -> Proof:
    """Return the JSON fields of a proof, with its steps."""
    return {**deduction_fields(puzzle, proof), "steps": _steps(puzzle, proof)}


def deduction_fields(puzzle: engine.Puzzle, proof: engine.Proof) -> Deduction:
    """Return the JSON fields of a proof, without its steps."""
    return {
        "technique": proof.technique,
        "cells": cell_list(puzzle, proof.cells),
        "values": list(proof.values),
        "because_cells": cell_list(puzzle, proof.because_cells),
        "because_lines": line_list(puzzle, proof.because_lines),
        "because_signs": [
            ("=" if sign.same else "x").join(cell_list(puzzle, (sign.a, sign.b))) for sign in proof.because_signs
        ],
        "text": proof.text,
    }


def cell_list(puzzle: engine.Puzzle, cells: Sequence[engine.Cell]) -> list[CellName]:
    """Return the names of cells, such as `r3c5`."""
    return [engine.cell_name(cell, puzzle.width) for cell in cells]


def line_list(puzzle: engine.Puzzle, lines: Sequence[engine.Line]) -> list[LineName]:
    """Return the names of lines, such as `row 3`."""
    return [engine.line_name(line, puzzle.height) for line in lines]


def _steps(puzzle: engine.Puzzle, proof: engine.Proof) -> list[Deduction]:
    return [fields for step in proof.steps for fields in (*_steps(puzzle, step), deduction_fields(puzzle, step))]
