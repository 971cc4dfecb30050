from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.analysis import NO_REASON, Analysis, analyse, find_backbone
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.grading import grade
from binairo_tui.engine.reduction import superfluous_givens
from binairo_tui.engine.search import solutions
from tests.oracle import Board, all_solutions
from tests.strategies import puzzles, to_puzzle

SMALL = st.sampled_from([(4, 6), (6, 4), (4, 4), (2, 4), (5, 5)])


def shared(texts: list[str]) -> str:
    """The values in which some grids agree."""
    return "".join([values[0] if len(set(values)) == 1 else "." for values in zip(*texts, strict=True)])


@given(puzzles(SMALL))
def test_an_analysis_says_what_brute_force_says(board: Board) -> None:
    puzzle, found = to_puzzle(board), all_solutions(board)
    answers = list(analyse(puzzle))
    first, last = answers[0], answers[-1]
    assert {answer.count for answer in answers} == {min(len(found), 2)}
    if not found:
        assert first.reason
        assert last.conflicting_givens is not None
        left = "".join([value if cell in last.conflicting_givens else "." for cell, value in enumerate(board.cells)])
        assert left.count(".") == len(left) - len(last.conflicting_givens)
        assert not all_solutions(board._replace(cells=left))
        for cell in last.conflicting_givens:
            assert all_solutions(board._replace(cells=left[:cell] + "." + left[cell + 1 :]))
    elif len(found) == 1:
        assert answers == [
            Analysis(puzzle, 1),
            Analysis(puzzle, 1, grade=grade(puzzle)),
            Analysis(puzzle, 1, grade=grade(puzzle), superfluous=superfluous_givens(puzzle)),
        ]
    else:
        assert last.backbone is not None
        assert puzzle.geometry.text(last.backbone) == shared(found)


@given(puzzles(SMALL), st.data())
def test_the_backbone_does_not_depend_on_the_known_solutions(board: Board, data: st.DataObject) -> None:
    puzzle = to_puzzle(board)
    found = list(solutions(puzzle))
    if found:
        known = data.draw(st.lists(st.sampled_from(found), min_size=1, max_size=3))
        backbone = find_backbone(puzzle, known)
        assert puzzle.geometry.text(backbone) == shared([puzzle.geometry.text(one) for one in found])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4x4;111.............", "Row 1: three 1s together (r1c1, r1c2, r1c3)."),
        ("6x6;11.00." + "." * 30, "Neither 0 nor 1 fits in r1c3."),
        ("8x4;" + "." * 32, NO_REASON),
    ],
)
def test_why_there_is_no_solution(text: str, reason: str) -> None:
    answers = list(analyse(parse_puzzle(text)))
    assert answers[0].reason == reason


def test_a_size_without_any_grid_has_no_conflicting_givens() -> None:
    assert list(analyse(parse_puzzle("8x4;" + "1" + "." * 31)))[-1].conflicting_givens == ()


@pytest.mark.parametrize("text", ["8x8;" + "." * 64, "6x6;1...10.....0.0.1.....11.0.....1.0...", "8x4;1" + "." * 31])
def test_a_cancelled_analysis_ends_with_what_it_knows(text: str) -> None:
    puzzle = parse_puzzle(text)
    complete = list(analyse(puzzle))
    for patience in range(0, 60, 3):
        answers: list[Analysis] = []
        with suppress(CancelledError):
            answers.extend(analyse(puzzle, is_cancelled=after_calls(patience)))
        assert answers == complete[: len(answers)]
