"""How often long work asks whether it was cancelled, counted in calls of functions, because times vary."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from binairo_tui.engine import (
    Band,
    CancelledError,
    Request,
    find_hint,
    generate,
    grade,
    judge_move,
    next_proof,
    parse_puzzle,
    proof_of,
)
from binairo_tui.engine.cancellation import IsCancelled, after_calls
from binairo_tui.engine.reduction import superfluous_givens
from tests.engine.test_core import in_python

MOST_CALLS = 20_000
"""Limit on the calls between two questions. Python takes a few milliseconds for them."""
SIGNS = "r1c2=r2c2,r1c5xr1c6,r2c1=r3c1,r2c4xr3c4,r4c4=r5c4,r5c1=r5c2"
NESTED = parse_puzzle(f"6x6;...................0....110..00.....;signs={SIGNS}")
HARD = parse_puzzle(
    "10x10;.......1.00..........00...11......0...0....1........1...1..............1..00..1..1..0...1....1.....0"
)

WORK: dict[str, Callable[[IsCancelled], object]] = {
    "generate": lambda it: generate(Request(8, 6, Band.EXTREME), seed=1, is_cancelled=it),
    "generate signs": lambda it: generate(Request(6, 6, Band.HARD, has_signs=True), seed=1, is_cancelled=it),
    "grade": lambda it: grade(NESTED, is_cancelled=it),
    "judge": lambda it: judge_move(NESTED, NESTED.givens, 20, "1", is_cancelled=it),
    "judge 10x10": lambda it: judge_move(HARD, HARD.givens, 6, "1", is_cancelled=it),
    "hint": lambda it: find_hint(NESTED, NESTED.givens, is_cancelled=it),
    "next proof": lambda it: next_proof(NESTED, NESTED.givens, is_cancelled=it),
    "proof of": lambda it: proof_of(NESTED, NESTED.givens, 20, "1", is_cancelled=it),
    "superfluous givens": lambda it: superfluous_givens(HARD, is_cancelled=it),
}


@pytest.mark.parametrize("name", WORK)
def test_long_work_asks_often_whether_it_was_cancelled(name: str) -> None:
    done, asked = 0, [0]

    def profile(_frame: object, event: str, _argument: Any) -> None:
        nonlocal done
        done += event in ("call", "c_call")

    def is_cancelled() -> bool:
        asked.append(done)
        return False

    with in_python():
        sys.setprofile(profile)
        try:
            WORK[name](is_cancelled)
        finally:
            sys.setprofile(None)
        gaps = [after - before for before, after in zip(asked, [*asked[1:], done], strict=True)]
        assert max(gaps) < MOST_CALLS
        for number in range(0, len(gaps) - 1, len(gaps) // 4):
            with pytest.raises(CancelledError):
                WORK[name](after_calls(number))
