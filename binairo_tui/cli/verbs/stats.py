"""`binairo stats`: prints how many puzzles were solved, how fast, and in which style."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict

import click

from binairo_tui import engine, game, player, store
from binairo_tui.cli import json_fields, options, output, saved

if TYPE_CHECKING:
    from sqlite3 import Connection

# Copied, because importing the game would slow `binairo --help`; a test compares the copy with the original.
STYLES = ("strict", "unaided", "helped", "repeat", "program")


class StyleCounts(TypedDict):
    strict: int
    unaided: int
    helped: int
    repeat: int
    program: int


class Row(StyleCounts):
    """The solves of one size and difficulty. A time is None if it is not known."""

    size: json_fields.Size
    band: str
    solved: int
    best_ms: int | None
    median_ms: int | None
    last_12_ms: int | None
    expected_ms: int | None


class TechniqueRow(TypedDict):
    """For `cells` in `games`, the technique was the easiest. `usual_ms` is the usual time to fill such a cell."""

    technique: str
    cells: int
    games: int
    usual_ms: int


class Stats(StyleCounts):
    """The statistics of the selected solves, and the streaks of days on which that day's daily puzzle was solved."""

    solved: int
    daily_streak: int
    longest_daily_streak: int
    rows: list[Row]
    techniques: list[TechniqueRow]


@click.command("stats", cls=options.Verb, prints=[Stats], excludes=[("--csv", "--json"), ("--style", "--all-styles")])
@click.option("--size", metavar="SIZE", type=options.BoardSize(), help="Only this size, such as 8 or 8x10.")
@options.band_option("Only this difficulty.")
@click.option("--style", type=click.Choice(STYLES), help="Only puzzles solved in this style.")
@click.option("--all-styles", is_flag=True, help="Also show puzzles solved with help or by the program.")
@click.option("--csv", "as_csv", is_flag=True, help="Print every solve on its own line, as CSV.")
@options.json_option
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

    The table shows strict and unaided solves; if there are none, it shows all
    solves. --style and --all-styles change that. --json and --csv print all
    styles unless --style is given. "strict" means solved without any aid,
    "unaided" with only the help that the board shows by itself, and "helped"
    with more help. "program" means that the program filled more than a quarter
    of the blanks; such solves do not count for times and streaks. "last 12" is
    the average of the last twelve times. After ten solves, "about" is the time
    that you are likely to take.

    The second table is about the last twelve games, in all styles and sizes.
    For each technique, it counts the values for which this technique was the
    easiest, and the games with such values. It also shows how long you usually
    took for such a value.

    In JSON, all times are in milliseconds.

    Exit status: 0; 2 if the progress file cannot be read.

    For example:
      binairo stats
      binairo stats --size 8 --style unaided
      binairo stats --json | jq .daily_streak
      binairo stats --csv > solves.csv
    """
    is_table = not (as_csv or as_json or all_styles)
    with saved.saved_games("the progress file cannot be read") as connection:
        usual = player.statistics.usual_styles(connection) if is_table else game.aids.ALL_STYLES
        styles = (game.SolveStyle(style),) if style else usual
        selection = store.queries.Selection(styles, size, band and band.capitalize())
        if as_csv:
            results = store.queries.read_results(connection, selection)
            output.print_data(player.statistics.results_csv(results).removesuffix("\n"))
        elif as_json:
            output.print_json(_fields(connection, selection))
        else:
            _print_table(connection, selection)


def _print_table(connection: Connection, selection: store.queries.Selection) -> None:
    statistics, text = player.statistics, player.text
    found = statistics.overview(connection, selection)
    if not any(found.styles.values()):
        is_filtered = selection.size is not None or selection.band is not None
        output.print_data("You have not solved any of this kind yet." if is_filtered else "Nothing is solved yet.")
        return
    streak = text.streak_text(statistics.daily_streaks(connection, options.today()))
    said = f" {engine.wording.sentence(streak)}" if streak else ""
    output.print_data(f"{text.style_counts_text(found.styles)}.{said}")
    if not found.groups:
        output.print_data(
            f"No solve has this style ({text.styles_text(selection.styles)}): --all-styles shows the others."
        )
        return
    is_rare = game.SolveStyle.REPEAT, 0
    styles = [it for it in game.SolveStyle if it in selection.styles and (it, found.styles[it]) != is_rare]
    ways = "".join([f"{style.value:>9}" for style in styles])
    known = store.queries.read_kind_times(connection, statistics.EXPECTED_LATEST)
    names = ["best", "median", "last 12", *(["about"] if len(known) >= statistics.EXPECTED_SOLVES else [])]
    output.print_data(f"{'size':7}{'difficulty':11}{'solved':>7}{ways}{''.join([f'{name:>9}' for name in names])}")
    for row in found.groups:
        counts = "".join([f"{row.styles[style]:>9}" for style in styles])
        times = [text.clock_text(ms) if ms is not None else "-" for ms in statistics.shown_times(row)]
        expected_ms = statistics.expected_from(known, store.queries.PuzzleKind(*row.size, row.band))
        times += [text.round_clock_text(expected_ms)] if expected_ms is not None else []
        start = f"{text.size_text(*row.size):7}{output.printable(row.band) or text.NOT_GRADED:11}{row.solved:>7}"
        output.print_data(start + counts + "".join([f"{time:>9}" for time in times]))
    _print_techniques(connection)


def _print_techniques(connection: Connection) -> None:
    """Print how long the player usually takes to apply each technique, if the saved games show it."""
    text, found = player.text, player.coach.read_masteries(connection)
    if found:
        output.print_data("")
        output.print_data(f"{text.COUNTED_TECHNIQUES} {text.MEDIAN_WAITS}")
        output.print_data(f"{'technique':19}{'cells':>6}{'games':>7}{'wait':>8}")
    for it in found:
        output.print_data(
            f"{text.technique_name(it.technique):19}{it.cells:>6}{it.games:>7}{text.usual_wait_text(it.usual_ms):>8}"
        )


def _fields(connection: Connection, selection: store.queries.Selection) -> Stats:
    known = store.queries.read_kind_times(connection, player.statistics.EXPECTED_LATEST)
    groups = player.statistics.overview(connection, selection).groups
    streaks = player.statistics.daily_streaks(connection, options.today())
    return {
        "solved": sum(row.solved for row in groups),
        **_style_counts(groups),
        "daily_streak": streaks.current,
        "longest_daily_streak": streaks.longest,
        "rows": [
            {
                "size": player.text.size_text(*row.size),
                "band": row.band,
                "solved": row.solved,
                **_style_counts([row]),
                "best_ms": row.best_ms,
                "median_ms": row.median_ms,
                "last_12_ms": row.recent_ms,
                "expected_ms": player.statistics.expected_from(known, store.queries.PuzzleKind(*row.size, row.band)),
            }
            for row in groups
        ],
        "techniques": [
            {
                "technique": player.text.technique_name(it.technique),
                "cells": it.cells,
                "games": it.games,
                "usual_ms": it.usual_ms,
            }
            for it in player.coach.read_masteries(connection)
        ],
    }


def _style_counts(groups: Iterable[store.queries.GroupStatistics]) -> StyleCounts:
    strict, unaided, helped, repeat, program = (sum(row.styles[style] for row in groups) for style in game.SolveStyle)
    return {"strict": strict, "unaided": unaided, "helped": helped, "repeat": repeat, "program": program}
