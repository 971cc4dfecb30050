import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Position, Puzzle
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.conflict_search import SearchStats
from binairo_tui.engine.propagation import propagator
from binairo_tui.engine.row_search import RowSearch, is_narrow
from binairo_tui.engine.search import solutions
from tests import oracle
from tests.strategies import neighbours, puzzles, solved_texts, to_puzzle


def rows_only(puzzle: Puzzle, start: Position) -> tuple[list[Position], SearchStats]:
    """Return the solutions that row search alone finds, and the work done."""
    stats = SearchStats()
    return list(RowSearch(propagator(puzzle), start, stats, lambda: None).solutions()), stats


@st.composite
def open_boards(draw: st.DrawFn) -> oracle.Board:
    """Draw a board on which most cells are empty: a full row, some more givens, some signs."""
    width, height = draw(st.sampled_from(((4, 6), (6, 4), (6, 6), (5, 5), (8, 4), (4, 8), (4, 4))))
    unique_lines = draw(st.booleans())
    solved = draw(solved_texts(width, height, unique_lines))
    if solved is None:  # too few short lines differ
        unique_lines = False
        solved = draw(solved_texts(width, height, unique_lines))
    assert solved is not None
    row = draw(st.integers(0, height - 1))
    kept = {*range(width * row, width * (row + 1)), *draw(st.sets(st.integers(0, width * height - 1), max_size=4))}
    cells = "".join(value if cell in kept else "." for cell, value in enumerate(solved))
    count = draw(st.sampled_from((0, 4, 8)))
    pairs = sorted(draw(st.sets(st.sampled_from(neighbours(width, height)), min_size=count, max_size=count)))
    return oracle.Board(width, height, cells, tuple((a, b, solved[a] == solved[b]) for a, b in pairs), unique_lines)


@given(open_boards(), st.sampled_from((1, 5, 10**6)), st.sampled_from((0, 12)))
def test_every_solution_is_found_once(board: oracle.Board, steps: int, more: int) -> None:
    """The solutions do not depend on whether the remaining positions are propagated after some steps."""
    puzzle = to_puzzle(board)
    start = propagator(puzzle).fixpoint(puzzle.givens)
    assert start is not None
    if puzzle.geometry.is_full(start):
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("binairo_tui.engine.row_search.FREE_STEPS", steps)
        patch.setattr("binairo_tui.engine.row_search.STEPS_PER_SOLUTION", more)
        found, _ = rows_only(puzzle, start)
    assert sorted(puzzle.geometry.text(solution) for solution in found) == oracle.all_solutions(board)


@given(puzzles() | open_boards())
def test_solutions_with_row_search_from_the_start(board: oracle.Board) -> None:
    """`solutions` normally begins row search after many solutions, and few of these boards have so many."""
    puzzle = to_puzzle(board)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("binairo_tui.engine.search.MAX_KNOWN", 0)
        found = [puzzle.geometry.text(position) for position in solutions(puzzle)]
    assert sorted(found) == oracle.all_solutions(board)


@pytest.mark.parametrize(("unique_lines", "count"), [(True, 4140), (False, 11222)])
def test_all_grids_of_a_board(monkeypatch: pytest.MonkeyPatch, count: int, *, unique_lines: bool) -> None:
    monkeypatch.setattr("binairo_tui.engine.row_search.FREE_STEPS", 10**6)
    found, stats = rows_only(Puzzle(6, 6, unique_lines=unique_lines), 0)
    assert len(set(found)) == len(found) == count
    assert stats.conflicts


def test_memos_may_be_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    expected, _ = rows_only(Puzzle(6, 6), 0)
    monkeypatch.setattr("binairo_tui.engine.row_search.MAX_MEMO", 1)
    assert rows_only(Puzzle(6, 6), 0)[0] == expected


def test_wide_lines_are_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(6, 6)  # a line of six cells has 14 completions
    monkeypatch.setattr("binairo_tui.engine.row_search.MAX_COMPLETIONS", 14)
    assert is_narrow(propagator(puzzle), 0)
    assert not any(is_narrow(propagator(Puzzle(*size)), 0) for size in ((6, 8), (8, 6)))
    monkeypatch.setattr("binairo_tui.engine.row_search.MAX_COMPLETIONS", 13)
    assert not is_narrow(propagator(puzzle), 0)
    assert len(list(solutions(puzzle))) == 4140


def test_check_is_called_at_every_step() -> None:
    puzzle, stats = Puzzle(6, 6), SearchStats()
    is_cancelled = after_calls(1000)

    def check() -> None:
        if is_cancelled():
            raise CancelledError

    with pytest.raises(CancelledError):
        list(RowSearch(propagator(puzzle), 0, stats, check).solutions())
    assert stats.nodes == 1000
