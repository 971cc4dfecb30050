"""`binairo games export`: writes a copy of all games and results."""

import sys
from pathlib import Path

import click

from binairo_tui import files, store
from binairo_tui.cli import options, saved
from binairo_tui.cli.output import Status, fail, print_bytes


@click.command("export", cls=options.Verb)
@options.output_option
def command(output: Path | None) -> None:
    """Write a copy of all games, solves and practice.

    "binairo games import" reads it, on this machine or another. It is a checked
    copy of the progress file, a SQLite database. A file given with --output must
    not exist yet; only you can read it.

    Exit status: 0; 1 if nothing has been saved yet, or some data was damaged
    and is in the copy from a backup or not at all; 2 if the saved games cannot
    be read or the output cannot be written.

    For example:
      binairo games export --output games.db
      binairo games export | ssh laptop binairo games import -
    """
    if output is None and sys.stdout and sys.stdout.isatty():
        raise click.UsageError("a copy is not text: give --output FILE")
    with saved.existing_games("nothing was exported") as connection:
        raw, damaged = store.transfer.export_copy(connection)
    if output is None:
        print_bytes(raw)
    else:
        try:
            files.atomic.write_private(output, raw)
        except OSError as error:
            fail(f"{output}: {error.strerror}")
    if damaged:
        fail(f"taken from a backup or left out because of damage: {damaged} (see 'binairo doctor')", Status.NO)
