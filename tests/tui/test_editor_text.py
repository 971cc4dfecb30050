"""Tests of the editor's text and board."""

import pytest
from hypothesis import given

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.analysis import Analysis, analyse
from binairo_tui.tui.view.appearance import grid_look
from binairo_tui.tui.view.editor_text import (
    EditStatus,
    edit_paragraphs,
    edit_pointer,
    edited_grid,
    facts,
    rules_text,
)
from binairo_tui.tui.widgets.bars import join_fitting
from binairo_tui.tui.widgets.drawing import TONE_LOOKS
from tests.oracle import Board
from tests.strategies import puzzles, to_puzzle


def panel_text(text: str) -> str:
    puzzle = parse_puzzle(text)
    analysis = list(analyse(puzzle))[-1]
    report = EditStatus(analysis=analysis, agreed_key="v", reduce_key="f")
    return " ".join(paragraph.text for paragraph in edit_paragraphs(puzzle, report))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "4x4;1111............",
            "No solution. Row 1: four 1s together (r1c1-c4). Row 1 has four 1s; two are allowed.",
        ),
        (
            "6x6;11.00." + "1" + "." * 29,
            (
                "No solution. Neither 0 nor 1 fits in r1c3. "
                "Together, these givens (*) allow no solution: r1c1, r1c2, r1c4, r1c5."
            ),
        ),
        (
            "4x4;1...0" + "." * 11 + ";signs=r1c1=r2c1",
            "No solution. Cells r1c1 and r2c1 must be equal: an = stands between them.",
        ),
        (
            "4x4;1.......1" + "." * 7 + ";signs=r1c1=r2c1",
            (
                "No solution. No legal filling is left for column 1. "
                "Together with the signs, these givens (*) allow no solution: r1c1, r3c1."
            ),
        ),
        ("8x4;1" + "." * 31, "No solution. The size and rules alone allow no solution, whatever the givens are."),
        (
            "4x4;1...............;signs=r1c1=r1c2,r1c2=r1c3",
            "No solution. The size, rules and signs alone allow no solution, whatever the givens are.",
        ),
        ("2x2;1...", 'One solution. Gentle, score 14. Hardest technique: "last blank". Every given is needed.'),
        (
            "4x4;" + "." * 16,
            "More than one solution. No cell has the same value in all solutions.",
        ),
        (
            "4x4;11" + "." * 14,
            (
                "More than one solution. All solutions agree on 4 of 16 cells, 2 more than the givens. "
                "v hides the shared values."
            ),
        ),
        ("4x4;1" + "." * 15, "More than one solution. All solutions agree on 1 of 16 cells: the givens."),
    ],
)
def test_panel(text: str, expected: str) -> None:
    assert panel_text(text) == expected


@pytest.mark.parametrize(
    ("givens", "expected"),
    [
        (
            "1...10.....0.0.1.....11.0.....1.0...",
            "Each of 3 givens (*) could be left out, but perhaps not all together: r1c5, r1c6, r5c1.",
        ),
        (
            "110010011010001101100110011001100101",
            "Each of 36 givens could be left out, but perhaps not all together. f removes as many as possible.",
        ),
    ],
)
def test_many_superfluous_givens_are_not_marked(givens: str, expected: str) -> None:
    puzzle = parse_puzzle(f"6x6;{givens}")
    assert expected in panel_text(str(puzzle))
    marked = edit_pointer(puzzle, list(analyse(puzzle))[-1]).because
    assert bool(marked) is ("*" in expected)


def test_the_board_marks_the_broken_rules_that_the_text_names_and_no_other_cells() -> None:
    puzzle = parse_puzzle("8x8;00000..." + "." * 56)
    analysis = list(analyse(puzzle))[-1]
    assert analysis.conflicting_givens
    assert edit_pointer(puzzle, analysis).because == ()
    looks = grid_look(edited_grid(puzzle, analysis, shows_agreed=True)).cells
    assert [cell for cell, look in enumerate(looks) if look.mark == "!"] == [0, 1, 2, 3, 4]


def test_the_message_is_shown_until_the_analysis_is_known() -> None:
    puzzle = parse_puzzle("4x4;" + "." * 16)
    assert edit_paragraphs(puzzle, EditStatus()) == []
    paragraphs = edit_paragraphs(
        puzzle, EditStatus("Cleared.", trouble="The draft cannot be saved: full", is_slow=True)
    )
    assert [text for text, _ in paragraphs] == [
        "Cleared.",
        "Looking for solutions...",
        "The draft cannot be saved: full",
    ]


@given(puzzles())
def test_the_board_shows_givens_and_what_several_solutions_share(board: Board) -> None:
    puzzle = to_puzzle(board)
    for analysis in (None, *analyse(puzzle)):
        pointer = edit_pointer(puzzle, analysis)
        assert all(puzzle.is_given(cell) for cell in pointer.because)
        for shows_agreed in (True, False):
            grid = edited_grid(puzzle, analysis, shows_agreed=shows_agreed)
            assert grid.position & puzzle.givens == puzzle.givens
            more = puzzle.geometry.changed(puzzle.givens, grid.position)
            backbone = analysis.backbone if analysis else None
            assert not more or (shows_agreed and backbone == grid.position)
            cells = grid_look(grid, pointer=pointer).cells
            assert [look.is_given for look in cells] == [value != "." for value in board.cells]
        paragraphs = edit_paragraphs(puzzle, EditStatus(analysis=analysis))
        assert all(
            tone in TONE_LOOKS and (text[0].isupper() or text[0].isdigit()) and text[-1] == "."
            for text, tone in paragraphs
        )


def test_an_analysis_of_another_puzzle_is_harmless() -> None:
    puzzle = parse_puzzle("4x4;0...............")
    earlier = parse_puzzle("4x4;................")
    stale = Analysis(earlier, 2, backbone=parse_puzzle("4x4;11..............").givens)
    assert puzzle.geometry.text(edited_grid(puzzle, stale, shows_agreed=True).position) == "01.............."
    assert edit_pointer(puzzle, Analysis(earlier, 0, conflicting_givens=(0, 5))).because == (0,)
    text = edit_paragraphs(puzzle, EditStatus(analysis=stale))[-1].text
    assert text == "All solutions agree on 2 of 16 cells, 2 more than the givens."


def test_heading() -> None:
    puzzle = parse_puzzle("4x2;1.......;signs=r1c1=r1c2,r1c1xr2c1;lines=any")
    assert (rules_text(puzzle), facts(puzzle)) == ("4x2 · lines may repeat", ("1 given", "2 signs"))
    blank = parse_puzzle("4x2;........")
    assert facts(blank, Analysis(blank, 2)) == ("several solutions", "0 givens")


def test_facts_that_fit_are_shown() -> None:
    shown = [join_fitting(("one solution", "11 givens"), width) for width in (24, 23, 12, 11, 0)]
    assert shown == ["one solution · 11 givens", "one solution", "one solution", "", ""]


def test_without_room_for_signs_the_panel_names_those_of_the_cursor() -> None:
    puzzle = parse_puzzle("4x2;1.......;signs=r1c1=r1c2,r1c1xr2c1")
    said = [[text for text, _ in edit_paragraphs(puzzle, EditStatus(cursor=cell))] for cell in (0, 1, 3)]
    assert said == [["r1c1: = r1c2, × r2c1"], ["r1c2: = r1c1"], []]
