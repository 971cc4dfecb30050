"""`binairo collections`: lists the collections, or the puzzles in a collection."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

import click

from binairo_tui import library
from binairo_tui.cli import json_fields, options, output, puzzle_input, puzzle_options


class Summary(TypedDict):
    """The description of a collection in the list; `size` holds the sizes of its puzzles, such as `6x6, 8x8`."""

    name: str
    title: str
    author: str
    size: str
    count: int
    rules: str


class _Summaries(TypedDict):
    collections: list[Summary]


class NumberedPuzzle(TypedDict):
    """A puzzle of a collection; `band` is empty if the puzzle is not graded."""

    number: json_fields.Number
    band: str
    puzzle: json_fields.Notation


class _Contents(TypedDict):
    collection: str
    title: str
    puzzles: list[NumberedPuzzle]


@click.command("collections", cls=options.Verb, prints=[_Summaries, _Contents])
@click.argument("name", required=False, type=puzzle_options.PUZZLE)
@options.json_option
def command(name: str | None, as_json: bool) -> output.Status:
    """List the collections, or the puzzles in a collection.

    Your own collections are listed after the included ones.

    Exit status: 0; 2 if a file of your own cannot be read; a message names the
    file, and the other collections are still listed.

    NAME, NAME:3 and NAME:3-8 can be used wherever a PUZZLE is expected.

    For example:
      binairo collections
      binairo collections 8x8
      binairo collections --json | jq -r ".collections[].name"
      binairo play 8x8:3
    """
    try:
        if name is None:
            found, problems = puzzle_input.all_collections()
            _list_collections(found, as_json)
            for problem in problems:
                output.print_warning(problem)
            return output.Status.BAD_INPUT if problems else output.Status.YES
        collection = puzzle_input.find_collection(name)
        if collection is None:
            output.fail(f"{output.quote_argument(name)}: not a collection; {puzzle_input.name_advice(name)}")
        _list_puzzles(collection, as_json)
    except library.LibraryError as error:
        output.fail(str(error))
    return output.Status.YES


def _list_collections(found: Iterable[library.Collection], as_json: bool) -> None:
    rows: list[Summary] = [
        {
            "name": collection.name,
            "title": collection.title,
            "author": collection.author,
            "size": ", ".join([f"{width}x{height}" for width, height in collection.sizes]),
            "count": len(collection),
            "rules": collection.header.get("rules", ""),
        }
        for collection in found
    ]
    table = [(row["name"], row["size"], str(row["count"]), row["title"], row["rules"]) for row in rows]
    output.print_result({"collections": rows}, _table(table), as_json=as_json)


def _list_puzzles(collection: library.Collection, as_json: bool) -> None:
    entries = collection.entries
    fields: _Contents = {
        "collection": collection.name,
        "title": collection.title,
        "puzzles": [{"number": entry.number, "band": entry.band, "puzzle": str(entry.puzzle)} for entry in entries],
    }
    table = [(f"{entry.collection}:{entry.number}", entry.band, str(entry.puzzle)) for entry in entries]
    output.print_result(fields, _table(table), as_json=as_json)


def _table(rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table of rows of untrusted text, with the columns aligned and empty columns left out."""
    columns = [[output.printable(text) for text in column] for column in zip(*rows, strict=True) if any(column)]
    widths = [max(map(len, column)) for column in columns]
    aligned = [map(str.ljust, row, widths) for row in zip(*columns, strict=True)]
    return "\n".join(["  ".join(row).rstrip() for row in aligned])
