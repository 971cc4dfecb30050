"""`binairo lines`: lists the legal lines of a length, or counts them."""

from collections.abc import Iterator
from typing import TypedDict

import click

from binairo_tui import engine
from binairo_tui.cli import json_fields, options, output
from binairo_tui.engine.geometry import quota

# Written out because importing them from the engine would slow `binairo --help`; a test compares the two.
MIN_LENGTH, MAX_LENGTH = 2, 40
"""The lengths of the shortest and the longest line that a board can have, in cells."""


class _ListedLine(TypedDict):
    length: json_fields.Number
    number: json_fields.Number
    cells: json_fields.Grid


class CountedLines(TypedDict):
    """With --count, the number of legal lines."""

    length: json_fields.Number
    count: int


@click.command("lines", cls=options.Verb, prints=[_ListedLine, CountedLines])
@click.argument("length", metavar="N", type=options.WholeNumber(MIN_LENGTH, MAX_LENGTH))
@click.option("--count", "only_count", is_flag=True, help="Print only the number of lines.")
@options.json_option
def command(length: int, *, only_count: bool, as_json: bool) -> None:
    """List all legal lines of N cells, and count them.

    A line is legal if it holds as many 0s as 1s (one more 1 if N is odd) and
    no three equal values in a row. The lines are in ascending order; their
    number is printed to standard error.

    For example:
      binairo lines 6
      binairo lines 18 --count
      binairo lines 8 --json | jq -r .cells
    """
    count = engine.puzzle.legal_line_count(length)
    if only_count:
        output.print_result({"length": length, "count": count}, str(count), as_json=as_json)
        return
    for number, cells in enumerate(legal_lines(length), 1):
        output.print_result({"length": length, "number": number, "cells": cells}, cells, as_json=as_json)
    output.print_warning(f"length {length}: {engine.wording.plural(count, 'line')}")


def legal_lines(length: int) -> Iterator[str]:
    stack = [("", *quota(length))]
    while stack:
        line, zeros, ones = stack.pop()
        if not zeros and not ones:
            yield line
        if ones and _can_follow(line, "1", ones, zeros):
            stack.append((f"{line}1", zeros, ones - 1))
        if zeros and _can_follow(line, "0", zeros, ones):
            stack.append((f"{line}0", zeros - 1, ones))


def _can_follow(line: str, value: str, count: int, others: int) -> bool:
    """Return True if a value can follow the beginning of a legal line.

    `count` is how often this value is still missing, including here, and `others` how often the other value is. There
    must be enough of each value to separate pairs of the other.
    """
    run = 2 if line.endswith(value) else 1
    return not line.endswith(value * 2) and count - 1 <= 2 - run + 2 * others and others <= 2 * count
