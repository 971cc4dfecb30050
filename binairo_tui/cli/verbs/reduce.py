"""`binairo reduce`: finds the superfluous givens of a puzzle, and the fewest givens that are enough."""

from __future__ import annotations

from functools import partial
from math import isnan
from time import perf_counter
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.answers import Answer, answer_each, json_answer
from binairo_tui.cli.options import Verb, few_workers_option, json_option
from binairo_tui.cli.output import Status
from binairo_tui.cli.puzzle_options import puzzle_arguments

if TYPE_CHECKING:
    from binairo_tui.cli.found import Found
    from binairo_tui.engine.reduction import Reduction

MAX_SECONDS = 1_000_000
"""The maximum of `--seconds`."""


def _check_seconds(ctx: click.Context, parameter: click.Parameter, seconds: float) -> float:  # noqa: ARG001
    if isnan(seconds):  # click accepts NaN in any range
        raise click.BadParameter("expected a number of seconds")
    return seconds


@click.command("reduce", cls=Verb)
@puzzle_arguments
@click.option(
    "--seconds",
    type=click.FloatRange(0, MAX_SECONDS),
    callback=_check_seconds,
    default=10.0,
    metavar="N",
    help="How long to search for the fewest givens of each puzzle. Default: 10.",
)
@few_workers_option
@json_option
def command(puzzles: tuple[str, ...], *, seconds: float, workers: int, as_json: bool) -> None:
    """Find the fewest givens that leave a puzzle one solution.

    First lists the redundant givens: each could be left out, but perhaps
    not all together. Then prints the puzzle with as few of its givens as
    possible, as a line that other verbs read, and whether it is proved that
    fewer would not be enough. For a full grid, these are the fewest givens that
    determine it. "binairo solve --help" explains what a PUZZLE can be.

    When time runs out, the best puzzle found is printed; if there was time
    to check, every one of its givens is needed.

    Exit status: 0; 1 if a puzzle has no solution or several; 2 if a puzzle
    could not be read.

    For example:
      binairo reduce 8x8:3
      binairo reduce --seconds 60 puzzles.txt > fewer.txt
      binairo reduce --json 10x10 | jq -r .reduced
      binairo reduce "0011 1100 1001 0110"
    """
    reduce = partial(_reduce, seconds=seconds, as_json=as_json)
    answer_each(puzzles, reduce, as_json=as_json, workers=workers)


def _reduce(found: Found, *, seconds: float, as_json: bool) -> Answer:
    from binairo_tui.engine import cell_name
    from binairo_tui.engine.reduction import ReductionError, reduce_givens, superfluous_givens

    puzzle = found.puzzle
    start = perf_counter()
    try:
        cells = superfluous_givens(puzzle)
        reduction = reduce_givens(puzzle, is_cancelled=lambda: perf_counter() - start >= seconds)
    except ReductionError as error:
        if as_json:
            return json_answer(found, {**_NOTHING, "ms": _milliseconds(start)}, Status.NO, "with nothing to reduce")
        return Answer(Status.NO, f"# {found.title}: nothing to reduce, because {error}", "with nothing to reduce")
    superfluous = [cell_name(cell, puzzle.width) for cell in cells]
    verdict = "with the fewest givens" if reduction.is_minimum else "with few givens"
    if as_json:
        fields = {
            "superfluous": superfluous,
            "reduced": str(reduction.puzzle),
            "givens": reduction.puzzle.given_count,
            "lower_bound": reduction.lower_bound,
            "proved": reduction.is_minimum,
            "ms": _milliseconds(start),
        }
        return json_answer(found, fields, Status.YES, verdict)
    comment = f"# {found.title}: {_superfluous_text(superfluous, puzzle.given_count, reduction)}"
    return Answer(Status.YES, f"{comment}\n{reduction.puzzle}  # {_verdict(reduction)}", verdict)


_NOTHING: dict[str, object] = {"superfluous": [], "reduced": None, "givens": None, "lower_bound": None, "proved": False}


def _milliseconds(start: float) -> float:
    return round((perf_counter() - start) * 1000, 3)


def _superfluous_text(names: list[str], given_count: int, reduction: Reduction) -> str:
    if not names:
        return "every given is needed"
    if given_count - reduction.puzzle.given_count == len(names):
        return f"redundant: {', '.join(names)}"
    limit = f"but {'' if reduction.is_minimum else 'perhaps '}not all together"
    if len(names) == given_count:
        return f"every given could be left out, {limit}"
    return f"each of these could be left out, {limit}: {', '.join(names)}"


def _verdict(reduction: Reduction) -> str:
    from binairo_tui.engine.wording import plural

    givens = plural(reduction.puzzle.given_count, "given")
    if reduction.is_minimum:
        return f"{givens}, the fewest"
    return f"{givens}; at least {reduction.lower_bound} are needed"
