"""`binairo book`: writes a book of generated puzzles, with lessons and solutions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from binairo_tui import engine, library, pictures
from binairo_tui.cli import documents, generating, options
from binairo_tui.cli.output import Status, fail, print_warning, write_output

_MAX_COUNT = 100


@click.command("book", cls=options.Verb)
@click.option("--seed", type=options.WholeNumber(0), metavar="S", help="The same seed makes the same book.")
@click.option(
    "--count",
    type=options.WholeNumber(1, _MAX_COUNT),
    default=12,
    metavar="N",
    help="The number of puzzles in each chapter, at most 100. Default: 12.",
)
@click.option("--signs", is_flag=True, help="With = and x between cells (Binairo+).")
@documents.title_option("The title on the cover. Default: Binairo.", "Binairo")
@documents.format_option(documents.DOCUMENTS)
@documents.paper_option
@options.workers_option
@options.output_option
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
    verbs read it as well. HTML can be printed from a browser. PDF needs fpdf2;
    without it, the command that installs it is printed.

    For example:
      binairo book --output book.pdf
      binairo book --seed 7 --count 24 --title "Rainy days" -o rainy.pdf
    """
    form = documents.choose_format(chosen, output, documents.DOCUMENTS)
    seed = options.random_seed() if seed is None else seed
    try:
        parts = make_parts(library.book_plan.chapters(seed, count, has_signs=signs), workers)
    except engine.GenerationError as error:
        fail(str(error), Status.NO)
    total = sum(len(part.items) for part in parts)
    subtitle = f"{total} puzzles from {parts[0].title} to {parts[-1].title}"
    (classic,) = [it.entries[0].puzzle for it in library.collections() if it.name == "classics"]
    imprint = f"Made by binairo-tui from seed {seed}"
    pages = pictures.book.book_pages(
        pictures.book.Book(title, subtitle, imprint, _item("", "", classic), parts, paper.lower())
    )
    write_output(documents.document_bytes(pages, title, form), output)
    if output is not None:
        print_warning(f"{len(pages)} pages, {total} puzzles")


def make_parts(plan: Sequence[library.book_plan.Chapter], workers: int) -> list[pictures.book.Part]:
    """Generate the puzzles of all chapters, and return the parts of the book. Raises GenerationError."""
    codes = [code for chapter in plan for code in chapter.codes]
    generated = generating.generate_all(((code.request, code.seed) for code in codes), len(codes), workers)
    items = iter(
        [
            _item(str(number), code.text, made.puzzle)
            for number, (code, made) in enumerate(zip(codes, generated, strict=True), 1)
        ]
    )
    diagrams = _diagrams(has_signs=codes[0].has_signs)
    return [_part(chapter, diagrams, [next(items) for _ in chapter.codes]) for chapter in plan]


def _item(number: str, code: str, puzzle: engine.Puzzle) -> pictures.sheets.Item:
    return pictures.sheets.Item(puzzle, number, code, engine.first_solution(puzzle))


def _part(
    chapter: library.book_plan.Chapter,
    diagrams: dict[str, pictures.book.Diagram],
    items: list[pictures.sheets.Item],
) -> pictures.book.Part:
    numbers = f"Puzzles {items[0].title} to {items[-1].title}, {chapter.size}x{chapter.size}."
    note = f"{numbers} Besides the techniques of earlier chapters, they need these:"
    shown = [diagrams[name] for name in chapter.techniques if name in diagrams]
    return pictures.book.Part(chapter.band.title, note, shown, items)


def _diagrams(*, has_signs: bool) -> dict[str, pictures.book.Diagram]:
    """Return a diagram for each technique that has an example, by name; those with signs only if `has_signs`."""
    return {
        name: pictures.book.Diagram(
            name.capitalize(),
            engine.techniques.registry.technique(name).rule,
            example.proof.text,
            example.puzzle,
            example.before,
            example.after,
            example.proof.because_cells,
            example.proof.cells,
        )
        for name, example in library.book_plan.examples().items()
        if has_signs or not example.puzzle.signs
    }
