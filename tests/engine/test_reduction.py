from collections.abc import Iterator
from itertools import combinations, count

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from binairo_tui.engine import CancelledError, Puzzle, parse_puzzle
from binairo_tui.engine.geometry import bits
from binairo_tui.engine.hitting_set import HittingSets
from binairo_tui.engine.reduction import Reduction, ReductionError, reduce_givens, superfluous_givens
from binairo_tui.engine.search import has_unique_solution, solutions
from tests.conftest import Report
from tests.corpus import records
from tests.oracle import Board, all_solutions
from tests.strategies import puzzles, to_puzzle

SMALL = st.sampled_from([(4, 4), (4, 6), (6, 4), (2, 4)])
SEVEN = "8x8;......1...1......0.0.......0........1........0.................."
"""A puzzle with the fewest givens that any 8x8 puzzle can have."""


def without(board: Board, cells: tuple[int, ...]) -> Board:
    return board._replace(cells="".join("." if cell in cells else value for cell, value in enumerate(board.cells)))


def givens_of(board: Board) -> list[int]:
    return [cell for cell, value in enumerate(board.cells) if value != "."]


def fewest_givens(board: Board, all_grids: list[str]) -> int:
    """Find the fewest givens by trying all subsets against all legal grids."""
    givens = givens_of(board)
    for size in range(len(givens) + 1):
        for kept in combinations(givens, size):
            if sum(all(grid[cell] == board.cells[cell] for cell in kept) for grid in all_grids) == 1:
                return size
    raise AssertionError("the board has not one solution")


@given(st.data(), puzzles(SMALL))
def test_the_fewest_givens_are_those_of_brute_force(data: st.DataObject, board: Board) -> None:
    grids = all_solutions(board._replace(cells="." * len(board.cells)))
    assume(grids)
    grid = data.draw(st.sampled_from(grids))
    # Givens in any order, as many as the first solution needs, and a few more.
    order = data.draw(st.permutations(range(len(grid))))
    left, cells = grids, []
    for cell in order:
        if len(left) == 1:
            break
        left = [other for other in left if other[cell] == grid[cell]]
        cells.append(cell)
    cells += order[len(cells) : len(cells) + 2]
    assume(len(cells) <= 11)
    board = board._replace(cells="".join(grid[cell] if cell in cells else "." for cell in range(len(grid))))
    puzzle = to_puzzle(board)

    superfluous = [cell for cell in givens_of(board) if len(all_solutions(without(board, (cell,)))) == 1]
    assert list(superfluous_givens(puzzle)) == superfluous
    reduction = reduce_givens(puzzle)
    assert reduction.is_minimum
    assert reduction.puzzle.givens.bit_count() == reduction.lower_bound == fewest_givens(board, grids)
    assert reduction.puzzle == puzzle.with_givens(reduction.puzzle.givens & puzzle.givens)
    assert has_unique_solution(reduction.puzzle)


@given(puzzles(SMALL))
def test_only_puzzles_with_one_solution_can_be_reduced(board: Board) -> None:
    found = len(all_solutions(board))
    puzzle = to_puzzle(board)
    if found == 1:
        superfluous = tuple(cell for cell in givens_of(board) if len(all_solutions(without(board, (cell,)))) == 1)
        assert superfluous_givens(puzzle) == superfluous
        reduction = reduce_givens(puzzle)
        assert has_unique_solution(reduction.puzzle)
        assert (reduction.puzzle == puzzle) is (not superfluous)
        return
    for function in (superfluous_givens, reduce_givens):
        with pytest.raises(ReductionError, match="more than one" if found else "no solution"):
            function(puzzle)


@pytest.mark.parametrize(("size", "step", "fewest"), [(4, 1, 4), (6, 100, 5)])
def test_every_grid_of_a_size_needs_some_givens(size: int, step: int, fewest: int) -> None:
    """No 4x4 grid, and none of some 6x6 grids, needs fewer givens than the published minimum."""
    empty = Puzzle(size, size, 0)
    needs = {fewest_of(empty.with_givens(grid)) for grid in sorted(solutions(empty))[::step]}
    assert min(needs) >= fewest
    assert size > 4 or needs == {fewest}


