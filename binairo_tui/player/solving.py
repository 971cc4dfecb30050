"""How a puzzle was solved, and the place of its time among one's own. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.game import SolveStyle
from binairo_tui.player.text import rank_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from binairo_tui.game import GameSession
    from binairo_tui.store import Result, SavedGame

_HOW = {SolveStyle.STRICT: "Strict: without any aid.", SolveStyle.UNAIDED: "Unaided.", SolveStyle.HELPED: "With help."}


def standing_text(game: SavedGame, session: GameSession, earlier: Iterable[Result]) -> str:
    """In which style a solved game was solved, and its place among those of the same size, band and style.

    `earlier` are all results but this one.
    """
    puzzle, style = game.puzzle, session.style
    kind = (puzzle.width, puzzle.height, game.band, style)
    times = [it.elapsed_ms for it in earlier if (it.width, it.height, it.band, it.style) == kind]
    return f"{_HOW[style]} {rank_text(session.clock.elapsed_ms, times)}"
