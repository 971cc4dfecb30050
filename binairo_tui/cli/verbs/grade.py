"""`binairo grade`: grades puzzles and lists the techniques that solve them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.options import Verb, json_option, puzzle_arguments
from binairo_tui.cli.output import Status, print_data, print_json, print_warning
from binairo_tui.cli.puzzle_input import for_each_puzzle

if TYPE_CHECKING:
    from binairo_tui.cli.puzzle_input import Found
    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.grading import Grade, GradeStep


@click.command("grade", cls=Verb)
@puzzle_arguments
@json_option
def command(puzzles: tuple[str, ...], as_json: bool) -> None:
    """Say how hard puzzles are, and which techniques they need.

    The hardest technique that a puzzle needs decides its band:

      Gentle   pair, sandwich, sign
      Easy     complete line, equal pair
      Medium   last one, sign chain
      Hard     two blanks, gap counting
      Expert   line logic, unique lines
      Extreme  hypothesis, nested hypothesis

    The score orders puzzles of a band. Behind each technique stands how many
    passes over the grid it made. A PUZZLE is what "binairo solve --help" says.

    Exit status: 0 if each puzzle has a grade; 1 if one has no solution, or
    several; 2 if one could not be read.

    For example:
      binairo grade 8x8
      binairo grade --json puzzles.txt | jq -r .band
      binairo grade --json 8x8:3 | jq -c ".path[]"
    """
    for_each_puzzle(puzzles, partial(_grade, as_json=as_json))


def _grade(found: Found, *, as_json: bool) -> Status:
    from binairo_tui.engine.grading import GradingError, grade

    puzzle = found.puzzle
    try:
        result = grade(puzzle)
    except GradingError as error:
        if as_json:
            print_json({"puzzle": str(puzzle), "band": None, "score": None, "techniques": {}, "path": []})
        else:
            print_data(f"{found.title}: no grade, {error}.")
        return Status.NO
    if as_json:
        _print_fields(puzzle, result)
    else:
        _print_lines(found, result)
    if not result.is_solved:
        print_warning(f"{found.title}: not even nested hypotheses solve it")
    return Status.YES


def _print_fields(puzzle: Puzzle, result: Grade) -> None:
    path = [_step_fields(puzzle, step) for step in result.path]
    grade = {"band": result.band.title, "score": result.score, "techniques": result.techniques}
    print_json({"puzzle": str(puzzle), **grade, "path": path})


def _step_fields(puzzle: Puzzle, step: GradeStep) -> dict[str, object]:
    """Return a step of the solution in JSON: its technique, and the cells and values that it fills."""
    from binairo_tui.engine import cell_name

    geometry = puzzle.geometry
    cells = geometry.changed(step.before, step.after)
    return {
        "technique": step.technique,
        "cells": [cell_name(cell, puzzle.width) for cell in cells],
        "values": [geometry.value(step.after, cell) for cell in cells],
    }


def _print_lines(found: Found, result: Grade) -> None:
    print_data(f"{found.title}: {result.band.title}, score {result.score}")
    if result.techniques:
        print_data("  " + ", ".join(f"{name} {times}" for name, times in result.techniques.items()))
