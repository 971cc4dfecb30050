"""`binairo replay`: shows a solved game as a page."""

from pathlib import Path

import click

from binairo_tui import player, store
from binairo_tui.cli import documents, opening, options, output, puzzle_options, saved


@click.command("replay", cls=options.Verb)
@click.argument("puzzle", required=False, type=puzzle_options.PUZZLE)
@puzzle_options.reading_options
@options.output_option
def command(puzzle: str | None, *, path: Path | None) -> output.Status:
    """Write a replay of a game that you solved, to share it.

    The replay is a page to step through in a browser. It shows the latest game
    in which you solved PUZZLE. Without a PUZZLE, it shows the latest game that
    you solved. "binairo solve --help" explains what a PUZZLE can be.

    Exit status: 0; 1 if there is no such game; 2 if something could not be read
    or written.

    For example:
      binairo replay --output game.html
      binairo replay 8x8:3 --output game.html
    """
    documents.refuse_terminal("html", path)
    wanted = opening.first_puzzle(puzzle, puzzle_options.read_options()).puzzle if puzzle else None
    with saved.saved_games("the saved games cannot be read") as connection:
        game_id = store.saves.find_solved_game(connection, wanted)
        if game_id is None:
            output.fail(f"you have not solved {'this' if puzzle else 'a'} puzzle yet", output.Status.NO)
        game = store.saves.load_game(connection, game_id)
    steps = game.progress.steps[: game.progress.head]
    name = player.text.game_title(game.puzzle.width, game.puzzle.height, game.title, game.band)
    output.write_output(player.recording.recording(f"Binairo {name}", game.puzzle, steps), path)
    return output.Status.YES
