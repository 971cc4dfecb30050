"""`binairo hint`: prints the next step in a partly filled grid, with its technique and reason."""

from __future__ import annotations

from typing import Any

import click

from binairo_tui import engine
from binairo_tui.cli import analyses, answers, json_fields, options, output, puzzle_options
from binairo_tui.cli.found import Found


@click.command("hint", cls=options.Verb, prints=lambda: json_fields.answers(analyses.hint_schema()))
@puzzle_options.puzzle_arguments
@puzzle_options.answering_options
def command(**answering: Any) -> output.Status:
    """Print the next step in partly filled grids, and its reason.

    The step uses the easiest technique that finds anything; a hypothesis is
    explained step by step up to the contradiction. If a value is known to be
    wrong, or a rule is broken, the output says what is wrong, and why. "binairo
    solve --help" explains what a PUZZLE can be.

    Exit status: 0 if every grid is solved or has a next step; 1 if a grid
    cannot be finished or has no next step; 2 if a grid could not be read.

    For example:
      binairo hint "1100.. 0.1... ...... ...... ...... ......"
      binairo hint 8x8:3
      binairo hint --json grids.txt | jq -r .text
    """
    return answers.answer_each(_hint, **answering)


def _hint(found: Found, *, as_json: bool) -> answers.Answer:
    given = engine.find_hint(found.puzzle, found.position)
    is_solved = given.kind is engine.HintKind.SOLVED
    has_next = given.kind in (engine.HintKind.DEDUCTION, engine.HintKind.REVEAL)
    status = output.Status.YES if is_solved or has_next else output.Status.NO
    verdict = "solved" if is_solved else "with a next step" if has_next else "without a next step"
    content = analyses.hint_fields(found.puzzle, given) if as_json else _sentences(found, given)
    return answers.make_answer(found, status, verdict, content, names_mistakes=given.ends_in_advice)


def _sentences(found: Found, given: engine.Hint) -> str:
    technique = f"{given.proof.technique}. " if given.proof else ""
    lines = [f"{found.title}: {technique}{analyses.hint_text(given)}"]
    lines += [f"  {stop.number}. {stop.text}" if stop.number else f"  {stop.text}" for stop in given.walk]
    if given.note:
        lines.append(f"  {given.note}")
    return "\n".join(lines)
