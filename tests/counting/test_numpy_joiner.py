from random import Random

import pytest

from binairo_tui.counting.count import CountJob, LineRule
from binairo_tui.counting.runner import _counter
from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.cancellation import CancelledError, after_calls
from binairo_tui.engine.puzzle import unchecked_puzzle
from tests.counting.test_count import published_unit

pytest.importorskip("numpy", reason="numpy, the extra 'count', is not installed")

from binairo_tui.counting.numpy_joiner import NumpyJoiner


@pytest.mark.parametrize("size", [(2, 6), (4, 6), (6, 6), (6, 8), (8, 6), (8, 8), (6, 10), (10, 6), (4, 5), (6, 7)])
@pytest.mark.parametrize("rule", [LineRule.UNIQUE, LineRule.ROWS])
def test_units_have_the_same_count(size: tuple[int, int], rule: LineRule) -> None:
    job = CountJob(unchecked_puzzle(*size, 0), rule)
    vectors = NumpyJoiner(job.seam, unique_columns=rule is LineRule.UNIQUE)
    units = [*job.units()]
    for unit in Random(1).sample(units, min(len(units), 200)):  # all, but of 10x6 a fifth
        assert vectors.count(unit.x, unit.y) == job.count_unit(unit)


@pytest.mark.parametrize("rule", [LineRule.UNIQUE, LineRule.ROWS])
def test_units_of_10x10_have_the_same_count(rule: LineRule) -> None:
    job = CountJob(Puzzle(10, 10, 0), rule)
    vectors = NumpyJoiner(job.seam, unique_columns=rule is LineRule.UNIQUE)
    for unit in Random(1).sample(job.units(), 3):
        assert vectors.count(unit.x, unit.y) == job.count_unit(unit)


@pytest.mark.parametrize(
    ("text", "is_supported"),
    [
        ("8x8;" + "." * 64, True),
        ("8x8;" + "." * 64 + ";lines=any", False),
        ("8x8;1" + "." * 63, False),
        ("8x8;" + "." * 64 + ";signs=r1c1=r2c1", False),
        ("8x8;" + "." * 64 + ";signs=r1c1=r1c2", False),
        ("8x2;" + "." * 16, False),  # no row but the seam
        ("3x3;" + "." * 9, False),  # no row on one side of the seam
        ("3x3;..1..1110", False),
    ],
)
def test_it_is_used_for_the_boards_it_supports(text: str, is_supported: bool) -> None:
    puzzle = parse_puzzle(text)
    job = CountJob(puzzle, LineRule.UNIQUE if puzzle.unique_lines else LineRule.ANY)
    assert (_counter(job).__qualname__ == "NumpyJoiner.count") is is_supported


@pytest.mark.long
def test_published_units_of_12x12() -> None:
    job, unit = published_unit(29, 141)
    assert NumpyJoiner(job.seam).count(unit.x, unit.y) == 4542667299


@pytest.mark.parametrize("calls", [0, 1])
def test_a_cancel_stops_the_count_of_a_unit(calls: int) -> None:
    job = CountJob(Puzzle(8, 8), LineRule.UNIQUE)
    unit = job.units()[0]
    with pytest.raises(CancelledError):
        NumpyJoiner(job.seam).count(unit.x, unit.y, after_calls(calls))
