"""The compiled core counts every seam as the joiner in Python does."""

import os
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given

from binairo_tui.counting.count import CountJob, LineRule, count_exactly
from binairo_tui.counting.joiner import Joiner
from binairo_tui.engine import Puzzle, core
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.puzzle import unchecked_puzzle
from tests.counting.test_count import CLUED, as_it_lies, published_unit
from tests.engine.test_core import in_python, needs_core
from tests.oracle import Board
from tests.strategies import puzzles, to_puzzle

pytestmark = needs_core


def assert_same_counts(job: CountJob, sample: int) -> None:
    unique_columns = job.rule is LineRule.UNIQUE
    compiled = Joiner(job.seam, unique_columns=unique_columns)
    with in_python():
        reference = Joiner(job.seam, unique_columns=unique_columns)
    units = job.units()
    for unit in Random(1).sample(units, min(len(units), sample)):
        assert compiled.count(unit.x, unit.y) == reference.count(unit.x, unit.y)


@pytest.mark.parametrize("size", [(2, 6), (4, 6), (6, 6), (6, 8), (8, 6), (8, 8), (10, 6), (4, 5), (6, 7), (2, 2)])
@pytest.mark.parametrize("rule", [LineRule.UNIQUE, LineRule.ROWS])
def test_units_of_a_size(size: tuple[int, int], rule: LineRule) -> None:
    assert_same_counts(CountJob(unchecked_puzzle(*size, 0), rule), 30)


@pytest.mark.long
@pytest.mark.parametrize("rule", [LineRule.UNIQUE, LineRule.ROWS])
def test_units_of_10x10(rule: LineRule) -> None:
    assert_same_counts(CountJob(Puzzle(10, 10, 0), rule), 3)


@given(puzzles(CLUED))
def test_units_of_a_puzzle(board: Board) -> None:
    """With givens and signs, the rows of a board have different choices."""
    puzzle = to_puzzle(board).with_unique_lines(unique_lines=True)
    assert_same_counts(as_it_lies(puzzle), 30)


@pytest.mark.long
def test_all_grids_of_10x10() -> None:
    assert count_exactly(Puzzle(10, 10, 0)) == 48183195384  # OEIS A253316


@pytest.mark.parametrize("calls", [0, 1])
def test_a_cancel_stops_the_count_of_a_unit(calls: int) -> None:
    job, unit = published_unit(29, 141)
    with pytest.raises(CancelledError):
        job.method.count(unit.x, unit.y, after_calls(calls))


@pytest.mark.parametrize("size", [(18, 4), (16, 16), (10, 24)])
def test_a_board_that_is_too_large_is_left_to_python(size: tuple[int, int]) -> None:
    width, height = size
    rows, signs = range(84), [(0, 0)] * (height - 1)
    assert core.core_seam(width, height // 2, rows, [rows] * height, signs, unique_columns=True) is None


ROWS = (0b01, 0b10)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((2, 1, ROWS, [ROWS, ROWS], [(0, 0)], True, 1, 1), TypeError),
        ((0, 1, ROWS, [ROWS, ROWS], [(0, 0)], True), ValueError),
        ((2, 0, ROWS, [ROWS, ROWS], [(0, 0)], True), ValueError),
        ((2, 2, ROWS, [ROWS, ROWS], [(0, 0)], True), ValueError),
        ((2, 1, ROWS[::-1], [ROWS, ROWS], [(0, 0)], True), ValueError),
        ((2, 1, (1, 4), [ROWS, ROWS], [(0, 0)], True), ValueError),
        ((2, 1, (-1, 4), [ROWS, ROWS], [(0, 0)], True), OverflowError),
        ((2, 1, ROWS, [ROWS, (3,)], [(0, 0)], True), ValueError),
        ((2, 1, ROWS, [ROWS, (1, 2, 1)], [(0, 0)], True), ValueError),
        ((2, 1, ROWS, [ROWS, ROWS], [], True), IndexError),
        ((2, 1, ROWS, [ROWS, ROWS], [None], True), TypeError),
        ((2, 1, ROWS, [ROWS, None], [(0, 0)], True), TypeError),
    ],
)
def test_what_the_core_refuses(arguments: tuple[object, ...], error: type[Exception]) -> None:
    assert core.native is not None
    with pytest.raises(error):
        core.native.seam(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(("x", "y", "error"), [(1, 1, ValueError), (1, 3, ValueError), ("1", 2, TypeError)])
def test_the_seam_has_two_different_rows_of_the_board(x: int, y: int, error: type[Exception]) -> None:
    seam = core.core_seam(2, 1, ROWS, [ROWS, ROWS], [(0, 0)], unique_columns=True)
    assert seam is not None
    assert seam.count(1, 2, lambda: None) == 1
    with pytest.raises(error):
        seam.count(x, y, lambda: None)


def test_what_a_check_raises_ends_the_count() -> None:
    seam = core.core_seam(2, 1, ROWS, [ROWS, ROWS], [(0, 0)], unique_columns=True)
    assert seam is not None
    with pytest.raises(ZeroDivisionError):
        seam.count(1, 2, lambda: 1 // 0)  # type: ignore[arg-type]


PEAK = """
import sys
from pathlib import Path
from binairo_tui.counting.count import LineRule, count_job
from binairo_tui.engine import Puzzle

def peak():
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])

size, rule = int(sys.argv[1]), LineRule(sys.argv[2])
job = count_job(Puzzle(size, size), rule)
said, before = job.memory, peak()
for unit in job.units()[:2]:
    job.method.count(unit.x, unit.y)
print(said / (peak() - before))
"""
"""A program that divides the memory that a job says it needs by what the longest units take."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak of a process")
@pytest.mark.parametrize(
    ("size", "rule", "pure", "most"),
    [
        pytest.param(11, LineRule.UNIQUE, "", 1.5, marks=pytest.mark.ci),
        pytest.param(10, LineRule.UNIQUE, "1", 1.5, marks=pytest.mark.ci),
        (10, LineRule.ANY, "", 3),
    ],
)
def test_the_memory_of_the_longest_units_is_known_before(size: int, rule: LineRule, pure: str, most: float) -> None:
    """If lines may repeat, a limit is known."""
    command = [sys.executable, "-c", PEAK, str(size), rule.value]
    ratio = float(subprocess.check_output(command, env={**os.environ, "BINAIRO_PURE": pure}))
    assert 1 / 1.5 < ratio < most
