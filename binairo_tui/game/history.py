"""Steps: what one undo takes back. The list of steps is the saved game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from binairo_tui.engine import Cell, Value


class StepKind(Enum):
    """Why a step was made. The values are written to saved games: they may be added to, never changed."""

    PLACE = "place"
    CLEAR = "clear"
    RESTART = "restart"
    PROPAGATE_ONCE = "propagate-once"
    PROPAGATE = "propagate"
    HINT = "hint"

    @property
    def is_help(self) -> bool:
        """Whether the program filled the cells, not the player."""
        return self in (StepKind.PROPAGATE_ONCE, StepKind.PROPAGATE, StepKind.HINT)


class Move(NamedTuple):
    """One cell, from one value to another."""

    cell: Cell
    old: Value
    new: Value


@dataclass(frozen=True, slots=True)
class Step:
    """Moves made at once, in cells ascending, at so many milliseconds of playing time."""

    kind: StepKind
    moves: tuple[Move, ...]
    at_ms: int
