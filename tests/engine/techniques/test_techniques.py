"""Properties of every technique on any board."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, Position, Proof, Puzzle, cell_name, parse_puzzle
from binairo_tui.engine.passes import GradeStep, propagation_steps
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.techniques import hypothesis
from binairo_tui.engine.techniques.base import Deduction, Technique, View
from binairo_tui.engine.techniques.deductions import deductions, with_deduction
from binairo_tui.engine.techniques.registry import (
    TECHNIQUES,
    Nearness,
    deduction_text,
    next_proof,
    proof_of,
    prove,
    technique,
)
from tests import oracle
from tests.corpus import records
from tests.engine.techniques.symmetries import SYMMETRIES, Symmetry
from tests.shipped import find_collection
from tests.strategies import puzzles, to_puzzle

QUICK = TECHNIQUES[:-1]
"""All but nested hypotheses, which take long on an open board."""
ORDER_BOUND = ("sign chain", "hypothesis", "nested hypothesis")
"""Techniques that may give one of several reasons for the same conclusion."""


def find_deductions(puzzle: Puzzle, position: Position, techniques: Sequence[Technique]) -> Iterator[Deduction]:
    """Yield everything that techniques find in a position, in their order."""
    view = View(puzzle, position)
    for one in techniques:
        yield from one.find(view)


def placements(deduction: Deduction | Proof) -> Iterator[tuple[int, str]]:
    return zip(deduction.cells, deduction.values, strict=True)


def finder(deduction: Deduction) -> Technique:
    """Return the technique that finds a deduction from its reason alone.

    The reason for a last blank leaves out the cells that make it the last one: complete line does not need them.
    Without the cells between them, sign counting would count other pairs.
    """
    others = {"last blank": "complete line", "sign counting": "line logic"}
    return technique(others.get(deduction.technique, deduction.technique))


def is_enough(puzzle: Puzzle, position: Position, deduction: Deduction) -> bool:
    """Whether the technique finds the same with only the reason on the board.

    `filled` instead of `find`, which works out reasons again: test_filling_in_is_finding.
    """
    reason = position & puzzle.geometry.mask(deduction.because_cells)
    view = View(puzzle, reason)
    found = finder(deduction).filled(view, view.open_lines)
    return found & with_deduction(puzzle, reason, deduction) == with_deduction(puzzle, reason, deduction)


@given(puzzles())
def test_what_is_deduced_holds_in_every_solution(board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    solutions = oracle.all_solutions(board)
    for deduction in find_deductions(puzzle, puzzle.givens, QUICK):
        assert deduction.cells == tuple(sorted(set(deduction.cells)))
        for cell, value in placements(deduction):
            assert board.cells[cell] == EMPTY
            assert all(solution[cell] == value for solution in solutions)


@given(puzzles(st.sampled_from(((4, 4), (6, 4), (4, 6)))))
def test_nested_hypotheses_hold_in_every_solution(board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    solutions = oracle.all_solutions(board)
    for deduction in find_deductions(puzzle, puzzle.givens, TECHNIQUES[-1:]):
        ((cell, value),) = placements(deduction)
        assert all(solution[cell] == value for solution in solutions)


@given(puzzles())
def test_the_reason_is_enough(board: oracle.Board) -> None:
    """With only its reason on the board a technique finds the same."""
    puzzle = to_puzzle(board)
    if oracle.violations(board, board.cells):
        return
    for deduction in find_deductions(puzzle, puzzle.givens, QUICK):
        assert all(board.cells[cell] != EMPTY for cell in deduction.because_cells)
        assert is_enough(puzzle, puzzle.givens, deduction), deduction


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
@given(board=puzzles())
def test_symmetric_boards_give_symmetric_deductions(symmetry: Symmetry, board: oracle.Board) -> None:
    assume(symmetry.holds_for(board))
    if not oracle.all_solutions(board):
        return  # rules that contradict each other may be used in any order
    puzzle, moved = to_puzzle(board), to_puzzle(symmetry.board(board))
    for one in QUICK:
        expected = {moved_deduction(symmetry, puzzle, found) for found in one.find(View(puzzle, puzzle.givens))}
        found = {comparable(found) for found in one.find(View(moved, moved.givens))}
        assert found == expected, one.name


Comparable = tuple[tuple[tuple[int, str], ...], tuple[int, ...], tuple[int, ...]]


def comparable(deduction: Deduction) -> Comparable:
    """Return the parts of a deduction that symmetry must not change: everything but the order of lines."""
    reasons = ((), ()) if deduction.technique in ORDER_BOUND else (deduction.because_cells, deduction.because_lines)
    return tuple(sorted(placements(deduction))), tuple(sorted(reasons[0])), tuple(sorted(reasons[1]))


def moved_deduction(symmetry: Symmetry, puzzle: Puzzle, deduction: Deduction) -> Comparable:
    width, height = puzzle.width, puzzle.height
    filled, cells, lines = comparable(deduction)
    return (
        tuple(sorted((symmetry.cell(cell, width, height), symmetry.value(value)) for cell, value in filled)),
        tuple(sorted(symmetry.cell(cell, width, height) for cell in cells)),
        tuple(sorted(symmetry.line(line, width, height) for line in lines)),
    )


@given(puzzles())
def test_filling_in_is_finding(board: oracle.Board) -> None:
    """`filled` is quicker than `find` and fills the same."""
    puzzle = to_puzzle(board)
    if not oracle.all_solutions(board):
        return
    view = View(puzzle, puzzle.givens)
    for one in QUICK:
        position = puzzle.givens
        for deduction in one.find(view):
            for cell, value in zip(deduction.cells, deduction.values, strict=True):
                position = puzzle.geometry.place(position, cell, value)
        assert one.filled(view, view.open_lines) == position, one.name


@given(puzzles())
@example(oracle.Board(4, 8, "1100110000110.1.110000111...010.", unique_lines=False))
def test_techniques_explain_propagation(board: oracle.Board) -> None:
    """No cell that a pass fills needs a harder technique."""
    puzzle = to_puzzle(board)
    ranks = {one.name: rank for rank, one in enumerate(TECHNIQUES)}
    for step in propagation_steps(puzzle, puzzle.givens):
        if not isinstance(step, GradeStep):
            return
        for cell in puzzle.geometry.changed(step.before, step.after):
            value = puzzle.geometry.value(step.after, cell)
            rest = puzzle.geometry.place(step.after, cell, EMPTY)
            proof = proof_of(puzzle, rest, cell, value)
            assert proof is not None
            assert (cell, value) in placements(proof)
            assert ranks[proof.technique] <= ranks[step.technique]


def check_deductions(puzzle: Puzzle) -> Position:
    """Check that each deduction is forced by its reason alone; return the position to which they lead."""
    position = puzzle.givens
    for before, deduction in deductions(puzzle):
        assert before == position
        assert all(puzzle.geometry.value(before, cell) == EMPTY for cell in deduction.cells)
        assert all(puzzle.geometry.value(before, cell) != EMPTY for cell in deduction.because_cells)
        assert is_enough(puzzle, before, deduction), deduction
        position = with_deduction(puzzle, before, deduction)
    return position


@given(puzzles())
def test_deductions_lead_to_where_propagation_ends(board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    reached = check_deductions(puzzle)
    fixpoint = propagate(puzzle)
    if fixpoint is not None:
        assert reached == fixpoint
    else:
        assert propagate(puzzle, reached) is None
        assert not oracle.all_solutions(board)


@pytest.mark.parametrize("name", ["6x8", "8x10", "14x14", "20x20"])
def test_deductions_on_larger_boards(name: str) -> None:
    for entry in find_collection(name).entries[:3]:
        assert check_deductions(entry.puzzle) == propagate(entry.puzzle)


@given(puzzles())
def test_only_hypotheses_and_chains_go_beyond_propagation(board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    position = propagate(puzzle)
    if position is None:
        return
    names = {deduction.technique for deduction in find_deductions(puzzle, position, QUICK)}
    assert names <= {"sign chain", "hypothesis"}


@given(puzzles())
def test_sentences(board: oracle.Board) -> None:
    """One or two short sentences that name what is filled, in words that fit a narrow panel; sign chains have more."""
    puzzle = to_puzzle(board)
    if oracle.violations(board, board.cells):
        return
    for deduction in find_deductions(puzzle, puzzle.givens, QUICK):
        text = deduction_text(puzzle, puzzle.givens, deduction)
        is_chain = deduction.technique == "sign chain"
        assert re.fullmatch(r"Signs:( r[^.]*\.)+" if is_chain else r"[A-Z][^.]*\.( Then [^.]*\.)?", text)
        assert len(text) <= (300 if is_chain else 240)
        assert max(map(len, text.split())) <= 26
        if len(deduction.cells) <= 4:
            conclusion = re.split(" so |: in ", text)[-1]
            assert [cell_name(cell, puzzle.width) in conclusion for cell in deduction.cells] == [True] * len(
                deduction.cells
            )


def test_the_next_proof_is_of_the_easiest_technique() -> None:
    puzzle = to_puzzle(oracle.Board(6, 4, "1..1.." + "0.0..." + "......" + "......"))
    proof = next_proof(puzzle, puzzle.givens)
    assert proof is not None
    assert (proof.technique, proof.cells) == ("sandwich", (7,))


def test_the_hypothesis_that_is_easiest_to_follow_comes_next() -> None:
    signs = "r1c2=r2c2,r1c4=r2c4,r2c3xr2c4,r3c3=r4c3,r4c6=r5c6,r5c3=r5c4"
    puzzle = parse_puzzle(f"6x6;...1....01....10...0110..1001....0..;signs={signs}")
    found = find_deductions(puzzle, puzzle.givens, [technique("hypothesis")])
    proofs = [prove(puzzle, puzzle.givens, deduction) for deduction in found]
    shortest = min(proofs, key=lambda proof: (proof.length, len(proof.because_cells)))
    easiest = next_proof(puzzle, puzzle.givens)
    assert easiest is not None
    assert hypothesis.effort(easiest) < hypothesis.effort(shortest)
    assert easiest.length <= shortest.length + hypothesis.MORE_STEPS


def test_the_nearest_of_the_easiest_comes_next() -> None:
    puzzle = to_puzzle(oracle.Board(6, 4, "00...." + "......" + "......" + "....11"))
    for cursor, filled in ((0, 2), (23, 21), (9, 2), (15, 21)):
        proof = next_proof(puzzle, puzzle.givens, Nearness(cursor))
        assert proof is not None
        assert proof.cells == (filled,)


def test_of_equally_near_proofs_the_one_that_goes_on_from_the_last_move_comes_next() -> None:
    puzzle = to_puzzle(oracle.Board(6, 4, "00...." + "......" + "......" + "00...."))
    for last, filled in ((0, 2), (18, 20)):
        proof = next_proof(puzzle, puzzle.givens, Nearness(8 if filled == 2 else 14, (last,)))
        assert proof is not None
        assert proof.cells == (filled,)


def test_no_proof_where_nothing_follows() -> None:
    puzzle = to_puzzle(oracle.Board(4, 4, "." * 16))
    assert next_proof(puzzle, puzzle.givens) is None
    assert proof_of(puzzle, puzzle.givens, 0, "1") is None


def test_the_easiest_proof_for_a_cell() -> None:
    """r1c3 follows from a pair in its row and from its complete column; the pair is easier."""
    puzzle = to_puzzle(oracle.Board(6, 4, "00...." + "......" + "..0..." + "..0..."))
    proof = proof_of(puzzle, puzzle.givens, 2, "1")
    assert proof is not None
    assert (proof.technique, proof.because_cells) == ("pair", (0, 1))


@pytest.mark.parametrize("pattern", ["hard_10", "plus_8", "unruly_14", "web_14"])
def test_deductions_on_the_corpus_agree_with_the_solution(pattern: str) -> None:
    for record in [record for record in records(pattern) if record.solution][::40]:
        assert record.solution is not None
        puzzle = to_puzzle(record.board)
        fixpoint = propagate(puzzle)
        assert fixpoint is not None
        found = [
            *find_deductions(puzzle, puzzle.givens, TECHNIQUES[:-2]),
            *islice(find_deductions(puzzle, fixpoint, TECHNIQUES[-2:-1]), 10),
        ]
        for deduction in found:
            assert all(record.solution[cell] == value for cell, value in placements(deduction)), record.id


def test_names_are_words_for_a_player() -> None:
    def is_plain(one: Technique) -> bool:
        return re.fullmatch("[a-z ]+", one.name) is not None and re.fullmatch(r"[A-Z][^.]*\.", one.rule) is not None

    assert all(map(is_plain, TECHNIQUES))
    with pytest.raises(KeyError):
        technique("magic")


def test_where_either_value_may_be_more_two_blanks_can_differ_from_a_twin_in_more_ways() -> None:
    twins = "01101.1.01"
    for text, count in ((f"5x5;{twins}{'.' * 15}", 1), (f"5x5;{twins}{'.' * 15};odd=either", 0)):
        puzzle = parse_puzzle(text)
        assert len(list(technique("two blanks").find(View(puzzle, puzzle.givens)))) == count


def test_where_either_value_may_be_more_a_blank_beside_a_pair_is_open() -> None:
    """The first row may take one more 0, but need not: it is 1 1 0 1 0."""
    puzzle = parse_puzzle(f"5x4;..0..{'.' * 15};signs=r1c1=r1c2;odd=either")
    position = puzzle.geometry.place(puzzle.givens, 4, "0")
    found = list(technique("sign counting").find(View(puzzle, position)))
    assert [(deduction.cells, deduction.values) for deduction in found] == [((0, 1), ("1", "1"))]
