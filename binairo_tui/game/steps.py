"""Steps: an undo takes back one step. A saved game consists mainly of the list of steps.

The moves of a step are written as `r3c5:.>1 r4c1:0>.`: cell, old value, new value. A history is written as `place
r3c5:.>1 @1500; mark r1c1:.>. | clear r3c5:1>. @2100`. Each step has its kind, its moves, and its time in milliseconds
unless the time is 0. A bar comes before the steps that were undone.
"""

import re
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, cast

from binairo_tui import engine
from binairo_tui.engine import EMPTY, ONE, ZERO, Cell, Value, cell_name, parse_cell
from binairo_tui.game.aids import NO_AID, Aid

NEXT_VALUE: dict[Value, Value] = {EMPTY: ZERO, ZERO: ONE, ONE: EMPTY}
"""Maps each value of a cell to the value that the command `cycle` puts in its place."""

_MOVE = r"(r[1-9][0-9]?c[1-9][0-9]?):([01.])>([01.])"


class StepKind(Enum):
    """What a step does. The values are written to saved games: add new values, but never change one.

    >>> game.StepKind.PROPAGATE.is_help
    True
    """

    __repr__ = Enum.__str__

    PLACE = "place"
    CLEAR = "clear"
    RESTART = "restart"
    """Clears everything except the givens, removes all marks and closes all branches."""
    PROPAGATE_ONCE = "propagate-once"
    PROPAGATE = "propagate"
    HINT = "hint"
    BRANCH = "branch"
    """Opens a what-if branch. The step has no moves."""
    DROP = "drop-branch"
    """Closes the last branch and takes its values back.

    In older games, the step may put the opposite value into the first cell of the branch.
    """
    KEEP = "keep-branch"
    """Closes the last branch and keeps the values filled in it. The step has no moves."""
    MARK = "mark"
    """Marks cells or removes their marks. The moves of the step do not change values."""

    @property
    def is_help(self) -> bool:
        """Whether the program filled the cells, not the player."""
        return self in (StepKind.PROPAGATE_ONCE, StepKind.PROPAGATE, StepKind.HINT)

    @property
    def may_move_nothing(self) -> bool:
        """Whether steps of this kind are allowed to have no moves."""
        return self in (StepKind.BRANCH, StepKind.DROP, StepKind.KEEP)


class Move(NamedTuple):
    """A cell that changes from one value to another.

    >>> game.Move(0, EMPTY, ONE)
    Move(cell=0, old='.', new='1')
    """

    cell: Cell
    old: Value
    new: Value


class Step(NamedTuple):
    """Moves made together, sorted by cell. `at_ms` is the playing time at the step, in milliseconds.

    >>> step = game.Step(game.StepKind.PLACE, (game.Move(0, EMPTY, ONE),), at_ms=1500)
    >>> step.moves[0].new
    '1'
    """

    kind: StepKind
    moves: tuple[Move, ...]
    at_ms: int


class SessionSnapshot(NamedTuple):
    """What a saved game contains in addition to the puzzle. All steps after the first `head` steps are undone.

    >>> SessionSnapshot(cursor=0, elapsed_ms=0, head=0, steps=()).aids
    <Aid: 0>
    """

    cursor: Cell
    elapsed_ms: int
    head: int
    steps: tuple[Step, ...]
    aids: Aid = NO_AID
    """All aids used so far; undo does not remove them."""
    auto_filled: frozenset[Cell] = frozenset()
    """All cells that the program has filled by propagation on request; undo does not remove them."""


def format_moves(moves: tuple[Move, ...], width: int) -> str:
    """Return the text of moves on a board of this width, which must have at most 99 rows and columns."""
    return " ".join([f"{cell_name(move.cell, width)}:{move.old}>{move.new}" for move in moves])


def parse_moves(text: str, width: int, height: int) -> tuple[Move, ...]:
    """Parse a text returned by `format_moves`. Raises ValueError for any other text and for a cell outside the board.

    Does not check that the moves fit the position; `GameSession.resume` does that.
    """
    return tuple([_parse_move(item, width, height) for item in text.split(" ")]) if text else ()


def format_history(steps: Sequence[Step], head: int, width: int) -> str:
    """Return the text of steps on a board of this width. All steps after the first `head` are undone."""
    return join_steps([format_step(step, width) for step in steps], head)


def join_steps(texts: Sequence[str], head: int) -> str:
    """Return the text of a history from the texts of its steps. All steps after the first `head` are undone."""
    done, undone = "; ".join(texts[:head]), "; ".join(texts[head:])
    return f"{done} | {undone}".strip() if undone else done


def format_step(step: Step, width: int) -> str:
    time = f"@{step.at_ms}" if step.at_ms else ""
    return " ".join(filter(None, (step.kind.value, format_moves(step.moves, width), time)))


def parse_history(text: str, width: int, height: int) -> tuple[tuple[Step, ...], int]:
    """Parse a text returned by `format_history` as (steps, number of steps that are not undone).

    Raises ValueError for any other text.
    """
    done, undone = [
        [_parse_step(item, width, height) for item in part.split(";") if item.strip()]
        for part in text.partition("|")[::2]
    ]
    return (*done, *undone), len(done)


def _parse_step(text: str, width: int, height: int) -> Step:
    kind, *words = text.split()
    at_ms = int(words.pop()[1:]) if words and words[-1].startswith("@") else 0
    return Step(StepKind(kind), parse_moves(" ".join(words), width, height), at_ms)


def _parse_move(text: str, width: int, height: int) -> Move:
    match = re.fullmatch(_MOVE, text)
    if match is None:
        raise ValueError(f"not a move: {text!a}")
    return Move(parse_cell(match[1], width, height), cast("Value", match[2]), cast("Value", match[3]))


class Change(NamedTuple):
    """The outcome of one command.

    `cells` are the cells whose value changed, ascending. `message` is a sentence for the player, or empty. If `refused`
    is True, the message says why nothing was done. `solved` is True if the command completed the grid without breaking
    a rule. `conflict` is a contradiction that the command found although no rule is broken yet. `branch_failed` is True
    if the message says that the open branch has failed.

    >>> change = GameSession(parse_puzzle("2x2;1...")).place(0, ZERO)
    >>> isinstance(change, Change), change.refused
    (True, True)
    """

    cells: tuple[Cell, ...] = ()
    message: str = ""
    refused: bool = False
    solved: bool = False
    conflict: "engine.Conflict | None" = None
    branch_failed: bool = False


def refused(message: str, *, branch_failed: bool = False) -> Change:
    return Change(message=message, refused=True, branch_failed=branch_failed)


def repeat(command: Callable[[], Change], times: int) -> Change:
    """Carry out a command `times` (1 or more) times or until it is refused; return the last change, with all cells."""
    change = command()
    cells = set(change.cells)
    for _ in range(times - 1):
        after = command()
        if after.refused:
            break
        cells.update(after.cells)
        change = after
    return Change(tuple(sorted(cells)), change.message, change.refused, change.solved)
