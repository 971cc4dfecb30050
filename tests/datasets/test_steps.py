"""The judging of transcripts, against the proofs of puzzles and mutated steps."""

from collections.abc import Callable
from random import Random

import pytest

from binairo_tui import datasets, engine
from binairo_tui.datasets import judge_steps, read_moves
from binairo_tui.engine import Band, Move, Request, VerdictKind

PUZZLE = engine.parse_puzzle("4x4;0..1.1......0..0")
SAYS: list[Callable[[int, int, str], str]] = [
    lambda row, column, value: f"r{row}c{column}={value}",
    lambda row, column, value: f"R{row}C{column} must be {value}, because of the pair above it.",
    lambda row, column, value: f"- Row {row}, column {column}: {value}",
    lambda row, column, value: f"Step: ({row}, {column}) -> {value}",
    lambda row, column, value: f"Cell ({row},{column}) = {value}",
    lambda row, column, value: f"**r{row}c{column}** is {value} (three in a row otherwise).",
    lambda row, column, value: f'{{"row": {row}, "column": {column}, "value": {value}}}',
]


@pytest.mark.parametrize("say", SAYS)
def test_moves_are_read_in_many_shapes(say: Callable[[int, int, str], str]) -> None:
    moves = [Move(1, engine.ZERO), Move(6, engine.ONE), Move(12, engine.ZERO)]
    text = "\n".join([say(move.cell // 4 + 1, move.cell % 4 + 1, move.value) for move in moves])
    assert read_moves(f"I look at rows 1 and 2 first.\n{text}\nThat is all.", PUZZLE) == moves
    assert read_moves(say(5, 1, "1"), PUZZLE) == []


@pytest.mark.parametrize("seed", range(12))
def test_mutated_proofs_are_judged_as_their_data_say(seed: int) -> None:
    """Of a puzzle with one solution, steps may be left out and come in any order: only wrong values are wrong."""
    rng = Random(seed)
    puzzle = engine.generate(Request(6, 4 + 2 * (seed % 2), Band.MEDIUM, unique_lines=seed % 3 > 0), seed=seed)
    proofs = [step.proof for step in engine.techniques.registry.proof_steps(puzzle)]
    moves = [
        Move(*filled)
        for proof in proofs
        if rng.random() < 0.8
        for filled in zip(proof.cells, proof.values, strict=True)
    ]
    if seed % 4 > 1:
        rng.shuffle(moves)
    is_spoilt = [rng.random() < 0.2 for _ in moves]
    told = [
        Move(cell, engine.opposite(value) if bad else value)
        for (cell, value), bad in zip(moves, is_spoilt, strict=True)
    ]
    text = "\n".join([f"r{cell // 6 + 1}c{cell % 6 + 1} = {value}, clearly." for cell, value in told])
    assert read_moves(text, puzzle) == told
    verdicts = list(judge_steps(puzzle, told))
    kinds = [VerdictKind.CONTRADICTION if bad else VerdictKind.FORCED for bad in is_spoilt]
    assert [verdict.kind for verdict in verdicts] == kinds
    for move, verdict in zip(moves, verdicts, strict=True):
        assert verdict.text
        assert verdict.proof is not None
        assert dict(zip(verdict.proof.cells, verdict.proof.values, strict=True))[move.cell] == move.value


@pytest.mark.parametrize("seed", range(6))
def test_a_guess_is_a_cell_in_which_solutions_differ(seed: int) -> None:
    (item,) = datasets.items(datasets.Plan((Request(6, 6, Band.EASY),), 1, seed, ambiguous=100))
    puzzle, text = item.puzzle, item.puzzle.geometry.text
    left = [text(grid) for grid in engine.solutions(puzzle)]
    cells = [cell for cell, value in enumerate(text(puzzle.givens)) if value == engine.EMPTY]
    Random(seed).shuffle(cells)
    solution = Random(seed).choice(left)
    verdicts = judge_steps(
        puzzle, [Move(cell, puzzle.geometry.value(puzzle.geometry.position(solution), cell)) for cell in cells]
    )
    for cell, verdict in zip(cells, verdicts, strict=True):
        differ = {grid[cell] for grid in left} == {"0", "1"}
        assert verdict.kind is (VerdictKind.GUESS if differ else VerdictKind.FORCED)
        left = [grid for grid in left if grid[cell] == solution[cell]]


def test_each_kind_of_step() -> None:
    puzzle = engine.parse_puzzle("4x4;11..0..........0")
    steps = judge_steps(puzzle, read_moves("r1c3=0, r1c1=0, r1c4=1, r1c4=0, r3c3=1", puzzle))
    assert [step.kind.value for step in steps] == ["forced", "contradiction", "contradiction", "forced", "guess"]


def test_what_cannot_be_judged_is_an_error() -> None:
    with pytest.raises(ValueError, match="the puzzle has no solution"):
        next(judge_steps(engine.parse_puzzle("4x4;000............."), []))
    with pytest.raises(ValueError, match="cell"):
        next(judge_steps(PUZZLE, [Move(16, engine.ONE)]))
    with pytest.raises(engine.CancelledError):
        list(judge_steps(engine.Puzzle(10, 10), [Move(0, engine.ONE)], is_cancelled=lambda: True))
