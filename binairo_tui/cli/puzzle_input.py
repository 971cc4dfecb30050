"""Puzzle arguments: determines what each argument is, and reads its puzzles.

An argument is the first of these that fits: a puzzle's text, a file, `-` (standard input), a collection `NAME`,
`NAME:3` or `NAME:3-8`, or a code from a book, `8x8-BBNQK8NP`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from binairo_tui.cli.output import Status, print_warning, printable, quote_argument

if TYPE_CHECKING:
    from binairo_tui.cli.text_input import PlainRun
    from binairo_tui.engine import Position, Puzzle
    from binairo_tui.formats import Imported
    from binairo_tui.library import Collection, Entry

_PLAINLY_TEXT = re.compile(
    r"\s*[0-9]+[xX][0-9]+\s*;.*|[01.\s]{4,}"
    r"|[0-9]{1,3}(?:x[0-9]{1,3})?u?(?:d[a-z]?)?[:#][A-Za-z]{2,}"  # an Unruly id; one letter is never enough
    r"|\s*[\[{].*|SAVEFILE.*|.*m=(?:edit|solve)&p=.*",
    re.DOTALL,
)
_PLAINLY_CODE = re.compile(r"[0-9]{1,2}[xX][0-9]{1,2}-[0-9A-Za-z]{8}")  # `parse_code` finds what is wrong with it
_PLAINLY_ENTRY = re.compile(r"[^:;/\s]+:[1-9][0-9]{0,2}(?:-[0-9]*)?")
_MAX_LISTED = 1000
"""Limit on the number of files that are searched for a similar name."""
_ENTRY = re.compile(r"([^:]*)(?::([0-9]{1,9})(?:-([0-9]{0,9}))?)?")


class Found(NamedTuple):
    """A puzzle read from an argument. `title` names it for people, safe to print: `8x8 #3`, `puzzles.txt:12`, `6x6`.

    `source` is a file name, `stdin`, `argument` or the name of a collection. `line` is the line number or, in a
    collection, the number of the puzzle. Both appear in JSON output.
    """

    puzzle: Puzzle
    title: str
    source: str
    line: int
    imported: Imported | None = None
    """The text's format, rules and history; None for a puzzle from a collection."""
    band: str = ""
    """The puzzle's difficulty, if a collection or a comment states it."""
    comment: str = ""
    """The comment after the puzzle, safe to print, if it is not a grade."""

    @property
    def has_name(self) -> bool:
        """True if the puzzle has a name of its own, such as `8x8 #3`, rather than a place in a text."""
        return self.imported is None

    @property
    def place(self) -> dict[str, object]:
        """The fields at the beginning of every JSON object about a puzzle."""
        return {"source": self.source, "line": self.line, "puzzle": str(self.puzzle)}

    @property
    def note(self) -> str:
        """A warning about how the puzzle was read: guessed symbols or unusual rules. Usually empty."""
        imported = self.imported
        if imported is None:
            return ""
        said = [printable(imported.symbols_note)] if imported.has_odd_symbols else []
        return " ".join([*said, *(imported.notes[:1] if not self.puzzle.unique_lines else ())])


class Rejected(NamedTuple):
    """An invalid part of an argument. `line` and `column` are None if they do not apply.

    `message` is the whole error for people: `file:line:column: reason`. `is_final` means that the rest of the source
    was not read, so the error must not be left out of a long list of errors.
    """

    message: str
    source: str
    error: str
    line: int | None = None
    column: int | None = None
    is_final: bool = False

    @property
    def fields(self) -> dict[str, object]:
        """The JSON object that is printed in place of an answer."""
        column = {} if self.column is None else {"column": self.column}
        return {"source": self.source, "line": self.line, "error": self.error, **column}


class ReadOptions(NamedTuple):
    """Options for reading texts: the format (None: detect it) and the rule (None: as written, or inferred).

    `before_waiting` is called before reading from a pipe or terminal that has no data yet, and `on_skipped` with a
    message for text that stands alone among puzzles but is not one.
    """

    format: str | None = None
    unique_lines: bool | None = None
    before_waiting: Callable[[], None] | None = None
    on_skipped: Callable[[str], None] = lambda _: None


def find_solution(found: Found, *, several: str = "more than one solution") -> tuple[Position | None, Status]:
    """Return a solution or None, and YES if it is the only one or NO otherwise, after printing a warning."""
    from binairo_tui.engine.search import solutions

    positions = list(solutions(found.puzzle, 2))
    if len(positions) == 1:
        return positions[0], Status.YES
    print_warning(f"{found.title}: {several if positions else 'no solution'}")
    return positions[0] if positions else None, Status.NO


