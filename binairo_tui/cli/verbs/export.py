"""`binairo export`: prints all games and results as one JSON object."""

from __future__ import annotations

from pathlib import Path

import click

from binairo_tui.cli.options import Verb, output_option
from binairo_tui.cli.output import Status, fail, print_data, print_notice


@click.command("export", cls=Verb)
@output_option
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
    from contextlib import closing

    from binairo_tui.cli.progress import progress_line
    from binairo_tui.files.atomic import write_private
    from binairo_tui.files.paths import database_path
    from binairo_tui.store.errors import StoreError
    from binairo_tui.store.export import export_text
    from binairo_tui.store.opening import open_saved
    from binairo_tui.store.snapshots import empty_snapshot

    try:
        saved = open_saved(database_path())
        print_notice(saved.notice if saved else "")
        with closing(saved or empty_snapshot()) as connection, progress_line("export", "rows", 0) as line:
            text, left_out = export_text(connection, line.show)
    except StoreError as error:
        fail(f"nothing was exported: {error}")
    if output is None:
        print_data(text)
        return _tell(left_out)
    try:
        write_private(output, f"{text}\n".encode())
    except OSError as error:
        fail(f"{output}: {error.strerror}")
    return _tell(left_out)


def _tell(left_out: int) -> None:
    """Report how many damaged games and results were left out; if any were, end the command with status 1."""
    if left_out:
        fail(f"left out because of damage: {left_out} (see 'binairo doctor')", Status.NO)
