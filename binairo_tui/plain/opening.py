"""Opening saved games, and what has to be asked first: of one that is open elsewhere, of one that is damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binairo_tui.player.text import when_text
from binairo_tui.store import DamagedGameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.game import SessionSnapshot
    from binairo_tui.plain.console import Console
    from binairo_tui.player.progress import Progress
    from binairo_tui.store import SavedGame

    Opened = tuple[SavedGame, SessionSnapshot]


def open_game(console: Console, progress: Progress, load: Callable[[], Opened]) -> Opened | None:
    """The game that `load` gives; of a damaged one the copy of a backup, if the player wants it. None if not.

    Raises StoreError.
    """
    try:
        opened = load()
    except DamagedGameError as error:
        found = progress.find_copy(error.game_id)
        if found is None:
            raise
        copy, made = found
        when = when_text(int(made.timestamp()), progress.now())
        damage, count = str(error), len(copy.steps)
        whole = f"{count} step{'s' * (count != 1)} long"
        console.say(f"{damage[:1].upper()}{damage[1:]}.", f"The backup of {when} has it whole, {whole}.")
        if not _agrees(console, "go on with the copy of the backup"):
            return None
        progress.take_copy(copy)
        opened = load()
    if progress.is_open_elsewhere(opened[0]):
        console.say("This game is open in another session, which can save no more if you go on with it here.")
        if not _agrees(console, "go on here"):
            return None
    return opened


def _agrees(console: Console, to_what: str) -> bool:
    console.say(f"Type yes to {to_what}.")
    return console.ask().strip().lower() in ("yes", "y")
