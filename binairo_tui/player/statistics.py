"""What the results say in numbers: tables, streaks, days, distributions. Pure functions of results and dates."""

from __future__ import annotations

from collections import Counter, defaultdict
from statistics import mean, median
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.engine.bands import Band
from binairo_tui.store import streak

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from binairo_tui.game.aids import SolveStyle
    from binairo_tui.store import Result

RECENT = 12
"""How many of the latest results make the recent average and the trend."""
_BAND_PLACE = {band.title: band.value for band in Band}
_STEPS_S = (1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 14400, 28800, 86400)
"""Widths of a bin, in seconds, that a reader can count in."""


class Size(NamedTuple):
    """A board's size."""

    width: int
    height: int


class Selection(NamedTuple):
    """Which results to look at; None takes all."""

    style: SolveStyle | None = None
    size: Size | None = None
    band: str | None = None


class Figures(NamedTuple):
    """The results of one size and band. Times in ms; `trend` are the last `RECENT`, oldest first."""

    size: Size
    band: str
    solved: int
    best_ms: int
    median_ms: int
    recent_ms: int
    trend: tuple[int, ...]


class Streaks(NamedTuple):
    """Days in a row with a solve: up to today, and the most there ever were."""

    current: int
    longest: int


class Bin(NamedTuple):
    """How many times lie from `start_ms` to before `end_ms`."""

    start_ms: int
    end_ms: int
    solved: int


def selected(results: Iterable[Result], selection: Selection) -> list[Result]:
    """The results of a selection, in the same order."""
    return [
        result
        for result in results
        if selection.style in (None, result.style)
        and selection.size in (None, (result.width, result.height))
        and selection.band in (None, result.band)
    ]


def sizes_of(results: Iterable[Result]) -> list[Size]:
    """Every size that occurs, small boards first."""
    sizes = {Size(result.width, result.height) for result in results}
    return sorted(sizes, key=lambda size: (size.width * size.height, size))


def bands_of(results: Iterable[Result]) -> list[str]:
    """Every band that occurs, easiest first, unknown ones last."""
    return sorted({result.band for result in results}, key=_band_key)


def figure_rows(results: Iterable[Result]) -> list[Figures]:
    """One row per size and band that occurs: small boards first, easy bands first. Results come oldest first."""
    groups: defaultdict[tuple[Size, str], list[int]] = defaultdict(list)
    for result in results:
        groups[Size(result.width, result.height), result.band].append(result.elapsed_ms)
    order = sorted(groups, key=lambda key: (key[0].width * key[0].height, key[0], _band_key(key[1])))
    return [_figures(size, band, groups[size, band]) for size, band in order]


def streaks(days: Iterable[date], today: date) -> Streaks:
    """The current and the longest row of days with a solve; the longest is never less than the current."""
    numbers = sorted({day.toordinal() for day in days})
    longest = length = 0
    for index, number in enumerate(numbers):
        length = length + 1 if index and numbers[index - 1] == number - 1 else 1
        longest = max(longest, length)
    current = streak((today.fromordinal(number) for number in numbers), today)
    return Streaks(current, longest)


def solves_by_day(days: Iterable[date]) -> Counter[date]:
    """How many puzzles were solved on each day that had a solve."""
    return Counter(days)


def distribution(times_ms: Sequence[int], max_bins: int) -> list[Bin]:
    """Bins of one round width that hold all times, from the fastest to the slowest; at most `max_bins`, at least 1.

    No bins without times. Very long times end in a last bin that may be wider.
    """
    if not times_ms:
        return []
    low, high = min(times_ms), max(times_ms)
    step = next((s * 1000 for s in _STEPS_S if high // (s * 1000) - low // (s * 1000) < max_bins), _STEPS_S[-1] * 1000)
    first, last = low // step, min(high // step, low // step + max_bins - 1)
    counts = Counter(min(ms // step, last) for ms in times_ms)
    bins = [Bin(index * step, (index + 1) * step, counts[index]) for index in range(first, last + 1)]
    return [*bins[:-1], bins[-1]._replace(end_ms=max(bins[-1].end_ms, (high // step + 1) * step))]


def _figures(size: Size, band: str, times: Sequence[int]) -> Figures:
    recent = times[-RECENT:]
    return Figures(size, band, len(times), min(times), round(median(times)), round(mean(recent)), tuple(recent))


def _band_key(band: str) -> tuple[int, str]:
    return _BAND_PLACE.get(band, len(_BAND_PLACE) + 1), band
