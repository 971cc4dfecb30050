"""Techniques that others add: hints, proofs and grades use them, and generation does not."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from binairo_tui.engine import (
    EMPTY,
    ONE,
    ZERO,
    Band,
    Deduction,
    GradingError,
    LineDeduction,
    LineTechnique,
    Position,
    Premises,
    Puzzle,
    Quota,
    Request,
    Run,
    Sign,
    find_hint,
    generate,
    grade,
    next_proof,
    opposite,
    parse_puzzle,
    register,
    to_json,
    unregister,
)
from tests.oracle import Board
from tests.proof_checker import check_proof

TAKEN = parse_puzzle("6x6;0..01...............................;signs=r1c2xr1c3")


def find(text: str, signs: tuple[tuple[int, bool], ...]) -> Iterator[LineDeduction]:
    for place, same in signs:
        if not same and text[place : place + 2] == ".." and text.count("0") == len(text) // 2 - 1:
            others = tuple(at for at, held in enumerate(text) if held == "." and at not in (place, place + 1))
            if others:
                zeros = tuple(at for at, held in enumerate(text) if held == "0")
                yield LineDeduction(others, (opposite(ZERO),) * len(others), zeros)


def premises(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    sign = next(Sign(*sign) for sign in deduction.because_signs)
    values = tuple([puzzle.geometry.value(position, cell) for cell in deduction.because_cells])
    pair = Run((sign.a, sign.b), need=1, by_signs=1)
    return Premises(deduction.because_cells, values, (sign,), Quota("0", 1), (pair,))


RULE = "A pair joined by x takes the last 0 of its line."
TECHNIQUE = LineTechnique("taken zero", RULE, find, premises=premises)


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    register(TECHNIQUE, Band.EASY, weight=40, sentence="{line}: {joined} takes the last {quota}, so {conclusion}.")
    yield
    unregister("taken zero")


def test_hints_and_proofs_use_a_technique_that_was_added() -> None:
    hint = find_hint(TAKEN, TAKEN.givens)
    assert hint.stages == (
        "Look at row 1.",
        "Taken zero: a pair joined by x takes the last 0 of its line.",
        "Row 1: r1c2 x r1c3 takes the last 0, so r1c6 is 1.",
        "Filled r1c6.",
    )
    proof = next_proof(TAKEN, TAKEN.givens)
    assert proof == hint.proof
    assert proof is not None
    cells = TAKEN.geometry.text(TAKEN.givens)
    signs = tuple((a, b, same) for a, b, same in TAKEN.signs)
    check_proof(Board(6, 6, cells, signs), cells, to_json(TAKEN, proof))


def test_a_technique_that_is_wrong_is_named() -> None:
    def always_one(text: str, signs: tuple[tuple[int, bool], ...]) -> Iterator[LineDeduction]:
        if EMPTY in text:
            yield LineDeduction((text.index(EMPTY),), (ONE,), ())

    register(
        LineTechnique("always one", "Ones everywhere.", always_one), Band.GENTLE, weight=1, sentence="{conclusion}."
    )
    try:
        with pytest.raises(ValueError, match="the technique 'always one' is wrong about r1c3, r1c4"):
            grade(parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0..."))
    finally:
        unregister("always one")
    with pytest.raises(GradingError, match="no solution"):
        grade(parse_puzzle("4x4;111............."))


def test_grades_use_a_technique_that_was_added_and_generated_puzzles_do_not() -> None:
    request = Request(6, 6, Band.HARD, unique_lines=False, has_signs=True, recipe=2)
    with_it = [generate(request, seed=seed) for seed in range(12)]
    grades = [grade(puzzle) for puzzle in with_it]
    assert any("taken zero" in found.techniques for found in grades)
    unregister("taken zero")
    assert [generate(request, seed=seed) for seed in range(12)] == with_it
    assert not any("taken zero" in grade(puzzle).techniques for puzzle in with_it)
    register(TECHNIQUE, Band.EASY, weight=40, sentence="{conclusion}")


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        ({"technique": "pair"}, TypeError, "technique must be a LineTechnique or a BoardTechnique, not 'pair'"),
        ({"band": "easy"}, TypeError, "band must be a Band, not 'easy'"),
        ({"weight": "?"}, TypeError, "weight must be an int, not '?'"),
        ({"weight": -1}, ValueError, "weight -1 is negative"),
        ({"sentence": 5}, TypeError, "sentence must be a text, not 5"),
        ({"sentence": "{line}: {nope}."}, ValueError, "there is no word {nope} for sentences"),
        ({"sentence": "{puzzle}"}, ValueError, "there is no word {puzzle} for sentences"),
        ({"sentence": "{}"}, ValueError, "there is no word {} for sentences"),
    ],
)
def test_what_no_proof_could_use_is_refused(wrong: dict[str, Any], kind: type[Exception], message: str) -> None:
    arguments = {"technique": TECHNIQUE, "band": Band.EASY, "weight": 1, "sentence": "{conclusion}", **wrong}
    with pytest.raises(kind, match=f"^{re.escape(message)}$"):
        register(**arguments)
    proof = next_proof(TAKEN, TAKEN.givens)
    assert proof is not None
    assert proof.text.startswith("Row 1: r1c2 x r1c3 takes the last 0")


@pytest.mark.parametrize("name", ["pair", "nested hypothesis", "contradiction"])
def test_a_technique_of_the_package_cannot_be_replaced(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' is a technique of the package"):
        register(LineTechnique(name, RULE, find), Band.EASY, weight=1, sentence="{conclusion}")
