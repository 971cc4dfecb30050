"""Determines what each puzzle argument is, and reads its puzzles.

An argument is the first of these that fits: `-` (standard input), text that can only be a puzzle, a file, a collection
(`NAME`, `NAME:3` or `NAME:3-8`), a code from a book (`8x8-BBNQK8NP`), or any other text of a puzzle.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, islice
from math import isqrt

from binairo_tui import engine, files, library
from binairo_tui.cli import found, output

_PLAINLY_TEXT = re.compile(
    r"\s*[0-9]+[xX][0-9]+\s*;.*|[01.\s]{4,}"
    r"|[0-9]{1,3}(?:x[0-9]{1,3})?u?(?:d[a-z]?)?[:#][A-Za-z]{2,}"  # an Unruly id; one letter is never enough
    r"|\s*[\[{].*|SAVEFILE.*|.*m=(?:edit|solve)&p=.*",
    re.DOTALL,
)
_ROW = re.compile(r"[01._]{4,}")
_PLAINLY_CODE = r"[0-9]{1,2}[xX][0-9]{1,2}-[0-9A-Za-z]{8}"  # `parse_code` finds what is wrong with it
_PLAINLY_ENTRY = re.compile(r"[^:;/\s]+:[1-9][0-9]{0,2}(?:-[0-9]*)?")
_ADVICE = {"daily": "only 'play' and 'web' take this word; 'binairo daily' prints the puzzle"}
_MAX_LISTED = 1000
"""Limit on the number of files that are searched for a similar name."""
_ENTRY = re.compile(r"([^:]*)(?::(?:([0-9]{1,9})(?:-([0-9]{0,9}))?|((?![01]{16})[0-9-]*)))?")
"""Matches the name of a collection, perhaps with a colon and numbers of puzzles, or other digits that are no grid."""


def read_puzzles(
    arguments: Iterable[str], options: found.ReadOptions | None = None, *, first: int = 1
) -> Iterator[found.Found | found.Rejected]:
    """Errors are yielded, never raised. `first` is the number of the first argument in error messages."""
    options = options or found.ReadOptions()
    for number, argument in _join_rows(enumerate(arguments, first), options):
        yield from _read_argument(argument, number, options)


def _join_rows(arguments: Iterable[tuple[int, str]], options: found.ReadOptions) -> Iterator[tuple[int, str]]:
    """Yield the numbered arguments. Rows of a grid that the shell took apart are joined into one argument.

    A word whose length is a square number could be a puzzle itself. Such words are joined only if they form a square
    grid, or if each has four cells, because nobody asks about 2x2 boards. A message then says that they were joined.
    """
    can_be_rows = options.format in (None, "rows")
    for length, group in groupby(arguments, lambda it: len(it[1]) if can_be_rows and _ROW.fullmatch(it[1]) else 0):
        words, may_be_puzzles = list(group), isqrt(length) ** 2 == length
        if not length or len(words) < 2 or (may_be_puzzles and length not in (4, len(words))):
            yield from words
            continue
        number = words[0][0]
        if may_be_puzzles:
            options.on_skipped(f"arguments {number} to {words[-1][0]}: read as the rows of one puzzle")
        yield number, " ".join([word for _, word in words])


def _read_argument(argument: str, number: int, options: found.ReadOptions) -> Iterator[found.Found | found.Rejected]:
    is_text = argument == "-" or _PLAINLY_TEXT.fullmatch(argument)
    if not is_text and (_PLAINLY_ENTRY.fullmatch(argument) or _is_collection(argument)) and not _is_file(argument):
        yield from _read_collection(argument, options)
        return
    if re.fullmatch(_PLAINLY_CODE, argument) and not _is_file(argument):
        yield _read_code(argument, number)
        return
    # Imported here because puzzles from collections do not need the formats.
    from binairo_tui.cli.text_input import looks_like_text, read_file, read_stdin, read_text

    if argument == "-":
        yield from read_stdin(options)
    elif not is_text and _is_file(argument):
        yield from read_file(argument, options)
    elif is_text or any(character in argument for character in "; \n|") or looks_like_text(argument, options):
        yield from read_text(argument, number, options)
    elif "/" in argument or files.paths.is_directory(argument):
        yield from read_file(argument, options)  # reports why it cannot be read
    else:
        yield from _read_collection(argument, options)


def _is_file(argument: str) -> bool:
    return files.paths.is_there(argument) and not files.paths.is_directory(argument)


def _is_collection(argument: str) -> bool:
    match = _ENTRY.fullmatch(argument)
    try:
        return match is not None and find_collection(match[1]) is not None
    except library.LibraryError:
        return True  # reading it will report the error


def _read_collection(argument: str, options: found.ReadOptions) -> Iterator[found.Found | found.Rejected]:
    match = _ENTRY.fullmatch(argument)
    try:
        collection = find_collection(match[1]) if match else None
        if match is None or collection is None:
            advice = _ADVICE.get(argument) or name_advice(argument.partition(":")[0], _file_names())
            reason = f"not {options.kinds}; {advice}"
            yield found.Rejected(
                f"{output.quote_argument(argument)}: {reason}", output.quote_argument(argument), reason
            )
            return
        entries = _entries(collection, match[2], match[3], match[4])
    except library.LibraryError as error:
        yield found.Rejected(str(error), output.quote_argument(argument), output.printable(str(error)))
        return
    for entry in entries:
        yield found.Found(entry.puzzle, entry.title, entry.collection, entry.number, band=entry.band)


def find_collection(name: str) -> library.Collection | None:
    """Return the collection with this name, a shipped collection with this title, or None. Raises LibraryError."""
    shipped = {collection.name: collection for collection in library.collections()}
    if name in shipped:
        return shipped[name]
    own = library.own.find_own_collection(files.paths.own_collections_dir(), name)
    if own is not None:
        return own
    return next((collection for collection in shipped.values() if collection.title == name), None)


def name_advice(name: str, other_names: Sequence[str] = ()) -> str:
    """Suggest similar collections or `other_names`, or say how to list the collections. Raises LibraryError."""
    from difflib import get_close_matches

    known = [collection.name for collection in library.collections()]
    known += library.own.own_names(files.paths.own_collections_dir())
    near = get_close_matches(name[:60], [*known, *other_names], 2, 0.75)
    meant = " or ".join([output.printable(it) for it in dict.fromkeys(near)])
    return f"did you mean {meant}?" if meant else "'binairo collections' lists the collections"


def all_collections() -> tuple[Sequence[library.Collection], Sequence[str]]:
    """Return the shipped and then the player's collections, and a clause for each problem with the player's files.

    Raises LibraryError if a shipped file cannot be read.
    """
    own, problems = library.own.own_collections(files.paths.own_collections_dir())
    return (*library.collections(), *own), problems


def _file_names() -> list[str]:
    """Return the names of at most `_MAX_LISTED` files in the working directory, as candidates for a suggestion."""
    with suppress(OSError), os.scandir() as items:
        return [item.name for item in islice(items, _MAX_LISTED) if files.paths.is_file(item.name)]
    return []


def _read_code(argument: str, number: int) -> found.Found | found.Rejected:
    try:
        code = library.codes.parse_code(argument)
        puzzle = engine.generate(code.request, seed=code.seed)
    except (library.codes.CodeError, engine.GenerationError) as error:
        return found.Rejected(f"{output.quote_argument(argument)}: {error}", "argument", str(error), number)
    return found.Found(puzzle, code.text, "argument", number, band=code.band.title)


def _entries(
    collection: library.Collection, first: str | None, last: str | None, wrong: str | None
) -> Sequence[library.Entry]:
    """Return the puzzles of a collection with the numbers from `first` to `last`.

    If `last` is None, return only puzzle `first`. If both are None, return all puzzles. `wrong` is text that the
    argument has instead of numbers, or None. Raises LibraryError if there is such text, if the numbers are no range, or
    if the collection does not have these puzzles.
    """
    name = collection.name
    if not collection.entries:
        raise library.LibraryError(f"{collection.path}: it contains no puzzle")
    if wrong is not None:
        shown = output.quote_argument(wrong)
        raise library.LibraryError(f"{name} has puzzles 1 to {len(collection.entries)}, not {shown}")
    if first is None:
        return collection.entries
    if last == "":
        raise library.LibraryError(f"{name}:{first}-: a range needs its last number, as in {name}:3-8")
    low, high = int(first), int(last or first)
    if low > high:
        raise library.LibraryError(f"{name}:{low}-{high}: the first number must not be larger than the second")
    return collection.entries[collection.entry(low).number - 1 : collection.entry(high).number]
