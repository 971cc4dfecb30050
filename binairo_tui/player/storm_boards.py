"""The boards of Storm, and the length and the penalty of a run."""

from typing import NamedTuple

from binairo_tui import engine
from binairo_tui.engine import Band, Puzzle, Request
from binairo_tui.game import Step

TOTAL_MS = 180_000
"""The length of a run, in milliseconds."""
PENALTY_MS = 10_000
"""The time that a wrong board costs, in milliseconds."""
SIZE = 6
_BANDS = ((3, Band.GENTLE), (8, Band.EASY), (15, Band.MEDIUM))
"""Pairs: the number of the last board of a band, and the band. All later boards are Hard."""


class FilledBoard(NamedTuple):
    """`elapsed_ms` is the time of the run used up when the board was full, with penalties for earlier boards."""

    puzzle: Puzzle
    steps: tuple[Step, ...]
    is_right: bool
    elapsed_ms: int


def board(seed: int, number: int) -> Puzzle:
    """Return board `number` (from 1) of a run with this seed. Later boards are harder."""
    band = next((band for last, band in _BANDS if number <= last), Band.HARD)
    return engine.generate(Request(SIZE, SIZE, band, recipe=2), seed=seed << 10 | number)
