"""Hypothesis strategies for boards and positions: the meaning of "any puzzle" in the property tests.

They know the rules only through the oracle. Sizes are ones that the oracle solves in about a second, non-square first,
so that a failing test shrinks to a swapped width and height. Boards are drawn with and without the unique-lines rule,
with and without signs, solvable or not. A board of 2x4, 4x2, 4x8 or 8x4 with unique lines has no solution (there are
not enough different short lines); a few of those are kept on purpose.

A property test that asks `all_solutions` about nearly empty boards needs `@settings(deadline=None)`.
"""

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.oracle import Board, Sign, all_solutions, legal_lines, lines_of

if TYPE_CHECKING:
    from binairo_tui.engine.puzzle import Puzzle

SIZES = ((2, 4), (4, 2), (4, 4), (6, 4), (4, 6), (5, 5), (6, 6), (8, 4), (4, 8), (3, 3), (2, 2))
"""(width, height) of the boards drawn; non-square ones first."""


def to_puzzle(board: Board) -> "Puzzle":
    """Return the engine's puzzle for `board`, through the notation: the only bridge between oracle and engine."""
    from binairo_tui.engine.notation import parse_puzzle

    return parse_puzzle(board.notation())


def sizes() -> st.SearchStrategy[tuple[int, int]]:
    """Draw (width, height), both even, or odd and equal."""
    return st.sampled_from(SIZES)


def neighbours(width: int, height: int) -> list[tuple[int, int]]:
    """Return every pair of neighbouring cells, smaller cell first."""
    return [pair for cells in lines_of(width, height) for pair in pairwise(cells)]


@cache
def _solutions_below(top: str, width: int, height: int, unique_lines: bool) -> tuple[str, ...]:
    return tuple(all_solutions(Board(width, height, top.ljust(width * height, "."), (), unique_lines)))


@st.composite
def solved_texts(draw: st.DrawFn, width: int, height: int, unique_lines: bool) -> str | None:
    """Draw the text of any solved grid of this size without signs; None if the size has none."""
    # Under two fixed rows there are few enough grids to list without failing Hypothesis' health checks. Some pairs of
    # rows have no grid; every single row has one, or the size has none.
    first, second = draw(st.tuples(*[st.sampled_from(legal_lines(width))] * 2))
    below = _solutions_below(first + second, width, height, unique_lines)
    below = below or _solutions_below(first, width, height, unique_lines)
    return draw(st.sampled_from(below)) if below else None


@st.composite
def position_texts(draw: st.DrawFn, width: int, height: int) -> str:
    """Draw any text of `.`, `0`, `1` for a board of this size, whether it keeps the rules or not.

    Half of them repeat a few rows or columns, because in independent cells full equal lines hardly ever occur.
    """
    count = width * height
    if draw(st.booleans()):
        return draw(_texts(count))
    by_rows = draw(st.booleans())
    length, lines = (width, height) if by_rows else (height, width)
    kinds = draw(st.lists(st.sampled_from(legal_lines(length)) | _texts(length), min_size=1, max_size=3))
    text = "".join(draw(st.lists(st.sampled_from(kinds), min_size=lines, max_size=lines)))
    return text if by_rows else "".join(text[start::length] for start in range(length))


@st.composite
def positions_of(draw: st.DrawFn, board: Board) -> str:
    """Draw any position text that keeps the givens of `board`."""
    text = draw(position_texts(board.width, board.height))
    return "".join(value if given == "." else given for value, given in zip(text, board.cells, strict=True))


@st.composite
def puzzles(draw: st.DrawFn, size: st.SearchStrategy[tuple[int, int]] | None = None) -> Board:
    """Draw any puzzle, from empty to full; most, but not all, have a solution.

    `size` replaces the (width, height) drawn. Most boards are a solved grid with holes, in some of which a wrong value
    is put; the others have arbitrary givens. Signs, if any, agree with that grid or are arbitrary.
    """
    width, height = draw(sizes() if size is None else size)
    unique_lines = draw(st.booleans())
    solved = draw(solved_texts(width, height, unique_lines))
    if solved is None and draw(_mostly()):
        unique_lines = False
        solved = draw(solved_texts(width, height, unique_lines))
    if solved is None or not draw(_mostly()):
        return Board(width, height, draw(_texts(width * height)), draw(_signs(width, height, None)), unique_lines)
    cells = draw(_with_holes(solved))
    if not draw(_mostly()):
        at = draw(st.integers(0, len(cells) - 1))
        cells = cells[:at] + ("1" if solved[at] == "0" else "0") + cells[at + 1 :]
    signs = draw(_signs(width, height, solved if draw(_mostly()) else None))
    return Board(width, height, cells, signs, unique_lines)


def puzzle_texts() -> st.SearchStrategy[str]:
    """Draw any puzzle of `puzzles`, in the notation of the package."""
    return puzzles().map(Board.notation)


def _mostly() -> st.SearchStrategy[bool]:
    return st.sampled_from((True, True, True, True, False))


@st.composite
def _texts(draw: st.DrawFn, count: int) -> str:
    # Different densities: with a single one nearly all larger boards would be broken, or none.
    alphabet = draw(st.sampled_from((".01", "....01", ".............01", "01")))
    return draw(st.text(st.sampled_from(alphabet), min_size=count, max_size=count))


@st.composite
def _with_holes(draw: st.DrawFn, solved: str) -> str:
    alphabet = draw(st.sampled_from((".k", ".kkk", "....k", ".........k")))
    kept = draw(st.text(st.sampled_from(alphabet), min_size=len(solved), max_size=len(solved)))
    return "".join("." if keep == "." else value for value, keep in zip(solved, kept, strict=True))


@st.composite
def _signs(draw: st.DrawFn, width: int, height: int, solved: str | None) -> tuple[Sign, ...]:
    pairs = sorted(draw(st.lists(st.sampled_from(neighbours(width, height)), unique=True, max_size=6)))
    if solved is None:
        return tuple((a, b, draw(st.booleans())) for a, b in pairs)
    return tuple((a, b, solved[a] == solved[b]) for a, b in pairs)
