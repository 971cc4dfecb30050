"""`binairo grade`: grades puzzles and lists the techniques that solve them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.answers import Answer, answer_each, json_answer
from binairo_tui.cli.options import Verb, few_workers_option, json_option
from binairo_tui.cli.output import Status
from binairo_tui.cli.puzzle_options import puzzle_arguments
from binairo_tui.cli.reasons import cell_list, step_fields

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.cli.found import Found
    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.grading import Grade, GradeStep


@click.command("grade", cls=Verb)
@puzzle_arguments
@few_workers_option
@json_option
def command(puzzles: tuple[str, ...], workers: int, as_json: bool) -> None:
    """Grade puzzles: how hard they are, and which techniques they need.

    The hardest technique that a puzzle needs decides its difficulty (band):

      Gentle   last blank, pair, sandwich, sign
      Easy     complete line, equal pair
      Medium   last one, sign chain
      Hard     two blanks, gap counting
      Expert   line logic, unique lines
      Extreme  hypothesis, nested hypothesis

    The score estimates the effort of the whole solution; it can be compared
    across difficulties and sizes. The number after a technique says how often
    it was applied to the whole grid. If nested hypotheses take too many trials,
    the puzzle is "at least Extreme". "binairo solve --help" explains what a
    PUZZLE can be.

    Exit status: 0 if every puzzle has a grade; 1 if a puzzle has no solution
    or several; 2 if a puzzle could not be read.

    For example:
      binairo grade 8x8
      binairo grade --json puzzles.txt | jq -r .band
      binairo grade --json 8x8:3 | jq -c ".path[]"
    """
    answer_each(puzzles, partial(_grade, as_json=as_json), as_json=as_json, workers=workers)


def _grade(found: Found, *, as_json: bool) -> Answer:
    from binairo_tui.engine.grading import GradingError, grade

    puzzle = found.puzzle
    try:
        result = grade(puzzle)
    except GradingError as error:
        if as_json:
            return json_answer(found, dict(_NO_GRADE), Status.NO, "without a grade")
        return Answer(Status.NO, f"{found.title} has no grade: {error}.", "without a grade")
    unsolved = () if result.is_solved else (f"{found.title}: nested hypotheses did not solve it within the limit",)
    if as_json:
        answer = json_answer(found, _fields(puzzle, result), Status.YES, result.band.title)
        return answer._replace(warnings=unsolved)
    at_least = "" if result.is_solved else "at least "
    lines = [f"{found.title}: {at_least}{result.band.title}, score {at_least}{result.score}"]
    if result.techniques:
        lines.append("  " + ", ".join(f"{name} {times}" for name, times in result.techniques.items()))
    return Answer(Status.YES, "\n".join(lines), result.band.title, unsolved)


_NO_GRADE: dict[str, object] = {"band": None, "score": None, "at_least": False, "techniques": {}, "path": []}


def grade_fields(puzzle: Puzzle, *, is_cancelled: Callable[[], bool]) -> dict[str, object]:
    """Return the band, score, techniques and path of a puzzle, and whether band and score are only lower bounds.

    If it has no solution or several, band and score are None, and the rest is empty. Raises CancelledError.
    """
    from binairo_tui.engine.grading import GradingError, grade

    try:
        return _fields(puzzle, grade(puzzle, is_cancelled=is_cancelled))
    except GradingError:
        return dict(_NO_GRADE)


def _fields(puzzle: Puzzle, result: Grade) -> dict[str, object]:
    path = [_step_fields(puzzle, step) for step in result.path]
    return {
        "band": result.band.title,
        "score": result.score,
        "at_least": not result.is_solved,
        "techniques": result.techniques,
        "path": path,
    }


def _step_fields(puzzle: Puzzle, step: GradeStep) -> dict[str, object]:
    """Return the JSON fields of a step: its technique, the cells it fills, and the deductions behind it."""
    from binairo_tui.engine.techniques.base import View
    from binairo_tui.engine.techniques.registry import prove, technique

    geometry = puzzle.geometry
    cells = geometry.changed(step.before, step.after)
    new = set(cells)
    deductions = []
    for deduction in technique(step.technique).find(View(puzzle, step.before)):
        if new.intersection(deduction.cells):
            new.difference_update(deduction.cells)
            deductions.append(step_fields(puzzle, prove(puzzle, step.before, deduction)))
        if not new:
            break
    return {
        "technique": step.technique,
        "cells": cell_list(puzzle, cells),
        "values": [geometry.value(step.after, cell) for cell in cells],
        "deductions": deductions,
    }
