"""Result card: a few lines about a solved puzzle that show nothing of its solution, to share with others."""

from __future__ import annotations

from collections.abc import Sequence

from binairo_tui import engine, pictures
from binairo_tui.engine.bands import BANDS, Band
from binairo_tui.player import catalog, play_interface, text
from binairo_tui.store.games import SavedGame

SQUARES = 10
"""The greatest number of squares in a line of a mosaic."""
_SQUARES, _ASCII_SQUARES = "⬜🟦🟩🟨🟧🟥🟪", "-123456"
"""The characters for the levels of `row_levels`, from 0 on, in Unicode and in ASCII."""
_LEVELS = {name: band.value for band, names in BANDS.items() for name in names}


def result_card(
    game: SavedGame, outcome: play_interface.Outcome, grade: engine.Grade | None, *, is_ascii: bool = False
) -> tuple[str, ...]:
    """Return the card of a solved game. It gives away neither the solution nor the order in which cells were filled.

    `grade` is None for a puzzle without a grade. With `is_ascii`, the card contains only ASCII characters, except those
    in the title.
    """
    lines = (
        *_head(game, outcome),
        *(_mosaic_lines(game.puzzle, grade, is_ascii=is_ascii) if grade else (text.NOT_GRADED,)),
        _hardest(grade),
    )
    return tuple([line.replace(" · ", ", ") for line in lines]) if is_ascii else lines


def card_png(game: SavedGame, outcome: play_interface.Outcome, grade: engine.Grade) -> bytes:
    """Return the card of a solved game as a PNG file. Raises ImportError if Pillow is not installed."""
    rows = _in_rows(row_levels(game.puzzle, grade))
    legend = "The hardest step of each row, from blue (Gentle) to violet (Extreme)"
    return pictures.png.card_bytes(_head(game, outcome), rows, (legend, _hardest(grade)))


def _head(game: SavedGame, outcome: play_interface.Outcome) -> tuple[str, ...]:
    puzzle = game.puzzle
    size = text.size_text(puzzle.width, puzzle.height)
    name = f"Binairo{'+' if puzzle.signs else ''} {size}"
    title = text.puzzle_name(game.title)
    if title in (f"{size} · {game.number}", f"{size} Binairo+ · {game.number}"):
        title = f"Puzzle {game.number}"
    when = (
        game.title
        if game.title == catalog.daily_title(outcome.day)
        else f"{title}, solved {text.date_text(outcome.day)}"
    )
    return (
        " · ".join(filter(None, (name, text.plain(game.band)))),
        when,
        f"{text.clock_text(outcome.elapsed_ms)}, {text.STYLE_WORDS[outcome.style]}",
    )


def _hardest(grade: engine.Grade | None) -> str:
    name = f'"{list(grade.techniques)[-1]}"' if grade and grade.techniques else "-"
    return f"Hardest technique: {name}"


def _mosaic_lines(puzzle: engine.Puzzle, grade: engine.Grade, *, is_ascii: bool) -> tuple[str, ...]:
    squares = _ASCII_SQUARES if is_ascii else _SQUARES
    easiest, hardest = [f"{squares[band.value]} {band.title}" for band in (min(Band), max(Band))]
    return *mosaic(puzzle, grade, is_ascii=is_ascii), f"(the hardest step of each row, from {easiest} to {hardest})"


def mosaic(puzzle: engine.Puzzle, grade: engine.Grade, *, is_ascii: bool = False) -> tuple[str, ...]:
    """Return lines with a square for each row of a puzzle, or a digit with `is_ascii`, at most `SQUARES` to a line.

    The square shows the band of the hardest technique that fills a cell of the row; see `row_levels`.
    """
    squares = _ASCII_SQUARES if is_ascii else _SQUARES
    return tuple(["".join([squares[level] for level in row]) for row in _in_rows(row_levels(puzzle, grade))])


def _in_rows(levels: Sequence[int]) -> list[Sequence[int]]:
    return [levels[start : start + SQUARES] for start in range(0, len(levels), SQUARES)]


def row_levels(puzzle: engine.Puzzle, grade: engine.Grade) -> tuple[int, ...]:
    """Return, for each row, the level of the hardest technique of the grade path that fills one of its cells.

    Level 1 is the easiest band, and 0 means that all cells of the row are given. If there are cells that no technique
    fills, their rows have the highest level.
    """
    geometry, position = puzzle.geometry, puzzle.givens
    levels = [0] * puzzle.height
    for step in grade.path:
        for cell in geometry.changed(step.before, step.after):
            row = cell // puzzle.width
            levels[row] = max(levels[row], _LEVELS[step.technique])
        position = step.after
    for cell, value in enumerate(geometry.text(position)):
        if value == engine.EMPTY:
            levels[cell // puzzle.width] = max(Band).value
    return tuple(levels)
