"""Reason check: if it says that marks are enough, they are; if it asks for more marks, they are enough with these."""

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from binairo_tui.engine import deductions, prove
from binairo_tui.engine.bands import BAND_OF, Band
from binairo_tui.engine.drills import MAX_STEPS, make_drill
from binairo_tui.engine.reason_check import Marks, Worth, check_reason
from tests.oracle import Board, all_solutions, lines_of
from tests.strategies import puzzles, to_puzzle

SMALL = st.sampled_from([(4, 2), (4, 4), (4, 6), (6, 4)])
STEPS = [name for name, band in BAND_OF.items() if band is not Band.EXTREME]
"""The techniques whose proofs are single steps."""


def cells_of(board: Board, marks: Marks) -> set[int]:
    lines = lines_of(board.width, board.height)
    return {*marks.cells, *[cell for line in marks.lines for cell in lines[line]]}


def shown(board: Board, marks: Marks, cell: int) -> Board:
    """The board with nothing but the marked cells, and the signs between them and the cell."""
    known = cells_of(board, marks) | {cell}
    held = "".join(value if place in known else "." for place, value in enumerate(board.cells))
    return board._replace(cells=held, signs=tuple(sign for sign in board.signs if {*sign[:2]} <= known))


@given(st.data(), puzzles(SMALL))
def test_reasons_are_judged_by_what_follows(data: st.DataObject, board: Board) -> None:
    puzzle = to_puzzle(board)
    found = [
        (position, it)
        for position, it in deductions(puzzle)
        if position == puzzle.givens and BAND_OF[it.technique] is not Band.EXTREME
    ]
    assume(found and all_solutions(board))
    position, deduction = data.draw(st.sampled_from(found))
    proof = prove(puzzle, position, deduction)
    cell = data.draw(st.sampled_from(proof.cells))
    value = proof.values[proof.cells.index(cell)]
    own = {*proof.because_cells, *[end for sign in proof.because_signs for end in (sign.a, sign.b)]} - {cell}
    likely = st.sets(st.sampled_from(sorted(own) or [cell]), max_size=9)
    any_cells = st.sets(st.integers(0, len(board.cells) - 1), max_size=3)
    lines = data.draw(st.sets(st.integers(0, board.width + board.height - 1), max_size=2))
    marks = Marks(frozenset(lines), frozenset(data.draw(likely) | data.draw(any_cells)) - {cell})

    def decides(marks: Marks) -> bool:
        return {solution[cell] for solution in all_solutions(shown(board, marks, cell))} == {value}

    check = check_reason(puzzle, position, cell, proof, marks)
    event(check.worth.name)
    if check.worth is Worth.TOO_LITTLE:
        both = Marks(marks.lines | check.rest.lines, marks.cells | check.rest.cells)
        assert cells_of(board, both) > cells_of(board, marks) - {cell}
        assert check_reason(puzzle, position, cell, proof, both).worth is not Worth.TOO_LITTLE
        return
    assert decides(marks)
    if check.worth is Worth.TOO_MUCH:
        assert decides(check.rest)
        assert cells_of(board, check.rest) <= cells_of(board, marks)
        assert check.rest != marks
        assert check_reason(puzzle, position, cell, proof, check.rest).worth is Worth.ENOUGH
    whole = Marks(cells=frozenset(own))
    assert check_reason(puzzle, position, cell, proof, whole).worth is Worth.ENOUGH


@pytest.mark.parametrize("technique", STEPS)
def test_the_reason_of_a_drill_is_enough_and_each_of_its_parts_is_missed(technique: str) -> None:
    drill = make_drill(technique, 1)
    proof = drill.easiest_proof()
    cell = min(set(proof.cells) & drill.answers.keys())
    ends = [end for sign in proof.because_signs for end in (sign.a, sign.b)]
    assert len(proof.because_signs) <= MAX_STEPS
    reason = frozenset({*proof.because_cells, *ends} - {cell})

    def check(cells: frozenset[int], lines: tuple[int, ...] = ()) -> tuple[Worth, Marks]:
        return check_reason(drill.puzzle, drill.puzzle.givens, cell, proof, Marks(frozenset(lines), cells))[:2]

    assert check(reason)[0] is Worth.ENOUGH
    is_local = technique in ("pair", "sandwich", "sign", "equal pair")
    if technique != "sign chain":
        assert check(frozenset(), proof.because_lines)[0] is (Worth.TOO_MUCH if is_local else Worth.ENOUGH)
    missed = [part for part in reason if check(reason - {part}) == (Worth.TOO_LITTLE, Marks(cells=frozenset({part})))]
    assert missed
    if is_local:
        assert missed == list(reason)
    assert check(frozenset())[0] is Worth.TOO_LITTLE
