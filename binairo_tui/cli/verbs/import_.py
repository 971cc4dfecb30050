"""`binairo import`: merges the games and results in an export into the local ones."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.options import Verb, json_option
from binairo_tui.cli.output import fail, print_data, print_json, print_notice, printable

if TYPE_CHECKING:
    from binairo_tui.store.export import MergeReport


@click.command("import", cls=Verb)
@click.argument("file", metavar="FILE")
@json_option
def command(file: str, as_json: bool) -> None:
    """Import games, solves and practice from an export.

    FILE is the output of "binairo export"; - is standard input. A game that
    already exists here is kept unless the file has it with more moves saved.
    A backup is made first, so replaced games are not lost. The whole file is
    checked before anything is imported. The app may be open.

    Exit status: 0; 2 if the file is not a valid export or cannot be imported.

    For example:
      binairo import games.json
      binairo import - < games.json
    """
    from contextlib import closing

    from binairo_tui.files.paths import database_path
    from binairo_tui.files.untrusted import UnreadableError
    from binairo_tui.store.errors import StoreError
    from binairo_tui.store.export import MAX_BYTES, merge_export
    from binairo_tui.store.import_ import InvalidExportError, parse_export
    from binairo_tui.store.opening import open_database

    name = "standard input" if file == "-" else file
    try:
        export = parse_export(_read(file, MAX_BYTES))
    except (UnreadableError, InvalidExportError, OSError) as error:
        fail(f"{name}: {error}")
    try:
        with closing(open_database(database_path())) as connection:
            print_notice(connection.notice)
            merged = merge_export(connection, export)
    except StoreError as error:
        fail(f"nothing was imported: {error}")
    if as_json:
        print_json(merged._asdict())
    else:
        for line in _lines(merged):
            print_data(printable(line))


def _read(file: str, limit: int) -> bytes:
    """Return the bytes of a file or standard input, at most one more than `limit`. Raises UnreadableError."""
    from binairo_tui.files.untrusted import UnreadableError, open_untrusted

    if file != "-":
        with open_untrusted(file, limit) as stream:
            return stream.read(limit + 1)
    if sys.stdin is None:
        raise UnreadableError("it is closed")
    return sys.stdin.buffer.read(limit + 1)


def _lines(merged: MergeReport) -> list[str]:
    """Return lines that report the merge, one line for each kind of change."""
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
    lines.append(f"solves added: {merged.results_added}")
    if merged.results_kept:
        lines.append(f"solves left unchanged: {merged.results_kept}")
    if merged.practice_added:
        lines.append(f"practice records added: {merged.practice_added}")
    return lines
