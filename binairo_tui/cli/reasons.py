"""Proofs as JSON fields: the cells that a proof fills, the reasons, and the steps of refutations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from binairo_tui import engine
from binairo_tui.cli.json_fields import CellName, Grid, LineName, Number, SignName, ValueText, make_fields


class Reason(TypedDict):
    """A sentence that states a conclusion, the cells that it fills, and the cells, lines and signs that it rests on."""

    cells: list[CellName]
    values: list[ValueText]
    because_cells: list[CellName]
    because_lines: list[LineName]
    because_signs: list[SignName]
    text: str


class Quota(TypedDict):
    """How many of a value the first line of the reason still needs."""

    value: ValueText
    left: int


class Run(TypedDict):
    """Neighbouring cells of the first line, and how they can be filled.

    If there is a quota, they need at least `need` of its value; without the signs they would need `by_signs` fewer.
    `fillings` is absent if the step does not look at them, and empty if they are too many to list.
    """

    cells: list[CellName]
    need: NotRequired[int]
    by_signs: NotRequired[int]
    fillings: NotRequired[list[Grid]]


class Tie(TypedDict):
    """Two cells that must be equal, or must differ.

    If `equal` is absent, the tie is a sign. Otherwise the cells at the ends of the path `equal` are equal, and the last
    of `cells` differs from them, because the three are neighbours.
    """

    cells: list[CellName]
    same: bool
    equal: NotRequired[list[CellName]]


class Premises(TypedDict):
    """What a step rests on. Fields that its technique does not need are absent.

    The filled `cells` hold `values`. `runs` are the cells of a pattern, or the gaps of the first line. `excluded` lists
    fillings of the run that would copy a finished line. `path` leads along `ties` from a filled cell to the cell that
    the step fills. `refuted_by` is the number of steps before this one that refute the opposite value.
    """

    cells: list[CellName]
    values: list[ValueText]
    signs: NotRequired[list[SignName]]
    quota: NotRequired[Quota]
    runs: NotRequired[list[Run]]
    excluded: NotRequired[list[Grid]]
    path: NotRequired[list[CellName]]
    ties: NotRequired[list[Tie]]
    refuted_by: NotRequired[Number]


class Deduction(Reason):
    """A conclusion by a technique. The sentence in `text` says in words what `premises` says as data."""

    technique: str
    premises: Premises


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
        "because_signs": _sign_list(puzzle, proof.because_signs),
        "premises": _premises(puzzle, proof),
        "text": proof.text,
    }


def cell_list(puzzle: engine.Puzzle, cells: Sequence[engine.Cell]) -> list[CellName]:
    """Return the names of cells, such as `r3c5`."""
    return [engine.cell_name(cell, puzzle.width) for cell in cells]


def line_list(puzzle: engine.Puzzle, lines: Sequence[engine.Line]) -> list[LineName]:
    return [engine.line_name(line, puzzle.height) for line in lines]


def _premises(puzzle: engine.Puzzle, proof: engine.Proof) -> Premises:
    found = proof.premises
    return make_fields(
        Premises,
        cells=cell_list(puzzle, found.cells),
        values=list(found.values),
        signs=_sign_list(puzzle, found.signs) or None,
        quota=found.quota and found.quota._asdict(),
        runs=[_run(puzzle, run, is_counted=bool(found.quota)) for run in found.runs] or None,
        excluded=list(found.excluded) or None,
        path=cell_list(puzzle, found.path) or None,
        ties=[_tie(puzzle, tie) for tie in found.ties] or None,
        refuted_by=proof.length if proof.steps else None,
    )


def _run(puzzle: engine.Puzzle, run: engine.proof.Run, *, is_counted: bool) -> Run:
    counts = {"need": run.need, "by_signs": run.by_signs} if is_counted else {}
    fillings = None if run.fillings is None else list(run.fillings)
    return make_fields(Run, cells=cell_list(puzzle, run.cells), **counts, fillings=fillings)


def _tie(puzzle: engine.Puzzle, tie: engine.proof.Tie) -> Tie:
    cells, equal = cell_list(puzzle, (tie.a, tie.b)), cell_list(puzzle, tie.equal)
    return make_fields(Tie, cells=cells, same=tie.same, equal=equal or None)


def _sign_list(puzzle: engine.Puzzle, signs: Sequence[engine.Sign]) -> list[SignName]:
    return [("=" if sign.same else "x").join(cell_list(puzzle, (sign.a, sign.b))) for sign in signs]


def _steps(puzzle: engine.Puzzle, proof: engine.Proof) -> list[Deduction]:
    return [fields for step in proof.steps for fields in (*_steps(puzzle, step), deduction_fields(puzzle, step))]
