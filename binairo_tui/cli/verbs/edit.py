"""`binairo edit`: opens the editor."""

import click

from binairo_tui.cli import opening, options, puzzle_options


@click.command("edit", cls=options.Verb)
@click.argument("puzzle", required=False, type=puzzle_options.PUZZLE)
@options.screen_options
@puzzle_options.reading_options
def command(puzzle: str | None) -> int:
    """Draw a new puzzle in the app, or change an existing one.

    While you draw, the editor shows how many solutions there are, how hard
    the puzzle is and which givens are redundant. It can complete a
    puzzle so that it has exactly one solution, and save it in a collection
    of your own. Without a PUZZLE, it continues where you left off.
    "binairo solve --help" explains what a PUZZLE can be; if there are
    several, the first is used.

    For example:
      binairo edit
      binairo edit 8x8:3
      binairo edit "1...10 .....0 .0.1.. ...11. 0..... 1.0..."
    """
    return opening.open_app(puzzle, options.screen_choices(), puzzle_options.read_options(), edits=True)
