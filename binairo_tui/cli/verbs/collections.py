"""`binairo collections`: lists the collections, or the puzzles in a collection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from binairo_tui.cli.options import Verb, json_option
from binairo_tui.cli.output import Status, fail, print_data, print_json, print_warning, printable, quote_argument
from binairo_tui.cli.puzzle_options import complete_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from binairo_tui.library import Collection


@click.command("collections", cls=Verb)
@click.argument("name", required=False, shell_complete=complete_puzzle)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """List the collections, or the puzzles in a collection.

    Your own collections are listed after the included ones.

    Exit status: 0; 2 if one of your own files cannot be read: the message
    names it, and the others are listed.

    NAME, NAME:3 and NAME:3-8 can be used wherever a PUZZLE is expected.

    For example:
      binairo collections
      binairo collections 8x8
      binairo collections --json | jq -r ".collections[].name"
      binairo play 8x8:3
    """
    from binairo_tui.cli.puzzle_input import all_collections, find_collection, name_advice
    from binairo_tui.library import LibraryError

    try:
        if name is None:
            found, problems = all_collections()
            _list_collections(found, as_json)
            for problem in problems:
                print_warning(problem)
            if problems:
                click.get_current_context().exit(Status.BAD_INPUT)
            return
        collection = find_collection(name)
        if collection is not None:
            _list_puzzles(collection, as_json)
            return
        fail(f"{quote_argument(name)}: not a collection; {name_advice(name)}")
    except LibraryError as error:
        fail(str(error))


def _list_collections(found: Iterable[Collection], as_json: bool) -> None:
    rows = []
    for collection in found:
        sizes = [f"{width}x{height}" for width, height in collection.sizes]
        fields = {"name": collection.name, "title": collection.title, "author": collection.author}
        rules = collection.header.get("rules", "")
        rows.append({**fields, "size": ", ".join(sizes), "count": len(collection), "rules": rules})
    if as_json:
        print_json({"collections": rows})
    else:
        _print_table([[str(row[key]) for key in ("name", "size", "count", "title", "rules")] for row in rows])


def _list_puzzles(collection: Collection, as_json: bool) -> None:
    entries = collection.entries
    if as_json:
        puzzles = [{"number": entry.number, "band": entry.band, "puzzle": str(entry.puzzle)} for entry in entries]
        print_json({"collection": collection.name, "title": collection.title, "puzzles": puzzles})
    else:
        _print_table([[f"{entry.collection}:{entry.number}", entry.band, str(entry.puzzle)] for entry in entries])


def _print_table(rows: list[list[str]]) -> None:
    """Print rows of untrusted text in aligned columns, omitting empty columns."""
    columns = [[printable(text) for text in column] for column in zip(*rows, strict=True) if any(column)]
    widths = [max(map(len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        print_data("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())
