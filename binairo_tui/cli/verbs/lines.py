"""`binairo lines`: lists the legal lines of a length, or counts them."""

from collections.abc import Iterator
from functools import cache
from typing import TypedDict

import click

from binairo_tui import engine
from binairo_tui.cli import json_fields, options, output
from binairo_tui.engine.geometry import quota

# Written out because importing them from the engine would slow `binairo --help`; a test compares the two.
MIN_LENGTH, MAX_LENGTH = 2, 40
"""The lengths that boards can have."""


class _ListedLine(TypedDict):
    length: json_fields.Number
    number: json_fields.Number
    cells: json_fields.Grid


class CountedLines(TypedDict):
    """With --count, the number of legal lines."""

    length: json_fields.Number
    count: json_fields.Count


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
    count = line_count(length)
    if only_count:
        output.print_result({"length": length, "count": count}, str(count), as_json=as_json)
        return
    for number, cells in enumerate(legal_lines(length), 1):
        output.print_result({"length": length, "number": number, "cells": cells}, cells, as_json=as_json)
    output.print_warning(f"length {length}: {engine.wording.plural(count, 'line')}")


def legal_lines(length: int) -> Iterator[str]:
    """Yield the legal lines of a length in ascending order."""
    stack = [("", *quota(length))]
    while stack:
        line, zeros, ones = stack.pop()
        if not zeros and not ones:
            yield line
            continue
        for value, left in (("1", (zeros, ones - 1)), ("0", (zeros - 1, ones))):
            if min(left) >= 0 and line[-2:] != value * 2 and _completions(value, 2 if value == line[-1:] else 1, *left):
                stack.append((line + value, *left))


def line_count(length: int) -> int:
    """Return the number of legal lines of a length."""
    return _completions("", 0, *quota(length))


@cache
def _completions(value: str, run: int, zeros: int, ones: int) -> int:
    """Return the number of ways to add `zeros` zeros and `ones` ones to a line that ends in a run of `value`.

    `run` is the length of this run.
    """
    if not zeros and not ones:
        return 1
    ways = 0
    for other, left in (("0", (zeros - 1, ones)), ("1", (zeros, ones - 1))):
        length = run + 1 if other == value else 1
        if min(left) >= 0 and length <= 2:
            ways += _completions(other, length, *left)
    return ways
