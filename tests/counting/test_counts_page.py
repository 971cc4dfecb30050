"""The page of counts: every number that takes little time is counted again; small counts are compared with lists."""

import re
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.counting.count import LineRule, count_exactly
from binairo_tui.engine import Puzzle, solutions
from tests.counting.row_by_row import count_row_by_row

PAGE = (Path(__file__).parents[2] / "docs" / "counts.md").read_text(encoding="utf-8")
QUICK, MOST_COUNTED = 5_000_000, 12_000_000
"""Limits on the grids with unique lines on boards whose grids are counted here; beyond the first, only by `.ci/run`."""
SMALL, MOST_LISTED = 20_000, 600_000
"""Limits on all grids of boards whose grids are listed here; beyond the first, only by `.ci/run`."""

Counts = tuple[int, int, int]


def rows() -> list[tuple[int, int, bool, tuple[int | None, ...]]]:
    """Return (width, height, whether odd lines have more 1s, counts by rule) for each row of a table."""
    found = []
    for head, table in re.findall(r"^\| (size.*?) \|.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE):
        for width, height, cells in re.findall(r"^\| (\d+)x(\d+) \|(.*)$", table, re.MULTILINE):
            counts = [cell.strip().replace(",", "") for cell in cells.split("|")[:3]]
            numbers = tuple([int(count) if count else None for count in counts])
            found.append((int(width), int(height), head == "size", numbers))
    return found


def test_the_page_has_every_table() -> None:
    assert len(rows()) == 25
    assert rows()[5][3] == (4_972_955_852_202_492, None, None)


def rows_up_to(rule: int, quick: int, most: int) -> list[Any]:
    """Return the rows whose count by a rule is known and at most `most`; those beyond `quick` are for `.ci/run`."""
    found = [(row, count) for row in rows() if (count := row[3][rule]) is not None and count <= most]
    return [pytest.param(*row, marks=() if count <= quick else pytest.mark.ci) for row, count in found]


@pytest.mark.parametrize(("width", "height", "more_ones", "counts"), rows_up_to(0, QUICK, MOST_COUNTED))
def test_the_counts_are_those_of_the_page(width: int, height: int, more_ones: bool, counts: Counts) -> None:
    empty = Puzzle(width, height, more_ones=more_ones)
    assert tuple([count_exactly(empty, rule) for rule in LineRule]) == counts


@pytest.mark.parametrize(("width", "height", "more_ones", "counts"), rows_up_to(2, SMALL, MOST_LISTED))
def test_small_counts_are_those_of_a_list(width: int, height: int, more_ones: bool, counts: Counts) -> None:
    empty = Puzzle(width, height, more_ones=more_ones)
    grids = [empty.geometry.rows(grid) for grid in solutions(empty.with_unique_lines(False))]
    with_rows = [grid for grid in grids if len({*grid}) == height]
    with_both = [grid for grid in with_rows if len({*zip(*grid, strict=True)}) == width]
    assert (len(with_both), len(with_rows), len(grids)) == counts


@pytest.mark.parametrize(("width", "height", "more_ones", "counts"), rows_up_to(2, MOST_LISTED, 60_000_000))
def test_counts_of_any_lines_are_those_found_row_by_row(
    width: int, height: int, more_ones: bool, counts: Counts
) -> None:
    assert count_row_by_row(width, height, more_ones=more_ones) == counts[2]


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(8, 10), (8, 12)])
def test_large_counts_of_any_lines_are_those_found_row_by_row(width: int, height: int) -> None:
    (counts,) = [counts for *size, _, counts in rows() if size == [width, height]]
    assert count_row_by_row(width, height) == counts[2]
