"""A puzzle that the player was brought, from the command line or by pasting it. Imports neither saves nor screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from binairo_tui.engine import Puzzle
    from binairo_tui.game import SessionSnapshot


class Arrival(NamedTuple):
    """A puzzle to play.

    `progress` is what was already played of it elsewhere, `notes` are sentences that the player should know.
    """

    puzzle: Puzzle
    title: str = ""
    progress: SessionSnapshot | None = None
    notes: tuple[str, ...] = ()