def fewest_of(puzzle: Puzzle) -> int:
    reduction = reduce_givens(puzzle)
    assert reduction.is_minimum
    assert has_unique_solution(reduction.puzzle)
    return reduction.lower_bound


def test_seven_givens_are_enough_for_a_full_8x8_grid(report: Report) -> None:
    puzzle = parse_puzzle(SEVEN)
    assert superfluous_givens(puzzle) == ()
    assert reduce_givens(puzzle) == Reduction(puzzle, is_minimum=True, lower_bound=7)
    (solution,) = solutions(puzzle)
    questions = count()
    reduction = reduce_givens(puzzle.with_givens(solution), is_cancelled=lambda: next(questions) < 0)
    assert (reduction.puzzle.givens.bit_count(), reduction.is_minimum) == (7, True)
    report(f"fewest givens of an 8x8 grid: proved after {next(questions)} questions whether to go on")


@pytest.mark.parametrize(("size", "every"), [(14, 196), (14, 19), (20, 400), (20, 19)])
def test_each_redundant_given_can_be_removed_alone_and_no_other(size: int, every: int) -> None:
    """What was learned about the givens before says nothing false about the next."""
    for record in records(f"hard_{size}")[::30]:
        solved = zip(record.board.cells, record.solution or "", strict=True)
        text = "".join([given if cell % every else value for cell, (given, value) in enumerate(solved)])
        puzzle = to_puzzle(record.board._replace(cells=text))
        fewer = {given: puzzle.with_givens(puzzle.givens ^ given) for given in bits(puzzle.givens)}
        expected = sum(given for given, rest in fewer.items() if has_unique_solution(rest))
        assert superfluous_givens(puzzle) == puzzle.geometry.cells(expected)


@pytest.mark.parametrize("patience", [1, 10, 100, 300, 500])
def test_a_cancelled_reduction_gives_what_it_has(patience: int) -> None:
    puzzle = parse_puzzle("6x6;110010011010001101100110011001100101")
    questions = count()
    reduction = reduce_givens(puzzle, is_cancelled=lambda: next(questions) >= patience)
    assert has_unique_solution(reduction.puzzle)
    assert reduction.lower_bound <= fewest_of(puzzle) <= reduction.puzzle.givens.bit_count()
    assert reduction.is_minimum is (reduction.lower_bound == reduction.puzzle.givens.bit_count())
    assert patience > 1 or reduction == Reduction(puzzle, is_minimum=False, lower_bound=0)


def test_a_reduction_cancelled_before_one_solution_is_known_gives_nothing() -> None:
    """What it has then is a puzzle that may have no solution, or more than one."""
    for puzzle in (Puzzle(14, 14), parse_puzzle(SEVEN)):
        with pytest.raises(CancelledError):
            reduce_givens(puzzle, is_cancelled=lambda: True)


def hits(candidate: int, family: list[int]) -> bool:
    return all(candidate & members for members in family)


@given(st.lists(st.integers(1, 2**7 - 1), max_size=12), st.integers(0, 12))
def test_hitting_sets_of_a_family_that_becomes_known(family: list[int], known: int) -> None:
    smallest = min(candidate.bit_count() for candidate in range(2**7) if hits(candidate, family))
    sets = HittingSets(family[:known])
    assert sets.lower_bound() <= smallest
    asked: list[int] = []

    def missed_by(candidate: int) -> int:
        asked.append(candidate)
        return next((members for members in family if not members & candidate), 0)

    for size in range(smallest + 2):
        found = sets.find(size, missed_by)
        assert (found is not None) is (size >= smallest)
        assert found is None or (found.bit_count() <= size and hits(found, family))
    assert all(hits(candidate, family[:known]) for candidate in asked)


@given(st.integers(0, 2**80))
def test_bits(members: int) -> None:
    def expected() -> Iterator[int]:
        return (1 << i for i in range(81) if members >> i & 1)

    assert list(bits(members)) == list(expected())
