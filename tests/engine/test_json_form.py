"""The JSON of proofs, hints and grades: it is written and read, and the place of an error in bad data is named."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui import engine
from binairo_tui.engine import (
    Band,
    Grade,
    GradingError,
    Hint,
    HintKind,
    Proof,
    Puzzle,
    Request,
    find_hint,
    from_json,
    generate,
    grade,
    next_proof,
    parse_puzzle,
    proof_of,
    to_json,
)
from binairo_tui.engine.techniques.registry import proof_steps
from binairo_tui.game import GameSession
from tests.strategies import positions_of, puzzles, to_puzzle

REFUTED = parse_puzzle("6x4;..0......0........1..100")
NESTED = parse_puzzle(
    "6x6;...................0....110..00.....;signs=r1c2=r2c2,r1c5xr1c6,r2c1=r3c1,r2c4xr3c4,r4c4=r5c4,r5c1=r5c2"
)
WRONG: tuple[Any, ...] = (None, True, -1, 1.5, "", "r99c9", "row 99", "r1c1", "1", [], ["r1c1"], {}, {"cells": []})
"""Values that a field cannot have, or must have as an exception."""


def there_and_back(puzzle: Puzzle, value: Proof | Hint | Grade) -> None:
    data = to_json(puzzle, value)
    assert from_json(puzzle, type(value), json.loads(json.dumps(data))) == value
    assert json.loads(json.dumps(data)) == data


@given(puzzles(), st.data())
def test_hints_and_their_proofs_go_both_ways(board: Any, data: st.DataObject) -> None:
    puzzle = to_puzzle(board)
    for text in (board.cells, data.draw(positions_of(board))):
        position = puzzle.geometry.position(text)
        there_and_back(puzzle, find_hint(puzzle, position))
        if proof := next_proof(puzzle, position):
            there_and_back(puzzle, proof)


@given(puzzles())
def test_grades_go_both_ways(board: Any) -> None:
    puzzle = to_puzzle(board)
    with suppress(GradingError):
        there_and_back(puzzle, grade(puzzle))


@pytest.mark.parametrize("band", Band)
@pytest.mark.parametrize(("width", "height", "has_signs"), [(6, 8, True), (7, 7, False)])
def test_whole_solutions_go_both_ways(band: Band, width: int, height: int, has_signs: bool) -> None:
    puzzle = generate(Request(width, height, band, has_signs=has_signs), seed=1)
    there_and_back(puzzle, grade(puzzle))
    for step in proof_steps(puzzle):
        there_and_back(puzzle, step.proof)
        there_and_back(puzzle, find_hint(puzzle, step.before))


def test_a_reason_in_a_game_goes_both_ways() -> None:
    session = GameSession(REFUTED)
    asked = session.ask_why(1)().hint()
    assert asked.kind is HintKind.REASON
    there_and_back(REFUTED, asked)


def test_nested_refutations_go_both_ways() -> None:
    proof = next_proof(NESTED, NESTED.givens)
    assert proof is not None
    assert proof.technique == "nested hypothesis"
    there_and_back(NESTED, proof)
    there_and_back(NESTED, find_hint(NESTED, NESTED.givens))


def leaves(data: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of everything in the data except the deductions of grades, which are not read."""
    for key, item in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        if key != "deductions":
            yield (*place, key)
            yield from leaves(item, (*place, key))


def examples() -> list[tuple[Puzzle, Proof | Hint | Grade]]:
    signed = generate(Request(4, 6, Band.MEDIUM, has_signs=True), seed=1)
    chained = parse_puzzle("4x4;1...............;signs=r1c1xr1c2,r1c2xr2c2")
    chain = proof_of(chained, chained.givens, 5, "1")
    counted = parse_puzzle("6x6;1....1" + "." * 30)
    run = proof_of(counted, counted.givens, 1, "0")
    assert chain is not None
    assert run is not None
    return [
        (REFUTED, find_hint(REFUTED, REFUTED.givens)),
        (signed, grade(signed)),
        (chained, chain),
        (counted, run),
    ]


@pytest.mark.parametrize(("puzzle", "value"), examples())
def test_a_change_is_refused_with_its_place_or_makes_another_value(puzzle: Puzzle, value: Proof | Hint | Grade) -> None:
    text = json.dumps(to_json(puzzle, value))
    refused = 0
    for place in leaves(json.loads(text)):
        for wrong in (..., *WRONG):
            data = parent = json.loads(text)
            for key in place[:-1]:
                parent = parent[key]
            parent[place[-1]] = wrong
            if wrong is ...:
                del parent[place[-1]]
            try:
                found = from_json(puzzle, type(value), data)
            except ValueError as error:
                refused += 1
                assert re.match(r"data[.\[:]", str(error)), error
            else:
                there_and_back(puzzle, found)
    assert refused > 200


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"cells": ["r9c1"]}, "data.cells[0]: there is no 'r9c1'"),
        ({"because_lines": ["r1c1"]}, "data.because_lines[0]: 'r1c1' is not valid here"),
        ({"values": ["2"]}, "data.values[0]: '2' is not valid here"),
        ({"values": ["0", "1"]}, "data.cells: expected 2, not 1"),
        ({"premises": 5}, "data.premises: 5 is not valid here"),
        ({"premises": {"cells": []}}, "data.premises.values is missing"),
        ({"steps": []}, "data.premises.refuted_by is not the number of steps"),
        ({"text": 5}, "data.text: 5 is not valid here"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, Any], said: str) -> None:
    proof = next_proof(REFUTED, REFUTED.givens)
    assert proof is not None
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        from_json(REFUTED, Proof, {**to_json(REFUTED, proof), **change})


def test_a_step_that_proves_nothing_is_refused() -> None:
    proof = next_proof(REFUTED, REFUTED.givens)
    assert proof is not None
    data = to_json(REFUTED, proof)
    data["steps"].insert(0, data["steps"][0])
    with pytest.raises(ValueError, match=r"^data\.premises\.refuted_by is not the number of steps$"):
        from_json(REFUTED, Proof, data)


def test_fields_of_later_versions_are_ignored() -> None:
    hint = find_hint(REFUTED, REFUTED.givens)
    assert from_json(REFUTED, Hint, {**to_json(REFUTED, hint), "later": 1}) == hint


@pytest.mark.parametrize("data", [None, [], "proof", 5])
def test_other_data_are_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"^data: .* is not valid here"):
        from_json(REFUTED, Grade, data)


def test_other_kinds_are_refused() -> None:
    with pytest.raises(TypeError, match="is not Proof, Hint or Grade"):
        from_json(REFUTED, engine.Verdict, {})
    with pytest.raises(TypeError, match="is not a proof, a hint or a grade"):
        to_json(REFUTED, 5)  # type: ignore[arg-type]
