"""Symmetries: a board turned and mirrored, and a canonical form that all copies of a puzzle share."""

from collections.abc import Callable, Iterator
from enum import Enum
from functools import lru_cache
from operator import itemgetter

from binairo_tui.engine.geometry import ONE, ZERO, Cell, geometry
from binairo_tui.engine.puzzle import Puzzle, Sign, check_puzzle, check_type, unchecked_puzzle

_OPPOSITES = str.maketrans(ZERO + ONE, ONE + ZERO)


class Symmetry(Enum):
    """A way to turn or mirror a board. `NONE` leaves the board as it is. All turns are clockwise.

    The first four symmetries keep the width and the height of a board; only these can be the symmetry of a `Request`.
    The last four symmetries exchange width and height; `DIAGONAL` turns rows into columns.

    >>> Symmetry("half-turn"), Symmetry.DIAGONAL.exchanges_sides
    (Symmetry.HALF_TURN, True)
    """

    __repr__ = Enum.__str__

    NONE = "none"
    HALF_TURN = "half-turn"
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    QUARTER_TURN = "quarter-turn"
    THREE_QUARTER_TURN = "three-quarter-turn"
    DIAGONAL = "diagonal"
    ANTIDIAGONAL = "antidiagonal"

    @property
    def exchanges_sides(self) -> bool:
        """Whether the width of a board becomes its height."""
        return self not in KEEPING_SIDES

    def sources(self, width: int, height: int) -> tuple[Cell, ...]:
        """Return, for each cell of the new board, the old cell that moves there.

        The old board is `width` cells wide and `height` cells high.

        >>> Symmetry.QUARTER_TURN.sources(4, 2)
        (4, 0, 5, 1, 6, 2, 7, 3)
        """
        return _sources(self, width, height)


KEEPING_SIDES = (Symmetry.NONE, Symmetry.HALF_TURN, Symmetry.LEFT_RIGHT, Symmetry.TOP_BOTTOM)
"""The symmetries that keep the width and the height of every board."""


def symmetries(puzzle: Puzzle) -> tuple[Symmetry, ...]:
    """Return the symmetries that keep the size of a puzzle: eight for a square, four for any other rectangle.

    >>> len(symmetries(Puzzle(6, 6))), symmetries(Puzzle(6, 4))
    (8, (Symmetry.NONE, Symmetry.HALF_TURN, Symmetry.LEFT_RIGHT, Symmetry.TOP_BOTTOM))
    """
    check_puzzle(puzzle)
    return tuple(Symmetry) if puzzle.width == puzzle.height else KEEPING_SIDES


def transformed(puzzle: Puzzle, symmetry: Symmetry, *, swap_values: bool = False) -> Puzzle:
    """Return the puzzle with its size, givens and signs turned or mirrored.

    With `swap_values`, every 0 becomes 1 and every 1 becomes 0. To transform a position, make it the givens of a
    puzzle. Raises ValueError if `swap_values` is True and lines must have more 1s than 0s.

    >>> puzzle = parse_puzzle("4x4;01..............;signs=r1c3xr1c4")
    >>> transformed(puzzle, Symmetry.LEFT_RIGHT)
    parse_puzzle('4x4;..10............;signs=r1c1xr1c2')
    >>> solution = transformed(puzzle.with_givens(first_solution(puzzle)), Symmetry.LEFT_RIGHT).givens
    >>> is_solution_of(transformed(puzzle, Symmetry.LEFT_RIGHT), solution)
    True
    """
    check_puzzle(puzzle)
    check_type("symmetry", symmetry, Symmetry, "a Symmetry")
    if swap_values and not puzzle.can_swap_values:
        raise ValueError("values cannot be swapped on a board with odd sides")
    width, height, cells, signs = _image(puzzle, puzzle.geometry.text(puzzle.givens), symmetry)
    givens = geometry(width, height).position(cells.translate(_OPPOSITES) if swap_values else cells)
    return unchecked_puzzle(width, height, givens, signs, puzzle.unique_lines, more_ones=puzzle.more_ones)


def canonical(puzzle: Puzzle) -> Puzzle:
    """Return the canonical form of a puzzle. All turned, mirrored and value-swapped copies of a puzzle share this form.

    The canonical form is never wider than high. Puzzles with different rules have different canonical forms.

    >>> puzzle = parse_puzzle("4x2;01......")
    >>> canonical(puzzle)
    parse_puzzle('2x4;.....0.1')
    >>> canonical(transformed(puzzle, Symmetry.HALF_TURN, swap_values=True)) == canonical(puzzle)
    True
    """
    check_puzzle(puzzle)
    width, height, cells, signs = min(_images(puzzle))
    givens = geometry(width, height).position(cells)
    return unchecked_puzzle(width, height, givens, signs, puzzle.unique_lines, more_ones=puzzle.more_ones)


_Image = tuple[int, int, str, tuple[Sign, ...]]
"""Width, height, cells and signs of a puzzle."""


def _images(puzzle: Puzzle) -> Iterator[_Image]:
    text = puzzle.geometry.text(puzzle.givens)
    texts = (text, text.translate(_OPPOSITES)) if puzzle.can_swap_values else (text,)
    for symmetry in Symmetry:
        if puzzle.width == puzzle.height or symmetry.exchanges_sides is (puzzle.width > puzzle.height):
            for each in texts:
                yield _image(puzzle, each, symmetry)


def _image(puzzle: Puzzle, text: str, symmetry: Symmetry) -> _Image:
    width, height = puzzle.width, puzzle.height
    cells = "".join(_picker(symmetry, width, height)(text))
    signs = puzzle.signs and _moved_signs(puzzle, symmetry)
    return (height, width, cells, signs) if symmetry.exchanges_sides else (width, height, cells, signs)


def _moved_signs(puzzle: Puzzle, symmetry: Symmetry) -> tuple[Sign, ...]:
    places = {source: place for place, source in enumerate(symmetry.sources(puzzle.width, puzzle.height))}
    return tuple(
        sorted([Sign(min(places[a], places[b]), max(places[a], places[b]), same) for a, b, same in puzzle.signs])
    )


@lru_cache(maxsize=64)
def _picker(symmetry: Symmetry, width: int, height: int) -> Callable[[str], tuple[str, ...]]:
    return itemgetter(*symmetry.sources(width, height))


_DIRECTIONS = {
    Symmetry.NONE: (1, 1),
    Symmetry.HALF_TURN: (-1, -1),
    Symmetry.LEFT_RIGHT: (1, -1),
    Symmetry.TOP_BOTTOM: (-1, 1),
    Symmetry.QUARTER_TURN: (-1, 1),
    Symmetry.THREE_QUARTER_TURN: (1, -1),
    Symmetry.DIAGONAL: (1, 1),
    Symmetry.ANTIDIAGONAL: (-1, -1),
}
"""The order in which the rows of the old board are read, and that of its columns: 1 is ascending, -1 is descending."""


@lru_cache(maxsize=64)
def _sources(symmetry: Symmetry, width: int, height: int) -> tuple[Cell, ...]:
    down, right = _DIRECTIONS[symmetry]
    rows, columns = range(height)[::down], range(width)[::right]
    if symmetry.exchanges_sides:
        return tuple([row * width + column for column in columns for row in rows])
    return tuple([row * width + column for row in rows for column in columns])
