"""What a command did: the one value that every command of a session returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from binairo_tui.engine import Cell


@dataclass(frozen=True, slots=True)
class Change:
    """The outcome of one command.

    `cells` changed their value, ascending; nothing else did. `message` is a sentence for the player or empty; if
    `refused`, it says why nothing was done. `solved` says that this command filled the grid without a violation.
    """

    cells: tuple[Cell, ...] = ()
    message: str = ""
    refused: bool = False
    solved: bool = False