def read_puzzles(
    arguments: Iterable[str], options: ReadOptions | None = None, *, first: int = 1
) -> Iterator[Found | Rejected]:
    """Yield every puzzle in all arguments in order, and a Rejected for each invalid part. Never raises.

    `first` is the number of the first argument in error messages.
    """
    for item in read_runs(arguments, options or ReadOptions(), first=first):
        if isinstance(item, Found | Rejected):
            yield item
        else:
            yield from item.read()


def read_runs(
    arguments: Iterable[str], options: ReadOptions, *, first: int = 1
) -> Iterator[Found | Rejected | PlainRun]:
    """Yield the same as `read_puzzles`, except that runs of plain lines are left for the caller to read."""
    for number, argument in enumerate(arguments, first):
        yield from _read_argument(argument, number, options)


def _read_argument(argument: str, number: int, options: ReadOptions) -> Iterator[Found | Rejected | PlainRun]:
    is_text = argument == "-" or _PLAINLY_TEXT.fullmatch(argument)
    if not is_text and (_PLAINLY_ENTRY.fullmatch(argument) or _is_collection(argument)) and not _is_file(argument):
        yield from _read_collection(argument)
        return
    if _PLAINLY_CODE.fullmatch(argument) and not _is_file(argument):
        yield _read_code(argument, number)
        return
    # Imported here because puzzles from collections do not need the formats.
    from binairo_tui.cli.text_input import looks_like_text, read_file, read_stdin, read_text

    if argument == "-":
        yield from read_stdin(options)
    elif not is_text and _is_file(argument):
        yield from read_file(argument, options)
    elif is_text or any(character in argument for character in "; \n") or looks_like_text(argument, options):
        yield from read_text(argument, number, options)
    elif "/" in argument or isdir(argument):  # noqa: PTH112  (a Path would raise for some texts)
        yield from read_file(argument, options)  # reports why it cannot be read
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
    """Return True if there is a collection with the argument's name."""
    from binairo_tui.cli.collection_lookup import find_collection
    from binairo_tui.library import LibraryError

    match = _ENTRY.fullmatch(argument)
    try:
        return match is not None and find_collection(match[1]) is not None
    except LibraryError:
        return True  # reading it will report the error


def _read_collection(argument: str) -> Iterator[Found | Rejected]:
    # Imported here because texts, files and pipes do not need the collections.
    from binairo_tui.cli.collection_lookup import find_collection, name_advice
    from binairo_tui.library import LibraryError

    match = _ENTRY.fullmatch(argument)
    try:
        collection = find_collection(match[1]) if match else None
        if match is None or collection is None:
            advice = name_advice(argument.partition(":")[0], _file_names())
            reason = f"not a puzzle, a file or a collection; {advice}"
            yield Rejected(f"{quote_argument(argument)}: {reason}", quote_argument(argument), reason)
            return
        entries = _entries(collection, match[2], match[3])
    except LibraryError as error:
        yield Rejected(str(error), quote_argument(argument), printable(str(error)))
        return
    for entry in entries:
        yield Found(entry.puzzle, entry.title, entry.collection, entry.number, band=entry.band)


def _file_names() -> list[str]:
    """Return the names of files in the working directory, to suggest one of them; at most _MAX_LISTED of them."""
    with suppress(OSError), os.scandir() as items:
        return [item.name for item in islice(items, _MAX_LISTED) if item.is_file()]
    return []


def _read_code(argument: str, number: int) -> Found | Rejected:
    """Generate the puzzle that a code stands for."""
    from binairo_tui.engine.generation import GenerationError, generate
    from binairo_tui.library.codes import CodeError, parse_code

    try:
        code = parse_code(argument)
        puzzle = generate(code.request, seed=code.seed)
    except (CodeError, GenerationError) as error:
        return Rejected(f"{quote_argument(argument)}: {error}", "argument", str(error), number)
    return Found(puzzle, code.text, "argument", number, band=code.band.title)


def _entries(collection: Collection, first: str | None, last: str | None) -> Sequence[Entry]:
    """Return the puzzles from number `first` to `last`, only puzzle `first`, or all puzzles: at least one.

    Raises LibraryError.
    """
    from binairo_tui.library import LibraryError

    if not collection.entries:
        raise LibraryError(f"{collection.path}: it contains no puzzle")
    if first is None:
        return collection.entries
    if last == "":
        raise LibraryError(f"{collection.name}:{first}-: a range needs its last number, as in {collection.name}:3-8")
    low, high = int(first), int(last or first)
    if low > high:
        raise LibraryError(f"{collection.name}:{low}-{high}: the first number must not be larger than the second")
    return collection.entries[collection.entry(low).number - 1 : collection.entry(high).number]
