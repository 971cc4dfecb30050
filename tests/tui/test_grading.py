"""Tests of grading a puzzle in play."""

import pytest

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.processes.worker import Assessment, WorkerError
from binairo_tui.tui.messages import Surroundings
from binairo_tui.tui.screens import play

PUZZLE = parse_puzzle("4x4;0..1.1......0..0")

Result = Assessment | Exception


@pytest.fixture
def _ungraded() -> None:
    """Let typed puzzles be graded."""


class Assessor(Surroundings):
    """Gives one result."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.puzzles: list[Puzzle] = []

    async def assess(self, puzzle: Puzzle) -> Assessment:
        self.puzzles.append(puzzle)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@pytest.mark.parametrize(
    ("result", "bands"),
    [
        (Assessment(1, "Easy", 100, "pair"), ["Easy"]),
        (Assessment(1), []),
        (Assessment(2), []),
        (WorkerError("the worker has ended"), []),
        (OSError("no more processes"), []),
    ],
    ids=["graded", "no grade", "two solutions", "failed", "no process"],
)
async def test_the_band_is_found_if_there_is_one(
    monkeypatch: pytest.MonkeyPatch, result: Result, bands: list[str]
) -> None:
    assessor = Assessor(result)
    monkeypatch.setattr(play, "GRADING_DELAY", 0.0)
    assert [band async for band in play.find_band(PUZZLE, assessor)] == bands
    assert assessor.puzzles == [PUZZLE]
