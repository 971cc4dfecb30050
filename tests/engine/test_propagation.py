import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, cell_name, find_violations, parse_puzzle
from binairo_tui.engine.passes import Conflict, PropagationStep, Rule
from binairo_tui.engine.propagation import next_step, propagate, propagation_steps
from binairo_tui.engine.techniques.registry import proof_of
from binairo_tui.engine.wording import conflict_text
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
    position = puzzle.geometry.position(data.draw(positions_of(board)))
    steps = list(propagation_steps(puzzle, position))
    fast = propagate(puzzle, position)
    if find_violations(puzzle, position):
        assert fast is None
    if steps and isinstance(steps[-1], Conflict):
        assert fast is None
        assert conflict_text(puzzle, steps[-1])[-1] == "."
        return
    reached = position
    for step in steps:
        assert isinstance(step, PropagationStep)
        assert step.before == reached
        reached = step.after
    assert reached == fast or find_violations(puzzle, reached)
    assert next_step(puzzle, reached) is None


@pytest.mark.parametrize(
    ("text", "rule", "filled", "because"),
    [
        ("4x4;11..............", Rule.TRIPLE, {"r1c3": "0"}, ["r1c1", "r1c2"]),
        ("4x4;1.1.............", Rule.TRIPLE, {"r1c2": "0"}, ["r1c1", "r1c3"]),
        ("4x6;....0...0...............", Rule.TRIPLE, {"r1c1": "1", "r4c1": "1"}, ["r2c1", "r3c1"]),
        ("4x4;0...............;signs=r1c1xr2c1", Rule.SIGN, {"r2c1": "1"}, ["r1c1"]),
        ("4x4;.......1........;signs=r2c3=r2c4", Rule.SIGN, {"r2c3": "1"}, ["r2c4"]),
        ("4x4;1..1............", Rule.BALANCE, {"r1c2": "0", "r1c3": "0"}, ["r1c1", "r1c4"]),
        ("4x2;..0.....", Rule.BALANCE, {"r2c3": "1"}, ["r1c3"]),
        ("6x6;1....1" + "." * 30, Rule.LINE, {"r1c2": "0", "r1c5": "0"}, ["r1c1", "r1c6"]),
        (
            "6x6;011001............01..01............",
            Rule.UNIQUE_LINES,
            {"r4c3": "0", "r4c4": "1"},
            ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r1c6", "r4c1", "r4c2", "r4c5", "r4c6"],
        ),
    ],
)
def test_first_step(text: str, rule: Rule, filled: dict[str, str], because: list[str]) -> None:
    puzzle = parse_puzzle(text)
    step = next_step(puzzle, puzzle.givens)
    assert isinstance(step, PropagationStep)
    assert step.rule is rule
    cells = puzzle.geometry.changed(step.before, step.after)
    assert {cell_name(cell, puzzle.width): puzzle.geometry.value(step.after, cell) for cell in cells} == filled
    for cell in cells:
        deduction = proof_of(puzzle, step.before, cell, puzzle.geometry.value(step.after, cell))
        assert deduction is not None
        assert [cell_name(other, puzzle.width) for other in deduction.because_cells] == because


@pytest.mark.parametrize(
    ("text", "rule", "sentence"),
    [
        ("6x6;11.00." + "." * 30, Rule.TRIPLE, "Neither 0 nor 1 fits in r1c3."),
        ("4x4;1.0.............;signs=r1c1=r1c2,r1c2=r1c3", Rule.SIGN, "Neither 0 nor 1 fits in r1c2."),
        ("4x4;................;signs=r1c1=r1c2,r1c2=r1c3", Rule.LINE, "No legal filling is left for row 1."),
        ("6x4;" + "." * 24 + ";signs=r1c2=r2c2,r2c2=r3c2", Rule.LINE, "No legal filling is left for column 2."),
        (
            "6x6;011001............011001............",
            Rule.UNIQUE_LINES,
            "No legal filling is left for row 1 and row 4.",
        ),
    ],
)
def test_conflicts(text: str, rule: Rule, sentence: str) -> None:
    puzzle = parse_puzzle(text)
    conflict = next_step(puzzle, puzzle.givens)
    assert isinstance(conflict, Conflict)
    assert conflict.rule is rule
    assert conflict_text(puzzle, conflict) == sentence


def test_rules_in_order_on_a_classic() -> None:
    puzzle = parse_puzzle(CLASSIC)
    steps = list(propagation_steps(puzzle, puzzle.givens))
    rules = [step.rule for step in steps]
    assert rules[0] is Rule.TRIPLE
    assert Rule.BALANCE in rules
    result = propagate(puzzle)
    assert result is not None
    assert puzzle.geometry.text(result) == "110010011010001101100110011001100101"


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
    conflict = next_step(puzzle, puzzle.givens)
    assert isinstance(conflict, Conflict)
    assert conflict_text(puzzle, conflict) == "No legal filling is left for column 3."
