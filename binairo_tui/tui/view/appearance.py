"""What the board looks like: small values that can be compared, so that only what differs is drawn again. Pure.

A look says what is seen, not where or in which colours. All that can change without the cursor moving is in it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine import EMPTY, ONE, ZERO, ViolationKind
from binairo_tui.game import Aid
from binairo_tui.tui.view.symbols import DIGITS, glyph_of, looks_bold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from binairo_tui.engine import Cell, Line, Position, Puzzle, Value, Violation
    from binairo_tui.game import GameSession
    from binairo_tui.tui.view.symbols import Symbols

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


class SignLook(NamedTuple):
    """A sign towards the next cell, and whether the two cells break it."""

    text: str
    is_broken: bool = False


class CellLook(NamedTuple):
    """One cell.

    `role` says how its value is coloured (`value_role`). `mark` stands before the value and calls for attention.
    `depth` is that of the what-if branch it was filled in, 0 for none; `is_noted` that the player has marked it.
    `right` and `below` are the signs towards the next cell, if there are any.
    """

    glyph: str
    role: str = "empty"
    is_given: bool = False
    mark: str = ""
    depth: int = 0
    is_noted: bool = False
    right: SignLook | None = None
    below: SignLook | None = None

    @property
    def is_underlined(self) -> bool:
        """Whether a given has to be underlined: bold alone would not be seen on this glyph."""
        return self.is_given and not looks_bold(self.glyph)


class CounterLook(NamedTuple):
    """How many of one value a line still lacks.

    A number, a tick if the line is full and right, `!` for too many. Where violations are not shown, a tick says only
    that the line has all its values, and too many are `-`.
    """

    text: str
    is_done: bool = False
    is_violated: bool = False


class BoardLook(NamedTuple):
    """The whole board: `cells` by cell, `counters` by 2 * line + value (0 or 1), the lines to look at."""

    cells: tuple[CellLook, ...]
    counters: tuple[CounterLook, ...]
    lines: frozenset[Line] = frozenset()
    symbols: Symbols = DIGITS


class Grid(NamedTuple):
    """What stands on a board, whoever put it there.

    `depths` are those of what-if branches, by cell; `noted` the cells that the player has marked. Unless `is_live`,
    violations are not shown and counters do not tell of them.
    """

    puzzle: Puzzle
    position: Position
    violations: tuple[Violation, ...] = ()
    depths: Mapping[Cell, int] = MappingProxyType({})
    noted: frozenset[Cell] = frozenset()
    is_live: bool = True


def board_look(
    session: GameSession, *, is_hidden: bool = False, pointer: Pointer = POINTS_NOWHERE, symbols: Symbols = DIGITS
) -> BoardLook:
    """The look of a session's board; hidden, it shows neither values nor counts nor what is pointed at."""
    puzzle = session.puzzle
    if is_hidden:
        lines = puzzle.width + puzzle.height
        return BoardLook((CellLook(" "),) * puzzle.geometry.cell_count, (CounterLook(" "),) * 2 * lines)
    grid = Grid(puzzle, session.position, session.violations, is_live=shows(session, Aid.VIOLATIONS))
    if not session.is_solved:
        grid = grid._replace(depths=session.branch_depths, noted=session.marks)
    return grid_look(grid, pointer=pointer, symbols=symbols)


def shows(session: GameSession, aid: Aid) -> bool:
    """Whether something is shown without being asked. Once a puzzle is solved, nothing has to be kept back."""
    return bool(session.shown & aid) or session.is_solved


def grid_look(grid: Grid, *, pointer: Pointer = POINTS_NOWHERE, symbols: Symbols = DIGITS) -> BoardLook:
    """The look of any grid."""
    text = grid.puzzle.geometry.text(grid.position)
    return BoardLook(_cells(grid, text, pointer, symbols), _counters(grid, text), frozenset(pointer.lines), symbols)


def _cells(grid: Grid, text: str, pointer: Pointer, symbols: Symbols) -> tuple[CellLook, ...]:
    givens = grid.puzzle.geometry.text(grid.puzzle.givens)
    marks = dict.fromkeys(pointer.because, BECAUSE_MARK) | dict.fromkeys(pointer.targets, TARGET_MARK)
    if grid.is_live:
        marks |= {cell: VIOLATED_MARK for violation in grid.violations for cell in violation.cells}
    right, below = _signs(grid)
    return tuple(
        [
            CellLook(
                glyph_of(value, symbols, EMPTY_GLYPH),
                value_role(value),
                givens[cell] != EMPTY,
                marks.get(cell, ""),
                grid.depths.get(cell, 0),
                cell in grid.noted,
                right.get(cell),
                below.get(cell),
            )
            for cell, value in enumerate(text)
        ]
    )


def _signs(grid: Grid) -> tuple[dict[Cell, SignLook], dict[Cell, SignLook]]:
    """The signs to the right of and below cells."""
    right: dict[Cell, SignLook] = {}
    below: dict[Cell, SignLook] = {}
    found = grid.violations if grid.is_live else ()
    broken = {violation.cells for violation in found if violation.kind is ViolationKind.SIGN}
    for a, b, same in grid.puzzle.signs:
        (right if b - a == 1 else below)[a] = SignLook("=" if same else "×", (a, b) in broken)
    return right, below


def _counters(grid: Grid, text: str) -> tuple[CounterLook, ...]:
    geometry = grid.puzzle.geometry
    violated = {line for violation in grid.violations for line in violation.lines} if grid.is_live else set()
    looks = []
    for line, cells in enumerate(geometry.line_cells):
        values = [text[cell] for cell in cells]
        zeros, ones = geometry.quota(line)
        left = zeros - values.count(ZERO), ones - values.count(ONE)
        is_done = left == (0, 0) and line not in violated
        looks += [_counter(count, is_done=is_done, is_live=grid.is_live) for count in left]
    return tuple(looks)


def _counter(left: int, *, is_done: bool, is_live: bool) -> CounterLook:
    if is_done:
        return CounterLook(DONE_GLYPH, is_done=True)
    if left < 0:
        return CounterLook(EXCESS_GLYPH, is_violated=True) if is_live else CounterLook("-")
    return CounterLook(str(left))


def value_role(value: Value | str) -> str:
    """How a value is coloured: `zero`, `one`, or `empty` for anything else."""
    return {ZERO: "zero", ONE: "one"}.get(value, "empty")
