"""Puzzle arguments: reads them, and calls a verb for each puzzle.

An argument is a puzzle's text, a file, `-` (standard input), or a collection `NAME`, `NAME:3` or `NAME:3-8`; the first
of these that fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from binairo_tui.cli.options import read_options
from binairo_tui.cli.output import Status, print_data, print_warning, quote_argument

if TYPE_CHECKING:
    from binairo_tui.engine import Position, Puzzle
    from binairo_tui.formats import Imported
    from binairo_tui.library import Collection, Entry

_PLAINLY_TEXT = re.compile(
    r"\s*[0-9]+[xX][0-9]+\s*;.*|[01.\s]{4,}"
    r"|[0-9]{1,3}(?:x[0-9]{1,3})?u?(?:d[a-z]?)?[:#][A-Za-z]{2,}"  # an Unruly id; one letter is never enough
    r"|\s*[\[{].*|SAVEFILE.*|.*m=(?:edit|solve)&p=.*",
    re.DOTALL,
)
_PLAINLY_ENTRY = re.compile(r"[^:;/\s]+:[1-9][0-9]{0,2}(?:-[0-9]+)?")
_ENTRY = re.compile(r"([^:]*)(?::([0-9]{1,9})(?:-([0-9]{1,9}))?)?")


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle of an argument. `title` is its name for people, safe to print: `8x8 #3`, `puzzles.txt:12`, `6x6`."""

    puzzle: Puzzle
    title: str
    imported: Imported | None = None
    """The text's format, rules and history; None for a puzzle of a collection."""
    band: str = ""
    """Its difficulty, if a collection states it."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """An unusable part of an argument: `file:line:column: reason`, without line and column where there are none."""

    message: str


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Options for reading texts: the format (None: detect it) and the rule (None: as written, or else inferred)."""

    format: str | None = None
    unique_lines: bool | None = None


def for_each_puzzle(
    arguments: Iterable[str], answer: Callable[[Found], Status], *, blank_between: bool = False
) -> NoReturn:
    """Call `answer` for every puzzle and end the command with the worst status, as `worst_status` returns it."""
    click.get_current_context().exit(worst_status(arguments, answer, blank_between=blank_between))


def worst_status(
    arguments: Iterable[str],
    answer: Callable[[Found], Status],
    *,
    blank_between: bool = False,
    limit: int | None = None,
) -> Status:
    """Call `answer` for every puzzle in turn, warn about what is not a puzzle, and return the worst status.

    `blank_between` prints a blank line between two answers. `limit` is the maximum number of answers.
    """
    worst = Status.YES
    answered = loosened = 0
    for item in read_puzzles(arguments, read_options()):
        if isinstance(item, Rejected):
            print_warning(item.message)
            worst = Status.BAD_INPUT
            continue
        if blank_between and answered:
            print_data("")
        if item.imported and item.imported.notes and not item.puzzle.unique_lines:  # the rule was inferred
            loosened += 1
            if loosened == 1:
                print_warning(f"{item.title}: {item.imported.notes[0]}")
        worst = max(worst, answer(item))
        answered += 1
        if answered == limit:
            break
    if loosened > 1:
        print_warning(f"So it is with {loosened - 1} more.")
    return worst


def find_solution(found: Found, *, several: str = "more than one solution") -> tuple[Position | None, Status]:
    """Return a solution or None, and YES if it is the only one; otherwise warn and return NO."""
    from binairo_tui.engine.search import solutions

    positions = list(solutions(found.puzzle, 2))
    if len(positions) == 1:
        return positions[0], Status.YES
    print_warning(f"{found.title}: {several if positions else 'no solution'}")
    return positions[0] if positions else None, Status.NO


def read_puzzles(arguments: Iterable[str], options: ReadOptions | None = None) -> Iterator[Found | Rejected]:
    """Yield every puzzle of all arguments in order, and a Rejected for each part that is invalid. Never raises."""
    for number, argument in enumerate(arguments, 1):
        yield from _read_argument(argument, number, options or ReadOptions())


def _read_argument(argument: str, number: int, options: ReadOptions) -> Iterator[Found | Rejected]:
    is_text = argument == "-" or _PLAINLY_TEXT.fullmatch(argument)
    if not is_text and (_PLAINLY_ENTRY.fullmatch(argument) or _is_collection(argument)) and not _is_file(argument):
        yield from _read_collection(argument)
        return
    # Imported here because a puzzle of a collection needs none of the formats.
    from binairo_tui.cli.text_input import looks_like_text, read_file, read_stdin, read_text

    if argument == "-":
        yield from read_stdin(options)
    elif not is_text and _is_file(argument):
        yield from read_file(argument, options)
    elif is_text or any(character in argument for character in "; \n") or looks_like_text(argument, options):
        yield from read_text(argument, number, options)
    elif "/" in argument or isdir(argument):  # noqa: PTH112  (a Path would raise for some texts)
        yield from read_file(argument, options)  # says why it cannot be read
    else:
        yield from _read_collection(argument)


def _is_file(argument: str) -> bool:
    try:
        return not Path(argument).is_dir() and Path(argument).exists()
    except PermissionError:
        return True  # opening it will report the error
    except OSError:
        return False  # the name is too long for a file


def _is_collection(argument: str) -> bool:
    """Return whether there is a collection of the argument's name."""
    from binairo_tui.cli.collection_lookup import find_collection
    from binairo_tui.library import LibraryError

    match = _ENTRY.fullmatch(argument)
    try:
        return match is not None and find_collection(match[1]) is not None
    except LibraryError:
        return True  # reading it will report the error


def _read_collection(argument: str) -> Iterator[Found | Rejected]:
    # Imported here because texts, files and pipes need no collections.
    from binairo_tui.cli.collection_lookup import find_collection, list_names
    from binairo_tui.library import LibraryError

    match = _ENTRY.fullmatch(argument)
    try:
        collection = find_collection(match[1]) if match else None
        if match is None or collection is None:
            yield Rejected(f"{quote_argument(argument)}: neither a puzzle, a file nor a collection {list_names()}")
            return
        entries = _entries(collection, match[2], match[3])
    except LibraryError as error:
        yield Rejected(str(error))
        return
    for entry in entries:
        yield Found(entry.puzzle, entry.title, band=entry.band)


def _entries(collection: Collection, first: str | None, last: str | None) -> Sequence[Entry]:
    """Return the puzzles from one number to another, that of one number, or all. Raises LibraryError."""
    from binairo_tui.library import LibraryError

    if first is None:
        return collection.entries
    low, high = int(first), int(last or first)
    if low > high:
        raise LibraryError(f"{collection.name}:{low}-{high}: the first number is the larger one")
    return collection.entries[collection.entry(low).number - 1 : collection.entry(high).number]
