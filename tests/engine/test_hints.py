import re
import time
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import EMPTY, ONE, ZERO, Position, Puzzle, find_violations, opposite, parse_puzzle
from binairo_tui.engine.cancellation import after_calls
from binairo_tui.engine.hints import HintKind, find_hint
from binairo_tui.engine.position_check import last_good
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.search import solutions
from binairo_tui.engine.techniques import nested_hypothesis
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

LONG = (
    "20x20;"
    "1...............1001..................0..01..........0....10..................0....................."
    ".....................................0........1...................0................01.0...10.......1"
    "..1.0.1............0...................1.0.1...............0.1..1..............0....0..............1"
    "...0.....0......01...........1......10..1001..0.............0110..10............1........1.........."
    ";signs=r1c6xr2c6,r1c11xr1c12,r1c13xr1c14,r1c16xr2c16,r1c17xr1c18,r1c18=r1c19,r1c19=r2c19,r2c1xr2c2,"
    "r2c4xr3c4,r2c5xr2c6,r2c5=r3c5,r2c6xr3c6,r2c7xr2c8,r2c8=r2c9,r2c8xr3c8,r2c9=r3c9,r2c11=r2c12,r2c11xr3c11,"
    "r3c1=r4c1,r3c4xr4c4,r3c5xr4c5,r3c7xr4c7,r3c10xr3c11,r3c10xr4c10,r3c11=r3c12,r3c12xr3c13,r3c13xr4c13,"
    "r3c16xr3c17,r3c18xr4c18,r3c19xr3c20,r3c19xr4c19,r4c1xr4c2,r4c1xr5c1,r4c2xr4c3,r4c3xr5c3,r4c5xr5c5,"
    "r4c6xr5c6,r4c11xr4c12,r4c11xr5c11,r4c12xr5c12,r4c15xr4c16,r4c16xr5c16,r4c17xr4c18,r5c3=r5c4,r5c4xr6c4,"
    "r5c6=r6c6,r5c9=r6c9,r5c10xr6c10,r5c12=r6c12,r5c13xr6c13,r5c14=r5c15,r5c17xr5c18,r5c19xr5c20,r6c2=r7c2,"
    "r6c3=r7c3,r6c11xr7c11,r6c13=r7c13,r6c19=r6c20,r7c3=r7c4,r7c4xr7c5,r7c5=r7c6,r7c5xr8c5,r7c8xr7c9,"
    "r7c13xr8c13,r7c16xr7c17,r7c19xr7c20,r8c2xr9c2,r8c3=r8c4,r8c5xr9c5,r8c7xr9c7,r8c19=r9c19,r9c2xr9c3,"
    "r9c3=r9c4,r9c9=r10c9,r9c12=r9c13,r9c17xr10c17,r10c6xr11c6,r10c7xr11c7,r10c9xr10c10,r10c10=r11c10,"
    "r10c11xr10c12,r10c17=r10c18,r11c2xr12c2,r11c9=r11c10,r11c13xr11c14,r11c13xr12c13,r11c14xr12c14,r12c5xr13c5,"
    "r12c7xr12c8,r12c8xr12c9,r12c9xr12c10,r12c12=r12c13,r12c13xr12c14,r12c17xr13c17,r12c18xr12c19,r12c18=r13c18,"
    "r13c6xr14c6,r13c8xr14c8,r13c10xr14c10,r13c11=r13c12,r13c12xr13c13,r13c13xr13c14,r13c13xr14c13,"
    "r13c14=r13c15,r13c15xr13c16,r13c17xr13c18,r13c17xr14c17,r13c20=r14c20,r14c5xr15c5,r14c7xr15c7,r14c8xr14c9,"
    "r14c9=r14c10,r14c10xr14c11,r14c15xr15c15,r14c16=r14c17,r14c17xr15c17,r15c1xr15c2,r15c3xr16c3,r15c7=r16c7,"
    "r15c8xr15c9,r15c12=r15c13,r15c14xr16c14,r15c16=r16c16,r16c1xr17c1,r16c8xr16c9,r16c10xr17c10,r16c12xr16c13,"
    "r16c14xr16c15,r16c15xr17c15,r16c17xr17c17,r16c18xr17c18,r16c19xr17c19,r17c1=r17c2,r17c4xr17c5,r17c6xr18c6,"
    "r17c7=r17c8,r17c9xr18c9,r17c12xr17c13,r17c13xr18c13,r17c17xr17c18,r18c3xr18c4,r18c9xr19c9,r18c11xr18c12,"
    "r18c12xr18c13,r18c12xr19c12,r18c18xr19c18,r18c20xr19c20,r19c1xr20c1,r19c3xr19c4,r19c13xr20c13,"
    "r19c14xr19c15,r19c14=r20c14,r19c15=r19c16,r19c17=r19c18,r20c2xr20c3,r20c3=r20c4,r20c7xr20c8,r20c11xr20c12,"
    "r20c12xr20c13,r20c18=r20c19"
)
"""A Binairo+ position in which only nested hypotheses decide anything."""


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
        assert ("as blank" in found.stages[1]) is bool(gone)
        assert all(cell in found.cells or f"r{cell // 8 + 1}c{cell % 8 + 1}" in found.stages[1] for cell in gone[:4])


