"""Tests of grading a puzzle in play."""

from typing import Any, cast

import pytest

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.host.client.host_client import HostClient
from binairo_tui.processes.worker import Assessment, WorkerError
from binairo_tui.tui.screens.play import grading

PUZZLE = parse_puzzle("4x4;0..1.1......0..0")

Result = Assessment | Exception


@pytest.fixture
def _ungraded() -> None:
    """Let typed puzzles be graded."""


class Assessor:
    """Gives one result, as a worker or as the host of a session."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.puzzles: list[Puzzle] = []

    async def assess(self, puzzle: Puzzle) -> Assessment:
        self.puzzles.append(puzzle)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@pytest.mark.parametrize("is_hosted", [False, True])
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
async def test_the_band_is_found_by_the_host_or_a_worker_if_there_is_one(
    monkeypatch: pytest.MonkeyPatch, result: Result, bands: list[str], *, is_hosted: bool
) -> None:
    assessor, worker = Assessor(result), Assessor(result)
    monkeypatch.setattr(grading, "DELAY", 0.0)
    monkeypatch.setattr(grading, "assess_in_worker", worker.assess)
    host = cast("HostClient", cast("Any", assessor)) if is_hosted else None
    assert [band async for band in grading.find_band(PUZZLE, host)] == bands
    assert (assessor.puzzles, worker.puzzles) == (([PUZZLE], []) if is_hosted else ([], [PUZZLE]))
