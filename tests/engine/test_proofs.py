"""Proofs, checked by brute force over what each step names."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from itertools import product
from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Position, Proof, Puzzle, cell_name, opposite, parse_puzzle, to_json, walk
from binairo_tui.engine.drills import make_drill
from binairo_tui.engine.proof import CONTRADICTION, Premises
from binairo_tui.engine.techniques import gap_counting, hypothesis, nested_hypothesis, sign_chain
from binairo_tui.engine.techniques.base import View
from binairo_tui.engine.techniques.registry import TECHNIQUES, next_proof, prove
from tests import oracle
from tests.conftest import Report
from tests.corpus import Record, records
from tests.engine.techniques.boards import blocks
from tests.proof_checker import LineSigns, UnsoundProofError, check_proof, fillings
from tests.strategies import puzzles, to_board, to_puzzle

SHORT_OF_HYPOTHESES = TECHNIQUES[:-2]
POSITION_H = (
    "10x10;..0...0...0...101..11....10..0001..01101...1..10........0110001....101...0...011.1.....100..0101.01."
)
REFUTED_PER_POSITION = 3


def brute_fillings(text: str, signs: LineSigns) -> list[str]:
    """Return what `fillings` yields, by trying everything; for short lines."""
    tried = ("".join(values) for values in product("01", repeat=len(text)))
    return [
        filling
        for filling in tried
        if all(held in (".", value) for held, value in zip(text, filling, strict=True))
        and "000" not in filling
        and "111" not in filling
        and filling.count("1") == oracle.quota(len(text))["1"]
        and all((filling[place] == filling[place + 1]) == same for place, same in signs)
    ]


@given(st.text(".01", min_size=2, max_size=8), st.dictionaries(st.integers(0, 6), st.booleans(), max_size=3))
def test_the_checker_knows_every_filling(text: str, held: dict[int, bool]) -> None:
    signs = tuple(sorted((place, same) for place, same in held.items() if place < len(text) - 1))
    assert sorted(fillings(text, signs)) == brute_fillings(text, signs)


@given(puzzles())
def test_every_step_follows_from_what_it_names(board: oracle.Board) -> None:
    puzzle = to_puzzle(board)
    if oracle.violations(board, board.cells):
        return
    for technique in TECHNIQUES[:-1]:
        for deduction in technique.find(View(puzzle, puzzle.givens)):
            check_proof(board, board.cells, to_json(puzzle, prove(puzzle, puzzle.givens, deduction)))


@given(puzzles())
def test_a_count_follows_from_the_signs_that_it_names(board: oracle.Board) -> None:
    """Gap counting fills the same cells of a line if all other signs are taken away."""
    puzzle = to_puzzle(board)
    for deduction in gap_counting.TECHNIQUE.find(View(puzzle, puzzle.givens)):
        proof = prove(puzzle, puzzle.givens, deduction)
        named = to_puzzle(board._replace(signs=tuple([(a, b, same) for a, b, same in proof.because_signs])))
        line = [View(named, named.givens).lines[proof.because_lines[0]]]
        again = gap_counting.TECHNIQUE.find(View(named, named.givens), line)
        facts = {*zip(proof.cells, proof.values, strict=True)}
        assert any(facts <= {*zip(other.cells, other.values, strict=True)} for other in again)
        assert proof.because_signs or "fit the sign" not in proof.text


def test_the_checker_refuses_what_does_not_follow() -> None:
    board = oracle.Board(6, 4, "11...." + "......" + "......" + "......")
    puzzle = to_puzzle(board)
    proof = next_proof(puzzle, puzzle.givens)
    assert proof is not None
    check_proof(board, board.cells, to_json(puzzle, proof))
    for cells, complaint in ((board.cells, "does not follow"), ("1.1" + board.cells[3:], "empty cell")):
        wrong = Proof("pair", (3,), ("0",), (0, 1), (0,), (), "So.")
        with pytest.raises(UnsoundProofError, match=complaint):
            check_proof(board, cells, to_json(puzzle, wrong))
    pair = Premises((0, 1), ("1", "1"))
    spare = Proof("pair", (2,), ("0",), (0, 1, 5), (0,), (), "So.", premises=pair)
    with pytest.raises(UnsoundProofError, match="does not need cell 5"):
        check_proof(board, board.cells[:5] + "0" + board.cells[6:], to_json(puzzle, spare))


def spoilt(fields: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the JSON of a proof with one of its premises changed into something wrong."""
    changes: tuple[Callable[[dict[str, Any]], object], ...] = (
        lambda it: it["values"].__setitem__(0, opposite(it["values"][0])),
        lambda it: it["quota"].__setitem__("left", it["quota"]["left"] + 1),
        lambda it: it["runs"][0].__setitem__("need", it["runs"][0]["need"] + 1),
        lambda it: it["runs"][0]["fillings"].__setitem__(0, it["runs"][0]["fillings"][-1] + "0"),
        lambda it: it["excluded"].pop(),
        lambda it: it["signs"].append("r1c1=r1c3"),
        lambda it: it["ties"].pop(),
        lambda it: it["ties"][-1].__setitem__("same", not it["ties"][-1]["same"]),
    )
    for change in changes:
        copy: dict[str, Any] = deepcopy({**fields})
        with suppress(LookupError):  # the technique has no such premise
            change(copy["premises"])
            yield copy


