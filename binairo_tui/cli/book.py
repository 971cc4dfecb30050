"""Books of generated puzzles, with lessons and solutions, for `binairo print --book`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from binairo_tui import engine, library, pictures
from binairo_tui.cli import generating


def make_book(title: str, seed: int, count: int, workers: int, paper: str, *, has_signs: bool) -> pictures.book.Book:
    """Generate a book with `count` puzzles in each chapter. Raises GenerationError."""
    parts = make_parts(library.book_plan.chapters(seed, count, has_signs=has_signs), workers)
    total = sum(len(part.items) for part in parts)
    subtitle = f"{total} puzzles from {parts[0].title} to {parts[-1].title}"
    (classic,) = [it.entries[0].puzzle for it in library.collections() if it.name == "classics"]
    imprint = f"Made by binairo-tui from seed {seed}"
    return pictures.book.Book(title, subtitle, imprint, _item("", "", classic), parts, paper)


def make_parts(
    plan: Mapping[engine.Band, Sequence[library.codes.PuzzleCode]], workers: int
) -> list[pictures.book.Part]:
    codes = [code for chapter in plan.values() for code in chapter]
    generated = generating.generate_all(((code.request, code.seed) for code in codes), len(codes), workers)
    items = iter(
        [
            _item(str(number), code.text, made.puzzle)
            for number, (code, made) in enumerate(zip(codes, generated, strict=True), 1)
        ]
    )
    examples = library.book_plan.examples()
    if not codes[0].has_signs:
        examples = {name: example for name, example in examples.items() if not example.puzzle.signs}
    return [_part(band, examples, [next(items) for _ in chapter]) for band, chapter in plan.items()]


def _item(number: str, code: str, puzzle: engine.Puzzle) -> pictures.sheets.Item:
    return pictures.sheets.Item(puzzle, number, code, engine.first_solution(puzzle))


def _part(
    band: engine.Band,
    examples: Mapping[str, engine.techniques.registry.ProofStep],
    items: Sequence[pictures.sheets.Item],
) -> pictures.book.Part:
    size = library.book_plan.SIZES[band]
    numbers = f"Puzzles {items[0].title} to {items[-1].title}, {size}x{size}."
    note = f"{numbers} Besides techniques of earlier chapters, these puzzles need:"
    shown = [examples[name] for name in engine.bands.BANDS[band] if name in examples]
    return pictures.book.Part(band.title, note, shown, items)
