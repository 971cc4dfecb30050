"""Looks: small values that describe what a board shows.

They are compared, so that only what differs is redrawn. A look says what is drawn, but not where or in which colours.
The cursor is not part of a look.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple, Self

from binairo_tui import engine
from binairo_tui.engine import EMPTY, ONE, ZERO, Cell, Line, Position, Puzzle, Value, Violation, ViolationKind
from binairo_tui.game import Aid, GameSession

EMPTY_GLYPH = "·"
EMPTY_ROLE = "empty"
VIOLATED_MARK = "!"
TARGET_MARK = "?"
BECAUSE_MARK = "*"

_VALUES = re.compile(
    r"(\b(?:is|are|were|was|both|one|more|last|an?|gave) [01]\b(?![:%/]|\.\d)"
    r"|\b(?:be|or|but) [01]{2,}(?:(?:,| and| or) [01]{2,})*\b)|\b([01])s\b"
)
"""Matches values in sentences: `is 0`, `both 1`, fillings such as `be 011 or 101`, and `0s`."""
Symbols = tuple[str, str]
"""The characters drawn for 0 and for 1, each one column wide."""
DIGITS: Symbols = ("0", "1")
PAIRS: dict[str, Symbols] = {"digits": DIGITS, "discs": ("○", "●"), "squares": ("□", "■"), "letters": ("O", "X")}
"""Maps names of pairs of symbols, as in the setting `symbols`, to the pairs."""


class Pointer(NamedTuple):
    """The lines and cells that a hint or an explanation marks.

    `lines` are the rows and columns to look at, `targets` the cells that the hint is about, and `because` the cells
    that are the reason. With `are_wrong`, the values of the targets are wrong, and look like values that break a rule.
    """

    lines: tuple[Line, ...] = ()
    targets: tuple[Cell, ...] = ()
    because: tuple[Cell, ...] = ()
    are_wrong: bool = False


POINTS_NOWHERE = Pointer()


class SignLook(NamedTuple):
    """A sign between a cell and the cell to its right or below it."""

    text: str
    is_broken: bool = False


class CellLook(NamedTuple):
    """The look of one cell.

    `role` is the role of the value (`value_role`), and `mark` is drawn before the value to draw attention to the cell.
    `depth` is the depth of the what-if branch that filled the cell, or 0. `is_noted` means that the player marked the
    cell. `right` and `below` are the signs between this cell and its neighbours to the right and below, or None.
    `is_dim` is True while a hint points at other cells, and `is_bright` once the puzzle is solved; `with_times` and
    `lit` set them for other purposes.
    """

    glyph: str
    role: str = EMPTY_ROLE
    is_given: bool = False
    mark: str = ""
    depth: int = 0
    is_noted: bool = False
    right: SignLook | None = None
    below: SignLook | None = None
    is_dim: bool = False
    is_bright: bool = False

    @property
    def tile(self) -> str:
        """The role of the cell's background, such as `zero-given` or `wrong`."""
        if self.mark == VIOLATED_MARK:
            return "wrong-given" if self.is_given else "wrong"
        if self.is_dim:
            return self.role if self.is_given else f"{self.role}-dim"
        if self.role == EMPTY_ROLE:
            return self.role
        if self.is_given or self.is_bright:
            return f"{self.role}-given"
        return f"{self.role}-branch" if self.depth else self.role


NO_CELL = CellLook("")
"""The look of a cell that shows neither a value nor anything else, such as one beyond the edges of a board."""


class CounterLook(NamedTuple):
    """The look of a counter, which shows how many of one value a line still needs.

    `text` is a number; a tick if the line is full and breaks no rule; or `!` if the line has too many of the value.
    If violations are hidden, a tick means only that the line has as many of both values as it needs, and `-` replaces
    `!`.
    """

    text: str
    is_done: bool = False
    is_violated: bool = False


class BoardLook(NamedTuple):
    """The look of a whole board.

    `cells` is indexed by cell, and `counters` by 2 * line + value (0 or 1). `lines`, `targets` and `because` are what
    is marked on the board, as in `Pointer`. `is_solved` means that the board shows a solved puzzle, and `is_picture`
    means that, in addition, it has no cursor, numbers or counters.
    """

    cells: tuple[CellLook, ...]
    counters: tuple[CounterLook, ...]
    lines: frozenset[Line] = frozenset()
    targets: frozenset[Cell] = frozenset()
    because: frozenset[Cell] = frozenset()
    symbols: Symbols = DIGITS
    is_solved: bool = False
    is_picture: bool = False

    def with_times(self, times: Mapping[Cell, int]) -> Self:
        """Return a look whose bright cells are those that took the player longest; its dim cells took the least time.

        `times` maps the cells that the player filled to times in ms. A cell is bright if it took at least twice the
        mean time, and dim if it took less than the mean. Givens are dim, too.
        """
        mean = sum(times.values()) / max(len(times), 1)
        cells = [
            it._replace(is_given=False, is_bright=(ms := times.get(cell, -1)) >= 2 * mean, is_dim=ms < mean)
            for cell, it in enumerate(self.cells)
        ]
        return self._replace(cells=tuple(cells))

    def lit(self, columns: int, share: float) -> Self:
        """Return a look whose only bright cells are those nearest to the top left corner, for a sweep over a board.

        `share`, from 0 to 1, says how far the bright cells extend towards the opposite corner. `columns` is the width
        of the board in cells.
        """
        rows = len(self.cells) // columns
        end = share * (rows + columns)
        return self._replace(
            cells=tuple([it._replace(is_bright=sum(divmod(i, columns)) < end) for i, it in enumerate(self.cells)])
        )