def test_the_checker_refuses_wrong_premises() -> None:
    """On the boards of every technique, each kind of premise is changed at least once."""
    changed = 0
    for technique in SHORT_OF_HYPOTHESES:
        for block in blocks(technique.name):
            puzzle = parse_puzzle(block.puzzle)
            board = to_board(puzzle)
            for deduction in technique.find(View(puzzle, puzzle.givens)):
                fields = to_json(puzzle, prove(puzzle, puzzle.givens, deduction))
                check_proof(board, board.cells, fields)
                for wrong in spoilt(fields):
                    changed += 1
                    with pytest.raises(UnsoundProofError):
                        check_proof(board, board.cells, wrong)
    assert changed > 100


@pytest.mark.parametrize(
    "text",
    [
        # through triples that have no cell with a sign
        "4x6;................0.......;signs=r2c2=r2c3,r2c4=r3c4,r3c2=r4c2,r5c1=r5c2",
        # signs that contradict one another: no tie may rest on a pair that is equal along another path only,
        "4x6;.........0..............;signs=r2c2xr2c3,r2c4=r3c4,r3c1xr3c2,r3c2=r3c3,r4c2=r5c2,r4c3=r5c3,r6c3=r6c4",
        # nor on itself
        (
            "6x4;..................0.....;signs=r1c1xr1c2,r1c2xr2c2,r2c2=r3c2,r2c3=r2c4,r2c3xr3c3,r2c5=r3c5,r3c3xr4c3,"
            "r3c5=r3c6,r3c6xr4c6,r4c1xr4c2"
        ),
    ],
)
def test_ties_follow_from_their_signs(text: str) -> None:
    puzzle = parse_puzzle(text)
    board = to_board(puzzle)
    proofs = [prove(puzzle, puzzle.givens, found) for found in sign_chain.find(View(puzzle, puzzle.givens))]
    assert any(len(proof.because_signs) > 1 for proof in proofs)
    for proof in proofs:
        check_proof(board, board.cells, to_json(puzzle, proof))


def test_why_two_cells_are_equal_is_told_once() -> None:
    puzzle = parse_puzzle(f"4x6;{'.' * 16}0{'.' * 7};signs=r3c1xr3c2,r3c2xr4c2,r4c1=r4c2")
    proof = next(
        proof
        for found in sign_chain.find(View(puzzle, puzzle.givens))
        if (proof := prove(puzzle, puzzle.givens, found)).cells == (4,)
    )
    assert proof.text == (
        "Signs: r3c1 x r3c2 x r4c2 = r4c1, so r3c1 and r4c1 are equal, and r5c1 next to them is the opposite. r2c1 "
        "next to r3c1 and r4c1 is the opposite, too. r5c1 is 0, r5c1 differs from r4c1, r4c1 = r4c2 x r3c2 x r3c1 "
        "and r3c1 differs from r2c1, so r2c1 is 0."
    )
    told = [stop.text for stop in walk(puzzle, puzzle.givens, proof)]
    assert len(told) == len(set(told))


def test_a_chain_of_many_ties_names_the_number_of_its_signs() -> None:
    drill = make_drill("sign chain", 3)
    proof = drill.proof(max(drill.answers))
    assert proof is not None
    assert re.search("are equal because of [0-9]+ signs", proof.text)
    stops = walk(drill.puzzle, drill.puzzle.givens, proof)
    named = " ".join(stop.text for stop in stops)
    for sign in proof.because_signs:
        between = {f"{name} {'=' if sign.same else 'x'}" for name in (cell_name(cell, 8) for cell in sign[:2])}
        assert any(f"{part} {cell_name(other, 8)}" in named for part in between for other in sign[:2])


def test_a_chain_is_walked_link_by_link() -> None:
    drill = make_drill("sign chain", 9_903)
    proof = drill.proof(max(drill.answers))
    assert proof is not None
    stops = walk(drill.puzzle, drill.puzzle.givens, proof)
    assert [stop.text for stop in stops][1:7] == [
        "Column 2: r7c2 = r8c2, so r8c2 differs from r7c3.",
        "Row 8: r8c2 x r8c3, so r8c3 is equal to r7c3.",
        "Column 3: r7c3 and r8c3 are equal, so r6c3 next to them is the opposite.",
        "Row 8: r8c4 = r8c5, so r8c3 next to them is the opposite.",
        "Column 3: r6c3 is 1, and r7c3 differs from r6c3, so r7c3 is 0.",
        "Row 7: r7c3 is 0, and r7c3 x r7c2, so r7c2 is 1.",
    ]
    (cell,), (value,) = proof.cells, proof.values
    assert drill.puzzle.geometry.value(stops[-1].position, cell) == value
    assert not any(stop.is_contradiction for stop in stops)


