"""`binairo restore`: lists the backups, or restores one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from binairo_tui.cli.options import Verb, json_option
from binairo_tui.cli.output import Status, fail, print_data, print_json, print_warning, printable

if TYPE_CHECKING:
    from binairo_tui.store.backups import Backup


@click.command("restore", cls=Verb)
@click.argument("number", type=click.IntRange(min=1), required=False)
@json_option
def command(number: int | None, as_json: bool) -> None:
    """List the backups, or go back to backup NUMBER of the list.

    The state before is kept, too: it becomes the newest backup, or, if it
    is damaged, lies in the directory "damaged". The app must not be open.

    Exit status: 0; 1 if there is no such backup; 2 if it cannot be
    restored.

    For example:
      binairo restore
      binairo restore 2
    """
    from binairo_tui.files.paths import database_path
    from binairo_tui.store import StoreError
    from binairo_tui.store.backups import list_backups
    from binairo_tui.store.repair import restore_backup

    path = database_path()
    backups = list_backups(path)
    if number is None:
        _list(backups, as_json)
        return
    if number > len(backups):
        fail(f"there is no backup {number}; there are {len(backups)}", Status.NO)
    backup = backups[number - 1]
    try:
        kept = restore_backup(path, backup)
    except StoreError as error:
        fail(f"nothing was restored: {error}")
    if as_json:
        print_json({"restored": str(backup.path), "kept": str(kept) if kept else None})
    else:
        before = f"; the state before is kept in {kept}" if kept else ""
        print_data(printable(f"restored the backup of {backup.made.astimezone():%Y-%m-%d %H:%M}{before}"))


def _list(backups: list[Backup], as_json: bool) -> None:
    if not backups and not as_json:
        print_warning("there is no backup yet")
    for number, backup in enumerate(backups, 1):
        if as_json:
            print_json({"number": number, "made": backup.made.isoformat(), "path": str(backup.path)})
        else:
            size = backup.path.stat().st_size if backup.path.exists() else 0
            print_data(
                printable(
                    f"{number:>2}  {backup.made.astimezone():%Y-%m-%d %H:%M}  {size:>10} bytes  {backup.path.name}"
                )
            )