def test_what_a_step_counts_is_what_the_board_of_the_walk_shows() -> None:
    puzzle = parse_puzzle("8x8;...1..1.0.0......00...0.....0.......00..1.1....0...0......1..11.")
    found = find_hint(puzzle, at(puzzle, r2c8="0", r2c2="1", r2c6="1", r2c7="1"))
    assert found.stages[1].endswith("(3 steps). Here, r2c8 counts as blank.")
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
    assert found.stages[-1] == "Return to the last good position."
    assert hint_pages(found)[-1].text == "Hint 2 of 2: Press again to return to the last good position."


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
        "Return to the last good position.",
    )


DEAD_END = parse_puzzle("6x6;.0..1..0............1........1.....1")


def test_the_first_value_that_left_no_solution_is_blamed() -> None:
    """The values after it count as blank only if they, too, leave no solution."""
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
    assert found.stages[1].endswith(" r1c1 came later and counts as blank here.")


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


def test_a_long_proof_is_called_long_and_a_what_if_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.engine.hints.MAX_FOLLOWED_STEPS", 3)
    puzzle = parse_puzzle("6x4;..0......0........1..100")
    assert find_hint(puzzle, puzzle.givens).stages[1:3] == (
        "No short proof was found. The shortest takes 4 steps.",
        "Start a what-if branch with 0 in r1c2 instead.",
    )


def test_signs_alone_decide_nothing_if_both_sides_are_even() -> None:
    puzzle = parse_puzzle("6x4;" + "." * 24 + ";signs=r1c1xr1c2,r2c2=r3c2")
    assert find_hint(puzzle, 0).kind is HintKind.AMBIGUOUS


def test_of_nested_hypotheses_a_short_one_is_chosen() -> None:
    """The first that is found has 429 steps, the one in r1c5 has 73."""
    puzzle = parse_puzzle(LONG)
    found = find_hint(puzzle, puzzle.givens)
    assert found.proof is not None
    assert found.proof.length <= 40


@pytest.mark.parametrize("cell", [4, 201])
def test_a_proof_is_found_or_given_up_after_limited_work(cell: int) -> None:
    """Without the limits, the proof for cell 201 has 124 steps, and asks 25,000 times whether it was cancelled."""
    puzzle, is_cancelled = parse_puzzle(LONG), after_calls(2000)
    for value in (ZERO, ONE):
        found = proof_of(puzzle, puzzle.givens, cell, value, is_cancelled=is_cancelled)
        assert found is None or found.length <= nested_hypothesis.MAX_STEPS


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
