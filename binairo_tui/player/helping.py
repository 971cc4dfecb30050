"""What the settings say about help: the one place that reads `help` and `strict`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.game.aids import NO_AID, SHOWN, Aid

if TYPE_CHECKING:
    from binairo_tui.game import GameSession
    from binairo_tui.settings import Settings

LEVELS: dict[str, Aid] = {"full": SHOWN, "lines": Aid.LINES, "off": NO_AID}
"""What is shown without being asked, by the setting `help`, from much to little."""


def apply_help(session: GameSession, settings: Settings) -> None:
    """Have a session show and allow what the settings say from now on."""
    session.is_strict = settings.strict
    session.shown = NO_AID if settings.strict else LEVELS[settings.help]


def next_level(level: str) -> str:
    """The value of the setting `help` after this one; after the last the first."""
    levels = list(LEVELS)
    return levels[(levels.index(level) + 1) % len(levels)]
