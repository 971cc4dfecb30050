"""`binairo print`: writes printable sheets of puzzles, as HTML or PDF."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from binairo_tui import library, pictures
from binairo_tui.cli import answers, documents, puzzle_input, puzzle_options
from binairo_tui.cli.found import Found
from binairo_tui.cli.options import POSITIVE, Verb, output_option
from binairo_tui.cli.output import Status, fail, write_output

# Written out because importing them from `pictures` would slow `binairo --help`; a test compares the two.
PER_PAGE = ("1", "2", "4", "6")
SOLUTIONS = ("none", "end", "separate")


@click.command("print", cls=Verb)
@puzzle_options.puzzle_arguments
@documents.format_option(documents.DOCUMENTS)
@click.option("--per-page", type=click.Choice(PER_PAGE), default="4", help="Puzzles per page. Default: 4.")
@documents.paper_option
@click.option("--first", type=POSITIVE, metavar="N", help="Only the first N puzzles.")
@documents.title_option("The title of every page. Default: Binairo, or the collection's title.")
@click.option("--name-line", is_flag=True, help="Leave a line for a name and the date on every page of puzzles.")
@click.option(
    "--solutions",
    type=click.Choice(SOLUTIONS),
    default="end",
    help='Where to print solutions; "separate" is a second file, such as sheets-solutions.pdf. Default: end.',
)
@output_option
def command(
    puzzles: tuple[str, ...],
    *,
    chosen: str | None,
    per_page: str,
    paper: str,
    first: int | None,
    title: str | None,
    name_line: bool,
    solutions: str,
    output: Path | None,
) -> Status:
    """Make sheets to print, with solutions at the end.

    HTML needs no other software: open it in a browser and print it. PDF needs
    fpdf2; without it, the command that installs it is printed. A puzzle from a
    collection is printed with its name, any other puzzle with the comment that
    follows it or a number, and with its difficulty if that is stated.
    "binairo solve --help" explains what a PUZZLE can be.

    Exit status: 0; 1 if a puzzle has no solution or several (it is printed
    anyway); 2 if something could not be read or written.

    For example:
      binairo print 8x8:1-12 --output sheets.html
      binairo print 10x10 --first 12 --per-page 6 --output sheets.pdf
      binairo generate --count 8 | binairo print - --format pdf > new.pdf
      binairo print 6x6:1-24 --name-line --solutions separate -o class.pdf
    """
    form = documents.choose_format(chosen, output, documents.DOCUMENTS)
    if solutions == "separate" and output is None:
        raise click.UsageError("--solutions separate needs --output: the solutions are written to a second file")
    items: list[pictures.sheets.Item] = []
    keep = partial(_keep, items, solutions=solutions != "none")
    status = answers.print_each(puzzle_input.read_puzzles(puzzles, puzzle_options.read_options()), keep, limit=first)
    if not items:
        fail("there is nothing to print")
    title = title or _title(puzzles)
    options = pictures.sheets.SheetOptions(paper.lower(), int(per_page), title, has_name_line=name_line)
    if solutions == "separate" and output is not None:
        write_output(_sheet(items, options._replace(content=pictures.sheets.Content.PUZZLES), form), output)
        if any(item.solution is not None for item in items):
            second = output.with_stem(f"{output.stem}-solutions")
            write_output(_sheet(items, options._replace(content=pictures.sheets.Content.SOLUTIONS), form), second)
    else:
        write_output(_sheet(items, options, form), output)
    return status


def _keep(items: list[pictures.sheets.Item], found: Found, *, solutions: bool) -> Status:
    """Add a puzzle to the items, with its solution if `solutions` is True."""
    position, status = answers.find_solution(found) if solutions else (None, Status.YES)
    title = found.title if found.has_name else found.comment or f"{len(items) + 1}"
    items.append(pictures.sheets.Item(found.puzzle, title, found.band, position))
    return status


def _title(arguments: Sequence[str]) -> str:
    """Return the title of the sheets, including the collection's title if all puzzles are from one collection."""
    names = {argument.partition(":")[0] for argument in arguments}
    try:
        titles = [collection.title for collection in library.collections() if {collection.name} == names]
    except library.LibraryError:
        titles = []
    return f"Binairo {titles[0]}" if titles else "Binairo"


def _sheet(items: Sequence[pictures.sheets.Item], options: pictures.sheets.SheetOptions, form: str) -> bytes:
    return documents.document_bytes(pictures.sheets.sheet_pages(items, options), options.title, form)
