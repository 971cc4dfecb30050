"""`binairo convert`: reads puzzles in any format and writes them in another."""

from functools import partial
from typing import Any, NotRequired, TypedDict

import click

from binairo_tui import formats
from binairo_tui.cli import answers, json_fields, options, output, puzzle_options
from binairo_tui.cli.found import Found

Converted = TypedDict(
    "Converted",
    {
        "format": str,
        "text": str,
        "from": NotRequired[str],
        "reason": NotRequired[str],
        "notes": NotRequired[list[str]],
    },
)
"""A puzzle in another format.

`from` is the format in which the puzzle was read; `reason` and `notes` explain how it was read.
"""


class ConvertVerb(options.Verb):
    """A verb whose help lists the formats, which are loaded only when the help is shown."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_help_text(ctx, formatter)
        rows = [
            (entry.name, entry.title + ("" if entry.writes else " (can be read, not written)"))
            for entry in formats.FORMATS
        ]
        rows += [(name, f"{title} (can be written, not read)") for name, (title, _) in formats.EXPORTS.items()]
        with formatter.section("Formats"):
            formatter.write_dl(rows)


@click.command(
    "convert",
    cls=ConvertVerb,
    prints=[*json_fields.answers(Converted), (json_fields.Place, json_fields.Subject, json_fields.Unanswered)],
)
@puzzle_options.puzzle_arguments
@click.option(
    "--to",
    "to_format",
    type=puzzle_options.FormatName(writes=True),
    metavar="FORMAT",
    default="notation",
    help="The format to write. Default: notation.",
)
@click.option("--verbose", "-v", is_flag=True, help="Report how each text was read, and why.")
@puzzle_options.answering_options
def command(to_format: str, *, verbose: bool, **answering: Any) -> output.Status:
    """Write puzzles in another format.

    The format of each PUZZLE is detected unless --from is given. Puzzles that
    take several lines are separated by blank lines. If a format does not say
    whether lines may repeat, --unique-lines decides. Without it, the rule that
    gives exactly one solution is chosen. --verbose reports the choice.

    Exit status: 0 if all puzzles were written; 1 if the format cannot
    represent one of them; 2 if one could not be read.

    For example:
      binairo convert "6x6u:BBCFBHaAacaCd"
      binairo convert --to unruly 8x8:3
      binairo convert --to rows --verbose - < puzzles.txt
      binairo convert --from spaces --to bars grid.txt
      binairo convert --to puzzletea --json 6x6 | jq -r .text
      binairo convert --to asp 8x8:3 | clingo 0
    """
    blank_between = to_format in formats.EXPORTS or formats.find_format(to_format).extent is formats.Extent.BLOCK
    convert = partial(_convert, to_format=to_format, verbose=verbose)
    return answers.answer_each(convert, blank_between=blank_between, **answering)


def _convert(found: Found, *, to_format: str, verbose: bool, as_json: bool) -> answers.Answer:
    imported = found.imported
    said = (f"{found.title}: {' '.join([imported.reason, *imported.notes])}",) if verbose and imported else ()
    holds_positions = to_format not in formats.EXPORTS and formats.find_format(to_format).progress
    if found.position != found.puzzle.givens and not holds_positions:
        said = (*said, f"{found.title}: {to_format} can hold only givens: filled-in values were left out")
    try:
        text = formats.write_puzzle(found.puzzle, to_format, found.position if holds_positions else None)
    except formats.CannotWriteError as error:
        failed = {"error": output.printable(str(error))} if as_json else ""
        warnings = (*said, f"{found.title}: {error}")
        return answers.make_answer(found, output.Status.NO, "that cannot be written", failed, warnings)
    fields: Converted = {"format": to_format, "text": text}
    if imported:
        fields |= {"from": imported.format, "reason": imported.reason, "notes": [*imported.notes]}
    return answers.make_answer(found, output.Status.YES, "written", fields if as_json else text, said)
