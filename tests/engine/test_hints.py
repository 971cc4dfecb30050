import re
import time
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, Position, Puzzle, find_violations, opposite, parse_puzzle
from binairo_tui.engine.hints import HintKind, find_hint
from binairo_tui.engine.position_check import last_good
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.search import solutions
from binairo_tui.engine.techniques.registry import proof_of
from binairo_tui.player.hint_pages import hint_pages
from tests import oracle
from tests.conftest import Report
from tests.corpus import records
from tests.shipped import find_collection
from tests.strategies import positions_of, puzzles, to_puzzle

CLASSIC = "6x6;1...10.....0.0.1.....11.0.....1.0..."
SOLUTION = "110010011010001101100110011001100101"
TWO_SOLUTIONS = "4x4;1....0...0.....1"


def at(puzzle: Puzzle, **values: str) -> Position:
    """The givens with some cells changed: `at(puzzle, r1c2="1")`."""
    position = puzzle.givens
    for name, value in values.items():
        row, column = map(int, re.findall("[0-9]+", name))
        position = puzzle.geometry.place(position, (row - 1) * puzzle.width + column - 1, "1" if value == "1" else "0")
    return position


def test_four_stages() -> None:
    puzzle = parse_puzzle("6x4;..00" + "." * 20)
    found = find_hint(puzzle, puzzle.givens)
    assert found.kind is HintKind.DEDUCTION
    assert found.stages == (
        "Look at row 1.",
        "Pair: a cell beside two equal values takes the other value.",
        "Row 1: r1c3 and r1c4 are both 0, so r1c2 and r1c5 are 1.",
        "Filled r1c2 and r1c5.",
    )
    assert (found.lines, found.cells, found.values, found.goes_back) == ((0,), (1, 4), ("1", "1"), False)
    assert found.note == "This puzzle has more than one solution."


def test_a_violation_comes_first_and_its_wrong_cell_is_emptied() -> None:
    puzzle = parse_puzzle(CLASSIC)
    found = find_hint(puzzle, at(puzzle, r5c2="0", r5c3="0", r2c1="0"))
    assert (found.kind, found.lines, found.cells, found.values) == (HintKind.VIOLATION, (4,), (26,), (EMPTY,))
    assert found.stages == (
        "Row 5: three 0s together (r5c1, r5c2, r5c3).",
        "r5c3 cannot be 0: column 3 would get three 0s together (2 steps).",
        "Empty r5c3. Everything else stays.",
        "Emptied r5c3.",
    )


def test_a_mistake_that_breaks_no_rule_yet_is_refuted() -> None:
    puzzle = parse_puzzle(CLASSIC)
    position = at(puzzle, r1c2="0", r1c3="1", r2c1="0")
    assert not find_violations(puzzle, position)
    found = find_hint(puzzle, position)
    assert (found.kind, found.goes_back, found.cells, found.values) == (HintKind.MISTAKE, False, (2,), (EMPTY,))
    assert found.stages == (
        "Two values on the grid are wrong.",
        "r1c3 cannot be 1: column 4 would get three 1s together (6 steps).",
        "Empty r1c3. Everything else stays.",
        "Emptied r1c3.",
    )
    assert found.proof is not None
    assert [page.text for page in hint_pages(found)] == [
        "Hint 1 of 11: Two values on the grid are wrong.",
        "Hint 2 of 11: r1c3 cannot be 1: column 4 would get three 1s together (6 steps).",
        "Hint 3 of 11: Suppose r1c3 is 1.",
        *[f"Hint {number} of 11: {step.text}" for number, step in enumerate(found.proof.steps, 4)],
        "Hint 10 of 11: Press again to empty r1c3. Everything else stays.",
    ]


def test_the_walk_keeps_mistakes_that_the_player_has_not_been_shown() -> None:
    puzzle = parse_puzzle(CLASSIC)
    position = at(puzzle, r1c2="0", r1c3="1", r2c1="0")
    found = find_hint(puzzle, position)
    assert found.stages[0] == "Two values on the grid are wrong."
    assert found.walk[0].position == position
    for stop in found.walk:
        assert position & ~stop.position == 0


def test_a_mistake_that_the_proof_fills_anew_is_set_aside() -> None:
    for entry in find_collection("8x8").entries[20:40]:
        puzzle, geometry = entry.puzzle, entry.puzzle.geometry
        solution = next(iter(solutions(puzzle)))
        blanks = [cell for cell in range(geometry.cell_count) if not puzzle.is_given(cell)]
        position = puzzle.givens
        for cell in Random(entry.number).sample(blanks, 6):
            position = geometry.place(position, cell, opposite(geometry.value(solution, cell)))
        found = find_hint(puzzle, position)
        if found.proof is None or not found.walk:
            continue
        gone = geometry.changed(position, position & found.walk[0].position)
        assert ("set aside" in found.stages[1]) is bool(gone)
        assert all(cell in found.cells or f"r{cell // 8 + 1}c{cell % 8 + 1}" in found.stages[1] for cell in gone[:4])


