"""Statistics of the results: groups, streaks, distributions, best times, and tables for other programs."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine.bands import Band
from binairo_tui.files.atomic import atomic_write
from binairo_tui.files.terminal_text import strip_controls
from binairo_tui.player.catalog import day_of, is_daily

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date
    from pathlib import Path

    from binairo_tui.game.aids import SolveStyle
    from binairo_tui.store.queries import Result

RECENT = 12
"""The number of latest results used for the recent average and the trend."""
TRUSTED_DAYS = 2
"""Results up to this many days ahead of today count for a streak; for later ones, a clock must have been wrong."""
COLUMNS = ("day", "solved_utc", "size", "lines", "signs", "band", "title", "style", "elapsed_ms")
"""The columns of a table of results. `solved_utc` is in seconds since 1970, `elapsed_ms` in milliseconds."""
_BAND_PLACE = {band.title: band.value for band in Band}
_WIDTHS_S = (1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 14400, 28800, 86400)
"""Possible widths of a bin, in seconds."""


class Size(NamedTuple):
    """The size of a board."""

    width: int
    height: int


class Selection(NamedTuple):
    """A filter for results; a field that is None accepts all."""

    style: SolveStyle | None = None
    size: Size | None = None
    band: str | None = None


class GroupStatistics(NamedTuple):
    """Statistics for one size and band. Times are in ms; `trend` holds the last `RECENT` times, oldest first."""

    size: Size
    band: str
    solved: int
    best_ms: int
    median_ms: int
    recent_ms: int
    trend: tuple[int, ...]


class Streaks(NamedTuple):
    """The numbers of consecutive days with a solve: the current streak and the longest."""

    current: int
    longest: int


class Bin(NamedTuple):
    """The number of times from `start_ms` up to, but not including, `end_ms`."""

    start_ms: int
    end_ms: int
    solved: int


def select_results(results: Iterable[Result], selection: Selection) -> list[Result]:
    """Return the results that a selection accepts, in the same order."""
    return [
        result
        for result in results
        if selection.style in (None, result.style)
        and selection.size in (None, (result.width, result.height))
        and selection.band in (None, result.band)
    ]


def sizes_of(results: Iterable[Result]) -> list[Size]:
    """Return every size that occurs, small boards first."""
    sizes = {Size(result.width, result.height) for result in results}
    return sorted(sizes, key=lambda size: (size.width * size.height, size))


def bands_of(results: Iterable[Result]) -> list[str]:
    """Return every band that occurs, easiest first, unknown bands last."""
    return sorted({result.band for result in results}, key=_band_key)


def group_results(results: Iterable[Result]) -> list[GroupStatistics]:
    """Return statistics by size and band, small boards and easy bands first. `results` must be oldest first."""
    groups: defaultdict[tuple[Size, str], list[int]] = defaultdict(list)
    for result in results:
        groups[Size(result.width, result.height), result.band].append(result.elapsed_ms)
    order = sorted(groups, key=lambda key: (key[0].width * key[0].height, key[0], _band_key(key[1])))
    return [_statistics(size, band, groups[size, band]) for size, band in order]


def streaks(days: Iterable[date], today: date) -> Streaks:
    """Return the current streak and the longest; the longest is never shorter than the current."""
    numbers = sorted(_trusted_days(days, today))
    longest = length = 0
    for index, number in enumerate(numbers):
        length = length + 1 if index and numbers[index - 1] == number - 1 else 1
        longest = max(longest, length)
    current = current_streak((today.fromordinal(number) for number in numbers), today)
    return Streaks(current, longest)


def current_streak(days: Iterable[date], today: date) -> int:
    """Return the number of consecutive days with a solve, up to today.

    Today counts once it has a solve; until then, the streak ends yesterday. If the clock was set back a little or the
    player has travelled, days up to `TRUSTED_DAYS` ahead also count; they never end a streak.
    """
    solved = _trusted_days(days, today)
    longest = 0
    for last in range(today.toordinal() - 1, today.toordinal() + TRUSTED_DAYS + 1):
        length = 0
        while last - length in solved:
            length += 1
        longest = max(longest, length)
    return longest


def _trusted_days(days: Iterable[date], today: date) -> set[int]:
    """Return the ordinals of the days that count for a streak today."""
    latest = today.toordinal() + TRUSTED_DAYS
    return {number for number in (day.toordinal() for day in days) if number <= latest}


def days_solved_on_time(results: Iterable[Result]) -> set[date]:
    """Return the days whose daily puzzle was solved on the day itself; the daily streak counts these days."""
    return {result.day for result in results if is_daily(result.collection) and day_of(result.number) == result.day}


def best_times(results: Iterable[Result]) -> dict[str, dict[int, int]]:
    """Return the best time in ms for every puzzle in a collection, by collection name and number."""
    found: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for result in results:
        if result.number:
            times = found[result.collection]
            times[result.number] = min(result.elapsed_ms, times.get(result.number, result.elapsed_ms))
    return dict(found)


def distribution(times_ms: Sequence[int], max_bins: int) -> list[Bin]:
    """Return at most `max_bins` (1 or more) bins with the same round width, from the fastest time to the slowest.

    Without times, there are no bins. If times are very long, the last bin may be wider.
    """
    if not times_ms:
        return []
    low, high = min(times_ms), max(times_ms)
    step = next(
        (s * 1000 for s in _WIDTHS_S if high // (s * 1000) - low // (s * 1000) < max_bins), _WIDTHS_S[-1] * 1000
    )
    first, last = low // step, min(high // step, low // step + max_bins - 1)
    counts = Counter(min(ms // step, last) for ms in times_ms)
    bins = [Bin(index * step, (index + 1) * step, counts[index]) for index in range(first, last + 1)]
    return [*bins[:-1], bins[-1]._replace(end_ms=max(bins[-1].end_ms, (high // step + 1) * step))]


def results_csv(results: Iterable[Result]) -> str:
    """Return the results as CSV with a header; each line ends in a newline."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(_table_row, results))
    return text.getvalue()


def results_json(results: Iterable[Result]) -> str:
    """Return the results as a JSON list of objects with the keys in `COLUMNS`, one per line."""
    import json

    rows = [json.dumps(dict(zip(COLUMNS, _table_row(result), strict=True)), ensure_ascii=False) for result in results]
    return "[\n" + ",\n".join(rows) + "\n]\n"


def export_results(results: Iterable[Result], directory: Path, form: str, day: date) -> Path:
    """Write or replace `results-DAY.csv` or, if `form` is `json`, `results-DAY.json`; return the path.

    The file and a missing directory are created so that only the player can read them. Raises OSError.
    """
    path = directory / f"results-{day.isoformat()}.{form}"
    atomic_write(path, (results_csv(results) if form == "csv" else results_json(results)).encode())
    return path


def _statistics(size: Size, band: str, times: Sequence[int]) -> GroupStatistics:
    from statistics import mean, median  # here because it is slow to import, and startup needs only the streaks

    recent = times[-RECENT:]
    return GroupStatistics(size, band, len(times), min(times), round(median(times)), round(mean(recent)), tuple(recent))


def _band_key(band: str) -> tuple[int, str]:
    return _BAND_PLACE.get(band, len(_BAND_PLACE) + 1), band


def _table_row(result: Result) -> tuple[str | int, ...]:
    return (
        result.day.isoformat(),
        result.solved_utc,
        f"{result.width}x{result.height}",
        "unique" if result.unique_lines else "any",
        "yes" if result.signs else "no",
        strip_controls(result.band),
        strip_controls(result.title),
        result.style.value,
        result.elapsed_ms,
    )
