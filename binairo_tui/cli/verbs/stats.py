"""`binairo stats`: prints how many puzzles were solved, how fast, and in which style."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import click

from binairo_tui.cli.options import BANDS, BoardSize, Verb, json_option
from binairo_tui.cli.output import fail, print_data, print_json, print_notice, printable

if TYPE_CHECKING:
    import sqlite3

    from binairo_tui.store.queries import Selection

# Written out because importing them from the game would slow `binairo --help`; a test compares the two.
STYLES = ("strict", "unaided", "helped", "program")
"""The choices of `--style`."""


@click.command("stats", cls=Verb)
@click.option("--size", metavar="SIZE", type=BoardSize(), help="Only this size, such as 8 or 8x10.")
@click.option(
    "--band",
    "--difficulty",
    type=click.Choice(BANDS, case_sensitive=False),
    metavar="BAND",
    help="Only this difficulty.",
)
@click.option("--style", type=click.Choice(STYLES), help="Only puzzles solved in this style.")
@click.option("--all-styles", is_flag=True, help="Also puzzles solved with help or by the program.")
@click.option("--csv", "as_csv", is_flag=True, help="Print every solve on its own line, as CSV.")
@json_option
def command(
    *,
    size: tuple[int, int] | None,
    band: str | None,
    style: str | None,
    all_styles: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Print what you have solved, by size and difficulty.

    The table shows strict and unaided solves; --style and --all-styles change
    that. --json and --csv print all styles unless --style is given. "strict"
    means solved without any aid, "unaided" with only what the board shows by
    itself, and "helped" with more. "program" means that the program filled
    more than a quarter of the blanks; such solves do not count for times and
    streaks. "last 12" is the average of the last twelve times, and "about" the
    time that you are likely to take (after ten solves or more).

    The second table is about the last twelve games, in all styles and sizes.
    For each technique, it shows in how many cells and games it was the easiest
    way to find a value that you filled in, and how long you usually took to
    do so.

    In JSON, all times are in milliseconds, and "streak" counts the days on
    which you solved any puzzle.

    Exit status: 0; 2 if the progress file cannot be read.

    For example:
      binairo stats
      binairo stats --size 8 --style unaided
      binairo stats --json | jq .daily_streak
      binairo stats --csv > solves.csv
    """
    from contextlib import closing

    from binairo_tui.files.paths import database_path
    from binairo_tui.game.aids import ALL_STYLES, OWN_STYLES, SolveStyle
    from binairo_tui.store.errors import StoreError
    from binairo_tui.store.opening import open_saved
    from binairo_tui.store.queries import Selection
    from binairo_tui.store.snapshots import empty_snapshot

    if as_csv and as_json:
        raise click.UsageError("--csv or --json, not both")
    if style and all_styles:
        raise click.UsageError("--style or --all-styles, not both")
    is_table = not (as_csv or as_json or all_styles)
    styles = (SolveStyle(style),) if style else OWN_STYLES if is_table else ALL_STYLES
    selection = Selection(styles, size, band and band.capitalize())
    show = _print_csv if as_csv else _print_json if as_json else _print_table
    try:
        saved = open_saved(database_path())
        print_notice(saved.notice if saved else "")
        with closing(saved or empty_snapshot()) as connection:
            show(connection, selection)
    except StoreError as error:
        fail(f"the progress file cannot be read: {error}")


def _print_csv(connection: sqlite3.Connection, selection: Selection) -> None:
    from binairo_tui.player.statistics import results_csv
    from binairo_tui.store.queries import read_results

    print_data(results_csv(read_results(connection, selection)).removesuffix("\n"))


def _print_json(connection: sqlite3.Connection, selection: Selection) -> None:
    print_json(_fields(connection, selection))


