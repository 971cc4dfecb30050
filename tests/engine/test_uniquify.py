import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.search import has_unique_solution
from binairo_tui.engine.uniquify import UnsolvableError, make_unique
from tests.oracle import Board, all_solutions
from tests.strategies import puzzles, to_puzzle

SMALL = st.sampled_from([(4, 6), (6, 4), (4, 4), (2, 4), (5, 5)])


def text_of(puzzle: Puzzle) -> str:
    return puzzle.geometry.text(puzzle.givens)


@given(puzzles(SMALL), st.integers(0, 9), st.booleans())
def test_a_puzzle_made_unique_has_one_solution_and_keeps_its_givens(board: Board, seed: int, few: bool) -> None:
    found = all_solutions(board)
    if not found:
        with pytest.raises(UnsolvableError):
            make_unique(to_puzzle(board), seed=seed, few=few)
        return
    puzzle = to_puzzle(board)
    unique = make_unique(puzzle, seed=seed, few=few)
    cells = text_of(unique.puzzle)
    assert len(all_solutions(board._replace(cells=cells))) == 1
    drawn_again = "".join(["." if cell in unique.added else value for cell, value in enumerate(cells)])
    assert drawn_again == board.cells
    assert (unique.puzzle.signs, unique.puzzle.unique_lines) == (puzzle.signs, puzzle.unique_lines)
    assert make_unique(puzzle, seed=seed, few=few) == unique
    if len(found) == 1:
        assert unique.puzzle == puzzle
    if few:
        assert unique.is_minimal
        for cell in unique.added:
            without = cells[:cell] + "." + cells[cell + 1 :]
            assert len(all_solutions(board._replace(cells=without))) > 1


def test_few_givens_are_fewer_and_seeds_differ() -> None:
    empty = Puzzle(6, 8, 0)
    for seed in range(3):
        assert len(make_unique(empty, seed=seed, few=True).added) < len(make_unique(empty, seed=seed).added)
    assert len({text_of(make_unique(empty, seed=seed).puzzle) for seed in range(5)}) == 5


def test_any_solution_is_used_if_no_random_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.engine.uniquify.RANDOM_NODES", 0)
    unique = make_unique(Puzzle(8, 6, 0), seed=1)
    assert unique.added
    assert has_unique_solution(unique.puzzle)


def test_a_cancelled_call_raises_or_returns_the_best_so_far() -> None:
    puzzle = parse_puzzle(f"10x10;1{'.' * 99}")
    with pytest.raises(CancelledError):
        make_unique(puzzle, seed=1, is_cancelled=lambda: True)
    best = make_unique(puzzle, seed=1, few=True)
    sizes = set()
    for limit in (25, 50, 75, 200):
        try:
            unique = make_unique(puzzle, seed=1, few=True, is_cancelled=after_calls(limit))
        except CancelledError:
            continue
        assert has_unique_solution(unique.puzzle)
        assert len(unique.added) >= len(best.added)
        assert unique.is_minimal is (unique == best)
        sizes.add(len(unique.added))
    assert len(sizes) > 1
