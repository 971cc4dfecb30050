"""`binairo games import`: merges the games and results in an export into the local ones."""

from __future__ import annotations

import sys
from contextlib import closing

import click

from binairo_tui import files, store
from binairo_tui.cli import options, output, saved


@click.command("import", cls=options.Verb, prints=lambda: [store.transfer.MergeReport])
@click.argument("file", metavar="FILE")
@options.json_option
def command(file: str, as_json: bool) -> None:
    """Import games, solves and practice from an export.

    FILE is the output of "binairo games export"; - is standard input. A game that
    already exists here is kept unless the file has it with more moves saved.
    A backup is made first, so replaced games are not lost. The whole file is
    checked before anything is imported. The app may be open.

    Exit status: 0; 2 if the file is not a valid export or cannot be imported.

    For example:
      binairo games import games.db
      binairo games import - < games.db
    """
    try:
        export = store.transfer.parse_export(_read(file, store.transfer.MAX_BYTES))
    except (files.untrusted.UnreadableError, store.transfer.InvalidExportError, OSError) as error:
        output.fail(f"{'standard input' if file == '-' else file}: {error}")
    with (
        saved.store_failures("nothing was imported"),
        closing(store.opening.open_database(files.paths.database_path())) as connection,
    ):
        output.print_notice(connection.notice)
        merged = store.transfer.merge_export(connection, export)
    output.print_result(merged._asdict(), "\n".join(map(output.printable, _lines(merged))), as_json=as_json)


def _read(file: str, limit: int) -> bytes:
    """Return the bytes of a file or standard input, at most one more than `limit`. Raises UnreadableError."""
    if file != "-":
        with files.untrusted.open_untrusted(file, limit) as stream:
            return stream.read(limit + 1)
    if sys.stdin is None:
        raise files.untrusted.UnreadableError("it is closed")
    return sys.stdin.buffer.read(limit + 1)


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
    lines.append(f"solves added: {merged.results_added}")
    others = (("solves left unchanged", merged.results_kept), ("practice records added", merged.practice_added))
    return [*lines, *[f"{what}: {count}" for what, count in others if count]]