def test_a_long_chain_of_signs_is_cut_short_in_its_sentence_only() -> None:
    cells = "." * 19 + "1"
    signs = ",".join(f"r1c{column}{'=x'[column % 2]}r1c{column + 1}" for column in range(1, 20))
    puzzle = parse_puzzle(f"20x2;{cells}{'.' * 20};signs={signs}")
    proofs = [prove(puzzle, puzzle.givens, found) for found in sign_chain.find(View(puzzle, puzzle.givens))]
    first = next(proof for proof in proofs if proof.cells == (0,))
    assert len(first.because_signs) == 19
    assert "r1c17 = r1c16 ... 14 more signs ... x r1c1, so r1c1 is 1." in first.text


def test_a_nested_refutation_ends_in_something_visible() -> None:
    signs = "r1c2=r2c2,r1c5xr1c6,r2c1=r3c1,r2c4xr3c4,r4c4=r5c4,r5c1=r5c2"
    puzzle = parse_puzzle(f"6x6;...................0....110..00.....;signs={signs}")
    board = to_board(puzzle)
    proof = next_proof(puzzle, puzzle.givens)
    assert proof is not None
    assert proof.technique == nested_hypothesis.NAME
    check_proof(board, board.cells, to_json(puzzle, proof))
    assert any(step.steps for step in proof.steps)
    stops = walk(puzzle, puzzle.givens, proof)
    assert [stop.number for stop in stops if stop.number] == list(range(1, proof.length + 1))
    assert sum(stop.is_contradiction for stop in stops) == 1 + sum(bool(step.steps) for step in proof.steps)
    assert max(stops[-1].assumed.values()) == 1


def test_the_walk_through_position_h() -> None:
    puzzle = parse_puzzle(POSITION_H)
    proof = next_proof(puzzle, puzzle.givens)
    assert proof is not None
    stops = walk(puzzle, puzzle.givens, proof)
    assert [stop.text for stop in stops] == [
        "Suppose r8c3 is 0.",
        (
            "Row 8: r8c1-c2 needs one 1 and r8c5-c7 needs two to avoid three 0s together, and only three 1s are left. "
            "Then r8c1-c2 can only be 01, so r8c1 is 0."
        ),
        "Column 1: r7c1 and r8c1 are both 0, so r6c1 and r9c1 are 1.",
        "Row 9: r9c1 and r9c2 are both 1, so r9c3 is 0.",
        "Column 3: three 0s together (r8c3, r9c3, r10c3).",
        "So r8c3 is 1.",
    ]
    assert [len(stop.assumed) for stop in stops] == [1, 2, 4, 5, 5, 1]
    assert stops[-1].position == puzzle.geometry.place(puzzle.givens, 72, "1")


def random_position(rng: Random, found: Record) -> str:
    """Return the givens of a puzzle, and some of the rest of its solution."""
    assert found.solution is not None
    share = rng.random()
    pairs = zip(found.board.cells, found.solution, strict=True)
    return "".join(given if given != "." or rng.random() > share else value for given, value in pairs)


def proofs_of(rng: Random, puzzle: Puzzle, position: Position) -> Iterator[Proof]:
    """Yield a proof of everything that a technique finds, but of only a few hypotheses."""
    for technique in SHORT_OF_HYPOTHESES:
        for deduction in technique.find(View(puzzle, position)):
            yield prove(puzzle, position, deduction)
    wrong = list(hypothesis.refuted(puzzle, position))
    for fact in rng.sample(wrong, min(REFUTED_PER_POSITION, len(wrong))):
        proof = hypothesis.refute(puzzle, position, fact)
        assert proof is not None
        yield proof


def check_positions(count: int, patterns: tuple[str, ...]) -> tuple[Counter[str], list[int]]:
    """Check all proofs at random positions; return the steps by technique, and the lengths of refutations."""
    rng = Random(15)
    found = [record for pattern in patterns for record in records(pattern) if record.solution]
    steps: Counter[str] = Counter()
    lengths = []
    for _ in range(count):
        record = rng.choice(found)
        puzzle, cells = to_puzzle(record.board), random_position(rng, record)
        for proof in proofs_of(rng, puzzle, puzzle.geometry.position(cells)):
            check_proof(record.board, cells, to_json(puzzle, proof))
            steps.update([step.technique for step in proof.steps] or [proof.technique])
            lengths += [proof.length] if proof.steps else []
    del steps[CONTRADICTION]
    return steps, lengths


def test_proofs_at_positions_of_the_corpus() -> None:
    steps, lengths = check_positions(8, ("hard_8", "web_10", "plus_8"))
    assert len(steps) > 6
    assert lengths


@pytest.mark.long
def test_proofs_at_thousands_of_positions(report: Report) -> None:
    steps, lengths = check_positions(5000, ("hard_*", "web_*", "plus_*", "unruly_*"))
    report(f"proofs: {sum(steps.values())} steps checked: {dict(steps.most_common())}")
    report(f"refutations: {len(lengths)}, {mean(lengths):.1f} steps on average, {max(lengths)} at most")
