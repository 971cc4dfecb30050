import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import is_solved, parse_puzzle
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.search import count_solutions, first_solution, has_unique_solution, solutions
from tests import oracle
from tests.conftest import Report
from tests.corpus import records
from tests.strategies import open_boards, positions_of, puzzles, to_puzzle


@given(puzzles())
def test_solutions_are_those_of_the_oracle(board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    found = [puzzle.geometry.text(position) for position in solutions(puzzle)]
    assert sorted(found) == oracle.all_solutions(board)
    assert count_solutions(puzzle) == len(found)
    assert has_unique_solution(puzzle) == (len(found) == 1)
    assert (first_solution(puzzle) is None) == (not found)


@given(puzzles() | open_boards(), st.sampled_from([-1, 0, 12]), st.sampled_from([0, 2, 20]), st.booleans())
def test_solutions_do_not_depend_on_when_a_search_learns(
    board: oracle.Board, dead_ends: int, most_known: int, in_python: bool
) -> None:
    """Few of these boards begin to learn by themselves, and few have so many solutions that it ends."""
    puzzle = to_puzzle(board)
    with pytest.MonkeyPatch.context() as patch:
        if in_python:
            patch.setattr("binairo_tui.engine.core.native", None)
        patch.setattr("binairo_tui.engine.search.DEAD_ENDS", dead_ends)
        patch.setattr("binairo_tui.engine.search.MAX_KNOWN", most_known)
        found = [puzzle.geometry.text(position) for position in solutions(puzzle)]
    assert sorted(found) == oracle.all_solutions(board)


@given(st.data(), puzzles(), st.integers(0, 5))
def test_limits_and_starting_positions(data: st.DataObject, board: oracle.Board, limit: int) -> None:
    puzzle = to_puzzle(board)
    text = data.draw(positions_of(board))
    position = puzzle.geometry.position(text)
    expected = oracle.all_solutions(board._replace(cells=text))
    found = list(solutions(puzzle, limit, position=position))
    assert len(found) == min(limit, len(expected))
    assert {puzzle.geometry.text(solution) for solution in found} <= set(expected)
    assert count_solutions(puzzle, limit, position=position) == len(found)


@pytest.mark.parametrize(
    "text",
    [
        "3x5;1..0.......10..;odd=either",
        "3x5;..0..11..1....1;odd=either",
        "5x6;.01...0.1.0...1..1...1.0.0.0.0;odd=either",
    ],
)
def test_a_line_with_as_many_ones_as_another_may_still_differ_from_it(text: str) -> None:
    """If it may have one more 1, knowing the 1s of a full line is not knowing the line."""
    puzzle = parse_puzzle(text)
    board = oracle.Board(puzzle.width, puzzle.height, puzzle.geometry.text(puzzle.givens), more_ones=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("binairo_tui.engine.search.DEAD_ENDS", -1)
        assert count_solutions(puzzle) == len(oracle.all_solutions(board))


def test_every_6x6_grid_once() -> None:
    puzzle = parse_puzzle("6x6;" + "." * 36)
    found = list(solutions(puzzle))
    assert len(found) == len(set(found)) == 4140
    assert all(is_solved(puzzle, position) for position in found[::97])


@pytest.mark.parametrize("dead_ends", [12, -1])  # -1: the learning search begins at the first node
def test_a_cancelled_search_raises(monkeypatch: pytest.MonkeyPatch, dead_ends: int) -> None:
    monkeypatch.setattr("binairo_tui.engine.search.DEAD_ENDS", dead_ends)
    puzzle = parse_puzzle("8x8;" + "." * 64)
    with pytest.raises(CancelledError):
        list(itertools.islice(solutions(puzzle, is_cancelled=after_calls(5)), 2000))
    with pytest.raises(CancelledError):
        count_solutions(puzzle, is_cancelled=after_calls(5))


@pytest.mark.parametrize("pattern", ["web_*", "unruly_*", "plus_*", "unsat", "hard_[6-9]", "hard_1*", "hard_2*"])
def test_corpus(pattern: str, report: Report) -> None:
    """Every puzzle has the stored solution and no other, or, if none is stored, no solution."""
    cases = [(record, to_puzzle(record.board)) for record in records(pattern)]
    started = time.perf_counter()
    found = [list(solutions(puzzle, 2)) for _, puzzle in cases]
    seconds = time.perf_counter() - started
    for (record, puzzle), positions in zip(cases, found, strict=True):
        assert [puzzle.geometry.text(position) for position in positions] == (
            [record.solution] if record.solution else []
        ), record.id
    solved = sum(len(positions) for positions in found)
    report(f"corpus {pattern}: {solved} solved, {len(cases) - solved} refuted in {seconds:.2f} s")


def test_corpus_with_several_solutions(report: Report) -> None:
    """Search finds every solution of each puzzle exactly once, and nothing else."""
    cases = [(record, to_puzzle(record.board)) for record in records("multi")]
    started = time.perf_counter()
    for record, puzzle in cases:
        found = list(solutions(puzzle))
        assert len(set(found)) == len(found) == record.solution_count, record.id
    report(f"corpus multi: all solutions of {len(cases)} puzzles in {time.perf_counter() - started:.2f} s")
