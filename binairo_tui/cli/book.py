"""Books of generated puzzles, with lessons and solutions, for `binairo print --book`."""

from __future__ import annotations

from collections.abc import Sequence

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


def make_parts(plan: Sequence[library.book_plan.Chapter], workers: int) -> list[pictures.book.Part]:
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
    note = f"{numbers} Besides techniques of earlier chapters, these puzzles need:"
    shown = [diagrams[name] for name in chapter.techniques if name in diagrams]
    return pictures.book.Part(chapter.band.title, note, shown, items)


def _diagrams(*, has_signs: bool) -> dict[str, pictures.book.Diagram]:
    """Return the diagrams of all techniques that have an example, by name; those with signs only if `has_signs`."""
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
