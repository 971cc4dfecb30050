"""Words for the player: see `binairo_tui.player.phrases`, where new code imports them from."""

from binairo_tui.player.phrases import (
    TITLE_LENGTH,
    clock_text,
    game_title,
    percent_text,
    plain,
    rank_text,
    size_text,
    streak_text,
    when_text,
)

__all__ = [
    "TITLE_LENGTH",
    "clock_text",
    "game_title",
    "percent_text",
    "plain",
    "rank_text",
    "size_text",
    "streak_text",
    "when_text",
]
