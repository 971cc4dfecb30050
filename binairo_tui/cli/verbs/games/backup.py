"""`binairo games backup`: makes a backup of all games and results."""

from typing import TypedDict

import click

from binairo_tui import store
from binairo_tui.cli import options, output, saved


class _Made(TypedDict):
    backup: str


@click.command("backup", cls=options.Verb, prints=[_Made])
@options.json_option
def command(as_json: bool) -> None:
    """Make a backup of all games and solves.

    The app makes one automatically every day. About eight are kept, spaced
    farther apart the older they are; "binairo games restore" lists them. The app
    may be open.

    Exit status: 0; 1 if nothing has been saved yet; 2 if the backup cannot
    be made.

    For example:
      binairo games backup
    """
    with saved.existing_games("no backup was made") as connection:
        made = str(store.backups.make_backup(connection).path)
    output.print_result({"backup": made}, output.printable(made), as_json=as_json)
