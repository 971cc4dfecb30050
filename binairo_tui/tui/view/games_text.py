"""Unfinished games as lines of a list, and the picture of one beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from binairo_tui.player.text import clock_text, percent_text, plain, size_text, when_short
from binairo_tui.store import StoreError
from binairo_tui.tui.view.spans import BLANK, Span, column, line, wrapped
from binairo_tui.tui.view.thumbnails import board_picture, played_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from binairo_tui.player.progress import Progress
    from binairo_tui.store import GameSummary
    from binairo_tui.tui.view.spans import TextLine
    from binairo_tui.tui.view.symbols import Symbols


def game_line(game: GameSummary, now: datetime) -> TextLine:
    """One game in columns: size, band, how much is filled, time, when last played."""
    share = game.filled / game.to_fill if game.to_fill else 1.0
    return line(
        column(size_text(game.width, game.height), 6),
        column(plain(game.band) or "-", 8),
        percent_text(share).rjust(5),
        clock_text(game.elapsed_ms).rjust(8),
        Span(f"  {when_short(game.updated_utc, now)}", "muted"),
    )


def game_preview(
    progress: Progress, game: GameSummary, symbols: Symbols, width: int, height: int
) -> Sequence[TextLine]:
    """What a game is called, and a picture of its board as it was left; a sentence if it cannot be read."""
    heading = _title_lines(game.title, width)
    try:
        saved, snapshot = progress.load(game.id)
        text = played_text(saved.puzzle, snapshot)
    except (StoreError, ValueError) as error:
        return [*heading, BLANK, *wrapped(plain(f"{error}", 200), width, "error")]
    return [*heading, BLANK, *board_picture(saved.puzzle, text, width, height - len(heading) - 1, symbols)]


def _title_lines(title: str, width: int) -> list[TextLine]:
    shown = plain(title)
    if cell_len(shown) <= width:
        return [line(Span(shown, "strong"))]
    return wrapped(shown, width, "strong")
