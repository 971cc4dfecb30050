"""A board that is filled value by value, with its legal moves, its broken rules and undo."""

from functools import lru_cache
from typing import NamedTuple, Self

from binairo_tui import engine
from binairo_tui.engine.geometry import CODES, ONE, ZERO, Cell, Position, Value, cell_name, geometry
from binairo_tui.engine.notation import format_key, format_position, parse_key
from binairo_tui.engine.propagation import Propagator, propagator
from binairo_tui.engine.puzzle import Puzzle, check_cell, required_start
from binairo_tui.engine.rules import Violation, find_violations


class Move(NamedTuple):
    """A cell and its new value, which is `EMPTY` if the cell is cleared.

    >>> board = Board(Puzzle(4, 4))
    >>> board.place(*Move(0, ONE))
    >>> board.undo()
    Move(cell=0, value='1')
    """

    cell: Cell
    value: Value


class Board:
    """A puzzle and the values placed on it so far.

    A new board holds the givens and the values of `position`, if any. You can place any value in any cell except a
    given, even if the value breaks a rule. Boards with the same puzzle and the same position are equal. Raises
    TypeError or ValueError if `position` is not a position of the puzzle or contradicts a given.

    >>> board = Board(parse_puzzle("4x4;11..0..........0"))
    >>> board.place(2, ZERO)
    >>> print(board)
    110.
    0...
    ....
    ...0
    >>> board.legal_moves()[:3]
    (Move(cell=3, value='0'), Move(cell=5, value='0'), Move(cell=5, value='1'))
    >>> board.place(3, ONE)
    >>> board.violations()
    (Violation(kind=ViolationKind.EXCESS, lines=(0,), cells=(0, 1, 3)),)
    >>> board.undo()
    Move(cell=3, value='1')
    >>> board.place(0, ZERO)
    Traceback (most recent call last):
    ValueError: r1c1 is a given
    """

    def __init__(self, puzzle: Puzzle, position: Position | None = None) -> None:
        self._position = required_start(puzzle, position)
        self._puzzle = puzzle
        self._moves: list[tuple[Position, Move]] = []

    @classmethod
    def from_key(cls, text: str) -> Self:
        """Return the board with this key. If the text is only a puzzle, the board holds its givens.

        Raises PuzzleFormatError, with the column of the fault, if the text is neither a key nor a puzzle. Raises
        TypeError if `text` is not a str.

        >>> Board.from_key("2x2;1...|10..").legal_moves()
        (Move(cell=2, value='0'), Move(cell=3, value='1'))
        """
        return cls(*parse_key(text))

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, with its givens and rules."""
        return self._puzzle

    @property
    def position(self) -> Position:
        """The values on the board, including the givens."""
        return self._position

    @property
    def cells(self) -> tuple[Value, ...]:
        """The value of every cell, row by row."""
        position, geometry = self._position, self._puzzle.geometry
        return tuple([geometry.value(position, cell) for cell in range(geometry.cell_count)])

    @property
    def lines(self) -> tuple[str, ...]:
        """The values of each line as a text: all rows, then all columns."""
        rows = self._puzzle.geometry.rows(self._position)
        return (*rows, *map("".join, zip(*rows, strict=True)))

    def value(self, cell: Cell) -> Value:
        """Return the value of a cell. Raises TypeError or ValueError if there is no such cell."""
        check_cell(self._puzzle, cell)
        return self._puzzle.geometry.value(self._position, cell)

    def place(self, cell: Cell, value: Value) -> None:
        """Put a value into a cell; `EMPTY` clears the cell.

        Raises TypeError or ValueError if there is no such cell or value, and ValueError if the cell is a given.
        """
        check_cell(self._puzzle, cell)
        if self._puzzle.is_given(cell):
            raise ValueError(f"{cell_name(cell, self._puzzle.width)} is a given")
        before, self._position = self._position, self._puzzle.geometry.place(self._position, cell, value)
        self._moves.append((before, Move(cell, value)))

    def undo(self) -> Move:
        """Take back the last `place`, and return its move. Raises IndexError if there is nothing to undo."""
        if not self._moves:
            raise IndexError("there is nothing to undo")
        self._position, move = self._moves.pop()
        return move

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, oldest first, without undone moves.

        >>> board = Board(Puzzle(4, 4))
        >>> board.place(2, ZERO)
        >>> board.moves
        (Move(cell=2, value='0'),)
        """
        return tuple([move for _, move in self._moves])

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every move that fills an empty cell and breaks no rule, sorted by cell and then by value.

        A legal move can leave the board without a solution.
        """
        legal = _legal_values(propagator(self._puzzle), self._position)
        return tuple([move for bit, move in _all_moves(self._puzzle.width, self._puzzle.height) if legal & bit])

    def violations(self) -> tuple[Violation, ...]:
        """Return the rules that the board breaks, as `find_violations` does."""
        return find_violations(self._puzzle, self._position)

    @property
    def is_solved(self) -> bool:
        """Whether the board is full and no rule is broken."""
        return self._puzzle.geometry.is_full(self._position) and not self.violations()

    def copy(self) -> Self:
        """Return an independent board with the same puzzle, position and history."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__, _moves=self._moves.copy())
        return copied

    def key(self) -> str:
        """Return the puzzle and the position as one line.

        `Board.from_key` and all verbs of `binairo` that take a puzzle read this line. Equal boards always have equal
        keys.

        >>> Board(parse_puzzle("2x2;1..."), position=0).key()
        '2x2;1...|1...'
        """
        return format_key(self._puzzle, self._position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self._position, self._puzzle) == (other._position, other._puzzle)

    __hash__ = None  # type: ignore[assignment] # a board changes

    def __str__(self) -> str:
        return format_position(self._puzzle, self._position)

    def __repr__(self) -> str:
        return f"Board.from_key({self.key()!r})"

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show: an SVG. Cells that break a rule have a dark background."""
        # The engine's only import of a higher package. It is here so that programs which draw nothing do not load it.
        from binairo_tui import pictures

        broken = {cell for violation in self.violations() for cell in violation.cells}
        marks = pictures.board.Marks(shaded=broken)
        return pictures.svg_text(pictures.draw_board(self._puzzle, self._position, marks=marks))


def is_solution_of(puzzle: Puzzle, answer: Position | str) -> bool:
    """Return whether an answer solves a puzzle.

    The answer is a position, or a text from which `read_answer` reads a grid. For any other object, the result is
    False, not an error.

    >>> puzzle = parse_puzzle("2x2;1...")
    >>> is_solution_of(puzzle, first_solution(puzzle)), is_solution_of(puzzle, "10 01"), is_solution_of(puzzle, "none")
    (True, True, False)
    """
    return not engine.answer_fault(puzzle, answer)  # loaded on first use, as it needs all techniques


def _legal_values(rules: Propagator, position: Position) -> int:
    """Return the legal values of empty cells, as bits of a position. A cell has both bits if both values are legal.

    The lower bit of a cell stands for 1, the higher bit for 0; see the module `geometry`.
    """
    board = rules.geometry
    empty = 0b11 * (board.ones & ~(position | position >> 1))
    blocked = board.opposites((rules.triples(position) | rules.signs(position)) & empty)
    for axis in (rules.rows, rules.columns):
        zeros, ones = axis.quota
        full, nearly = set(), []
        for shift in axis.shifts:
            line = position >> shift & axis.mask
            filled, filled_ones = line.bit_count(), (line & axis.ones).bit_count()
            if filled_ones >= ones:
                blocked |= axis.ones << shift
            if filled - filled_ones >= zeros:
                blocked |= axis.ones << shift + 1
            if filled == axis.length:
                full.add(line)
            elif filled == axis.length - 1:
                nearly.append((shift, line))
        if rules.unique_lines and full:
            for shift, line in nearly:
                blank = axis.ones & ~(line | line >> 1)
                # The two bits differ, so the sum has both.
                blocked |= sum([bit << shift for bit in (blank, blank << 1) if line | bit in full])
    return empty & ~blocked


@lru_cache(maxsize=16)
def _all_moves(width: int, height: int) -> tuple[tuple[int, Move], ...]:
    """Return every move on a board with this size, each with the bit of its value in a position."""
    shifts = enumerate(geometry(width, height).shifts)
    return tuple([(CODES[value] << shift, Move(cell, value)) for cell, shift in shifts for value in (ZERO, ONE)])
