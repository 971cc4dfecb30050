"""`binairo grade`: grades puzzles and lists the techniques that solve them."""

from typing import Any

import click

from binairo_tui import engine
from binairo_tui.cli import analyses, answers, json_fields, options, output, puzzle_options
from binairo_tui.cli.found import Found


@click.command("grade", cls=options.Verb, prints=lambda: json_fields.answers(analyses.grade_schema()))
@puzzle_options.puzzle_arguments
@puzzle_options.answering_options
def command(**answering: Any) -> output.Status:
    """Grade puzzles: how hard they are, and which techniques they need.

    The hardest technique that a puzzle needs decides its difficulty (band):

      Gentle   last blank, pair, sandwich, sign
      Easy     complete line, equal pair
      Medium   last one, sign counting, sign chain
      Hard     two blanks, gap counting
      Expert   line logic, unique lines
      Extreme  hypothesis, nested hypothesis

    The score estimates the effort of the whole solution; it can be compared
    across difficulties and sizes. The number after a technique says how many
    passes over the grid used it. If nested hypotheses take too many trials, the
    puzzle is "at least Extreme". "binairo solve --help" explains what a PUZZLE
    can be.

    Exit status: 0 if every puzzle has a grade; 1 if a puzzle has no solution
    or several; 2 if a puzzle could not be read.

    For example:
      binairo grade 8x8
      binairo grade --json puzzles.txt | jq -r .band
      binairo grade --json 8x8:3 | jq -c ".path[]"
      binairo grade --json 8x8 | jq -cs "sort_by(.score)[] | [.score, .puzzle]"
    """
    return answers.answer_each(_grade, **answering)


def _grade(found: Found, *, as_json: bool) -> answers.Answer:
    puzzle = found.puzzle
    try:
        result = engine.grade(puzzle)
    except engine.GradingError as error:
        obstacle = "" if as_json else engine.position_check.obstacle_text(puzzle)
        content = analyses.no_grade() if as_json else f"{found.title} has no grade: {error}. {obstacle}".rstrip()
        return answers.make_answer(found, output.Status.NO, "without a grade", content)
    unsolved = () if result.is_solved else (f"{found.title}: nested hypotheses did not solve it within the limit",)
    at_least = "" if result.is_solved else "at least "
    text = f"{found.title}: {at_least}{result.band.title}, score {at_least}{result.score}"
    if result.techniques:
        text += "\n  " + ", ".join([f"{name} {times}" for name, times in result.techniques.items()])
    content = engine.to_json(puzzle, result) if as_json else text
    return answers.make_answer(found, output.Status.YES, result.band.title, content, unsolved)
