"""Code shared by all ways to play: a game in play, the player's games and results, puzzles, and texts."""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.player import (
        catalog,
        coach,
        drill_play,
        glicko,
        hint_pages,
        lessons,
        likeness,
        play,
        play_interface,
        practice,
        progress,
        puzzle_options,
        questions,
        ratings,
        recording,
        result_card,
        resume,
        saving,
        statistics,
        storm,
        storm_boards,
        text,
    )
else:
    __getattr__ = lazy_exports(__name__)
