"""Tests of the text and the marks of the solutions screen."""

import pytest
from hypothesis import given

from binairo_tui.engine import parse_puzzle
from binairo_tui.game.solutions import SolutionList, list_solutions
from binairo_tui.tui.view.editor_text import solution_grid, solutions_paragraphs
from tests.oracle import Board
from tests.strategies import puzzles, to_puzzle


def last(text: str, limit: int = 1000) -> SolutionList:
    return list(list_solutions(parse_puzzle(text), limit=limit))[-1]


def panel_text(listed: SolutionList, index: int = 0) -> str:
    return " ".join([text for text, _ in solutions_paragraphs(listed, index)])


@given(puzzles())
def test_marks_are_on_cells_that_differ_or_on_shared_ones_that_are_not_given(board: Board) -> None:
    puzzle = to_puzzle(board)
    for listed in list_solutions(puzzle, limit=30):
        if not listed.found:
            continue
        cells = range(puzzle.geometry.cell_count)
        texts = [puzzle.geometry.text(solution) for solution in listed.found]
        shared = {cell for cell in cells if puzzle.geometry.value(listed.backbone, cell) != "."}
        assert all(len({text[cell] for text in texts}) == 1 for cell in shared)
        grid, pointer = solution_grid(listed, len(texts) - 1)
        assert puzzle.geometry.text(grid.position) == texts[-1]
        differing, derived = set(cells) - shared, {cell for cell in shared if not puzzle.is_given(cell)}
        assert (set(pointer.targets), set(pointer.because)) == (
            (differing, set()) if len(differing) <= len(derived) else (set(), derived)
        )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2x2;....;lines=any", "Solution 1 of 2. No cell has the same value in all solutions."),
        (
            "4x4;1" + "." * 15,
            "Solution 1 of 36. All solutions agree on 1 of 16 cells; those not given are marked with *.",
        ),
        ("4x4;11" + "." * 14, "agree on 4 of 16 cells; those not given are marked with *."),
        ("6x6;1...10.....0.0.1.....11.0.......0...", "agree on 30 of 36 cells; the others are marked with ?."),
        ("2x2;1...", "The only solution."),
        ("8x4;" + "." * 32, "There is no solution."),
    ],
)
def test_panel(text: str, expected: str) -> None:
    assert expected in panel_text(last(text))


def test_the_panel_counts_the_solutions_found_so_far() -> None:
    lists = list(list_solutions(parse_puzzle("4x4;" + "." * 16), limit=40))
    assert "Solution 1 of at least 3. The 3 found so far agree on" in panel_text(lists[1])
    assert panel_text(lists[1]).endswith("Still searching...")
    assert panel_text(SolutionList(lists[0].puzzle)) == "Looking for solutions..."