def test_what_a_step_counts_is_what_the_board_of_the_walk_shows() -> None:
    puzzle = parse_puzzle("8x8;...1..1.0.0......00...0.....0.......00..1.1....0...0......1..11.")
    found = find_hint(puzzle, at(puzzle, r2c8="0", r2c2="1", r2c6="1", r2c7="1"))
    assert found.stages[1].endswith("(3 steps). For this, r2c8 is set aside.")
    counted = 0
    for before, stop in pairwise(found.walk):
        if (quota := stop.step.premises.quota) is not None:
            line = stop.step.because_lines[0]
            shown = [puzzle.geometry.value(before.position, cell) for cell in puzzle.geometry.line_cells[line]]
            assert len(shown) // 2 - shown.count(quota.value) == quota.left
            counted += 1
    assert counted


def test_a_broken_rule_that_the_board_shows_needs_no_walk() -> None:
    puzzle = parse_puzzle("6x6;..0.0.11...0.....000..1.0...1....0..")
    found = find_hint(puzzle, at(puzzle, r2c3="1"))
    assert [page.text for page in hint_pages(found)] == [
        "Hint 1 of 4: Row 2: three 1s together (r2c1, r2c2, r2c3).",
        "Hint 2 of 4: r2c3 cannot be 1: row 2 would get three 1s together.",
        "Hint 3 of 4: Press again to empty r2c3. Everything else stays.",
    ]


def test_a_mistake_without_a_short_proof_is_named_by_the_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.engine.hints.MAX_MISTAKE_STEPS", 0)
    puzzle = parse_puzzle(CLASSIC)
    found = find_hint(puzzle, at(puzzle, r1c2="0", r1c3="1", r2c1="0"))
    assert (found.kind, found.cells, found.proof) == (HintKind.MISTAKE, (1, 2), None)
    assert found.stages == (
        "Two values on the grid are wrong.",
        "No short proof was found. The solution says that r1c2 and r1c3 are wrong.",
        "Empty r1c2 and r1c3. Everything else stays.",
        "Emptied r1c2 and r1c3.",
    )


def test_what_is_wrong_is_not_known_if_there_are_several_solutions() -> None:
    puzzle = parse_puzzle("4x4;" + "." * 16)
    found = find_hint(puzzle, puzzle.geometry.position("000".ljust(16, ".")))
    assert (found.kind, found.goes_back, found.values) == (HintKind.VIOLATION, True, ())
    assert found.stages[-1] == "Undo to before the mistake."
    assert hint_pages(found)[-1].text == "Hint 2 of 2: Press again to undo to before the mistake."


