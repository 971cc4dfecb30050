"""`binairo export`: prints all games and results as one JSON object."""

from pathlib import Path

import click

from binairo_tui import files, store
from binairo_tui.cli import options, progress, saved
from binairo_tui.cli.output import Status, fail, print_data


@click.command("export", cls=options.Verb)
@options.output_option
def command(output: Path | None) -> None:
    """Print all games, solves and practice as one JSON object.

    "binairo import" reads it, on this machine or another. A file given with
    --output must not exist yet; only you can read it.

    Exit status: 0; 1 if some data was damaged and left out; 2 if the saved
    games cannot be read or the output cannot be written.

    For example:
      binairo export --output games.json
      binairo export | jq '.games | length'
    """
    with saved.saved_games("nothing was exported") as connection, progress.progress_line("export", "rows", 0) as line:
        text, left_out = store.export.export_text(connection, line.show)
    if output is None:
        print_data(text)
    else:
        try:
            files.atomic.write_private(output, f"{text}\n".encode())
        except OSError as error:
            fail(f"{output}: {error.strerror}")
    if left_out:
        fail(f"left out because of damage: {left_out} (see 'binairo doctor')", Status.NO)
