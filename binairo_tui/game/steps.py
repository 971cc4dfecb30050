"""Steps: what one undo takes back. The list of steps is the saved game. A `Change` is the outcome of a command."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from binairo_tui.engine import Cell, Value


class StepKind(Enum):
    """Why a step was made. The values are written to saved games: they may be added to, never changed."""

    __repr__ = Enum.__str__

    PLACE = "place"
    CLEAR = "clear"
    RESTART = "restart"
    """Clears all but the givens, drops marks and closes branches."""
    PROPAGATE_ONCE = "propagate-once"
    PROPAGATE = "propagate"
    HINT = "hint"
    BRANCH = "branch"
    """Opens a what-if branch; no moves."""
    DROP = "drop-branch"
    """Goes back to where the last branch was opened; its first cell may take the other value."""
    KEEP = "keep-branch"
    """Closes the last branch and leaves what was filled in it; no moves."""
    MARK = "mark"
    """Marks its cells, or takes their marks away; the values of its moves stay."""

    @property
    def is_help(self) -> bool:
        """Whether the program filled the cells, not the player."""
        return self in (StepKind.PROPAGATE_ONCE, StepKind.PROPAGATE, StepKind.HINT)

    @property
    def may_move_nothing(self) -> bool:
        """Whether a step of this kind can leave all values as they are."""
        return self in (StepKind.BRANCH, StepKind.DROP, StepKind.KEEP)


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


@dataclass(frozen=True, slots=True)
class Change:
    """The outcome of one command.

    `cells` are those whose value changed, ascending. `message` is a sentence for the player or empty; if `refused`, it
    says why nothing was done. `solved` says that this command filled the grid without breaking a rule.
    """

    cells: tuple[Cell, ...] = ()
    message: str = ""
    refused: bool = False
    solved: bool = False


def refused(message: str) -> Change:
    """Return the outcome of a command that was refused, with the reason."""
    return Change(message=message, refused=True)
