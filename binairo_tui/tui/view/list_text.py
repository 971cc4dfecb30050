"""Lines of lists, and texts about their items: unfinished games, collections and their puzzles."""

from collections.abc import Iterable, Mapping

from rich.cells import cell_len

from binairo_tui.engine import Puzzle
from binairo_tui.game import SessionSnapshot
from binairo_tui.library import Collection, Entry
from binairo_tui.player import catalog, text
from binairo_tui.store.queries import GameSummary, PuzzleState, Result
from binairo_tui.tui.view.spans import Paragraph, Span, TextLine, column, cut, line, plain_text, progress_bar

TITLE_WIDTH = 18
BAR_WIDTH = 20
"""The maximum width, in columns, of the bar that shows how much of a collection is solved."""
TECHNIQUE_WIDTH = 19
_WIDE_LESSON = 15 + 7 + TECHNIQUE_WIDTH + 8
"""The minimum width of a line that shows all columns of a lesson except the best time."""
NAME_WIDTH, LEAST_NAME = 24, 12
"""Minimum widths of names: for a solved puzzle in a line with all columns, and for an unfinished game if it is cut."""
STATE_WORDS = {None: "not played", PuzzleState.STARTED: "started", PuzzleState.SOLVED: "✓ solved"}
MARKS = {None: " ", PuzzleState.STARTED: "/", PuzzleState.SOLVED: "✓"}


def in_columns(parts: Iterable[Span | str], width: int) -> TextLine:
    """Return as many of the parts, starting with the first, as fit completely into `width` columns."""
    shown: list[Span] = []
    for part in line(*parts):
        if cell_len(plain_text((*shown, part)).rstrip()) > width:
            break
        shown.append(part)
    return tuple(shown)


def game_line(game: GameSummary, width: int, when: str = "") -> TextLine:
    """Return the columns that fit about a game: size, difficulty, share filled, playing time, `when` if any, name."""
    name = text.puzzle_name(game.title)
    facts = in_columns(
        (
            column(text.size_text(game.width, game.height), 6),
            column(text.plain(game.band), 8),
            text.percent_text(filled_share(game)).rjust(4),
            Span(text.clock_text(game.elapsed_ms).rjust(8), "muted"),
            *([Span(f"  {when:12}", "muted")] if when else []),
        ),
        width,
    )
    room = min(cell_len(name), width - cell_len(plain_text(facts)) - 2)
    return line(*facts, Span(f"  {cut(name, room)}" if room >= min(cell_len(name), LEAST_NAME) else "", "muted"))


def result_name(result: Result) -> str:
    """Return the name of a solved puzzle, beginning with its size; the name of a daily puzzle has a short date."""
    size, day = text.size_text(result.width, result.height), catalog.day_of(result.number)
    title = (
        f"Daily {text.date_short(day)}"
        if day and catalog.is_daily(result.collection)
        else text.puzzle_name(result.title)
    )
    return title if title.startswith(size) else f"{size} {title}"


def result_line(result: Result, width: int, when: str) -> TextLine:
    room = width - 28  # what the other columns leave
    return in_columns(
        (
            cut(result_name(result), room if room >= NAME_WIDTH else max(width - 8, 1)),
            text.clock_text(result.elapsed_ms).rjust(8),
            Span(f" {when:11}", "muted"),
            Span(f" {result.style.value}", "muted"),
        ),
        width,
    )


def filled_share(game: GameSummary) -> float:
    """Return how much of a game is filled, from 0 to 1."""
    return game.filled / game.to_fill if game.to_fill else 1.0


def collection_line(collection: Collection, states: Mapping[int, PuzzleState], width: int) -> TextLine:
    count = len(collection)
    share = solved_count(states) / count if count else 0.0
    return line(
        Span(column(text.plain(collection.title, TITLE_WIDTH), TITLE_WIDTH), "strong"),
        *progress_bar(share, min(width - TITLE_WIDTH - 11, BAR_WIDTH)),
        Span(f"{solved_count(states):4} of {count}", "muted"),
    )


def solved_count(states: Mapping[int, PuzzleState]) -> int:
    return sum(state is PuzzleState.SOLVED for state in states.values())


def entry_line(entry: Entry, number: int, state: PuzzleState | None, best_ms: int | None, width: int) -> TextLine:
    """Return a line about a puzzle in a collection, with as many columns as there is room for.

    `number` is the puzzle's place in the list. The columns are number, size, difficulty, technique, state and best
    time. If there is little room, the line of a puzzle with a technique has a mark for the state in place of the size.
    """
    is_wide = width >= _WIDE_LESSON or not entry.technique
    tone = "done" if state is PuzzleState.SOLVED else "normal" if state else "muted"
    return in_columns(
        (
            Span(f"{number:>4}", "strong"),
            "  " if is_wide else Span(f"{MARKS[state]} ", tone),
            column(text.size_text(entry.puzzle.width, entry.puzzle.height), 7) if is_wide else "",
            column(text.plain(entry.band, 10), 9),
            column(entry.technique, TECHNIQUE_WIDTH) if entry.technique else "",
            Span(column(STATE_WORDS[state], 9) if state else "", tone),
            Span(text.clock_text(best_ms).rjust(7) if best_ms is not None else "", tone),
        ),
        width,
    )


def collection_captions(collection: Collection) -> list[Paragraph]:
    header, labels = collection.header, {"rules": "Rules", "author": "Source"}
    return [Paragraph(text.plain(f"{labels[it]}: {header[it]}", 200), "muted") for it in labels if header.get(it)]


def played_text(puzzle: Puzzle, snapshot: SessionSnapshot) -> str:
    """Return the grid of a saved game as text, row by row. Raises ValueError if a step lies outside the board."""
    values = list(puzzle.geometry.text(puzzle.givens))
    for step in snapshot.steps[: snapshot.head]:
        for move in step.moves:
            if not 0 <= move.cell < len(values):
                raise ValueError(f"cell {move.cell} is outside the board")
            values[move.cell] = move.new
    return "".join(values)
