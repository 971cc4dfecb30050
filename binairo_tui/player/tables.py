"""Results as tables for other programs: CSV and JSON, every solve on a line of its own, oldest first."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from binairo_tui.files.atomic import replace_file
from binairo_tui.files.clean_text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from pathlib import Path

    from binairo_tui.store import Result

COLUMNS = ("day", "solved_utc", "size", "lines", "signs", "band", "title", "style", "elapsed_ms")
"""The names of the columns. Times are in seconds since 1970 and in milliseconds."""


def results_csv(results: Iterable[Result]) -> str:
    """The results under a line with the names of `COLUMNS`; every line ends."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(_row, results))
    return text.getvalue()


def results_json(results: Iterable[Result]) -> str:
    """The results as a list of objects with the keys of `COLUMNS`; every line ends."""
    rows = [json.dumps(dict(zip(COLUMNS, _row(result), strict=True)), ensure_ascii=False) for result in results]
    return "[\n" + ",\n".join(rows) + "\n]\n"


def export_results(results: Iterable[Result], directory: Path, form: str, day: date) -> Path:
    """Write `results-DAY.csv` or, for the form `json`, `.json`; return the file. An older one of the day is replaced.

    A missing directory is made; both are for the player alone. Raises OSError.
    """
    path = directory / f"results-{day.isoformat()}.{form}"
    replace_file(path, (results_csv(results) if form == "csv" else results_json(results)).encode())
    return path


def _row(result: Result) -> tuple[str | int, ...]:
    return (
        result.day.isoformat(),
        result.solved_utc,
        f"{result.width}x{result.height}",
        "unique" if result.unique_lines else "any",
        "yes" if result.signs else "no",
        clean(result.band),
        clean(result.title),
        result.style.value,
        result.elapsed_ms,
    )
