"""`binairo games`: backs up saved games and results, and moves them to another machine."""

from __future__ import annotations

import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import TypedDict

import click

from binairo_tui import files, store
from binairo_tui.cli import json_fields, options, output, saved


@click.group("games", cls=options.Verbs, subcommand_metavar="VERB ...")
def command() -> None:
    """Back up your games and solves, and move them to another machine.

    For example:
      binairo games backup
      binairo games export | ssh laptop binairo games import -
      binairo games where
    """


class _Made(TypedDict):
    backup: str


@command.command("backup", cls=options.Verb, prints=[_Made])
@options.json_option
def backup(as_json: bool) -> None:
    """Make a backup of all games and solves.

    The app makes one automatically every day. About eight are kept, with larger
    gaps between old ones; "binairo games restore" lists them. The app may be
    open.

    Exit status: 0; 1 if nothing has been saved yet; 2 if the backup cannot
    be made.

    For example:
      binairo games backup
    """
    with saved.existing_games("no backup was made") as connection:
        made = str(store.backups.make_backup(connection).path)
    output.print_result({"backup": made}, output.printable(made), as_json=as_json)


class _NumberedBackup(TypedDict):
    number: json_fields.Number
    made: str
    path: str


class Backups(TypedDict):
    backups: list[_NumberedBackup]


class Restored(TypedDict):
    """The path of the restored backup, and that of the previous state, if there was one."""

    restored: str
    kept: str | None


@command.command("restore", cls=options.Verb, prints=[Backups, Restored])
@click.argument("backup", metavar="[NUMBER|NAME|DATE]", required=False)
@click.option("--yes", "-y", is_flag=True, help="Restore without asking.")
@options.json_option
def restore(backup: str | None, *, yes: bool, as_json: bool) -> None:
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
    advice = f"; there are {len(backups)}" if text.isdigit() else ": expected a number, a file name or a date"
    return output.fail(f"there is no backup {output.quote_argument(text)}{advice}", output.Status.NO)


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


@command.command("export", cls=options.Verb)
@options.output_option
def export(path: Path | None) -> None:
    """Write a copy of all games, solves and practice.

    "binairo games import" reads it, on this machine or another. It is a checked
    copy of the progress file, a SQLite database. A file given with --output must
    not exist yet; only you can read it.

    Exit status: 0; 1 if nothing has been saved yet, or if damaged data was
    taken from a backup or left out; 2 if the saved games cannot be read or the
    output cannot be written.

    For example:
      binairo games export --output games.db
      binairo games export | ssh laptop binairo games import -
    """
    if path is None and sys.stdout and sys.stdout.isatty():
        raise click.UsageError("a copy is not text: give --output FILE")
    with saved.existing_games("nothing was exported") as connection:
        raw, damaged = store.transfer.export_copy(connection)
    if path is None:
        output.print_bytes(raw)
    else:
        try:
            files.atomic.write_private(path, raw)
        except OSError as error:
            output.fail(f"{path}: {error.strerror}")
    if damaged:
        left = f"taken from a backup or left out because of damage: {damaged} (see 'binairo doctor')"
        output.fail(left, output.Status.NO)


@command.command("import", cls=options.Verb, prints=lambda: [store.transfer.MergeReport])
@click.argument("file", metavar="FILE")
@options.json_option
def import_(file: str, as_json: bool) -> None:
    """Import games, solves and practice from an export.

    FILE is the output of "binairo games export"; - is standard input. A game
    that exists here is replaced only if the same game in FILE has more moves. A
    backup is made first, so replaced games are not lost. The whole file is
    checked before anything is imported. The app may be open.

    Exit status: 0; 2 if the file is not a valid export or cannot be imported.

    For example:
      binairo games import games.db
      binairo games import - < games.db
    """
    try:
        export = store.transfer.parse_export(files.untrusted.read_argument(file, store.transfer.MAX_BYTES))
    except (files.untrusted.UnreadableError, store.transfer.InvalidExportError, OSError) as error:
        output.fail(f"{'standard input' if file == '-' else file}: {error}")
    with (
        saved.store_failures("nothing was imported"),
        closing(store.opening.open_database(files.paths.database_path())) as connection,
    ):
        output.print_notice(connection.notice)
        merged = store.transfer.merge_export(connection, export)
    output.print_result(merged._asdict(), "\n".join(map(output.printable, _lines(merged))), as_json=as_json)


def _lines(merged: store.transfer.MergeReport) -> list[str]:
    lines = []
    for what, titles in (
        ("added", merged.added),
        ("replaced by a version with more moves", merged.replaced),
        ("already here", merged.same),
        ("left unchanged", merged.kept),
    ):
        if titles:
            shown = ", ".join(titles[:5]) + (", ..." if len(titles) > 5 else "")
            lines.append(f"games {what}: {len(titles)} ({shown})")
    lines = lines or ["games added: 0"]
    lines.append(f"solves added: {merged.results_added}")
    others = (("solves left unchanged", merged.results_kept), ("practice records added", merged.practice_added))
    return [*lines, *[f"{what}: {count}" for what, count in others if count]]


class _Places(TypedDict):
    data: str
    config: str
    database: str
    collections: str
    draft: str
    reports: str


@command.command("where", cls=options.Verb, prints=[_Places])
@options.json_option
def where(as_json: bool) -> None:
    """Print where games, statistics and settings are stored.

    The files and directories may not exist yet; nothing is created.

    For example:
      binairo games where
      binairo games where --json | jq -r .database
    """
    paths = files.paths.all_paths()
    if any(path.is_relative_to(files.paths.NO_HOME) for path in paths.values()):
        output.print_warning(
            "you have no home directory, so nothing can be saved: set HOME, or XDG_DATA_HOME and XDG_CONFIG_HOME"
        )
    places = {name: str(path) for name, path in paths.items()}
    width = max(map(len, places))
    lines = [f"{name:<{width}}  {output.printable(path)}" for name, path in places.items()]
    output.print_result(places, "\n".join(lines), as_json=as_json)
