"""Refutations are as short as can be: an exhaustive search by all techniques finds no shorter one."""

from collections.abc import Iterator
from random import Random

import pytest

from binairo_tui.engine import Position, Proof, Puzzle, find_violations, parse_puzzle
from binairo_tui.engine.geometry import opposite
from binairo_tui.engine.propagation import propagate
from binairo_tui.engine.techniques import hypothesis, refutation
from binairo_tui.engine.techniques.base import View
from binairo_tui.engine.techniques.deductions import SHORT_OF_HYPOTHESES, with_deduction
from tests.conftest import Report
from tests.corpus import records
from tests.strategies import to_puzzle

MOST_STEPS = 6
MOST_POSITIONS = 20_000


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
            wrong = rng.sample(wrong, 1)
        proof = hypothesis.shortest_refutation(puzzle, position, wrong)
        if proof is not None:
            yield puzzle, position, proof


def check(seed: int, count: int, patterns: tuple[str, ...]) -> tuple[int, int]:
    """Check that none of some refutations is beaten; return how many were, and how many would take too long."""
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
