"""`binairo host backup` and `binairo host restore`: copy a whole host to a file, and back."""

from pathlib import Path

import click

from binairo_tui import store
from binairo_tui.cli import options, output
from binairo_tui.host import server
from binairo_tui.host.cli import players


@click.command("backup", cls=options.Verb)
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(directory: Path, file: Path) -> None:
    """Write a backup of the whole host to a new file; the host may be running.

    It holds the database, the host key, and the games of all players. Keep it
    private: anybody who has the key can pretend to be this host.

    Exit status: 0; 1 if games that stayed locked were copied as they are; 2 if
    no backup was made.
    """
    players.check_directory(directory)
    try:
        locked = server.backup.back_up(directory, file)
    except store.errors.StoreError as error:
        output.fail(f"no backup was made: {error}")
    except OSError as error:
        output.fail(f"no backup was made: {file}: {error.strerror}")
    output.print_data(f"Written: {file}")
    if locked:
        output.fail(
            f"another program is using the games of {', '.join(locked)}, and their copies may be damaged:"
            " make another backup later",
            output.Status.NO,
        )


@click.command("restore", cls=options.Verb)
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def restore(directory: Path, file: Path) -> None:
    """Restore a backup of the whole host; the host must not be running.

    All that was there before is kept in a directory of its own, and nothing
    of it is in the restored host.
    """
    try:
        kept = server.backup.restore(directory, file)
    except (store.errors.StoreError, OSError) as error:
        output.fail(f"not restored: {error}")
    output.print_data(f"Restored; what was there before is in {kept}." if kept else "Restored.")
