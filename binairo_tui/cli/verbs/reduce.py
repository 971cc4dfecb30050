"""`binairo reduce`: finds the redundant givens of a puzzle, and the fewest givens that are enough."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Any, TypedDict

import click

from binairo_tui import engine
from binairo_tui.cli import analyses, answers, json_fields, options, output, puzzle_options
from binairo_tui.cli.found import Found


class Reduced(TypedDict):
    """The redundant givens (`superfluous`), and the puzzle with the fewest givens that the search found.

    `reduced`, `givens` and `lower_bound` are None if the puzzle does not have exactly one solution. `proved` means
    that no smaller number of givens is enough; otherwise, at least `lower_bound` givens are needed.
    """

    superfluous: list[json_fields.CellName]
    reduced: json_fields.Notation | None
    givens: int | None
    lower_bound: int | None
    proved: bool
    ms: float


@click.command("reduce", cls=options.Verb, prints=json_fields.answers(Reduced))
@puzzle_options.puzzle_arguments
@click.option(
    "--seconds",
    type=click.FloatRange(0, 1_000_000),
    default=10.0,
    metavar="N",
    help="How long to search for the fewest givens of each puzzle. Default: 10.",
)
@puzzle_options.answering_options
def command(*, seconds: float, **answering: Any) -> output.Status:
    """List redundant givens, and find the fewest givens needed.

    A given is redundant if the puzzle still has one solution without it.
    Perhaps not all redundant givens can be left out together. After the list of
    redundant givens, a line shows the puzzle with as few givens as possible;
    other verbs can read it. A comment in this line says whether the number of
    givens is proved to be the minimum. For a full grid, the result is the
    fewest givens that determine the grid. "binairo solve --help" explains what
    a PUZZLE can be.

    When time runs out, the best puzzle so far is printed. All its givens are
    needed, unless there was no time to check this.

    Exit status: 0; 1 if a puzzle has no solution or several; 2 if a puzzle
    could not be read.

    For example:
      binairo reduce 8x8:3
      binairo reduce --seconds 60 puzzles.txt > fewer.txt
      binairo reduce --json 10x10 | jq -r .reduced
      binairo reduce "0011 1100 1001 0110"
    """
    return answers.answer_each(partial(_reduce, seconds=seconds), **answering)


def _reduce(found: Found, *, seconds: float, as_json: bool) -> answers.Answer:
    puzzle = found.puzzle
    superfluous_givens, reduce_givens = engine.superfluous_givens, engine.reduce_givens  # imported before the start
    start = perf_counter()
    try:
        cells = superfluous_givens(puzzle)
        reduction = reduce_givens(puzzle, is_cancelled=lambda: not perf_counter() - start < seconds)
    except engine.ReductionError as error:
        ms = analyses.milliseconds_since(start)
        nothing = Reduced(superfluous=[], reduced=None, givens=None, lower_bound=None, proved=False, ms=ms)
        text = f"# {found.title}: nothing to reduce, because {error}"
        return answers.make_answer(found, output.Status.NO, "with nothing to reduce", nothing if as_json else text)
    except engine.CancelledError:  # the time was up before the search began
        reduction = engine.Reduction(puzzle, is_minimum=False, lower_bound=puzzle.given_count - len(cells))
    superfluous = engine.json_form.cell_names(puzzle, cells)
    fields: Reduced = {
        "superfluous": superfluous,
        "reduced": str(reduction.puzzle),
        "givens": reduction.puzzle.given_count,
        "lower_bound": reduction.lower_bound,
        "proved": reduction.is_minimum,
        "ms": analyses.milliseconds_since(start),
    }
    comment = f"# {found.title}: {_superfluous_text(superfluous, puzzle.given_count, reduction)}"
    text = f"{comment}\n{reduction.puzzle}  # {_verdict(reduction)}"
    verdict = "reduced to the fewest givens" if reduction.is_minimum else "reduced to few givens"
    return answers.make_answer(found, output.Status.YES, verdict, fields if as_json else text)


def _superfluous_text(names: list[str], given_count: int, reduction: engine.Reduction) -> str:
    if not names:
        return "every given is needed"
    if given_count - reduction.puzzle.given_count == len(names):
        return f"redundant: {', '.join(names)}"
    limit = f"but {'' if reduction.is_minimum else 'perhaps '}not all together"
    if len(names) == given_count:
        return f"every given could be left out, {limit}"
    return f"each of these could be left out, {limit}: {', '.join(names)}"


def _verdict(reduction: engine.Reduction) -> str:
    givens = engine.wording.plural(reduction.puzzle.given_count, "given")
    return f"{givens}, the fewest" if reduction.is_minimum else f"{givens}; at least {reduction.lower_bound} are needed"
