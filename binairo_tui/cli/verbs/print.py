"""`binairo print`: sheets of puzzles for the printer, as HTML or PDF."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.files import format_of, missing_library, output_option, refuse_terminal, write_bytes
from binairo_tui.cli.output import Status, warn
from binairo_tui.cli.verbs.common import HOW_MANY, Verb, puzzle_arguments, worst_answer

if TYPE_CHECKING:
    from binairo_tui.cli.puzzle_input import Found
    from binairo_tui.pictures.sheets import Item, Layout

FORMATS = ("html", "pdf")
"""What `--format` takes."""
# Spelled out because asking the pictures for them would make `--help` wait for the engine; a test compares.
PAPERS = ("a4", "letter")
"""What `--paper` takes."""
PER_PAGE = ("1", "2", "4", "6")
"""What `--per-page` takes."""


@click.command("print", cls=Verb)
@puzzle_arguments
@click.option("--format", "chosen", type=click.Choice(FORMATS), help="If not given: as FILE ends, or html.")
@click.option(
    "--per-page", type=click.Choice(PER_PAGE), default="4", help="How many puzzles on a page; 4 if not given."
)
@click.option("--paper", type=click.Choice(PAPERS, case_sensitive=False), default="a4", help='"a4" if not given.')
@click.option("--limit", type=HOW_MANY, metavar="N", help="The first N puzzles only.")
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
      binairo print 10x10 --limit 12 --per-page 6 --output sheets.pdf
      binairo generate --count 8 | binairo print - --format pdf > new.pdf
    """
    form = format_of(chosen, output, FORMATS, "html")
    if form == "pdf":
        refuse_terminal("a PDF", output)
    items: list[Item] = []
    status = worst_answer(puzzles, partial(_keep, items, solutions=solutions), limit=limit)
    context = click.get_current_context()
    if not items:
        warn("there is nothing to print")
        context.exit(Status.BAD_INPUT)
    from binairo_tui.pictures.sheets import Layout

    layout = Layout(paper.lower(), int(per_page), title or _title(puzzles), solutions)
    write_bytes(_sheet(items, layout, form), output)
    context.exit(status)


def _keep(items: list[Item], found: Found, *, solutions: bool) -> Status:
    """Put a puzzle and, if wanted, its solution among those that are printed."""
    from binairo_tui.engine.search import solutions as solve
    from binairo_tui.pictures.sheets import Item

    item = Item(found.puzzle, found.title, found.band)
    if not solutions:
        items.append(item)
        return Status.YES
    positions = list(solve(found.puzzle, 2))
    if len(positions) != 1:
        warn(f"{found.title}: {'more than one solution' if positions else 'no solution'}")
    items.append(item._replace(solution=positions[0] if positions else None))
    return Status.YES if len(positions) == 1 else Status.NO


def _title(arguments: Sequence[str]) -> str:
    """The title of the collection, if all puzzles are of one."""
    from binairo_tui.library import LibraryError, collections

    names = {argument.partition(":")[0] for argument in arguments}
    try:
        titles = [collection.title for collection in collections() if {collection.name} == names]
    except LibraryError:
        titles = []
    return f"Binairo {titles[0]}" if titles else "Binairo"


def _sheet(items: Sequence[Item], layout: Layout, form: str) -> bytes:
    from binairo_tui.pictures.sheets import sheet_pages

    pages = sheet_pages(items, layout)
    if form == "html":
        from binairo_tui.pictures.html import html_text

        return html_text(pages, layout.title).encode()
    try:
        from binairo_tui.pictures.pdf import pdf_bytes
    except ImportError as error:
        raise missing_library(error, "a PDF") from None
    return pdf_bytes(pages, layout.title)
