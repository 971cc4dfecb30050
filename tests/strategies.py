"""Hypothesis strategies for boards and positions: the meaning of "any puzzle" in the property tests.

They know the rules only through the oracle. Sizes are ones that the oracle solves in about a second, non-square first,
so that a failing test shrinks to a swapped width and height. Boards are drawn with and without the unique-lines rule,
with and without signs, solvable or not. A board of 2x4, 4x2, 4x8 or 8x4 with unique lines has no solution (there are
not enough different short lines); a few of those are kept on purpose.

Strategies are made once and cached: Hypothesis takes longer to make and check one than to draw from it.
"""

from contextlib import suppress
from functools import cache
from itertools import pairwise, product
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.oracle import Board, Sign, all_solutions, legal_lines, lines_of

if TYPE_CHECKING:
    from binairo_tui.engine.puzzle import Puzzle

SIZES = ((2, 4), (4, 2), (4, 4), (6, 4), (4, 6), (5, 5), (6, 6), (8, 4), (4, 8), (3, 3), (2, 2))
"""(width, height) of the boards drawn; non-square ones first."""
ODD_RECTANGLES = ((5, 4), (3, 5))
"""Sizes of boards on which lines of odd length have one more of either value."""


def to_puzzle(board: Board) -> "Puzzle":
    """Return the engine's puzzle for `board`, through the notation: the only bridge between oracle and engine."""
    from binairo_tui.engine.notation import parse_puzzle

    return parse_puzzle(board.notation())


def to_board(puzzle: "Puzzle") -> Board:
    """Return the oracle's board for an engine's puzzle. Each rule has the same name in both."""
    signs = tuple((sign.a, sign.b, sign.same) for sign in puzzle.signs)
    rules = [getattr(puzzle, name) for name in Board._fields[4:]]
    return Board(puzzle.width, puzzle.height, puzzle.geometry.text(puzzle.givens), signs, *rules)


_BOOLEANS = st.booleans()
_MOSTLY = st.sampled_from((True, True, True, True, False))


@cache
def sizes() -> st.SearchStrategy[tuple[int, int]]:
    """Draw (width, height), both even, or odd and equal."""
    return st.sampled_from(SIZES)


@cache
def _any_sizes() -> st.SearchStrategy[tuple[int, int]]:
    return st.sampled_from((*ODD_RECTANGLES, *SIZES))


@cache
def _more_ones(width: int, height: int) -> st.SearchStrategy[bool]:
    """Draw whether odd lines have more 1s than 0s: always on even boards, never on `ODD_RECTANGLES`."""
    if width % 2 == height % 2 == 0:
        return st.just(True)
    return _BOOLEANS if width == height else st.just(False)


@cache
@st.composite
def kinds(draw: st.DrawFn, width: int, height: int) -> Board:
    """Draw the rules of boards of this size: a board without cells and signs."""
    return Board(width, height, "", (), draw(_BOOLEANS), draw(_more_ones(width, height)))


def every_kind(width: int, height: int) -> "list[Puzzle]":
    """Return the empty puzzles of this size, one for each combination of rules that is allowed."""
    found = []
    for rules in product((True, False), repeat=len(Board._fields) - 4):
        with suppress(ValueError):
            found.append(to_puzzle(Board(width, height, "." * width * height, (), *rules)))
    return found


