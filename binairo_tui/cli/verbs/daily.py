"""`binairo daily`: prints the daily puzzle for a date, which is the same for everybody."""

from datetime import date

import click

from binairo_tui import engine
from binairo_tui.cli import generating, json_fields, options, output


@click.command("daily", cls=options.Verb, prints=[json_fields.Generated])
@click.option(
    "--date",
    "day",
    metavar="YYYY-MM-DD",
    type=options.Day(),
    help='The day, or "yesterday". Default: today.',
)
@options.size_option("8x8")
@click.option("--secret", metavar="TEXT", default="", help="The secret that a host has published for the day.")
@options.json_option
def command(day: date | None, size: tuple[int, int], secret: str, as_json: bool) -> output.Status:
    """Print the daily puzzle for today or another date.

    Each size has one puzzle per day, which is the same for everybody with this
    version of the program. Its difficulty and score follow as a comment. From
    Monday to Sunday, the difficulties are Gentle, Easy, Medium, Hard, Expert,
    Hard, Expert; from December 2026 on, 6x6 is at most Easy. A host makes its
    own puzzles, with a secret for each day. It publishes the secret on the next
    day; --secret then prints the host's puzzle.

    Exit status: 0; 1 if there is no puzzle of that size and difficulty.

    For example:
      binairo daily
      binairo daily --date 2026-05-31 --size 14
      binairo daily --json | jq -r .puzzle
    """
    request, seed = engine.request.daily_request(day or options.today(), *size, secret)
    return generating.print_generated(request, seed, as_json=as_json)
