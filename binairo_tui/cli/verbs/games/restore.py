"""`binairo games restore`: lists the backups, or restores a backup."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TypedDict

import click

from binairo_tui import files, store
from binairo_tui.cli import json_fields, options, output, saved


class _NumberedBackup(TypedDict):
    number: json_fields.Number
    made: str
    path: str


class Backups(TypedDict):
    backups: list[_NumberedBackup]


class Restored(TypedDict):
    """The path of the restored backup, and the path where the previous state is kept; None if there was none."""

    restored: str
    kept: str | None


@click.command("restore", cls=options.Verb, prints=[Backups, Restored])
@click.argument("backup", metavar="[NUMBER|NAME|DATE]", required=False)
@click.option("--yes", "-y", is_flag=True, help="Restore without asking.")
@options.json_option
def command(backup: str | None, *, yes: bool, as_json: bool) -> None:
    """List the backups, or go back to one of them.

    Give a backup's number in the list, its file name, or a date such as
    2026-05-31 for the newest backup of that day. On a terminal, you are asked
    before anything changes. The current state is kept: it becomes the newest
    backup or, if it is damaged, is moved to the directory "damaged". The app
    must not be open.

    Exit status: 0; 1 if there is no such backup, or you answered no; 2 if it
    cannot be restored.

    For example:
      binairo games restore
      binairo games restore 2
      binairo games restore 2026-05-31 --yes
    """
    path = files.paths.database_path()
    with saved.store_failures("the backups cannot be read"):
        backups = store.backups.list_backups(path)
    if backup is None:
        _list(backups, as_json=as_json)
        return
    chosen = _find(backups, backup)
    if not yes and not _is_wanted(chosen):
        output.fail("nothing was restored", output.Status.NO)
    with saved.store_failures("nothing was restored"):
        kept = store.repair.restore_backup(path, chosen)
    fields: Restored = {"restored": str(chosen.path), "kept": str(kept) if kept else None}
    before = f"; the previous state is kept in {kept}" if kept else ""
    output.print_result(
        fields, output.printable(f"restored the backup of {_local_time(chosen)}{before}"), as_json=as_json
    )


def _find(backups: list[store.backups.Backup], text: str) -> store.backups.Backup:
    """Return the backup with the number, file name or date `text`; end the command if there is no such backup."""
    for number, backup in enumerate(backups, 1):  # newest first
        if text in (str(number), backup.path.name, _local_time(backup)[: len("2026-05-31")]):
            return backup
    name = output.quote_argument(text)
    if text.isdigit():
        output.fail(f"there is no backup {name}; there are {len(backups)}", output.Status.NO)
    return output.fail(f"there is no backup {name}: expected a number, a file name or a date", output.Status.NO)


def _is_wanted(backup: store.backups.Backup) -> bool:
    """Return True if the backup should be restored. Ask on a terminal; without a terminal, always return True."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty()):
        return True
    return click.confirm(f"Go back to the backup of {_local_time(backup)}?", err=True)


def _local_time(backup: store.backups.Backup) -> str:
    return f"{backup.made.astimezone():%Y-%m-%d %H:%M}"


def _list(backups: list[store.backups.Backup], *, as_json: bool) -> None:
    if as_json:
        rows: list[_NumberedBackup] = [
            {"number": number, "made": backup.made.isoformat(), "path": str(backup.path)}
            for number, backup in enumerate(backups, 1)
        ]
        output.print_json({"backups": rows})
        return
    if not backups:
        output.print_warning("there is no backup yet")
    for number, backup in enumerate(backups, 1):
        size = 0
        with suppress(OSError):  # gone meanwhile, or in a directory that may be listed but not searched
            size = backup.path.stat().st_size
        output.print_data(output.printable(f"{number:>2}  {_local_time(backup)}  {size:>10} bytes  {backup.path.name}"))
