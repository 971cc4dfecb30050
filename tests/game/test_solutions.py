from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.game import Aid, GameSession, SolveStyle
from binairo_tui.game.aids import NO_AID
from binairo_tui.game.solutions import SolutionList, list_solutions
from tests.oracle import Board, all_solutions
from tests.strategies import puzzles, to_puzzle

SMALL = st.sampled_from([(4, 6), (6, 4), (4, 4), (2, 4)])


@given(puzzles(SMALL), st.integers(1, 12))
def test_all_solutions_up_to_a_limit_and_what_they_share(board: Board, limit: int) -> None:
    puzzle, expected = to_puzzle(board), all_solutions(board)
    lists = list(list_solutions(puzzle, limit=limit))
    last = lists[-1]
    texts = [puzzle.geometry.text(solution) for solution in last.found]
    assert len(set(texts)) == len(texts) == min(len(expected), limit)
    assert set(texts) <= set(expected)
    assert (last.is_complete, last.has_more) == (len(expected) <= limit, len(expected) > limit)
    assert last.is_backbone_known
    shared = "".join([values[0] if len(set(values)) == 1 else "." for values in zip(*expected, strict=True)])
    assert puzzle.geometry.text(last.backbone) == (shared or "." * len(board.cells))
    for earlier, later in pairwise(lists):
        assert later.found[: len(earlier.found)] == earlier.found
        assert later.backbone & ~earlier.backbone == 0
        assert not earlier.is_searching or not earlier.is_backbone_known


def test_the_first_solution_comes_at_once_and_the_counts_say_what_is_known() -> None:
    lists = list(list_solutions(Puzzle(4, 4, 0), limit=40))
    assert [listed.count_text for listed in lists] == [
        *("at least 1", "at least 3", "at least 7", "at least 15", "at least 31"),
        *("more than 40", "more than 40"),
    ]
    assert [listed.is_searching for listed in lists] == [True] * 5 + [False] * 2
    assert [listed.count_text for listed in list_solutions(Puzzle(4, 4, 0))][-1] == "72"
    assert [listed.count_text for listed in list_solutions(Puzzle(4, 8, 0))] == ["0"]


def test_a_cancelled_list_ends_with_what_was_found() -> None:
    puzzle = Puzzle(6, 6, 0)
    complete = list(list_solutions(puzzle, limit=100))
    seen = set()
    for patience in (*range(0, 200, 7), 10_000):  # the engines ask at different times
        lists: list[SolutionList] = []
        with suppress(CancelledError):
            lists.extend(list_solutions(puzzle, limit=100, is_cancelled=after_calls(patience)))
        assert lists == complete[: len(lists)]
        seen.add(len(lists))
    assert {0, len(complete)} < seen


def test_looking_at_solutions_counts_as_help_until_the_puzzle_is_solved() -> None:
    session = GameSession(parse_puzzle("2x2;1..1"))
    before = session.snapshot()
    session.reveal_solutions()
    assert session.snapshot() == before._replace(aids=Aid.SOLUTIONS)
    assert session.style is SolveStyle.HELPED

    solved = GameSession(parse_puzzle("2x2;1001"))
    solved.reveal_solutions()
    assert solved.aids == NO_AID

    strict = GameSession(parse_puzzle("2x2;1..1"))
    strict.shown = NO_AID
    with pytest.raises(RuntimeError):
        strict.reveal_solutions()
