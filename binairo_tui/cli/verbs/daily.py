"""`binairo daily`: prints the daily puzzle for a date, which is the same for everybody."""

from contextlib import suppress
from datetime import date

import click

from binairo_tui import engine
from binairo_tui.cli import generating, json_fields, options, output


def _check_date(ctx: click.Context, parameter: click.Parameter, text: str | None) -> date:  # noqa: ARG001
    if text is None:
        return date.today()
    with suppress(ValueError):
        day = date.fromisoformat(text)
        if day.isoformat() == text:  # fromisoformat also accepts other forms, which depend on the version of Python
            return day
    raise click.BadParameter("expected a date such as 2026-05-31")


# Extra arguments are allowed here so that the command can name the option that takes the day.
@click.command("daily", cls=options.Verb, prints=[json_fields.Generated], context_settings={"allow_extra_args": True})
@click.option(
    "--date", "day", metavar="YYYY-MM-DD", callback=_check_date, help="The puzzle for this day instead of today."
)
@options.size_option("8x8")
@options.json_option
def command(day: date, size: tuple[int, int], as_json: bool) -> output.Status:
    """Print the daily puzzle for today or another date.

    Each size has one puzzle per day, which is the same for everybody with this
    version of the program. Its difficulty and score follow as a comment. From
    Monday to Sunday, the difficulties are Gentle, Easy, Medium, Hard, Expert,
    Hard, Expert.

    Exit status: 0; 1 if there is no puzzle of that size and difficulty.

    For example:
      binairo daily
      binairo daily --date 2026-05-31 --size 14
      binairo daily --json | jq -r .puzzle
    """
    context = click.get_current_context()
    if context.args:
        context.fail(f"Got unexpected extra argument ({context.args[0]}). To choose a day, type --date 2026-05-31")
    request, seed = engine.request.daily_request(day, *size)
    return generating.print_generated(request, seed, as_json=as_json)
