"""`binairo check`: finds broken rules in a partly filled grid, and checks whether it can still be finished."""

from functools import partial
from typing import Any

import click

from binairo_tui import engine
from binairo_tui.cli import analyses, answers, json_fields, options, output, puzzle_options
from binairo_tui.cli.found import Found

_OUTLOOKS = ("cannot be finished", "can be finished in one way", "can be finished in more than one way")


@click.command(
    "check", cls=options.Verb, prints=json_fields.answers(analyses.Checked, analyses.Judged, json_fields.Unanswered)
)
@puzzle_options.puzzle_arguments
@click.option("--move", metavar="MOVE", help="Judge a move instead of the grid: r3c5=1 puts 1 into row 3, column 5.")
@puzzle_options.answering_options
def command(move: str | None, **answering: Any) -> output.Status:
    """Check partly filled grids for broken rules.

    A grid is "solved" (full, no rule broken), "open" (no rule broken so far) or
    "broken". For an open grid, the output also names wrong values, and says
    whether the grid can be finished in one way, in several ways or not at all.
    "binairo solve --help" explains what a PUZZLE can be.

    With --move, the output says whether the rules force the value of the move
    ("forced", with the easiest technique that shows it), leave both values
    possible ("guess"), or rule it out ("contradiction").

    Exit status: 0 if every grid is solved or can be finished (with --move,
    after the move); 1 if not; 2 if a grid could not be read, or if the cell of
    the move is not blank.

    For example:
      binairo check "1100.. 0.1... ...... ...... ...... ......"
      binairo check - < grids.txt
      binairo check --json grids.txt | jq -r ".violations[].text"
      binairo check --move r4c3=0 classics:1
    """
    return answers.answer_each(_check if move is None else partial(_judge, move=move), **answering)


def _check(found: Found, *, as_json: bool) -> answers.Answer:
    puzzle, position = found.puzzle, found.position
    fields = analyses.check_fields(puzzle, position)
    state, solution_count = fields["state"], fields["solutions"]
    status = output.Status.YES if solution_count else output.Status.NO
    verdict = "that cannot be finished" if state == "open" and not solution_count else state
    text = "\n".join([f"{found.title}: {state}.", *[f"  {violation['text']}" for violation in fields["violations"]]])
    if state == "open":
        counts = f"{puzzle.geometry.filled_count(position)} of {puzzle.geometry.cell_count} cells filled"
        obstacle = "" if solution_count or found.mistakes else engine.position_check.obstacle_text(found.filled_puzzle)
        text = f"{found.title}: open, {counts}; it {_OUTLOOKS[solution_count]}. {obstacle}".rstrip()
    if found.mistakes:
        text += f"\n  {found.mistakes_text}."
    return answers.make_answer(found, status, verdict, fields if as_json else text, names_mistakes=True)


def _judge(found: Found, *, move: str, as_json: bool) -> answers.Answer:
    try:
        fields = analyses.judged_fields(found.puzzle, found.position, move)
    except ValueError as error:
        refusal = {"error": str(error)} if as_json else ""
        return answers.make_answer(
            found, output.Status.BAD_INPUT, "without this move", refusal, (f"{found.title}: {move}: {error}",)
        )
    verdict, proof = fields["verdict"], fields["proof"]
    kind = f"{verdict}, {proof['technique']}" if proof and verdict == "forced" else verdict
    status = output.Status.NO if verdict == "contradiction" else output.Status.YES
    text = f"{found.title}: {move}: {kind}. {fields['text']}"
    return answers.make_answer(found, status, verdict, fields if as_json else text)
