"""`binairo check`: finds broken rules in a partly filled grid, and checks whether it can still be finished."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypedDict

import click

from binairo_tui.cli.answers import Answer, answer_each, json_answer
from binairo_tui.cli.options import Verb, few_workers_option, json_option
from binairo_tui.cli.output import Status
from binairo_tui.cli.puzzle_options import puzzle_arguments

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.cli.found import Found
    from binairo_tui.engine import Puzzle, Violation

_OUTLOOKS = ("cannot be finished", "can be finished in one way", "can be finished in more than one way")


class ViolationFields(TypedDict):
    """The JSON fields of a violation: its lines and cells by name (`row 3`, `r3c5`), and a sentence about it."""

    kind: str
    lines: list[str]
    cells: list[str]
    text: str


class CheckFields(TypedDict):
    """The JSON fields of a check; `state` is `solved`, `open` or `broken`."""

    state: str
    violations: list[ViolationFields]
    solutions: int


@click.command("check", cls=Verb)
@puzzle_arguments
@few_workers_option
@json_option
def command(puzzles: tuple[str, ...], workers: int, as_json: bool) -> None:
    """Check partly filled grids for broken rules.

    A grid is "solved" (full, no rule broken), "open" (no rule broken so far)
    or "broken". For an open grid, the output also says whether it can still
    be finished. "binairo solve --help" explains what a PUZZLE can be.

    Exit status: 0 if every grid is solved or can be finished; 1 if a grid
    cannot; 2 if a grid could not be read.

    For example:
      binairo check "1100.. 0.1... ...... ...... ...... ......"
      binairo check - < grids.txt
      binairo check --json grids.txt | jq -r ".violations[].text"
    """
    answer_each(puzzles, partial(_check, as_json=as_json), as_json=as_json, workers=workers)


def _check(found: Found, *, as_json: bool) -> Answer:
    puzzle = found.puzzle
    fields = check_fields(puzzle)
    state, solution_count = fields["state"], fields["solutions"]
    status = Status.YES if solution_count else Status.NO
    verdict = "that cannot be finished" if state == "open" and not solution_count else state
    if as_json:
        return json_answer(found, {**fields}, status, verdict)
    if state == "open":
        filled = puzzle.given_count
        counts = f"{filled} of {puzzle.geometry.cell_count} cells filled"
        return Answer(status, f"{found.title}: open, {counts}; it {_OUTLOOKS[solution_count]}.", verdict)
    lines = [f"{found.title}: {state}.", *[f"  {violation['text']}" for violation in fields["violations"]]]
    return Answer(status, "\n".join(lines), verdict)


def check_fields(puzzle: Puzzle, *, is_cancelled: Callable[[], bool] = lambda: False) -> CheckFields:
    """Return the result of checking a partly filled grid; `solutions` is 2 for two or more. Raises CancelledError."""
    from binairo_tui.engine import find_violations
    from binairo_tui.engine.search import count_solutions

    violations = find_violations(puzzle, puzzle.givens)
    return {
        "state": "broken" if violations else "solved" if puzzle.geometry.is_full(puzzle.givens) else "open",
        "violations": [_violation_fields(puzzle, violation) for violation in violations],
        "solutions": 0 if violations else count_solutions(puzzle, 2, is_cancelled=is_cancelled),
    }


def _violation_fields(puzzle: Puzzle, violation: Violation) -> ViolationFields:
    from binairo_tui.engine import cell_name, line_name
    from binairo_tui.engine.wording import violation_text

    return {
        "kind": violation.kind.value,
        "lines": [line_name(line, puzzle.height) for line in violation.lines],
        "cells": [cell_name(cell, puzzle.width) for cell in violation.cells],
        "text": violation_text(puzzle, puzzle.givens, violation),
    }
