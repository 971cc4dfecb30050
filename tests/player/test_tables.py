"""Results as CSV."""

import csv
import io
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.files.terminal_text import strip_controls
from binairo_tui.game.aids import SHOWN
from binairo_tui.player.statistics import COLUMNS, results_csv
from binairo_tui.store.queries import Result

DAY = date(2024, 3, 1)


def solve(title: str) -> Result:
    return Result(6, 8, False, True, "Hard", title, 61_000, SHOWN, 1_709_300_000, DAY)


@given(st.lists(st.text(max_size=20), max_size=4))
def test_there_is_one_row_for_each_solve_with_its_title(titles: list[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(results_csv([solve(title) for title in titles]))))
    assert [row["title"] for row in rows] == [strip_controls(title) for title in titles]


def test_a_row_has_every_column() -> None:
    assert dict(zip(COLUMNS, next(csv.reader([results_csv([solve("x")]).splitlines()[1]])), strict=True)) == {
        "day": "2024-03-01",
        "solved_utc": "1709300000",
        "size": "6x8",
        "lines": "any",
        "signs": "yes",
        "band": "Hard",
        "title": "x",
        "style": "unaided",
        "elapsed_ms": "61000",
    }
