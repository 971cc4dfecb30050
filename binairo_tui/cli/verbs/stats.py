"""`binairo stats`: prints how many puzzles were solved, how fast, and in which style."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from binairo_tui.cli.options import BANDS, BoardSize, Verb, json_option
from binairo_tui.cli.output import fail, print_data, print_json, print_notice, printable

if TYPE_CHECKING:
    from binairo_tui.player.statistics import Selection
    from binairo_tui.store.queries import Result

# Written out because importing them from the game would slow `binairo --help`; a test compares the two.
STYLES = ("strict", "unaided", "helped")
"""The choices of `--style`."""
_HEADING = "size   band      solved  strict  unaided  helped     best   median  last 12"


@click.command("stats", cls=Verb)
@click.option("--size", metavar="SIZE", type=BoardSize(), help="Only this size, such as 8 or 8x10.")
@click.option("--band", type=click.Choice(BANDS, case_sensitive=False), metavar="BAND", help="Only this band.")
@click.option("--style", type=click.Choice(STYLES), help="Only puzzles solved in this style.")
@click.option("--csv", "as_csv", is_flag=True, help="Print every solve on its own line, as CSV.")
@json_option
def command(*, size: tuple[int, int] | None, band: str | None, style: str | None, as_csv: bool, as_json: bool) -> None:
    """Print what you have solved, by size and band.

    "strict" means solved without any aid, "unaided" with only what the board
    shows by itself, "helped" with more. "last 12" is the average of the last
    twelve times. In JSON, all times are in milliseconds.

    Exit status: 0; 2 if the progress file cannot be read.

    For example:
      binairo stats
      binairo stats --size 8 --style unaided
      binairo stats --json | jq .streak
      binairo stats --csv > solves.csv
    """
    from binairo_tui.game.aids import SolveStyle
    from binairo_tui.player.statistics import Selection, Size, results_csv, select_results
    from binairo_tui.store.errors import StoreError

    if as_csv and as_json:
        raise click.UsageError("--csv or --json, not both")
    try:
        everything = _read_results()
    except StoreError as error:
        fail(f"the progress file cannot be read: {error}")
    selection = Selection(
        SolveStyle(style) if style else None, Size(*size) if size else None, band and band.capitalize()
    )
    results = select_results(everything, selection)
    if as_csv:
        print_data(results_csv(results).removesuffix("\n"))
    elif as_json:
        print_json(_fields(everything, results))
    else:
        for line in _lines(everything, results, selection):
            print_data(line)


def _read_results() -> tuple[Result, ...]:
    """Return all results; if nothing has been saved yet, return none without creating a file. Raises StoreError."""
    from contextlib import closing

    from binairo_tui.files.paths import database_path
    from binairo_tui.store.opening import open_saved
    from binairo_tui.store.queries import read_results

    connection = open_saved(database_path())
    if connection is None:
        return ()
    with closing(connection):
        print_notice(connection.notice)
        return read_results(connection)


def _fields(everything: Sequence[Result], results: Sequence[Result]) -> dict[str, Any]:
    """Return the JSON object for `--json`. The streaks count all results, whatever is selected."""
    from datetime import date

    from binairo_tui.player.statistics import group_results, streaks

    days = streaks([result.day for result in everything], date.today())
    rows = []
    for row in group_results(results):
        of_row = [it for it in results if (it.width, it.height, it.band) == (*row.size, row.band)]
        start = {"size": f"{row.size.width}x{row.size.height}", "band": row.band, "solved": row.solved}
        times = {"best_ms": row.best_ms, "median_ms": row.median_ms, "last_12_ms": row.recent_ms}
        rows.append(start | _styles(of_row) | times)
    return {
        "solved": len(results),
        **_styles(results),
        "streak": days.current,
        "longest_streak": days.longest,
        "rows": rows,
    }


def _styles(results: Sequence[Result]) -> dict[str, int]:
    """Return the number of puzzles solved in each style."""
    counts = Counter(result.style.value for result in results)
    return {style: counts[style] for style in STYLES}


def _lines(everything: Sequence[Result], results: Sequence[Result], selection: Selection) -> list[str]:
    """Return the table as lines of text."""
    from binairo_tui.player.text import clock_text

    if not results:
        return ["Nothing of this kind is solved yet." if any(selection) else "Nothing is solved yet."]
    fields = _fields(everything, results)
    ways = ", ".join([f"{fields[style]} {style}" for style in STYLES])
    lines = [
        f"{len(results)} solved: {ways}. Days in a row: {fields['streak']}, at most {fields['longest_streak']}.",
        _HEADING,
    ]
    for row in fields["rows"]:
        ways = f"{row['solved']:>7}{row['strict']:>8}{row['unaided']:>9}{row['helped']:>8}"
        times = "".join([f"{clock_text(row[key]):>9}" for key in ("best_ms", "median_ms", "last_12_ms")])
        lines.append(f"{row['size']:7}{printable(row['band']) or '-':9}{ways}{times}")
    return lines
