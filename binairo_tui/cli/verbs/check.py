"""`binairo check`: finds the broken rules of a part-filled grid, and whether it can still be finished."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypedDict

import click

from binairo_tui.cli.options import Verb, json_option, puzzle_arguments
from binairo_tui.cli.output import Status, print_data, print_json
from binairo_tui.cli.puzzle_input import for_each_puzzle

if TYPE_CHECKING:
    from binairo_tui.cli.puzzle_input import Found
    from binairo_tui.engine import Puzzle, Violation

_OUTLOOKS = ("cannot be finished", "can be finished in one way", "can be finished in more than one way")


class ViolationFields(TypedDict):
    """A violation in JSON: its lines and cells by name (`row 3`, `r3c5`), and a sentence about it."""

    kind: str
    lines: list[str]
    cells: list[str]
    text: str


@click.command("check", cls=Verb)
@puzzle_arguments
@json_option
def command(puzzles: tuple[str, ...], as_json: bool) -> None:
    """Check part-filled grids for broken rules.

    A grid is "solved" (full, no rule broken), "open" (no rule broken so far)
    or "broken". Open ones may yet have no solution; that is said, too.
    A PUZZLE is what "binairo solve --help" says.

    Exit status: 0 if each grid is solved or can be finished; 1 if one
    cannot; 2 if one could not be read.

    For example:
      binairo check "1100.. 0.1... ...... ...... ...... ......"
      binairo check - < grids.txt
      binairo check --json grids.txt | jq -r ".violations[].text"
    """
    for_each_puzzle(puzzles, partial(_check, as_json=as_json))


def _check(found: Found, *, as_json: bool) -> Status:
    from binairo_tui.engine import find_violations
    from binairo_tui.engine.search import count_solutions

    puzzle = found.puzzle
    violations = find_violations(puzzle, puzzle.givens)
    solution_count = 0 if violations else count_solutions(puzzle, 2)
    state = "broken" if violations else "solved" if puzzle.geometry.is_full(puzzle.givens) else "open"
    fields = [_violation_fields(puzzle, violation) for violation in violations]
    if as_json:
        print_json({"puzzle": str(puzzle), "state": state, "violations": fields, "solutions": solution_count})
    elif state == "open":
        filled = puzzle.given_count
        cell_count = puzzle.geometry.cell_count
        print_data(f"{found.title}: open, {filled} of {cell_count} cells filled; it {_OUTLOOKS[solution_count]}.")
    else:
        print_data(f"{found.title}: {state}.")
        for violation in fields:
            print_data(f"  {violation['text']}")
    return Status.YES if solution_count else Status.NO


def _violation_fields(puzzle: Puzzle, violation: Violation) -> ViolationFields:
    from binairo_tui.engine import cell_name, line_name
    from binairo_tui.engine.wording import violation_text

    return {
        "kind": violation.kind.value,
        "lines": [line_name(line, puzzle.height) for line in violation.lines],
        "cells": [cell_name(cell, puzzle.width) for cell in violation.cells],
        "text": violation_text(puzzle, puzzle.givens, violation),
    }