def _print_table(connection: sqlite3.Connection, selection: Selection) -> None:
    from binairo_tui.game.aids import SolveStyle
    from binairo_tui.player.statistics import EXPECTED_LATEST, EXPECTED_SOLVES, expected_from, overview
    from binairo_tui.player.text import (
        NOT_GRADED,
        clock_text,
        round_clock_text,
        size_text,
        style_counts_text,
        styles_text,
    )
    from binairo_tui.store.queries import Kind, read_kind_times

    found = overview(connection, selection)
    if not any(found.styles.values()):
        is_filtered = selection.size is not None or selection.band is not None
        print_data("You have not solved any of this kind yet." if is_filtered else "Nothing is solved yet.")
        return
    print_data(f"{style_counts_text(found.styles)}.{_streaks_text(connection)}")
    if not found.groups:
        print_data(f"No solve has this style ({styles_text(selection.styles)}): --all-styles shows the others.")
        return
    styles = [style for style in SolveStyle if style in selection.styles]
    ways = "".join([f"{style.value:>9}" for style in styles])
    known = read_kind_times(connection, EXPECTED_LATEST)
    names = ["best", "median", "last 12", *(["about"] if len(known) >= EXPECTED_SOLVES else [])]
    print_data(f"{'size':7}{'difficulty':11}{'solved':>7}{ways}{''.join([f'{name:>9}' for name in names])}")
    for row in found.groups:
        counts = "".join([f"{row.styles[style]:>9}" for style in styles])
        times = [clock_text(ms) if ms is not None else "-" for ms in (row.best_ms, row.median_ms, row.recent_ms)]
        expected_ms = expected_from(known, Kind(*row.size, row.band))
        times += [round_clock_text(expected_ms)] if expected_ms is not None else []
        start = f"{size_text(*row.size):7}{printable(row.band) or NOT_GRADED:11}{row.solved:>7}"
        print_data(start + counts + "".join([f"{time:>9}" for time in times]))
    _print_techniques(connection)


def _print_techniques(connection: sqlite3.Connection) -> None:
    """Print how long the player usually takes to apply each technique, if there are games that show it."""
    from binairo_tui.player.coach import read_masteries
    from binairo_tui.player.text import COUNTED_TECHNIQUES, technique_name, wait_text

    found = read_masteries(connection)
    if found:
        print_data("")
        print_data(COUNTED_TECHNIQUES)
        print_data(f"{'technique':19}{'cells':>6}{'games':>7}{'wait':>8}")
    for it in found:
        print_data(f"{technique_name(it.technique):19}{it.cells:>6}{it.games:>7}{wait_text(it.usual_ms):>8}")


def _streaks_text(connection: sqlite3.Connection) -> str:
    """Return sentences about both streaks; empty if there never was one."""
    from binairo_tui.engine.wording import capitalized
    from binairo_tui.player.statistics import daily_streaks, solving_streaks
    from binairo_tui.player.text import DAILY_STREAK, SOLVING_STREAK, streak_text

    today = date.today()
    texts = (
        streak_text(DAILY_STREAK, daily_streaks(connection, today)),
        streak_text(SOLVING_STREAK, solving_streaks(connection, today)),
    )
    return "".join([f" {capitalized(text)}." for text in texts if text])


def _fields(connection: sqlite3.Connection, selection: Selection) -> dict[str, Any]:
    """Return the JSON object for `--json`. The streaks count all results, whatever is selected."""
    from binairo_tui.player.coach import read_masteries
    from binairo_tui.player.statistics import EXPECTED_LATEST, daily_streaks, expected_from, overview, solving_streaks
    from binairo_tui.player.text import size_text, technique_name
    from binairo_tui.store.queries import Kind, read_kind_times

    known = read_kind_times(connection, EXPECTED_LATEST)
    groups, today = overview(connection, selection).groups, date.today()
    solving, daily = solving_streaks(connection, today), daily_streaks(connection, today)
    rows = [
        {"size": size_text(*row.size), "band": row.band, "solved": row.solved}
        | {style.value: count for style, count in row.styles.items()}
        | {"best_ms": row.best_ms, "median_ms": row.median_ms, "last_12_ms": row.recent_ms}
        | {"expected_ms": expected_from(known, Kind(*row.size, row.band))}
        for row in groups
    ]
    techniques = [
        {"technique": technique_name(it.technique), "cells": it.cells, "games": it.games, "usual_ms": it.usual_ms}
        for it in read_masteries(connection)
    ]
    return {
        "solved": sum(row.solved for row in groups),
        **{style: sum(row[style] for row in rows) for style in STYLES},
        "streak": solving.current,
        "longest_streak": solving.longest,
        "daily_streak": daily.current,
        "longest_daily_streak": daily.longest,
        "rows": rows,
        "techniques": techniques,
    }
