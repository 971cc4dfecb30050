"""Refutations are as short as possible: an exhaustive search with all techniques finds no shorter one."""

from collections.abc import Iterator
from random import Random

import pytest

from binairo_tui.engine import Position, Proof, Puzzle, find_violations, parse_puzzle, to_json
from binairo_tui.engine.geometry import EMPTY, Line, Value, opposite
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.techniques import hypothesis, refutation
from binairo_tui.engine.techniques.base import View
from binairo_tui.engine.techniques.deductions import SHORT_OF_HYPOTHESES, with_deduction
from binairo_tui.engine.techniques.moves import Grid, LineMoves
from tests.conftest import Report
from tests.corpus import records
from tests.oracle import Board
from tests.proof_checker import check_proof
from tests.strategies import to_board, to_puzzle

MOST_STEPS = 6
MOST_POSITIONS = 20_000
FAR_CONTRADICTIONS: list[tuple[str, tuple[int, Value]]] = [
    (
        (
            "14x14;..10..0.1..11..1...01.0....10..1..1............0..10.11....1....1.0..0.0.0..0.....1.1...0...11..0.1..00"
            ".....1.........0...1...10.0.1...1...11...0...0.......00..1....0......0..00.0.....1..0....0.0."
        ),
        (29, "1"),
    ),
    (
        (
            "12x12;..........1..................10.........10....1...........0...........0...........1.....0.....0.....1..."
            "..1.....01..0.1...1010..1001..0101101100;signs=r1c4=r2c4,r1c6xr2c6,r1c7=r1c8,r1c8xr2c8,r2c2xr3c2,r2c8=r3c8,"
            "r2c10xr2c11,r2c10xr3c10,r2c11xr3c11,r3c1=r4c1,r3c2xr4c2,r3c4xr3c5,r3c6xr3c7,r3c6xr4c6,r3c9=r3c10,r4c1xr4c2,"
            "r4c2xr4c3,r4c5xr4c6,r4c11xr5c11,r4c12xr5c12,r5c1=r5c2,r5c6=r5c7,r6c1=r7c1,r6c7xr7c7,r6c8=r6c9,r6c9=r7c9,"
            "r7c5xr7c6,r7c7xr7c8,r7c7=r8c7,r7c8xr7c9,r7c9xr8c9,r7c12xr8c12,r8c1xr8c2,r8c9xr8c10,r9c1xr9c2,r9c2xr10c2,"
            "r9c10xr10c10,r10c1xr10c2,r10c2xr10c3,r10c2=r11c2,r10c5xr10c6,r10c5xr11c5,r11c3xr11c4,r11c3xr12c3,"
            "r11c4xr11c5,r11c5xr12c5,r11c7xr11c8,r11c10=r11c11,r11c12xr12c12,r12c1xr12c2,r12c4xr12c5,r12c6=r12c7"
        ),
        (36, "0"),
    ),
]
"""Puzzles with a wrong value from which every contradiction is more than 20 steps away, as far as is known."""


def is_beaten(puzzle: Puzzle, position: Position, proof: Proof) -> bool | None:
    """Return whether fewer steps than those of a proof break a rule; None if there are too many to try."""
    (cell,), (value,) = proof.cells, proof.values
    reached = {puzzle.geometry.place(position, cell, opposite(value))}
    for number in range(1, proof.length):
        if any(find_violations(puzzle, one) for one in reached):
            return True
        if number == proof.length - 1:
            break
        reached = {
            with_deduction(puzzle, one, found)
            for one in reached
            for technique in SHORT_OF_HYPOTHESES.values()
            for found in technique.find(View(puzzle, one))
        }
        if len(reached) > MOST_POSITIONS:
            return None
    return False


def refutations(seed: int, count: int, patterns: tuple[str, ...]) -> Iterator[tuple[Puzzle, Position, Proof]]:
    """Yield shortest refutations, at fixpoints, where hints show them, and of values in puzzles not begun."""
    rng = Random(seed)
    chosen = [record for pattern in patterns for record in records(pattern) if record.solution]
    for number in range(count):
        puzzle = to_puzzle(rng.choice(chosen).board)
        fixpoint = propagate(puzzle)
        assert fixpoint is not None
        position = puzzle.givens if number % 4 == 0 else fixpoint
        wrong = list(hypothesis.refuted(puzzle, position))
        if number % 4 == 0:
            wrong = rng.sample(wrong, min(1, len(wrong)))
        proof = hypothesis.shortest_refutation(puzzle, position, wrong)
        if proof is not None:
            yield puzzle, position, proof


