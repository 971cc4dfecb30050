"""Results as CSV and JSON."""

import csv
import io
import json
import stat
from datetime import date
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import SHOWN
from binairo_tui.player.statistics import COLUMNS, export_results, results_csv, results_json
from binairo_tui.store.queries import Result

DAY = date(2024, 3, 1)


def solve(title: str) -> Result:
    return Result(6, 8, False, True, "Hard", title, 61_000, SHOWN, 1_709_300_000, DAY)


@given(st.lists(st.text(max_size=20), max_size=4))
def test_csv_and_json_hold_the_same_values(titles: list[str]) -> None:
    results = [solve(title) for title in titles]
    rows = list(csv.DictReader(io.StringIO(results_csv(results))))
    objects = json.loads(results_json(results))
    assert [{key: str(value) for key, value in it.items()} for it in objects] == rows
    assert len(rows) == len(titles)


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


def test_an_exported_file_is_private_and_complete(tmp_path: Path) -> None:
    for titles in (["one"], ["one", "two"]):
        path = export_results([solve(title) for title in titles], tmp_path / "exports", "json", DAY)
        assert path.name == "results-2024-03-01.json"
        assert len(json.loads(path.read_text())) == len(titles)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert list(path.parent.iterdir()) == [path]
    assert export_results([], tmp_path / "exports", "csv", DAY).read_text().startswith("day,")
