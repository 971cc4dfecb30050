"""`binairo hint`: the next step in a part-filled grid, by which technique, and why."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.output import Status, say, say_json
from binairo_tui.cli.verbs.common import Verb, answer_each, json_option, puzzle_arguments

if TYPE_CHECKING:
    from binairo_tui.cli.puzzle_input import Found
    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.hints import Hint


@click.command("hint", cls=Verb)
@puzzle_arguments
@json_option
def command(puzzles: tuple[str, ...], as_json: bool) -> None:
    """Say what follows next in part-filled grids, and why.

    The easiest technique that finds anything has its turn; of a hypothesis
    the whole way to the contradiction is told. If something is wrong with a
    grid, that is said instead. A PUZZLE is what "binairo solve --help" says.

    Exit status: 0 if each grid is solved or has a next step; 1 if one cannot
    be finished, or nothing follows in it; 2 if one could not be read.

    For example:
      binairo hint "1100.. 0.1... ...... ...... ...... ......"
      binairo hint 8x8:3
      binairo hint --json grids.txt | jq -r .text
    """
    answer_each(puzzles, partial(_hint, as_json=as_json))


def _hint(found: Found, *, as_json: bool) -> Status:
    from binairo_tui.engine.hints import HintKind, find_hint

    puzzle = found.puzzle
    given = find_hint(puzzle, puzzle.givens)
    if as_json:
        _say_fields(puzzle, given)
    else:
        _say_sentences(found, given)
    has_next = given.kind in (HintKind.SOLVED, HintKind.DEDUCTION, HintKind.REVEAL)
    return Status.YES if has_next else Status.NO


def _text(given: Hint) -> str:
    """The one sentence that says it all: the stages of a hint only lead up to what it fills in."""
    return given.stages[-2] if given.values else given.stages[0]


def _say_fields(puzzle: Puzzle, given: Hint) -> None:
    from binairo_tui.engine import cell_name, line_name

    deduction = given.deduction
    because_cells = deduction.because_cells if deduction else ()
    because_lines = deduction.because_lines if deduction else ()
    say_json(
        {
            "technique": deduction.technique if deduction else None,
            "cells": [cell_name(cell, puzzle.width) for cell in given.cells],
            "values": list(given.values),
            "because_cells": [cell_name(cell, puzzle.width) for cell in because_cells],
            "because_lines": [line_name(line, puzzle.height) for line in because_lines],
            "text": _text(given),
        }
    )


def _say_sentences(found: Found, given: Hint) -> None:
    from binairo_tui.engine.techniques.hypothesis import proof_text

    technique = f"{given.deduction.technique}. " if given.deduction else ""
    say(f"{found.title}: {technique}{_text(given)}")
    if given.deduction:
        for sentence in proof_text(found.puzzle, found.puzzle.givens, given.deduction):
            say(f"  {sentence}")
    if given.note:
        say(f"  {given.note}")
