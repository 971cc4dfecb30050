"""`binairo hint`: prints the next step in a part-filled grid, its technique and its reason."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.options import Verb, json_option, puzzle_arguments
from binairo_tui.cli.output import Status, print_data, print_json
from binairo_tui.cli.puzzle_input import for_each_puzzle

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
    for_each_puzzle(puzzles, partial(_hint, as_json=as_json))


def _hint(found: Found, *, as_json: bool) -> Status:
    from binairo_tui.engine.hints import HintKind, find_hint

    puzzle = found.puzzle
    given = find_hint(puzzle, puzzle.givens)
    if as_json:
        _print_fields(puzzle, given)
    else:
        _print_sentences(found, given)
    has_next = given.kind in (HintKind.SOLVED, HintKind.DEDUCTION, HintKind.REVEAL)
    return Status.YES if has_next else Status.NO


def _text(given: Hint) -> str:
    """Return the sentence of the last stage before the values are filled; earlier stages only lead up to it."""
    return given.stages[-2] if given.values else given.stages[0]


def _print_fields(puzzle: Puzzle, given: Hint) -> None:
    from binairo_tui.engine import cell_name, line_name

    deduction = given.deduction
    because_cells = deduction.because_cells if deduction else ()
    because_lines = deduction.because_lines if deduction else ()
    print_json(
        {
            "technique": deduction.technique if deduction else None,
            "cells": [cell_name(cell, puzzle.width) for cell in given.cells],
            "values": list(given.values),
            "because_cells": [cell_name(cell, puzzle.width) for cell in because_cells],
            "because_lines": [line_name(line, puzzle.height) for line in because_lines],
            "text": _text(given),
        }
    )


def _print_sentences(found: Found, given: Hint) -> None:
    from binairo_tui.engine.techniques.hypothesis import proof_text

    technique = f"{given.deduction.technique}. " if given.deduction else ""
    print_data(f"{found.title}: {technique}{_text(given)}")
    if given.deduction:
        for sentence in proof_text(found.puzzle, found.puzzle.givens, given.deduction):
            print_data(f"  {sentence}")
    if given.note:
        print_data(f"  {given.note}")
