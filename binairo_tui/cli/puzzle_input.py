"""From puzzle arguments to puzzles.

An argument is a puzzle's text, a file, `-` (standard input), or a collection `NAME`, `NAME:3` or `NAME:3-8`; looked
for in this order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING

from binairo_tui.cli.output import shortened
from binairo_tui.cli.puzzle_input import AS_WRITTEN, Found, Reading, Rejected

if TYPE_CHECKING:
    from binairo_tui.library import Collection, Entry

_PLAINLY_TEXT = re.compile(
    r"\s*[0-9]+[xX][0-9]+\s*;.*|[01.\s]{4,}"
    r"|[0-9]{1,3}(?:x[0-9]{1,3})?u?(?:d[a-z]?)?[:#][A-Za-z]{2,}"  # an Unruly id; one letter is never enough
    r"|\s*[\[{].*|SAVEFILE.*|.*m=(?:edit|solve)&p=.*",
    re.DOTALL,
)
_PLAINLY_ENTRY = re.compile(r"[^:;/\s]+:[1-9][0-9]{0,2}(?:-[0-9]+)?")
_ENTRY = re.compile(r"([^:]*)(?::([0-9]{1,9})(?:-([0-9]{1,9}))?)?")


def read_puzzles(arguments: Iterable[str], reading: Reading = AS_WRITTEN) -> Iterator[Found | Rejected]:
    """Every puzzle of all arguments in order; where one is wrong, what is wrong with it. Bad input raises nothing."""
    for number, argument in enumerate(arguments, 1):
        yield from _read_argument(argument, number, reading)


def _read_argument(argument: str, number: int, reading: Reading) -> Iterator[Found | Rejected]:
    is_text = argument == "-" or _PLAINLY_TEXT.fullmatch(argument)
    if not is_text and (_PLAINLY_ENTRY.fullmatch(argument) or _is_known(argument)) and not _is_file(argument):
        yield from _read_collection(argument)
        return
    # Imported here because a game of a collection should not wait for all that texts may hold.
    from binairo_tui.cli.text_input import looks_like_text, read_file, read_stdin, read_text

    if argument == "-":
        yield from read_stdin(reading)
    elif not is_text and _is_file(argument):
        yield from read_file(argument, reading)
    elif is_text or any(character in argument for character in "; \n") or looks_like_text(argument, reading):
        yield from read_text(argument, number, reading)
    elif "/" in argument or isdir(argument):  # noqa: PTH112  (a Path would raise for some texts)
        yield from read_file(argument, reading)  # which says why it cannot be read
    else:
        yield from _read_collection(argument)


def _is_file(argument: str) -> bool:
    try:
        return not Path(argument).is_dir() and Path(argument).exists()
    except PermissionError:
        return True  # opening it will say so
    except OSError:
        return False  # no file has so long a name


def _is_known(argument: str) -> bool:
    """Whether there is a collection that may be meant."""
    from binairo_tui.cli.collection_lookup import find_named
    from binairo_tui.library import LibraryError

    match = _ENTRY.fullmatch(argument)
    try:
        return match is not None and find_named(match[1]) is not None
    except LibraryError:
        return True  # reading it will say so


def _read_collection(argument: str) -> Iterator[Found | Rejected]:
    # Imported here because texts, files and pipes should not wait for the collections to be found.
    from binairo_tui.cli.collection_lookup import find_named, known_text
    from binairo_tui.library import LibraryError

    match = _ENTRY.fullmatch(argument)
    try:
        collection = find_named(match[1]) if match else None
        if match is None or collection is None:
            yield Rejected(f"{shortened(argument)}: neither a puzzle, a file nor a collection {known_text()}")
            return
        entries = _entries(collection, match[2], match[3])
    except LibraryError as error:
        yield Rejected(str(error))
        return
    for entry in entries:
        yield Found(entry.puzzle, entry.title, band=entry.band)


def _entries(collection: Collection, first: str | None, last: str | None) -> Sequence[Entry]:
    """The puzzles of a collection from one number to another; that of one number, or all. Raises LibraryError."""
    from binairo_tui.library import LibraryError

    if first is None:
        return collection.entries
    low, high = int(first), int(last or first)
    if low > high:
        raise LibraryError(f"{collection.name}:{low}-{high}: the first number is the larger one")
    return collection.entries[collection.entry(low).number - 1 : collection.entry(high).number]