@cache
def neighbours(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Return every pair of neighbouring cells, smaller cell first."""
    return tuple(pair for cells in lines_of(width, height) for pair in pairwise(cells))


@cache
def _solutions_below(top: str, kind: Board) -> st.SearchStrategy[str] | None:
    found = all_solutions(kind._replace(cells=top.ljust(kind.width * kind.height, ".")))
    return st.sampled_from(found) if found else None


@cache
@st.composite
def solved_texts(draw: st.DrawFn, kind: Board) -> str | None:
    """Draw the text of any solved grid with this size and these rules; None if there is none.

    `kind` has no cells and no signs.
    """
    # Under two fixed rows there are few enough grids to list without failing Hypothesis' health checks. Some pairs of
    # rows have no grid; every single row has one, or the size has none.
    first, second = draw(_two_legal_lines(kind.width, kind.more_ones))
    below = _solutions_below(first + second, kind)
    if below is None:
        below = _solutions_below(first, kind)
    return None if below is None else draw(below)


@cache
@st.composite
def position_texts(draw: st.DrawFn, width: int, height: int) -> str:
    """Draw any text of `.`, `0`, `1` for a board of this size, whether it keeps the rules or not.

    Half of them repeat a few rows or columns, because in independent cells full equal lines hardly ever occur.
    """
    count = width * height
    if draw(_BOOLEANS):
        return draw(_texts(count))
    by_rows = draw(_BOOLEANS)
    length, lines = (width, height) if by_rows else (height, width)
    kinds = draw(_kinds_of_lines(length))
    text = "".join(draw(st.lists(st.sampled_from(kinds), min_size=lines, max_size=lines)))
    return text if by_rows else "".join(text[start::length] for start in range(length))


@st.composite
def positions_of(draw: st.DrawFn, board: Board) -> str:
    """Draw any position text that keeps the givens of `board`."""
    text = draw(position_texts(board.width, board.height))
    return "".join(value if given == "." else given for value, given in zip(text, board.cells, strict=True))


@cache
@st.composite
def sign_positions(draw: st.DrawFn) -> tuple[Board, str]:
    """Draw a board full of signs, whether they agree or not, and a position with so few values that signs matter."""
    width, height = draw(_any_sizes())
    drawn = draw(_characters(len(neighbours(width, height)), "=x.", "=x......"))
    signs = tuple(
        (a, b, kind == "=") for (a, b), kind in zip(neighbours(width, height), drawn, strict=True) if kind != "."
    )
    text = draw(_characters(width * height, "....01", ".............01"))
    return draw(kinds(width, height))._replace(cells="." * len(text), signs=signs), text


@cache
@st.composite
def puzzles(draw: st.DrawFn, size: st.SearchStrategy[tuple[int, int]] | None = None) -> Board:
    """Draw any puzzle, from empty to full; most, but not all, have a solution.

    `size` replaces the (width, height) drawn. Most boards are a solved grid with holes, in some of which a wrong value
    is put; the others have arbitrary givens. Signs, if any, agree with that grid or are arbitrary.
    """
    width, height = draw(_any_sizes() if size is None else size)
    kind = draw(kinds(width, height))
    solved = draw(solved_texts(kind))
    if solved is None and draw(_MOSTLY):
        kind = kind._replace(unique_lines=False)
        solved = draw(solved_texts(kind))
    if solved is None or not draw(_MOSTLY):
        cells = draw(_texts(width * height))
        return kind._replace(cells=cells, signs=_signs(draw, width, height, None))
    kept = draw(_kept(len(solved)))
    cells = "".join("." if keep == "." else value for value, keep in zip(solved, kept, strict=True))
    if not draw(_MOSTLY):
        at = draw(st.integers(0, len(cells) - 1))
        cells = cells[:at] + ("1" if solved[at] == "0" else "0") + cells[at + 1 :]
    signs = _signs(draw, width, height, solved if draw(_MOSTLY) else None)
    return kind._replace(cells=cells, signs=signs)


def puzzle_texts() -> st.SearchStrategy[str]:
    """Draw any puzzle of `puzzles`, in the notation of the package."""
    return puzzles().map(Board.notation)


@cache
def _two_legal_lines(length: int, more_ones: bool) -> st.SearchStrategy[tuple[str, str]]:
    lines = st.sampled_from(legal_lines(length, more_ones))
    return st.tuples(lines, lines)


@cache
def _kinds_of_lines(length: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(legal_lines(length)) | _texts(length), min_size=1, max_size=3)


@cache
def _texts(count: int) -> st.SearchStrategy[str]:
    # Different densities: with a single one nearly all larger boards would be broken, or none.
    return _characters(count, ".01", "....01", ".............01", "01")


@cache
def _kept(count: int) -> st.SearchStrategy[str]:
    return _characters(count, ".k", ".kkk", "....k", ".........k")


def _characters(count: int, *alphabets: str) -> st.SearchStrategy[str]:
    """Draw `count` characters of one alphabet; one that is in it more often is drawn more often."""
    texts = {it: st.text(st.sampled_from(it), min_size=count, max_size=count) for it in alphabets}
    return st.sampled_from(alphabets).flatmap(texts.__getitem__)


@cache
def _pairs_with_signs(width: int, height: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    return st.lists(st.sampled_from(neighbours(width, height)), unique=True, max_size=6).map(sorted)


def _signs(draw: st.DrawFn, width: int, height: int, solved: str | None) -> tuple[Sign, ...]:
    pairs = draw(_pairs_with_signs(width, height))
    if solved is None:
        return tuple((a, b, draw(_BOOLEANS)) for a, b in pairs)
    return tuple((a, b, solved[a] == solved[b]) for a, b in pairs)


@st.composite
def open_boards(draw: st.DrawFn) -> Board:
    """Draw a board on which most cells are empty: a full row, some more givens, some signs."""
    width, height = draw(st.sampled_from(((4, 6), (6, 4), (6, 6), (5, 5), (8, 4), (4, 8), (4, 4), (5, 4))))
    kind = draw(kinds(width, height))
    solved = draw(solved_texts(kind))
    if solved is None:  # too few short lines differ
        kind = kind._replace(unique_lines=False)
        solved = draw(solved_texts(kind))
    assert solved is not None
    row = draw(st.integers(0, height - 1))
    kept = {*range(width * row, width * (row + 1)), *draw(st.sets(st.integers(0, width * height - 1), max_size=4))}
    cells = "".join(value if cell in kept else "." for cell, value in enumerate(solved))
    count = draw(st.sampled_from((0, 4, 8)))
    pairs = sorted(draw(st.sets(st.sampled_from(neighbours(width, height)), min_size=count, max_size=count)))
    return kind._replace(cells=cells, signs=tuple((a, b, solved[a] == solved[b]) for a, b in pairs))
