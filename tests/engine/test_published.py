"""Puzzles that players have already seen never change, because games, results and shared seeds refer to them.

Every digest is of puzzles that a released recipe makes. A change here means that a player who asks for the same date
or seed, or opens the same collection entry, gets a different puzzle.
"""

from collections.abc import Iterable
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from binairo_tui.engine import core
from binairo_tui.engine.bands import Band
from binairo_tui.engine.generation import generate
from binairo_tui.engine.request import Request, daily_request
from binairo_tui.engine.symmetry import Symmetry
from tests.shipped import find_collection

DAILIES = [line.split() for line in Path(__file__).with_name("daily_digests.txt").read_text().splitlines()]
"""A date, and the digest of its puzzles in the sizes that `daily_sizes` returns."""

SIZES = ((10, 10), (14, 14), (6, 8), (10, 8), (12, 12))

SEEDS = {
    Request(6, 6, Band.EASY): "828d6a772a05",
    Request(6, 6, Band.GENTLE): "1aba5a0967da",
    Request(8, 8, Band.EXPERT): "84c6fe3df311",
    Request(8, 8): "d0425b42f377",
    Request(10, 10, Band.MEDIUM, symmetry=Symmetry.HALF_TURN): "ecc6de0c0a69",
    Request(6, 8, Band.EASY, extra_givens=True): "cfc163f5ef0d",
    Request(6, 8, Band.HARD, unique_lines=False): "3b634e506fa2",
    Request(6, 6, Band.EASY, unique_lines=False, has_signs=True): "30017fb964ea",
    Request(6, 6, Band.EXTREME, unique_lines=False, has_signs=True): "a08c8d773c2a",
    Request(8, 6, Band.HARD, without=("complete line",)): "1460520ed376",
    Request(8, 6, Band.HARD, without=("complete line",), recipe=2): "6fa06d6da3bd",
    Request(8, 8, Band.EXTREME): "07284dffe665",
    Request(10, 10, Band.GENTLE, symmetry=Symmetry.LEFT_RIGHT): "ed64853c5651",
}
"""The digests of the puzzles that seeds 1 to 12 make."""

COLLECTIONS = {
    "6x6": (60, "7657539912fd"),
    "6x6-plus": (30, "9127ca08dc2c"),
    "6x8": (30, "b9003745dddc"),
    "6x10": (30, "b58dbcfa5049"),
    "8x8": (60, "639ca2ca4198"),
    "8x8-plus": (30, "8e27c95edc9a"),
    "8x10": (30, "a79ee2635a02"),
    "10x10": (60, "90798ff4f047"),
    "10x10-plus": (30, "8736f8fb9efc"),
    "12x12": (60, "732f7d813095"),
    "14x14": (60, "117de5e7a39e"),
    "20x20": (24, "177545dbe981"),
    "classics": (1, "8ac5cb2adf73"),
    "minimal": (11, "72dd87cdcfd7"),
    "tutorial": (12, "69a23f7a683a"),
}
"""The number of puzzles in a collection and their digest. Puzzles may be appended, but not changed or moved."""


def digest(puzzles: Iterable[object]) -> str:
    return sha256("\n".join(map(str, puzzles)).encode()).hexdigest()[:12]


def daily_sizes(index: int) -> tuple[tuple[int, int], ...]:
    return (6, 6), (8, 8), SIZES[index % len(SIZES)]


def test_puzzles_of_past_days_never_change() -> None:
    assert len(DAILIES) == 200
    some = DAILIES if core.core_name() == "C" else DAILIES[:40]  # without the core, each takes thirty times as long
    changed = []
    for index, (text, expected) in enumerate(some):
        requests = [daily_request(date.fromisoformat(text), *size) for size in daily_sizes(index)]
        if digest(generate(request, seed=seed) for request, seed in requests) != expected:
            changed.append(text)
    assert changed == []


@pytest.mark.parametrize("request_", SEEDS, ids=str)
def test_seeds_in_use_make_the_same_puzzles(request_: Request) -> None:
    assert digest(generate(request_, seed=seed) for seed in range(1, 13)) == SEEDS[request_]


@pytest.mark.parametrize("name", COLLECTIONS)
def test_collection_entries_keep_their_numbers(name: str) -> None:
    count, expected = COLLECTIONS[name]
    entries = find_collection(name).entries[:count]
    assert [entry.number for entry in entries] == list(range(1, count + 1))
    assert digest(entry.puzzle for entry in entries) == expected
