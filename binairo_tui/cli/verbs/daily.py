"""`binairo daily`: prints the puzzle of a date, the same for everybody."""

from __future__ import annotations

from datetime import date

import click

from binairo_tui.cli.generating import print_generated
from binairo_tui.cli.options import Verb, json_option, size_option


def _check_date(ctx: click.Context, parameter: click.Parameter, text: str | None) -> date:  # noqa: ARG001
    if text is None:
        return date.today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # fromisoformat accepts other forms, too, and not the same ones in every version of Python.
    if day is None or day.isoformat() != text:
        raise click.BadParameter("expected a date such as 2026-05-31")
    return day


@click.command("daily", cls=Verb)
@click.option("--date", "day", metavar="YYYY-MM-DD", callback=_check_date, help="Of this day instead of today.")
@size_option
@json_option
def command(day: date, size: tuple[int, int], as_json: bool) -> None:
    """Print the puzzle of today, or of another date.

    Each size has one puzzle a day, and everybody with this version of the
    program gets the same. Behind it stand its band and score: Gentle on
    Monday, Easy, Medium, Hard, Expert on Friday, Hard, Expert on Sunday.

    Exit status: 0; 1 if the size has no puzzle of that band.

    For example:
      binairo daily
      binairo daily --date 2026-05-31 --size 14
      binairo daily --json | jq -r .puzzle
    """
    from binairo_tui.engine.request import daily_request

    request, seed = daily_request(day, *size)
    click.get_current_context().exit(print_generated(request, seed, as_json=as_json))