class GridContents(NamedTuple):
    """The contents of a board.

    `depths` maps each cell that was filled in a what-if branch to the depth of the branch; `noted` are the cells marked
    by the player. Unless `is_live`, violations are hidden, in the counters too. With `is_solved`, all values are as
    bright as givens.
    """

    puzzle: Puzzle
    position: Position
    violations: tuple[Violation, ...] = ()
    depths: Mapping[Cell, int] = MappingProxyType({})
    noted: frozenset[Cell] = frozenset()
    is_live: bool = True
    is_solved: bool = False


def symbols_of(name: str) -> Symbols:
    """Return the symbols for a value of the setting `symbols`: the name of a pair, or the two characters themselves."""
    return PAIRS.get(name) or (name[0], name[1])


def value_role(value: Value | str) -> str:
    return "zero" if value == ZERO else "one" if value == ONE else EMPTY_ROLE


def in_symbols(text: str, symbols: Symbols) -> str:
    """Return a sentence with the symbols in place of the values 0 and 1; other numbers stay as they are.

    >>> in_symbols("Row 1: r1c1 and r1c2 are both 1, so it has two 1s, and r1c3 is 0.", ("○", "●"))
    'Row 1: r1c1 and r1c2 are both ●, so it has two ●, and r1c3 is ○.'
    """
    ending = "s" if symbols[0].isalnum() else ""
    drawn = {"0": symbols[0], "1": symbols[1]}
    return _VALUES.sub(lambda found: re.sub("[01]", lambda it: drawn[it[0]], found[1] or found[2] + ending), text)


def legend(symbols: Symbols) -> str:
    """Return what symbols mean, such as `○ = 0  ● = 1`; empty for digits."""
    return "" if symbols == DIGITS else "{} = 0  {} = 1".format(*symbols)


def board_look(
    session: GameSession,
    *,
    is_hidden: bool = False,
    pointer: Pointer = POINTS_NOWHERE,
    symbols: Symbols = DIGITS,
    stop: "engine.WalkStep | None" = None,
) -> BoardLook:
    """Return the look of a session's board. If `is_hidden`, it shows no values, no counts and no pointer.

    If `stop`, a step of the walk through a proof, is given, the board shows the values at that step. Assumed values
    are in brackets, as in a branch.
    """
    puzzle = session.puzzle
    if is_hidden:
        counter_count = 2 * (puzzle.width + puzzle.height)
        return BoardLook((CellLook(" "),) * puzzle.geometry.cell_count, (CounterLook(" "),) * counter_count)
    grid = GridContents(puzzle, session.position, session.violations, is_live=shows(session, Aid.VIOLATIONS))
    if stop is not None:
        grid = _walk_grid(session, stop)
    elif session.is_solved:
        grid = grid._replace(is_solved=True)
    else:
        grid = grid._replace(depths=session.branch_depths, noted=session.marks)
    return grid_look(grid, pointer=pointer, symbols=symbols)


def _walk_grid(session: GameSession, stop: "engine.WalkStep") -> GridContents:
    """Return the contents of the board at `stop`, a step of the walk through a proof.

    A rule is shown as broken only if this step of the proof breaks it. Assumed cells do not show the player's mark,
    because it would replace their brackets where there is little room.
    """
    broken = stop.step.violation
    own = session.branch_depths
    depth = max(own.values(), default=0)
    assumed = {cell: depth + inner for cell, inner in stop.assumed.items()}
    return GridContents(
        session.puzzle, stop.position, (broken,) if broken else (), {**own, **assumed}, session.marks - assumed.keys()
    )


def shows(session: GameSession, aid: Aid) -> bool:
    """Return whether the board shows an aid without being asked; once the puzzle is solved, it shows every aid."""
    return bool(session.shown & aid) or session.is_solved


def grid_look(grid: GridContents, *, pointer: Pointer = POINTS_NOWHERE, symbols: Symbols = DIGITS) -> BoardLook:
    text = grid.puzzle.geometry.text(grid.position)
    return BoardLook(
        _cells(grid, text, pointer, symbols),
        _counters(grid, text),
        frozenset(pointer.lines),
        frozenset(pointer.targets),
        frozenset(pointer.because),
        symbols,
        grid.is_solved,
    )


