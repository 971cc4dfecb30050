from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import (
    EMPTY,
    ONE,
    ZERO,
    Value,
    Violation,
    ViolationKind,
    find_violations,
    is_solved,
    parse_puzzle,
)
from binairo_tui.engine.rules import violations_after
from binairo_tui.engine.wording import violation_text
from tests import oracle
from tests.strategies import position_texts, positions_of, puzzles, to_puzzle


@given(st.data(), puzzles())
def test_violations_are_those_of_the_oracle(data: st.DataObject, board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    text = data.draw(position_texts(board.width, board.height) | positions_of(board))
    found = find_violations(puzzle, puzzle.geometry.position(text))
    plain = {(violation.kind.value, frozenset(violation.lines), frozenset(violation.cells)) for violation in found}
    assert len(plain) == len(found)
    assert plain == oracle.violations(board, text)
    for violation in found:
        assert list(violation.cells) == sorted(violation.cells)
        assert list(violation.lines) == sorted(violation.lines)
        assert violation_text(puzzle, puzzle.geometry.position(text), violation)[-1] == "."


@given(st.data(), puzzles())
def test_solved_agrees_with_the_oracle(data: st.DataObject, board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    solutions = oracle.all_solutions(board)
    text = data.draw(st.sampled_from(solutions) if solutions else positions_of(board))
    assert is_solved(puzzle, puzzle.geometry.position(text)) == oracle.is_solved(board, text)


def test_sentences() -> None:
    puzzle = parse_puzzle("4x4;................;signs=r2c1xr2c2,r2c4=r3c4")
    position = puzzle.geometry.position("0001110110011001")
    found = {violation_text(puzzle, position, violation) for violation in find_violations(puzzle, position)}
    assert found == {
        "Row 1: three 0s together (r1c1, r1c2, r1c3).",
        "Row 1 has three 0s; two are allowed.",
        "Row 2 has three 1s; two are allowed.",
        "Column 4: four 1s together (r1c4-r4c4).",
        "Column 4 has four 1s; two are allowed.",
        "Column 1: three 1s together (r2c1, r3c1, r4c1).",
        "Column 1 has three 1s; two are allowed.",
        "Column 2 has three 0s; two are allowed.",
        "Column 3 has four 0s; two are allowed.",
        "Column 3: four 0s together (r1c3-r4c3).",
        "Rows 3 and 4 are the same.",
        "Cells r2c1 and r2c2 must differ: an x stands between them.",
    }


def test_a_broken_sign_names_its_line_and_sentence() -> None:
    puzzle = parse_puzzle("2x2;....;signs=r1c1xr1c2,r1c2=r2c2")
    position = puzzle.geometry.position("11.0")
    violations = find_violations(puzzle, position)
    assert violations == (
        Violation(ViolationKind.EXCESS, (0,), (0, 1)),
        Violation(ViolationKind.SIGN, (0,), (0, 1)),
        Violation(ViolationKind.SIGN, (3,), (1, 3)),
    )
    assert [violation_text(puzzle, position, violation) for violation in violations[1:]] == [
        "Cells r1c1 and r1c2 must differ: an x stands between them.",
        "Cells r1c2 and r2c2 must be equal: an = stands between them.",
    ]


@given(puzzles(), st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from((EMPTY, ZERO, ONE))), max_size=40))
def test_violations_after_a_move_are_those_from_scratch(board: oracle.Board, moves: list[tuple[int, Value]]) -> None:
    puzzle = to_puzzle(board)
    position, found = puzzle.givens, find_violations(puzzle, puzzle.givens)
    for number, value in moves:
        after = puzzle.geometry.place(position, number % puzzle.geometry.cell_count, value)
        found = violations_after(puzzle, position, found, after)
        position = after
        assert found == find_violations(puzzle, position)
