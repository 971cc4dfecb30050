"""What the board looks like: small values that can be compared, so that only what differs is drawn again. Pure.

A look says what is seen, not where or in which colours. All that can change without the cursor moving is in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import EMPTY, ZERO

if TYPE_CHECKING:
    from binairo_tui.engine import Cell, Line, Puzzle, Value
    from binairo_tui.game import GameSession

EMPTY_GLYPH = "·"
DONE_GLYPH = "✓"
EXCESS_GLYPH = "!"
VIOLATED_MARK = "!"
TARGET_MARK = "?"
BECAUSE_MARK = "*"


class Pointer(NamedTuple):
    """What a hint or a reason points at: lines to look at, cells to be filled or in question, cells that say why."""

    lines: tuple[Line, ...] = ()
    targets: tuple[Cell, ...] = ()
    because: tuple[Cell, ...] = ()


POINTS_NOWHERE = Pointer()


class CellLook(NamedTuple):
    """One cell. `mark` stands beside the value; `right` and `below` are the signs towards the next cell, or empty."""

    glyph: str
    is_given: bool = False
    mark: str = ""
    right: str = ""
    below: str = ""


class CounterLook(NamedTuple):
    """How many of one value a line still lacks: a number, a tick if the line is full and right, `!` for too many."""

    text: str
    is_done: bool = False
    is_violated: bool = False


class BoardLook(NamedTuple):
    """The whole board: `cells` by cell, `counters` by 2 * line + value (0 or 1), the lines to look at."""

    cells: tuple[CellLook, ...]
    counters: tuple[CounterLook, ...]
    lines: frozenset[Line] = frozenset()


def board_look(session: GameSession, *, is_hidden: bool = False, pointer: Pointer = POINTS_NOWHERE) -> BoardLook:
    """The look of a session's board; hidden, it shows neither values nor counts nor what is pointed at."""
    puzzle = session.puzzle
    if is_hidden:
        lines = puzzle.width + puzzle.height
        return BoardLook((CellLook(" "),) * puzzle.geometry.cell_count, (CounterLook(" "),) * 2 * lines)
    text = puzzle.geometry.text(session.position)
    return BoardLook(_cells(session, text, pointer), _counters(session, text), frozenset(pointer.lines))


def _cells(session: GameSession, text: str, pointer: Pointer) -> tuple[CellLook, ...]:
    puzzle = session.puzzle
    givens = puzzle.geometry.text(puzzle.givens)
    marks = dict.fromkeys(pointer.because, BECAUSE_MARK) | dict.fromkeys(pointer.targets, TARGET_MARK)
    marks |= {cell: VIOLATED_MARK for violation in session.violations for cell in violation.cells}
    right, below = _signs(puzzle)
    return tuple(
        [
            CellLook(
                EMPTY_GLYPH if value == EMPTY else value,
                givens[cell] != EMPTY,
                marks.get(cell, ""),
                right.get(cell, ""),
                below.get(cell, ""),
            )
            for cell, value in enumerate(text)
        ]
    )


def _signs(puzzle: Puzzle) -> tuple[dict[int, str], dict[int, str]]:
    """The signs to the right of and below cells."""
    right: dict[int, str] = {}
    below: dict[int, str] = {}
    for a, b, same in puzzle.signs:
        (right if b - a == 1 else below)[a] = "=" if same else "×"
    return right, below


def _counters(session: GameSession, text: str) -> tuple[CounterLook, ...]:
    geometry = session.puzzle.geometry
    violated = {line for violation in session.violations for line in violation.lines}
    looks = []
    for line, cells in enumerate(geometry.line_cells):
        values = [text[cell] for cell in cells]
        is_done = EMPTY not in values and line not in violated
        zeros, ones = geometry.quota(line)
        for value, allowed in ((ZERO, zeros), ("1", ones)):
            looks.append(_counter(allowed - values.count(value), is_done=is_done))
    return tuple(looks)


def _counter(left: int, *, is_done: bool) -> CounterLook:
    if is_done:
        return CounterLook(DONE_GLYPH, is_done=True)
    return CounterLook(EXCESS_GLYPH, is_violated=True) if left < 0 else CounterLook(str(left))


def value_role(value: Value | str) -> str:
    """How a value is coloured: `zero`, `one`, or `empty` for anything else."""
    return {"0": "zero", "1": "one"}.get(value, "empty")