def _cells(grid: GridContents, text: str, pointer: Pointer, symbols: Symbols) -> tuple[CellLook, ...]:
    width = grid.puzzle.width
    givens = grid.puzzle.geometry.text(grid.puzzle.givens)
    notes: dict[int, list[tuple[int, CellLook]]] = {}
    for cell, note in _notes(grid, pointer):
        notes.setdefault(cell // width, []).append((cell % width, note))
    rows = [
        _row(
            text[row * width : (row + 1) * width],
            givens[row * width : (row + 1) * width],
            tuple(notes.get(row, ())),
            symbols,
            is_bright=grid.is_solved,
        )
        for row in range(grid.puzzle.height)
    ]
    return tuple(chain.from_iterable(rows))


@lru_cache(maxsize=512)
def _row(
    values: str, givens: str, notes: tuple[tuple[int, CellLook], ...], symbols: Symbols, *, is_bright: bool
) -> tuple[CellLook, ...]:
    """Return the looks of the cells of a row. They are cached, because comparing identical objects is fast."""
    at = dict(notes)
    return tuple(
        [
            _cell(value, given != EMPTY, at.get(column, NO_CELL), symbols, is_bright=is_bright)
            for column, (value, given) in enumerate(zip(values, givens, strict=True))
        ]
    )


@lru_cache(maxsize=512)
def _cell(value: str, is_given: bool, note: CellLook, symbols: Symbols, *, is_bright: bool) -> CellLook:
    glyph = symbols[0] if value == ZERO else symbols[1] if value == ONE else EMPTY_GLYPH
    return note._replace(glyph=glyph, role=value_role(value), is_given=is_given, is_bright=is_bright)


def _notes(grid: GridContents, pointer: Pointer) -> list[tuple[Cell, CellLook]]:
    """Return what cells show besides values: pairs of a cell and a look without a value, in the order of the cells."""
    target_mark = VIOLATED_MARK if pointer.are_wrong else TARGET_MARK
    marks = dict.fromkeys(pointer.because, BECAUSE_MARK) | dict.fromkeys(pointer.targets, target_mark)
    if grid.is_live:
        marks |= {cell: VIOLATED_MARK for violation in grid.violations for cell in violation.cells}
    right, below = _signs(grid)
    dim = _dim_cells(grid.puzzle, pointer)
    cells = sorted({*marks, *grid.depths, *grid.noted, *right, *below, *dim})
    return [
        (
            cell,
            NO_CELL._replace(
                mark=marks.get(cell, ""),
                depth=grid.depths.get(cell, 0),
                is_noted=cell in grid.noted,
                right=right.get(cell),
                below=below.get(cell),
                is_dim=cell in dim,
            ),
        )
        for cell in cells
    ]


def _dim_cells(puzzle: Puzzle, pointer: Pointer) -> set[Cell]:
    if pointer == POINTS_NOWHERE:
        return set()
    geometry = puzzle.geometry
    in_lines = [cell for line in pointer.lines for cell in geometry.line_cells[line]]
    return {*range(geometry.cell_count)} - {*pointer.targets, *pointer.because, *in_lines}


def _signs(grid: GridContents) -> tuple[dict[Cell, SignLook], dict[Cell, SignLook]]:
    """Return two mappings from cells to signs: the signs to the right of cells, and the signs below cells."""
    right: dict[Cell, SignLook] = {}
    below: dict[Cell, SignLook] = {}
    found = grid.violations if grid.is_live else ()
    broken = {violation.cells for violation in found if violation.kind is ViolationKind.SIGN}
    for a, b, same in grid.puzzle.signs:
        (right if b - a == 1 else below)[a] = SignLook("=" if same else "×", (a, b) in broken)
    return right, below


def _counters(grid: GridContents, text: str) -> tuple[CounterLook, ...]:
    violated = {line for violation in grid.violations for line in violation.lines} if grid.is_live else set()
    looks: list[CounterLook] = []
    for line, cells in enumerate(grid.puzzle.geometry.line_cells):
        values = text[cells[0] : cells[-1] + 1 : cells[1] - cells[0]]
        looks += _line_counters(values, grid.puzzle.quota(line), line in violated, grid.is_live)
    return tuple(looks)


@lru_cache(maxsize=1024)
def _line_counters(values: str, quota: tuple[int, int], is_violated: bool, is_live: bool) -> tuple[CounterLook, ...]:
    """Return the looks of a line's two counters. They are cached, because a key press changes only two lines."""
    zeros, ones = quota
    left = zeros - values.count(ZERO), ones - values.count(ONE)
    is_done = EMPTY not in values and min(left) >= 0 and not is_violated
    return tuple([_counter(count, is_done=is_done, is_live=is_live) for count in left])


def _counter(left: int, *, is_done: bool, is_live: bool) -> CounterLook:
    if is_done:
        return CounterLook("✓", is_done=True)
    if left < 0:
        return CounterLook("!", is_violated=True) if is_live else CounterLook("-")
    return CounterLook(str(left))
