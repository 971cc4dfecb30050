"""`binairo print`: writes sheets of puzzles to print, as HTML or PDF."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.answers import print_each
from binairo_tui.cli.options import POSITIVE, Verb, output_option, puzzle_arguments, read_options
from binairo_tui.cli.output import (
    Status,
    choose_format,
    fail,
    missing_library,
    refuse_terminal,
    write_output,
)
from binairo_tui.cli.puzzle_input import find_solution, read_puzzles

if TYPE_CHECKING:
    from binairo_tui.cli.puzzle_input import Found
    from binairo_tui.pictures.sheets import Item, SheetOptions

FORMATS = ("html", "pdf")
"""The choices of `--format`."""
# Written out because importing them from `pictures` would slow `binairo --help`; a test compares.
PAPERS = ("a4", "letter")
"""The choices of `--paper`."""
PER_PAGE = ("1", "2", "4", "6")
"""The choices of `--per-page`."""


@click.command("print", cls=Verb)
@puzzle_arguments
@click.option("--format", "chosen", type=click.Choice(FORMATS), help="If not given: as FILE ends, or html.")
@click.option(
    "--per-page", type=click.Choice(PER_PAGE), default="4", help="How many puzzles on a page; 4 if not given."
)
@click.option("--paper", type=click.Choice(PAPERS, case_sensitive=False), default="a4", help='"a4" if not given.')
@click.option("--first", "limit", type=POSITIVE, metavar="N", help="The first N puzzles only.")
@click.option("--limit", "limit", type=POSITIVE, hidden=True)  # its former name; elsewhere a number of solutions
@click.option("--title", metavar="TEXT", help='What stands on every page; "Binairo", or a collection\'s title.')
@click.option("--solutions/--no-solutions", default=True, help="Solutions on pages at the end; there if not given.")
@output_option
def command(
    puzzles: tuple[str, ...],
    *,
    chosen: str | None,
    per_page: str,
    paper: str,
    limit: int | None,
    title: str | None,
    solutions: bool,
    output: Path | None,
) -> None:
    """Make sheets to print, with solutions at the end.

    An HTML sheet needs nothing: open it in a browser and print it. PDF needs
    fpdf2: pip install 'binairo-tui[print]'. How hard a puzzle is stands above
    it if its collection knows. A PUZZLE is what "binairo solve --help" says.

    Exit status: 0; 1 if a puzzle has no solution, or several (it is printed
    all the same); 2 if something could not be read or written.

    For example:
      binairo print 8x8:1-12 --output sheets.html
      binairo print 10x10 --first 12 --per-page 6 --output sheets.pdf
      binairo generate --count 8 | binairo print - --format pdf > new.pdf
    """
    form = choose_format(chosen, output, FORMATS, "html")
    if form == "pdf":
        refuse_terminal("a PDF", output)
    items: list[Item] = []
    status = print_each(read_puzzles(puzzles, read_options()), partial(_keep, items, solutions=solutions), limit=limit)
    if not items:
        fail("there is nothing to print")
    from binairo_tui.pictures.sheets import SheetOptions

    options = SheetOptions(paper.lower(), int(per_page), title or _title(puzzles), solutions)
    write_output(_sheet(items, options, form), output)
    click.get_current_context().exit(status)


def _keep(items: list[Item], found: Found, *, solutions: bool) -> Status:
    """Add a puzzle to the items, with its solution if `solutions` are wanted."""
    from binairo_tui.pictures.sheets import Item

    position, status = find_solution(found) if solutions else (None, Status.YES)
    items.append(Item(found.puzzle, found.title, found.band, position))
    return status


def _title(arguments: Sequence[str]) -> str:
    """Return the title of the sheets: that of the collection if all puzzles are of one."""
    from binairo_tui.library import LibraryError, collections

    names = {argument.partition(":")[0] for argument in arguments}
    try:
        titles = [collection.title for collection in collections() if {collection.name} == names]
    except LibraryError:
        titles = []
    return f"Binairo {titles[0]}" if titles else "Binairo"


def _sheet(items: Sequence[Item], options: SheetOptions, form: str) -> bytes:
    from binairo_tui.pictures.sheets import sheet_pages

    pages = sheet_pages(items, options)
    if form == "html":
        from binairo_tui.pictures.svg import html_text

        return html_text(pages, options.title).encode()
    try:
        from binairo_tui.pictures.pdf import pdf_bytes
    except ImportError as error:
        raise missing_library(error, "a PDF") from None
    return pdf_bytes(pages, options.title)
