import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, cell_name, find_violations, parse_puzzle
from binairo_tui.engine.passes import Conflict, GradeStep, conflict_text, propagation_steps
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.techniques.registry import proof_of
from tests import oracle
from tests.strategies import positions_of, puzzles, to_puzzle

CLASSIC = "6x6;1...10.....0.0.1.....11.0.....1.0..."


def with_position(board: oracle.Board, text: str) -> oracle.Board:
    return board._replace(cells=text)


@given(st.data(), puzzles())
def test_propagation_keeps_every_solution(data: st.DataObject, board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    text = data.draw(positions_of(board))
    solutions = oracle.all_solutions(with_position(board, text))
    result = propagate(puzzle, puzzle.geometry.position(text))
    if result is None:
        assert not solutions
        return
    filled = puzzle.geometry.text(result)
    assert all(old in (EMPTY, new) for old, new in zip(text, filled, strict=True))
    for solution in solutions:
        assert all(new in (EMPTY, right) for new, right in zip(filled, solution, strict=True))
    if EMPTY not in filled:
        assert solutions == [filled]


@given(st.data(), puzzles())
def test_steps_lead_to_the_fixpoint(data: st.DataObject, board: oracle.Board) -> None:
    """The passes, one by one, end where the fast path ends."""
    puzzle = to_puzzle(board)
    reached = puzzle.geometry.position(data.draw(positions_of(board)))
    fast = propagate(puzzle, reached)
    for step in propagation_steps(puzzle, reached):
        if isinstance(step, Conflict):
            assert fast is None
            assert bool(step.cells) is not bool(step.lines)
            assert conflict_text(puzzle, step)[-1] == "."
            return
        assert step.before == reached != step.after
        reached = step.after
    assert reached == fast


@pytest.mark.parametrize(
    ("text", "technique", "filled", "because"),
    [
        ("4x4;11..............", "pair", {"r1c3": "0"}, ["r1c1", "r1c2"]),
        ("4x4;1.1.............", "sandwich", {"r1c2": "0"}, ["r1c1", "r1c3"]),
        ("4x6;....0...0...............", "pair", {"r1c1": "1", "r4c1": "1"}, ["r2c1", "r3c1"]),
        ("4x4;0...............;signs=r1c1xr2c1", "sign", {"r2c1": "1"}, ["r1c1"]),
        ("4x4;.......1........;signs=r2c3=r2c4", "sign", {"r2c3": "1"}, ["r2c4"]),
        ("4x4;1..1............", "complete line", {"r1c2": "0", "r1c3": "0"}, ["r1c1", "r1c4"]),
        ("4x2;..0.....", "last blank", {"r2c3": "1"}, ["r1c3"]),
        ("6x6;1....1" + "." * 30, "last one", {"r1c2": "0", "r1c5": "0"}, ["r1c1", "r1c6"]),
        (
            "6x6;011001............01..01............",
            "two blanks",
            {"r4c3": "0", "r4c4": "1"},
            ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r1c6", "r4c1", "r4c2", "r4c5", "r4c6"],
        ),
    ],
)
def test_first_step(text: str, technique: str, filled: dict[str, str], because: list[str]) -> None:
    puzzle = parse_puzzle(text)
    step = next(propagation_steps(puzzle))
    assert isinstance(step, GradeStep)
    assert step.technique == technique
    cells = puzzle.geometry.changed(step.before, step.after)
    assert {cell_name(cell, puzzle.width): puzzle.geometry.value(step.after, cell) for cell in cells} == filled
    for cell in cells:
        deduction = proof_of(puzzle, step.before, cell, puzzle.geometry.value(step.after, cell))
        assert deduction is not None
        assert [cell_name(other, puzzle.width) for other in deduction.because_cells] == because


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("6x6;11.00." + "." * 30, "Neither 0 nor 1 fits in r1c3."),
        ("4x4;1.0.............;signs=r1c1=r1c2,r1c2=r1c3", "Neither 0 nor 1 fits in r1c2."),
        ("4x4;................;signs=r1c1=r1c2,r1c2=r1c3", "No legal filling is left for row 1."),
        ("6x4;" + "." * 24 + ";signs=r1c2=r2c2,r2c2=r3c2", "No legal filling is left for column 2."),
        (
            "6x6;011001............011001............",
            "No legal filling is left for row 1 and row 4.",
        ),
    ],
)
def test_conflicts(text: str, sentence: str) -> None:
    puzzle = parse_puzzle(text)
    conflict = next(propagation_steps(puzzle))
    assert isinstance(conflict, Conflict)
    assert conflict_text(puzzle, conflict) == sentence


def test_without_the_unique_lines_rule_equal_lines_may_stand() -> None:
    text = "6x6;011001............01..01............"
    with_rule, without = parse_puzzle(text), parse_puzzle(text + ";lines=any")
    assert propagate(with_rule) != with_rule.givens
    assert propagate(without) == without.givens


@given(puzzles())
@example(oracle.Board(2, 2, "01.."))
def test_a_conflict_is_returned_for_every_violation(board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    if find_violations(puzzle, puzzle.givens):
        assert propagate(puzzle) is None


def test_a_line_with_too_many_of_a_value_is_named() -> None:
    puzzle = parse_puzzle("6x4;..1..." + "......" + "..1..." + "..1...")
    assert puzzle.geometry.text(puzzle.givens)[2::6] == "1.11"
    conflict = next(propagation_steps(puzzle))
    assert isinstance(conflict, Conflict)
    assert conflict_text(puzzle, conflict) == "No legal filling is left for column 3."
