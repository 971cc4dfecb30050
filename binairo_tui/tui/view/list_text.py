"""Lines and previews of lists: unfinished games, collections and their puzzles; boards as small pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from binairo_tui.engine import EMPTY
from binairo_tui.engine.wording import plural
from binairo_tui.player.text import (
    STYLE_WORDS,
    clock_text,
    date_short,
    percent_text,
    plain,
    puzzle_name,
    size_text,
    when_short,
)
from binairo_tui.store.queries import PuzzleState
from binairo_tui.tui.view.appearance import DIGITS, glyph_of, value_role
from binairo_tui.tui.view.spans import BLANK, Span, column, cut, joined, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from binairo_tui.engine import Puzzle
    from binairo_tui.game import SessionSnapshot
    from binairo_tui.library import Collection, Entry
    from binairo_tui.store.queries import GameSummary, Result
    from binairo_tui.tui.view.appearance import Symbols
    from binairo_tui.tui.view.spans import TextLine

_STATE_WORDS = {None: "new", PuzzleState.STARTED: "started", PuzzleState.SOLVED: "✓ solved"}


def game_line(game: GameSummary, now: datetime) -> TextLine:
    """Return a game in columns: size, band, percentage filled, playing time, when last played."""
    share = game.filled / game.to_fill if game.to_fill else 1.0
    return line(
        column(size_text(game.width, game.height), 6),
        column(plain(game.band) or "-", 8),
        percent_text(share).rjust(5),
        clock_text(game.elapsed_ms).rjust(8),
        Span(f"  {when_short(game.updated_utc, now)}", "muted"),
    )


def result_line(result: Result) -> TextLine:
    """Return a solve in columns: day, size, difficulty, time, style."""
    return line(
        column(date_short(result.day), 13),
        column(size_text(result.width, result.height), 7),
        column(plain(result.band) or "-", 8),
        clock_text(result.elapsed_ms).rjust(8),
        Span(f"  {STYLE_WORDS[result.style]}", "muted"),
    )


def collection_line(collection: Collection, states: Mapping[int, PuzzleState], *, is_own: bool) -> TextLine:
    """Return a collection in columns: title, number of solved puzzles, whether it is the player's own."""
    solved = solved_text(states, len(collection))
    return line(column(plain(collection.title, 27), 28), Span(solved + ("  yours" if is_own else ""), "muted"))


def solved_text(states: Mapping[int, PuzzleState], count: int) -> str:
    """Return text such as ` 12 of 40 solved`; `states` maps puzzle numbers to states."""
    solved = sum(state is PuzzleState.SOLVED for state in states.values())
    return f"{solved:3} of {count} solved"


def entry_line(entry: Entry, state: PuzzleState | None, best_ms: int | None) -> TextLine:
    """Return a puzzle in a collection in columns: number, size, band, technique, state, best time."""
    size = size_text(entry.puzzle.width, entry.puzzle.height)
    time = f"  {clock_text(best_ms)}" if best_ms is not None else ""
    tone = "done" if state is PuzzleState.SOLVED else "normal" if state else "muted"
    technique = column(entry.technique, 16) if entry.technique else ""
    columns = f"#{entry.number:<5}{size:7}{plain(entry.band, 10):10}{technique}"
    return line(columns, Span(f"{_STATE_WORDS[state]}{time}", tone))


def title_lines(title: str, width: int) -> list[TextLine]:
    """Return a title, wrapped only if it is too long."""
    shown = puzzle_name(title)
    return [line(Span(shown, "strong"))] if cell_len(shown) <= width else wrapped(shown, width, "strong")


def collection_lines(collection: Collection, width: int) -> list[TextLine]:
    """Return the title of a collection, and the author and rules from its header."""
    lines = wrapped(plain(collection.title), width, "strong")
    for key in ("author", "rules"):
        if collection.header.get(key):
            lines += wrapped(plain(collection.header[key], 200), width, "muted")
    return lines


def with_picture(
    lines: Sequence[TextLine], puzzle: Puzzle, text: str, width: int, height: int, *, symbols: Symbols
) -> list[TextLine]:
    """Return the lines with a picture of a grid below them, if there is room for it."""
    return [*lines, BLANK, *board_picture(puzzle, text, width, height - len(lines) - 1, symbols)]


def played_text(puzzle: Puzzle, snapshot: SessionSnapshot) -> str:
    """Return the grid of a saved game, row by row. Raises ValueError if a step lies outside the board."""
    values = list(puzzle.geometry.text(puzzle.givens))
    for step in snapshot.steps[: snapshot.head]:
        for move in step.moves:
            if not 0 <= move.cell < len(values):
                raise ValueError(f"cell {move.cell} is outside the board")
            values[move.cell] = move.new
    return "".join(values)


def board_picture(puzzle: Puzzle, text: str, width: int, height: int, symbols: Symbols = DIGITS) -> list[TextLine]:
    """Return a grid, givens bold, on at most `width` columns and `height` lines; nothing if it is larger.

    Cells are two columns wide where there is room, so that a square board looks square; with signs they are also two
    lines high. If there is no room for the signs, a line gives their number.
    """
    if puzzle.width > width or puzzle.height > height:
        return []
    is_wide = 2 * puzzle.width - 1 <= width
    signs = {(a, b): "=" if same else "×" for a, b, same in puzzle.signs}
    shows_signs = bool(signs) and is_wide and 2 * puzzle.height - 1 <= height
    givens = puzzle.geometry.text(puzzle.givens)
    lines = []
    for start in range(0, len(text), puzzle.width):
        cells = range(start, start + puzzle.width)
        if shows_signs and start:
            lines.append(line(Span("".join([signs.get((cell - puzzle.width, cell), " ") + " " for cell in cells]))))
        spans = []
        for cell in cells:
            spans.append(Span(glyph_of(text[cell], symbols), _tone(text[cell], is_given=givens[cell] != EMPTY)))
            sign = signs.get((cell, cell + 1)) if shows_signs else None
            spans.append(Span(sign) if sign else Span(" " * is_wide, spans[-1].tone))
        lines.append(joined([span for span in spans if span.text]))
    if signs and not shows_signs and len(lines) < height:
        lines.append(line(Span(cut(f"+ {plural(len(signs), 'sign')}", width).rstrip(), "muted")))
    return lines


def _tone(value: str, *, is_given: bool) -> str:
    if value == EMPTY:
        return "faint"
    return value_role(value) + ("-given" if is_given else "")
