"""The page of counts: every number that is found quickly is found again, small ones by listing, too."""

import re
from pathlib import Path

import pytest

from binairo_tui.counting.count import LineRule, count_exactly
from binairo_tui.engine import Puzzle, solutions
from tests.counting.row_by_row import count_row_by_row

PAGE = (Path(__file__).parents[2] / "docs" / "counts.md").read_text(encoding="utf-8")
QUICK, SMALL = 12_000_000, 200_000
"""Limits on the grids with unique lines on boards whose grids are counted, and listed, here."""
LARGE = [(9, 9), (8, 10), (8, 12), (10, 10)]
"""The sizes that take long to count row by row."""


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


@pytest.mark.parametrize(
    ("width", "height", "more_ones", "counts"), [row for row in rows() if row[3][0] is not None and row[3][0] < QUICK]
)
def test_the_counts_are_those_of_the_page(
    width: int, height: int, more_ones: bool, counts: tuple[int | None, ...]
) -> None:
    empty = Puzzle(width, height, more_ones=more_ones)
    assert tuple([count_exactly(empty, rule) for rule in LineRule]) == counts
    if (width, height) not in LARGE:
        assert count_row_by_row(width, height, more_ones=more_ones) == counts[2]
    if counts[0] is not None and counts[0] < SMALL:
        grids = [empty.geometry.rows(grid) for grid in solutions(empty.with_unique_lines(False))]
        with_rows = [grid for grid in grids if len({*grid}) == height]
        with_both = [grid for grid in with_rows if len({*zip(*grid, strict=True)}) == width]
        assert (len(with_both), len(with_rows), len(grids)) == counts


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), LARGE)
def test_large_counts_are_found_row_by_row(width: int, height: int) -> None:
    (count,) = [counts[2] for *size, more_ones, counts in rows() if size == [width, height] and more_ones]
    assert count_row_by_row(width, height) == count
