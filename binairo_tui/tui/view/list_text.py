"""Lines of lists, and what is said about them: unfinished games, collections and their puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.player.catalog import RACES
from binairo_tui.player.text import STYLE_WORDS, clock_text, date_short, percent_text, plain, size_text
from binairo_tui.store.queries import PuzzleState
from binairo_tui.tui.view.spans import Paragraph, Span, bar, column, line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from binairo_tui.engine import Puzzle
    from binairo_tui.game import SessionSnapshot
    from binairo_tui.library import Collection, Entry
    from binairo_tui.store.queries import GameSummary, Result
    from binairo_tui.tui.view.spans import TextLine

TITLE_WIDTH = 20
_STATE_WORDS = {None: "new", PuzzleState.STARTED: "started", PuzzleState.SOLVED: "✓ solved"}


def game_line(game: GameSummary) -> TextLine:
    """Return a game in columns: size, difficulty, percentage filled, playing time."""
    return line(
        column(size_text(game.width, game.height), 6),
        column(plain(game.band) or "-", 8),
        percent_text(filled_share(game)).rjust(5),
        Span(clock_text(game.elapsed_ms).rjust(8), "muted"),
    )


def result_line(result: Result) -> TextLine:
    """Return a solve in columns: day, size, difficulty, time, style; for a race the place and the word instead."""
    is_race = result.collection == RACES
    kind = result.title.partition(", ")[2] if is_race else result.band
    return line(
        column(date_short(result.day), 13),
        column(size_text(result.width, result.height), 7),
        column(plain(kind) or "-", 9),
        clock_text(result.elapsed_ms).rjust(7),
        Span(f"  {'race' if is_race else STYLE_WORDS[result.style]}", "muted"),
    )


def filled_share(game: GameSummary) -> float:
    """Return how much of a game is filled, from 0 to 1."""
    return game.filled / game.to_fill if game.to_fill else 1.0


def collection_line(collection: Collection, states: Mapping[int, PuzzleState]) -> TextLine:
    """Return a collection in columns: title, a bar and the number of solved puzzles."""
    count = len(collection)
    share = solved_count(states) / count if count else 0.0
    title = Span(column(plain(collection.title, TITLE_WIDTH), TITLE_WIDTH), "strong")
    return line(title, *bar(share, 8, "done"), Span(f"{solved_count(states):5} of {count}", "muted"))


def solved_count(states: Mapping[int, PuzzleState]) -> int:
    """Return how many puzzles are solved; `states` maps puzzle numbers to states."""
    return sum(state is PuzzleState.SOLVED for state in states.values())


def solved_text(states: Mapping[int, PuzzleState], count: int) -> str:
    """Return text such as ` 12 of 40 solved`; `states` maps puzzle numbers to states."""
    return f"{solved_count(states):3} of {count} solved"


def entry_line(entry: Entry, state: PuzzleState | None, best_ms: int | None) -> TextLine:
    """Return a puzzle in a collection in columns: number, size, band, technique, state, best time."""
    size = size_text(entry.puzzle.width, entry.puzzle.height)
    time = f"  {clock_text(best_ms)}" if best_ms is not None else ""
    tone = "done" if state is PuzzleState.SOLVED else "normal" if state else "muted"
    technique = column(entry.technique, 16) if entry.technique else ""
    number = Span(f"{entry.number:>4}  ", "strong")
    return line(number, f"{size:7}{plain(entry.band, 10):10}{technique}", Span(f"{_STATE_WORDS[state]}{time}", tone))


def collection_captions(collection: Collection) -> list[Paragraph]:
    """Return the author and rules from the header of a collection."""
    header = collection.header
    return [Paragraph(plain(header[key], 200), "muted") for key in ("rules", "author") if header.get(key)]


def played_text(puzzle: Puzzle, snapshot: SessionSnapshot) -> str:
    """Return the grid of a saved game, row by row. Raises ValueError if a step lies outside the board."""
    values = list(puzzle.geometry.text(puzzle.givens))
    for step in snapshot.steps[: snapshot.head]:
        for move in step.moves:
            if not 0 <= move.cell < len(values):
                raise ValueError(f"cell {move.cell} is outside the board")
            values[move.cell] = move.new
    return "".join(values)
