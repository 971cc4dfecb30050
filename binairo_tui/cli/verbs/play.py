"""`binairo play`: opens the app on a puzzle or on its home screen."""

import click

from binairo_tui.cli import opening, options, puzzle_options


@click.command("play", cls=options.Verb)
@click.argument("puzzle", required=False, type=puzzle_options.PUZZLE)
@click.option("--plain", is_flag=True, help="Play line by line, in words: for screen readers and plain terminals.")
@options.screen_options
@puzzle_options.reading_options
@click.pass_context
def command(ctx: click.Context, puzzle: str | None, *, plain: bool) -> int:
    """Open the app, or a puzzle in the app.

    "binairo solve --help" explains what a PUZZLE can be; if there are
    several, the first is played. "daily" is today's daily puzzle.

    Exit status: 0; 2 if the terminal cannot be used or moves were lost.

    For example:
      binairo play
      binairo play 8x8:3
      binairo play daily
      binairo play "1...10 .....0 .0.1.. ...11. 0..... 1.0..."
      binairo play - < puzzle.txt
      binairo play "6x6:BBCFBHaAacaCd"
      binairo play unruly.sav
      binairo play --plain 8x8:3
    """
    plain = plain or bool(ctx.find_root().params.get("plain"))
    return opening.open_app(puzzle, options.screen_choices(), puzzle_options.read_options(), plain=plain)
