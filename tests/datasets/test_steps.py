"""The judging of transcripts, against the proofs of puzzles and mutated steps."""

from collections.abc import Callable
from random import Random

import pytest

from binairo_tui import engine
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
def test_steps_of_proofs_are_forced_and_mutated_ones_are_wrong(seed: int) -> None:
    rng = Random(seed)
    puzzle = engine.generate(Request(6, 4 + 2 * (seed % 2), Band.MEDIUM, unique_lines=seed % 3 > 0), seed=seed)
    moves, spoilt = [], []
    for step in engine.techniques.registry.proof_steps(puzzle):
        for cell, value in zip(step.proof.cells, step.proof.values, strict=True):
            spoilt.append(rng.random() < 0.2)
            moves.append(Move(cell, engine.opposite(value) if spoilt[-1] else value))
    steps = list(judge_steps(puzzle, moves))
    kinds = [VerdictKind.CONTRADICTION if bad else VerdictKind.FORCED for bad in spoilt]
    assert [step.kind for step in steps] == kinds
    assert all(step.proof and step.text for step in steps)
    text = "\n".join([f"r{move.cell // 6 + 1}c{move.cell % 6 + 1} = {move.value}, clearly." for move in moves])
    assert read_moves(text, puzzle) == moves


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
