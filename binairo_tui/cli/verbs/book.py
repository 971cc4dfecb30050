"""`binairo book`: writes a book of generated puzzles, with lessons and solutions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.documents import FORMATS, PAPERS, document_bytes
from binairo_tui.cli.options import Verb, WholeNumber, output_option, random_seed, workers_option
from binairo_tui.cli.output import Status, fail, print_warning, write_output
from binairo_tui.cli.usage import choose_format, refuse_terminal

if TYPE_CHECKING:
    from binairo_tui.engine import Puzzle
    from binairo_tui.library.book_plan import Chapter
    from binairo_tui.pictures.book import Diagram, Part
    from binairo_tui.pictures.sheets import Item

_MAX_COUNT = 100


@click.command("book", cls=Verb)
@click.option("--seed", type=WholeNumber(0), metavar="S", help="The same seed makes the same book.")
@click.option(
    "--count",
    type=WholeNumber(1, _MAX_COUNT),
    default=12,
    metavar="N",
    help="The number of puzzles in each chapter, at most 100. Default: 12.",
)
@click.option("--signs", is_flag=True, help="With = and x between cells (Binairo+).")
@click.option("--title", metavar="TEXT", default="Binairo", help="The title on the cover. Default: Binairo.")
@click.option(
    "--format", "chosen", type=click.Choice(FORMATS), help="Default: from the ending of FILE, otherwise html."
)
@click.option(
    "--paper", type=click.Choice(PAPERS, case_sensitive=False), default="a4", help="The paper size. Default: a4."
)
@workers_option
@output_option
def command(
    *,
    seed: int | None,
    count: int,
    signs: bool,
    title: str,
    chosen: str | None,
    paper: str,
    workers: int,
    output: Path | None,
) -> None:
    """Make a book of new puzzles, with lessons and solutions.

    Each difficulty has a chapter that explains its techniques with examples,
    followed by puzzles that need them. The solutions are at the end. Above each
    puzzle is a code: "binairo play 8x8-BBNQK8NP" opens it in the app, and other
    verbs read it as well. HTML can be printed from a browser; PDF needs fpdf2:
    pip install fpdf2.

    For example:
      binairo book --output book.pdf
      binairo book --seed 7 --count 24 --title "Rainy days" -o rainy.pdf
    """
    from binairo_tui.engine.generation import GenerationError
    from binairo_tui.library import collections
    from binairo_tui.library.book_plan import chapters
    from binairo_tui.pictures.book import Book, book_pages

    form = choose_format(chosen, output, FORMATS, "html")
    if form == "pdf":
        refuse_terminal("a PDF", output)
    seed = random_seed() if seed is None else seed
    try:
        parts = _parts(chapters(seed, count, has_signs=signs), workers)
    except GenerationError as error:
        fail(str(error), Status.NO)
    total = sum(len(part.items) for part in parts)
    subtitle = f"{total} puzzles from {parts[0].title} to {parts[-1].title}"
    (classic,) = [it.entries[0].puzzle for it in collections() if it.name == "classics"]
    imprint = f"Made by binairo-tui from seed {seed}"
    book = Book(title, subtitle, imprint, _item("", "", classic), parts, paper.lower())
    pages = book_pages(book)
    write_output(document_bytes(pages, title, form), output)
    if output is not None:
        print_warning(f"{len(pages)} pages, {total} puzzles")


def _parts(plan: Sequence[Chapter], workers: int) -> list[Part]:
    """Generate the puzzles of all chapters. Raises GenerationError."""
    from binairo_tui.cli.generating import generate_all

    codes = [code for chapter in plan for code in chapter.codes]
    generated = generate_all(((code.request, code.seed) for code in codes), len(codes), workers)
    items = iter(
        [
            _item(str(number), code.text, made.puzzle)
            for number, (code, made) in enumerate(zip(codes, generated, strict=True), 1)
        ]
    )
    diagrams = _diagrams(has_signs=codes[0].has_signs)
    return [_part(chapter, diagrams, [next(items) for _ in chapter.codes]) for chapter in plan]


def _item(number: str, code: str, puzzle: Puzzle) -> Item:
    from binairo_tui.engine import first_solution
    from binairo_tui.pictures.sheets import Item

    return Item(puzzle, number, code, first_solution(puzzle))


def _part(chapter: Chapter, diagrams: dict[str, Diagram], items: list[Item]) -> Part:
    from binairo_tui.pictures.book import Part

    size = f"{chapter.size}x{chapter.size}"
    numbers = f"Puzzles {items[0].title} to {items[-1].title}, {size}."
    note = f"{numbers} Besides the techniques of earlier chapters, they need these:"
    return Part(chapter.band.title, note, [diagrams[name] for name in chapter.techniques if name in diagrams], items)


def _diagrams(*, has_signs: bool) -> dict[str, Diagram]:
    """Return a diagram for each technique that the tutorial has an example of, by the technique's name.

    Examples with signs are included only if `has_signs`.
    """
    from binairo_tui.engine.techniques.registry import technique
    from binairo_tui.library.book_plan import examples
    from binairo_tui.pictures.book import Diagram

    return {
        name: Diagram(
            name.capitalize(),
            technique(name).rule,
            example.proof.text,
            example.puzzle,
            example.position,
            example.after,
            example.proof.because_cells,
            example.proof.cells,
        )
        for name, example in examples().items()
        if has_signs or not example.puzzle.signs
    }
