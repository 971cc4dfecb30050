"""`binairo print`: writes printable sheets of puzzles, or a book of new ones, as HTML or PDF."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from binairo_tui import engine, library, pictures
from binairo_tui.cli import answers, book, documents, options, output, puzzle_input, puzzle_options
from binairo_tui.cli.found import Found
from binairo_tui.files.terminal_text import strip_controls

# Copied, because importing `pictures` would slow `binairo --help`; a test compares the copies with the originals.
PAPERS = ("a4", "letter")
PER_PAGE = ("1", "2", "4", "6")
SOLUTIONS = ("none", "end", "separate")
_FOR_SHEETS = ("PUZZLE", "--from", "--unique-lines", "--per-page", "--first", "--name-line", "--solutions")
_FOR_BOOKS = ("--seed", "--count", "--signs", "--workers")


@click.command(
    "print",
    cls=options.Verb,
    needs=dict.fromkeys(_FOR_BOOKS, "--book"),
    excludes=[("--book", it) for it in _FOR_SHEETS],
)
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, type=puzzle_options.PUZZLE)
@puzzle_options.reading_options
@documents.format_option(documents.DOCUMENTS)
@click.option(
    "--paper", type=click.Choice(PAPERS, case_sensitive=False), default="a4", help="The paper size. Default: a4."
)
@click.option(
    "--title",
    metavar="TEXT",
    callback=lambda _, __, title: title and strip_controls(title, 500),
    help="The title of every page, or of the book. Default: Binairo, or the collection's title.",
)
@click.option("--per-page", type=click.Choice(PER_PAGE), default="4", help="Puzzles per page. Default: 4.")
@click.option("--first", type=options.POSITIVE, metavar="N", help="Only the first N puzzles.")
@click.option("--name-line", is_flag=True, help="Leave a line for a name and the date on every page of puzzles.")
@click.option(
    "--solutions",
    type=click.Choice(SOLUTIONS),
    default="end",
    help='Where to print solutions; "separate" is a second file, such as sheets-solutions.pdf. Default: end.',
)
@click.option("--book", "is_book", is_flag=True, help="Make a book of new puzzles, with lessons.")
@click.option(
    "--seed", type=options.WholeNumber(0), metavar="S", help="With --book: the same seed makes the same book."
)
@click.option(
    "--count",
    type=options.WholeNumber(1, 100),
    default=12,
    metavar="N",
    help="With --book: the number of puzzles in each of the six chapters, at most 100. Default: 12.",
)
@click.option("--signs", is_flag=True, help="With --book: puzzles with = and x between cells (Binairo+).")
@options.workers_option
@options.output_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    puzzles: tuple[str, ...],
    chosen: str | None,
    paper: str,
    title: str | None,
    path: Path | None,
    is_book: bool,
    **choices: Any,
) -> output.Status:
    """Make sheets to print, or a book of new puzzles.

    HTML needs no other software: open it in a browser and print it. PDF needs
    fpdf2; without it, the command that installs it is printed. A puzzle's title
    is its name in a collection, the title line above it, the comment after it,
    or a number. If a puzzle states its difficulty or has filled-in values,
    these are also printed. Solutions are at the end. "binairo solve --help"
    explains what a PUZZLE can be.

    A book has six chapters, one for each difficulty. A chapter has examples of
    its techniques, and --count puzzles of 6x6 to 12x12 that need these
    techniques. Above each puzzle is a code: "binairo play 8x8-BBNQK8NP" opens
    it in the app, and other verbs read it. For new puzzles of one size, use
    "binairo generate".

    Exit status: 0; 1 if a puzzle has no solution or several (it is printed
    anyway); 2 if something could not be read or written.

    For example:
      binairo print 8x8:1-12 --output sheets.html
      binairo print 10x10 --first 12 --per-page 6 --output sheets.pdf
      binairo generate --count 20 | binairo print - --output new.pdf
      binairo print 6x6:1-24 --name-line --solutions separate -o class.pdf
      binairo print --book --seed 7 --title "Rainy days" -o rainy.pdf
    """
    form = documents.choose_format(chosen, path, documents.DOCUMENTS)
    if is_book:
        return _print_book(form, title or "Binairo", paper, path, **choices)
    if not puzzles:
        raise click.MissingParameter(ctx=ctx, param=ctx.command.params[0])
    return _print_sheets(puzzles, form, title or _title(puzzles), paper, path, **choices)


def _print_book(
    form: str,
    title: str,
    paper: str,
    path: Path | None,
    *,
    seed: int | None,
    count: int,
    signs: bool,
    workers: int,
    **_: Any,
) -> output.Status:
    seed = options.random_seed() if seed is None else seed
    try:
        made = book.make_book(title, seed, count, workers, paper, has_signs=signs)
    except engine.GenerationError as error:
        output.fail(str(error), output.Status.NO)
    pages = pictures.book.book_pages(made)
    puzzles = [item.puzzle for part in made.parts for item in part.items]
    output.write_output(documents.document_bytes(pages, title, form, puzzles), path)
    if path is not None:
        output.print_warning(f"{len(pages)} pages, {len(puzzles)} puzzles")
    return output.Status.YES


def _print_sheets(
    puzzles: Sequence[str],
    form: str,
    title: str,
    paper: str,
    path: Path | None,
    *,
    per_page: str,
    first: int | None,
    name_line: bool,
    solutions: str,
    **_: Any,
) -> output.Status:
    if solutions == "separate" and path is None:
        raise click.UsageError("--solutions separate needs --output: the solutions are written to a second file")
    items: list[pictures.sheets.Item] = []
    keep = partial(_keep, items, solutions=solutions != "none")
    status = answers.print_each(puzzle_input.read_puzzles(puzzles, puzzle_options.read_options()), keep, limit=first)
    if not items:
        return status
    wanted = pictures.sheets.SheetOptions(paper, int(per_page), title, has_name_line=name_line)
    if solutions == "separate" and path is not None and any(item.solution is not None for item in items):
        second = path.with_stem(f"{path.stem}-solutions")
        output.write_output(_sheet(items, wanted._replace(content=pictures.sheets.Content.SOLUTIONS), form), second)
        wanted = wanted._replace(content=pictures.sheets.Content.PUZZLES)
    output.write_output(_sheet(items, wanted, form), path)
    return status


def _keep(items: list[pictures.sheets.Item], found: Found, *, solutions: bool) -> output.Status:
    solution, status = answers.find_solution(found) if solutions else (None, output.Status.YES)
    own = found.title if found.imported is None else found.imported.title
    title = own or found.comment or f"{len(items) + 1}"
    items.append(pictures.sheets.Item(found.puzzle, title, found.band, solution, found.position))
    return status


def _title(arguments: Sequence[str]) -> str:
    """Return the title of the sheets, including the collection's title if all puzzles are from one collection."""
    names = {argument.partition(":")[0] for argument in arguments}
    try:
        titles = [collection.title for collection in library.collections() if {collection.name} == names]
    except library.LibraryError:
        titles = []
    return f"Binairo {titles[0]}" if titles else "Binairo"


def _sheet(items: Sequence[pictures.sheets.Item], wanted: pictures.sheets.SheetOptions, form: str) -> bytes:
    puzzles = [] if wanted.content is pictures.sheets.Content.SOLUTIONS else [item.puzzle for item in items]
    return documents.document_bytes(pictures.sheets.sheet_pages(items, wanted), wanted.title, form, puzzles)