def check(seed: int, count: int, patterns: tuple[str, ...]) -> tuple[int, int]:
    """Check that no refutation is shorter; return how many were checked, and how many would take too long."""
    checked = too_long = 0
    for puzzle, position, proof in refutations(seed, count, patterns):
        found = is_beaten(puzzle, position, proof) if proof.length <= MOST_STEPS else None
        assert not found, f"{puzzle}: {proof.text}"
        checked += found is False
        too_long += found is None
    return checked, too_long


def test_no_refutation_is_shorter() -> None:
    checked, _ = check(15, 30, ("hard_6", "hard_8", "plus_6"))
    assert checked > 10


class CountingGrid(Grid):
    """A grid that refuses more than twice the lookups that a search may use."""

    def _moves(self, text: str, line: Line, finished: tuple[str, ...]) -> LineMoves:
        assert self.lookups < 2 * refutation.MAX_LOOKUPS
        return super()._moves(text, line, finished)


@pytest.mark.parametrize("limit", [None, 20, 5])
@pytest.mark.parametrize(("text", "wrong"), FAR_CONTRADICTIONS)
def test_a_search_ends_though_the_contradiction_is_far(
    monkeypatch: pytest.MonkeyPatch, text: str, wrong: tuple[int, Value], limit: int | None
) -> None:
    monkeypatch.setattr(refutation, "MAX_LOOKUPS", 10_000)
    monkeypatch.setattr(refutation, "Grid", CountingGrid)
    puzzle = parse_puzzle(text)
    proof = hypothesis.refute(puzzle, puzzle.givens, wrong, limit)
    assert (proof is None) == (limit is not None)
    assert len(refutation.shortest_chains(puzzle, puzzle.givens, [wrong], limit or 196)) == (limit is None)
    if proof is not None:
        assert proof.length > 20
        check_proof(to_board(puzzle), puzzle.geometry.text(puzzle.givens), to_json(puzzle, proof))


def test_one_search_is_bounded_however_many_values_are_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refutation, "MAX_LOOKUPS", 10_000)
    monkeypatch.setattr(refutation, "Grid", CountingGrid)
    puzzle = parse_puzzle(FAR_CONTRADICTIONS[0][0])
    facts: list[tuple[int, Value]] = [(cell, value) for cell in range(196) for value in ("0", "1")]
    blank = [fact for fact in facts if puzzle.geometry.value(puzzle.givens, fact[0]) == EMPTY]
    assert hypothesis.shortest_refutation(puzzle, puzzle.givens, blank) is not None


@pytest.mark.long
def test_no_refutation_is_shorter_at_many_positions(report: Report) -> None:
    checked, too_long = check(1, 1500, ("hard_6", "hard_8", "hard_10", "hard_14", "plus_*"))
    report(f"refutations: {checked} have no shorter one, {too_long} were too long to try everything")


def test_a_search_that_is_cut_short_finds_a_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = parse_puzzle("6x4;..0......0........1..100")
    proof = hypothesis.refute(puzzle, puzzle.givens, (1, "0"))
    monkeypatch.setattr(refutation, "MAX_LOOKUPS", 1)
    other = hypothesis.refute(puzzle, puzzle.givens, (1, "0"))
    assert proof is not None
    assert other is not None
    assert other.length >= proof.length
    assert hypothesis.refute(puzzle, puzzle.givens, (1, "0"), proof.length - 1) is None


def test_a_step_may_fill_the_opposite_of_a_later_one() -> None:
    text = "011010..10010...01010..1..1010....0101..101001010101101010101100"
    puzzle = parse_puzzle(f"8x8;{text}")
    proof = hypothesis.easiest_refutation(puzzle, puzzle.givens, hypothesis.refuted(puzzle, puzzle.givens))
    assert proof is not None
    check_proof(Board(8, 8, text, ()), text, to_json(puzzle, proof))
