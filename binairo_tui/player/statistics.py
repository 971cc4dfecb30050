"""Statistics of the results: groups, streaks, distributions, best times, and a table for other programs."""

import csv
import io
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from statistics import median
from typing import NamedTuple

from binairo_tui.engine import Band
from binairo_tui.files import terminal_text
from binairo_tui.game.aids import ALL_STYLES, OWN_STYLES, SolveStyle
from binairo_tui.store import queries

RECENT = 12
"""The number of latest results that are used for the recent average and the trend."""
EXPECTED_SOLVES = 10
"""Expected times are shown once the player has this many solves."""
EXPECTED_LEAST = 3
"""Once a kind of puzzle has this many solves, its expected time depends on these solves alone."""
EXPECTED_OWN = 30
"""The expected time for a kind of puzzle is the median of its latest times, at most this many."""
EXPECTED_LATEST = 500
"""The number of latest solves that are used to compute expected times."""
TRUSTED_DAYS = 2
"""Results up to this many days ahead of today count for a streak. Later results must come from a wrong clock."""
COLUMNS = ("day", "solved_utc", "size", "lines", "signs", "band", "title", "style", "elapsed_ms")
"""The columns of a table of results. `solved_utc` is in seconds since 1970, `elapsed_ms` in milliseconds."""
_BAND_PLACE = {band.title: band.value for band in Band}
_WIDTHS_S = (1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 14400, 28800, 86400)
"""Possible widths of a bin, in seconds."""


STYLE_CHOICES: tuple[tuple[SolveStyle, ...], ...] = (OWN_STYLES, ALL_STYLES, *[(style,) for style in SolveStyle])
"""Statistics can include the solves in one of these sets of styles; the first set is the default."""


class Overview(NamedTuple):
    """`groups` and `days` (local) hold the solves in the chosen styles; `styles` counts those in all styles."""

    groups: Sequence[queries.GroupStatistics]
    days: Mapping[date, int]
    styles: Mapping[SolveStyle, int]


class Streaks(NamedTuple):
    """The lengths, in days, of the current and the longest streak: consecutive days with a solve."""

    current: int
    longest: int


class Bin(NamedTuple):
    """A bar of a histogram: the number of solves with times from `start_ms` up to, but not including, `end_ms`."""

    start_ms: int
    end_ms: int
    solved: int


def shown_times(group: queries.GroupStatistics) -> tuple[int | None, ...]:
    """Return the best time, the median if there are two times, and the recent average if there are `RECENT`, in ms."""
    count = len(group.trend)
    return group.best_ms, group.median_ms if count > 1 else None, group.recent_ms if count == RECENT else None


def overview(connection: sqlite3.Connection, selection: queries.Selection) -> Overview:
    return Overview(
        sorted(queries.group_statistics(connection, selection, RECENT), key=_order),
        queries.count_days(connection, selection),
        queries.count_styles(connection, selection._replace(styles=ALL_STYLES)),
    )


def usual_styles(connection: sqlite3.Connection) -> tuple[SolveStyle, ...]:
    """Return the styles to show: `OWN_STYLES`, or all if there are solves, but none in these. Raises StoreError."""
    counts = queries.count_styles(connection, queries.Selection(ALL_STYLES))
    return OWN_STYLES if any(counts[style] for style in OWN_STYLES) or not any(counts.values()) else ALL_STYLES


def daily_streaks(connection: sqlite3.Connection, today: date) -> Streaks:
    """Return the streaks of days on which the player (not the program) solved the day's puzzle. Raises StoreError."""
    return streaks(queries.read_daily_days(connection), today)


def streaks(days: Iterable[date], today: date) -> Streaks:
    """Return the current and the longest streak of `days`. The longest streak may be the current one.

    Today counts once it has a solve; until then, the current streak ends yesterday. Days up to `TRUSTED_DAYS` after
    today also count, because the clock may have been set back or the player may have travelled. Such days can lengthen
    a streak, but never end it.
    """
    yesterday, latest = today.toordinal() - 1, today.toordinal() + TRUSTED_DAYS
    lengths: dict[int, int] = {}  # of the streaks so far, by their last days
    for number in sorted([day.toordinal() for day in days]):
        if number <= latest:
            lengths[number] = lengths.get(number - 1, 0) + 1
    current = [length for last, length in lengths.items() if last >= yesterday]
    return Streaks(max(current, default=0), max(lengths.values(), default=0))


def distribution(times_ms: Sequence[int], max_bins: int) -> list[Bin]:
    """Group times into at most `max_bins` bins of the same round width, fastest first; the last may be wider."""
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


def expected_ms(connection: sqlite3.Connection, kind: queries.PuzzleKind, without: str = "") -> int | None:
    """Return the time in ms that the player is expected to take for a puzzle of a kind. Raises StoreError.

    Return None until there are `EXPECTED_SOLVES` solves. After that, the expected time is the median of the latest
    times for this kind, if there are at least `EXPECTED_LEAST` of them. Otherwise, it is the reference time of the
    kind, multiplied by a factor that says how slow the player usually is: the median of the player's times, each
    divided by the reference time of its kind. `without` is the id of a game that is left out.
    """
    return expected_from(queries.read_kind_times(connection, EXPECTED_LATEST, without), kind)


def expected_from(times: Sequence[tuple[queries.PuzzleKind, int]], kind: queries.PuzzleKind) -> int | None:
    """Return the expected time, in ms, for a kind. `times` has the kind and time of each solve, latest first."""
    if len(times) < EXPECTED_SOLVES:
        return None
    own = [elapsed_ms for it, elapsed_ms in times if it == kind]
    if len(own) >= EXPECTED_LEAST:
        return round(median(own[:EXPECTED_OWN]))
    return round(reference_ms(kind) * median([elapsed_ms / reference_ms(it) for it, elapsed_ms in times]))


def reference_ms(kind: queries.PuzzleKind) -> float:
    """Return the reference time of a kind in ms: a fixed time per cell, half as much again for each higher band.

    An unknown band counts as Medium. Expected times depend only on the ratios between reference times, and only for
    kinds with few solves.
    """
    step = _BAND_PLACE.get(kind.band, Band.MEDIUM.value) - Band.GENTLE.value
    return kind.width * kind.height * 1500 * 1.5**step


def results_csv(results: Iterable[queries.Result]) -> str:
    """Return the results as CSV with a header; each line ends in a newline."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(
        (
            result.day.isoformat(),
            result.solved_utc,
            f"{result.width}x{result.height}",
            "unique" if result.unique_lines else "any",
            "yes" if result.signs else "no",
            terminal_text.strip_controls(result.band),
            terminal_text.strip_controls(result.title),
            result.style.value,
            result.elapsed_ms,
        )
        for result in results
    )
    return text.getvalue()


def _order(group: queries.GroupStatistics) -> tuple[int, tuple[int, int], int, str]:
    width, height = group.size
    return width * height, group.size, _BAND_PLACE.get(group.band, len(_BAND_PLACE) + 1), group.band
