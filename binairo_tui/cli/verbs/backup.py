"""`binairo backup`: makes a backup of all games and results."""

from __future__ import annotations

import click

from binairo_tui.cli.options import Verb, json_option
from binairo_tui.cli.output import Status, fail, print_data, print_json, print_notice, printable


@click.command("backup", cls=Verb)
@json_option
def command(as_json: bool) -> None:
    """Make a backup of all games and solves.

    The app makes one automatically every day. About eight are kept, spaced
    farther apart the older they are; "binairo restore" lists them. The app
    may be open.

    Exit status: 0; 1 if nothing has been saved yet; 2 if the backup cannot
    be made.

    For example:
      binairo backup
    """
    from contextlib import closing

    from binairo_tui.cli.progress import progress_line
    from binairo_tui.files.paths import database_path
    from binairo_tui.store.backups import make_backup
    from binairo_tui.store.errors import StoreError
    from binairo_tui.store.opening import open_saved

    try:
        connection = open_saved(database_path())
        if connection is None:
            fail("nothing has been saved yet", Status.NO)
        print_notice(connection.notice)
        with closing(connection), progress_line("backup", "rows", 0) as line:
            made = make_backup(connection, show=line.show).path
    except StoreError as error:
        fail(f"no backup was made: {error}")
    if as_json:
        print_json({"backup": str(made)})
    else:
        print_data(printable(str(made)))
