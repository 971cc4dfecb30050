"""`binairo count`: counts exactly the solutions of a puzzle, or the grids of a size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import click

from binairo_tui import counting, engine
from binairo_tui.cli import answers, json_fields, output, puzzle_input, puzzle_options
from binairo_tui.cli.counting import Counted, JobCounter, MaybeSize, count_fields, job_counter
from binairo_tui.cli.found import Found, ReadOptions, Rejected
from binairo_tui.cli.options import Verb, counting_options, json_option


@click.command(
    "count", cls=Verb, prints=[*json_fields.answers(Counted), (json_fields.Place, MaybeSize, json_fields.Unanswered)]
)
@click.argument("puzzles", metavar="SIZE|PUZZLE...", nargs=-1, required=True, type=puzzle_options.PUZZLE)
@puzzle_options.reading_options
@click.option(
    "--all-rules",
    is_flag=True,
    help="Also count the grids whose columns may repeat, and those whose rows and columns may repeat.",
)
@counting_options
@json_option
def command(puzzles: tuple[str, ...], *, all_rules: bool, as_json: bool, **options: Any) -> output.Status:
    """Count solutions of puzzles, or all grids of a size.

    A SIZE is "8", or "8x10": width x height. "binairo solve --help" explains
    what a PUZZLE can be, but "8x8" is always a size ("8x8:3" is a puzzle).

    8x8 takes a moment, 10x10 a few seconds, and 12x12 half a day; in pure
    Python, 10x10 takes one to two minutes. With a checkpoint, a count can be
    stopped at any time, by Ctrl+C or a crash; the same command resumes it.
    One file can serve many counts.

    Exit status: 0 if every count is more than zero; 1 if one is zero; 2 if
    something could not be read or counted.

    For example:
      binairo count 8
      binairo count 8x10 --all-rules
      binairo count --json 8x8:3 "4x4;1..............."
      binairo count 10 --checkpoint ten.txt
      binairo count 12 --checkpoint twelve.txt --scheduler tcp://host:8786
    """
    with job_counter(**options) as counter:
        count = partial(_count, counter=counter, all_rules=all_rules, as_json=as_json)
        return answers.print_each(_read(puzzles, puzzle_options.read_options()), count, as_json=as_json)


class _Size(Found):
    """The empty board of a size; the count is of all grids of this size."""


def _read(arguments: Sequence[str], options: ReadOptions) -> Iterator[Found | Rejected]:
    """Yield, for each argument, the empty board if it is a size, otherwise the puzzles that it names."""
    options = options._replace(kinds=f"a size, {options.kinds}")
    for number, argument in enumerate(arguments, 1):
        size = engine.puzzle.parse_size(argument)
        if size is None:
            yield from puzzle_input.read_puzzles([argument], options, first=number)
        elif fault := engine.puzzle.size_fault(*size):
            yield Rejected(f"{output.quote_argument(argument)}: {fault}", output.quote_argument(argument), fault)
        else:
            empty = engine.Puzzle(*size, givens=0, unique_lines=options.unique_lines is not False)
            yield _Size(empty, f"{size[0]}x{size[1]}", "argument", 1)


def _count(found: Found, *, counter: JobCounter, all_rules: bool, as_json: bool) -> output.Status:
    try:
        fields = count_fields(found.filled_puzzle, partial(counter.counts, title=found.title), all_rules=all_rules)
    except counting.count.TooManyGridsError as error:
        output.print_warning(f"{found.title}: {error}")
        if as_json:
            output.print_json({**_subject(found), "error": str(error)})
        return output.Status.BAD_INPUT
    if as_json:
        output.print_json({**_subject(found), **fields})
    else:
        for rule, number in fields.get("rules", {"": fields["count"]}).items():
            counted = engine.wording.plural(number, "grid" if isinstance(found, _Size) else "solution")
            output.print_data(f"{found.title}: {counted}{_CONDITIONS[rule]}")
    return output.Status.YES if fields["count"] else output.Status.NO


def _subject(found: Found) -> dict[str, object]:
    """Return the JSON fields that identify a puzzle or a size."""
    return {**found.place, "size": found.title} if isinstance(found, _Size) else found.place


_CONDITIONS = {
    "": "",
    "unique": " with all rows and all columns different",
    "unique rows": " with all rows different",
    "any": " with lines that may repeat",
}