def test_hints_about_mistakes_keep_all_correct_values() -> None:
    """Twenty games with one wrong value, some of which break a rule in sight."""
    rng, kinds = Random(29), []
    for entry in [*find_collection("8x8").entries[:20]]:
        puzzle, geometry = entry.puzzle, entry.puzzle.geometry
        solution = next(iter(solutions(puzzle)))
        blanks = [cell for cell in range(geometry.cell_count) if not puzzle.is_given(cell)]
        wrong, *right = rng.sample(blanks, len(blanks) * 2 // 3)
        kept = geometry.fill(puzzle.givens, right, [geometry.value(solution, cell) for cell in right])
        hint = find_hint(puzzle, geometry.place(kept, wrong, opposite(geometry.value(solution, wrong))))
        kinds.append(hint.kind)
        assert (hint.cells, hint.values) == ((wrong,), (EMPTY,))
    assert set(kinds) == {HintKind.VIOLATION, HintKind.MISTAKE}


def test_a_branch_is_not_compared_with_the_solution() -> None:
    """A wrong assumption leads to its contradiction, by deductions alone."""
    puzzle = parse_puzzle(CLASSIC)
    position = at(puzzle, r1c2="0")
    for _ in range(20):
        found = find_hint(puzzle, position, assumed=1)
        if found.kind is HintKind.BRANCH_ENDS:
            break
        assert found.kind is HintKind.DEDUCTION
        for cell, value in zip(found.cells, found.values, strict=True):
            position = puzzle.geometry.place(position, cell, value)
    assert find_violations(puzzle, position)
    assert found.stages[0].endswith("So the branch has failed: drop it.")


def test_a_dead_end_of_a_puzzle_with_several_solutions() -> None:
    puzzle = parse_puzzle(TWO_SOLUTIONS)
    position = at(puzzle, r2c1="1", r2c4="1")
    assert not find_violations(puzzle, position)
    assert not list(solutions(puzzle, position=position))
    found = find_hint(puzzle, position)
    assert (found.kind, found.goes_back, found.cells, found.values) == (HintKind.DEAD_END, True, (7,), ())
    assert found.stages == (
        "This grid cannot be finished: something on it is wrong.",
        "r2c4 cannot be 1: column 4 would get three 1s together (3 steps).",
        "Undo to before the mistake.",
    )


DEAD_END = parse_puzzle("6x6;.0..1..0............1........1.....1")


def test_the_first_value_that_left_no_solution_is_blamed() -> None:
    """The values after it are set aside only if they, too, leave no solution."""
    before = at(DEAD_END, r6c1="0")
    dead = before | at(DEAD_END, r1c1="0")
    found = find_hint(DEAD_END, dead, earlier=[DEAD_END.givens, before])
    assert found.stages[1] == "r1c1 cannot be 0: column 6 would get three 0s together (3 steps)."
    assert [stop.text for stop in found.walk[:2]] == [
        "Suppose r1c1 is 0.",
        "Row 1 needs one more 0, which must be in r1c4 to avoid three 1s together, so r1c3 and r1c6 are 1.",
    ]
    assert found.walk[0].position == dead
    first = at(DEAD_END, r1c6="1")
    later = first | at(DEAD_END, r1c1="0")
    found = find_hint(DEAD_END, later, earlier=[DEAD_END.givens, first])
    assert (found.cells, found.walk[0].position) == ((5,), first)
    assert found.stages[1].endswith(" r1c1 came later and is set aside.")


def test_dead_ends_of_others_have_reasons() -> None:
    rng, reasons = Random(32), []
    for record in rng.sample([record for record in records("multi") if record.n <= 8], 15):
        puzzle, geometry = to_puzzle(record.board), to_puzzle(record.board).geometry
        solution = next(iter(solutions(puzzle)))
        blanks = [cell for cell in range(geometry.cell_count) if not puzzle.is_given(cell)]
        right = rng.sample(blanks, len(blanks) // 3)
        kept = geometry.fill(puzzle.givens, right, [geometry.value(solution, cell) for cell in right])
        for wrong in rng.sample(blanks, 4):
            hint = find_hint(puzzle, geometry.place(kept, wrong, opposite(geometry.value(solution, wrong))))
            reasons += [hint.proof] if hint.kind is HintKind.DEAD_END else []
    assert len(reasons) > 10
    assert all(reasons)


def test_a_puzzle_without_solution() -> None:
    unsolvable, broken = parse_puzzle("4x4;0..01.1...1....."), parse_puzzle("4x4;000.............")
    assert find_hint(unsolvable, unsolvable.givens).stages == ("This puzzle has no solution.",)
    found = find_hint(broken, broken.givens)
    assert (found.kind, found.goes_back) == (HintKind.UNSOLVABLE, False)
    assert found.stages == ("Row 1: three 0s together (r1c1, r1c2, r1c3).", "This puzzle has no solution.")


def test_a_puzzle_with_several_solutions() -> None:
    puzzle = parse_puzzle(TWO_SOLUTIONS)
    position = propagate(puzzle)
    assert position is not None
    found = find_hint(puzzle, position)
    assert found.kind is HintKind.AMBIGUOUS
    assert found.stages == (
        "The rules decide nothing more: this puzzle has more than one solution, and any of them will do.",
    )


def test_a_solved_grid() -> None:
    puzzle = parse_puzzle(CLASSIC)
    assert find_hint(puzzle, puzzle.geometry.position(SOLUTION)).kind is HintKind.SOLVED


def test_a_value_is_revealed_only_where_no_technique_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.engine.techniques.registry.next_proof", lambda *_: None)
    puzzle = parse_puzzle(CLASSIC)
    found = find_hint(puzzle, puzzle.givens)
    assert found.kind is HintKind.REVEAL
    assert found.stages == (
        "No technique helps here.",
        "The solution has 1 in r1c2.",
        "Filled r1c2.",
    )
    assert [page.text for page in hint_pages(found, "Type hint again")] == [
        "Hint 1 of 3: No technique helps here. Type hint again for a value of the solution.",
        "Hint 2 of 3: The solution has 1 in r1c2.",
    ]
    assert (found.cells, found.values) == ((1,), ("1",))


def test_an_incomplete_search_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """On an empty 30x30 board a limited search is not complete; the hint still ends soon."""
    monkeypatch.setattr("binairo_tui.engine.position_check.SEARCH_NODES", 2)
    puzzle = parse_puzzle("30x30;" + "." * 900)
    assert find_hint(puzzle, puzzle.givens).kind is HintKind.STUCK


@given(st.data(), puzzles())
def test_hints_are_true(data: st.DataObject, board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    text = data.draw(positions_of(board))
    position = puzzle.geometry.position(text)
    found = find_hint(puzzle, position)
    all_solutions = oracle.all_solutions(board)
    above = oracle.all_solutions(board._replace(cells=text))
    broken = oracle.violations(board, text)
    assert all(re.fullmatch(r"[A-Zr0-9].*\.", stage) for stage in found.stages)
    expected = {
        HintKind.SOLVED: text in above,
        HintKind.VIOLATION: bool(broken) and not oracle.violations(board, board.cells),
        HintKind.MISTAKE: not broken and len(all_solutions) == 1 and not above,
        HintKind.DEAD_END: not broken and len(all_solutions) > 1 and not above,
        HintKind.UNSOLVABLE: not all_solutions,
        HintKind.DEDUCTION: bool(above) and "." in text,
        HintKind.REVEAL: len(all_solutions) == 1 == len(above),
        HintKind.AMBIGUOUS: len(all_solutions) > 1,
        HintKind.STUCK: False,
        HintKind.BRANCH_ENDS: False,
        HintKind.BRANCH_PROVES: False,
        HintKind.REASON: False,
    }
    assert expected[found.kind], found.kind
    assert bool(found.note) == (found.kind is HintKind.DEDUCTION and len(all_solutions) > 1)
    if found.kind is HintKind.MISTAKE:
        wrong = [cell for cell, held in enumerate(text) if held not in (".", all_solutions[0][cell])]
        assert found.cells == tuple(wrong) if found.proof is None else set(wrong).issuperset(found.cells)
    if found.kind is HintKind.DEAD_END and found.proof:
        assert not oracle.all_solutions(board._replace(cells=puzzle.geometry.text(found.walk[0].position)))
    if found.kind is HintKind.DEDUCTION and found.proof:
        assert (found.cells, found.values) == (found.proof.cells, found.proof.values)
        for cell, value in zip(found.cells, found.values, strict=True):
            assert all(solution[cell] == value for solution in above)
            assert proof_of(puzzle, position, cell, value) is not None


def test_following_hints_solves_a_puzzle() -> None:
    for record in [*records("web_10")[::40], *records("hard_8")[::20]]:
        puzzle = to_puzzle(record.board)
        position = puzzle.givens
        while (found := find_hint(puzzle, position)).kind is not HintKind.SOLVED:
            assert found.cells
            for cell, value in zip(found.cells, found.values, strict=True):
                position = puzzle.geometry.place(position, cell, value)
        assert puzzle.geometry.text(position) == record.solution


def test_the_last_good_position() -> None:
    puzzle = parse_puzzle(CLASSIC)
    good = at(puzzle, r1c2="1")
    wrong = at(puzzle, r1c2="1", r1c3="1")
    worse = at(puzzle, r1c2="1", r1c3="1", r2c1="0")
    assert last_good(puzzle, [puzzle.givens, good, wrong, worse]) == 1
    assert last_good(puzzle, [puzzle.givens, wrong, good, wrong]) == 2
    assert last_good(puzzle, [puzzle.givens, good]) == 1
    assert last_good(puzzle, [wrong]) == 0


def test_the_last_good_position_of_a_puzzle_with_several_solutions() -> None:
    puzzle = parse_puzzle(TWO_SOLUTIONS)
    first, second = solutions(puzzle)
    dead = at(puzzle, r2c1="1", r2c4="1")
    broken = at(puzzle, r2c2="0", r2c3="0")
    assert last_good(puzzle, [puzzle.givens, first, dead, broken]) == 1
    assert last_good(puzzle, [puzzle.givens, second, broken]) == 1


def test_hints_come_soon(report: Report) -> None:
    slowest = 0.0
    for pattern in ("web_14", "hard_14", "hard_24", "multi"):
        for record in records(pattern)[::25]:
            puzzle = to_puzzle(record.board)
            start = time.perf_counter()
            find_hint(puzzle, propagate(puzzle) or puzzle.givens)
            slowest = max(slowest, time.perf_counter() - start)
    report(f"hints: the slowest of some took {slowest * 1000:.0f} ms")
    assert slowest < 20
