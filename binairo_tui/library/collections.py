"""Reading collections.

A collection is a text file `NAME.txt`. Lines `# key: value` at its top are the header (title, author, rules, seed,
command); every other line that is not blank and no comment is one puzzle in our notation. Behind a graded puzzle
stands a comment `# BAND SCORE`, in the tutorial also the technique that it teaches. A puzzle is called `NAME:3`,
counted from 1.

The files stand in `puzzles/` at the top of the source tree; a wheel carries them inside the package.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from binairo_tui.engine import Puzzle, PuzzleFormatError, parse_puzzle
from binairo_tui.files.terminal_text import strip_controls
from binairo_tui.files.untrusted import UnreadableError, read_untrusted

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGE = Path(__file__).parent.parent
_PLACES = (_PACKAGE / "puzzles", _PACKAGE.parent / "puzzles")  # in a wheel; beside the package in the source tree

HEADER_LINES = 100
"""Lines of a file that are looked at for its header."""
HEADER_LENGTH = 1000
"""Characters kept of one line of a header."""

_GRADE = re.compile(r" ([A-Z][a-z]+) ([0-9]{1,9})\b(?:, ([a-z]+(?: [a-z]+)*)$)?")


class LibraryError(Exception):
    """No such collection or puzzle, or a file that cannot be read; the text names what and where."""


@dataclass(frozen=True)
class Entry:
    """One puzzle of a collection; `number` counts from 1. `band` and `score` are '' and 0 if it is not graded.

    `technique` is the name of what it teaches, in the tutorial; else empty.
    """

    collection: str
    number: int
    puzzle: Puzzle
    band: str = ""
    score: int = 0
    technique: str = ""

    @property
    def title(self) -> str:
        """What the player calls it: `10x10 #3`."""
        return f"{self.collection} #{self.number}"


class Collection:
    """A collection file. The header is read at once, the puzzles when they are first asked for."""

    def __init__(self, path: Path) -> None:
        """Raises LibraryError if the file cannot be read."""
        self.path = path
        self.name = path.stem
        try:
            self._lines = read_untrusted(path).splitlines()
        except UnreadableError as error:
            raise LibraryError(f"cannot read the collection {path}: {error}") from error
        self.header = _header(self._lines)
        self.title = self.header.get("title", self.name)
        self.author = self.header.get("author", "")

    def __len__(self) -> int:
        return sum(1 for _, _ in self._puzzle_lines())

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The puzzles in order. Raises LibraryError, naming file, line and column, if one is not a puzzle."""
        entries: list[Entry] = []
        for line_number, text in self._puzzle_lines():
            notation, _, comment = text.partition("#")
            try:
                puzzle = parse_puzzle(notation)
            except PuzzleFormatError as error:
                raise LibraryError(f"{self.path}:{line_number}:{error.column}: {error.message}") from error
            entries.append(Entry(self.name, len(entries) + 1, puzzle, *_graded(comment)))
        return tuple(entries)

    def entry(self, number: int) -> Entry:
        """Puzzle `number`, from 1. Raises LibraryError."""
        if not 1 <= number <= len(self.entries):
            raise LibraryError(f"{self.name} holds puzzles 1 to {len(self.entries)}, not {number}")
        return self.entries[number - 1]

    def _puzzle_lines(self) -> Iterator[tuple[int, str]]:
        return ((i, line) for i, line in enumerate(self._lines, 1) if line.strip() and not line.startswith("#"))


@lru_cache(maxsize=1)
def collections() -> tuple[Collection, ...]:
    """The shipped collections: by size, then by name. Empty if the files are missing."""
    directory = next((place for place in _PLACES if place.is_dir()), None)
    found = [Collection(path) for path in directory.glob("*.txt")] if directory else []
    return tuple(sorted(found, key=lambda collection: (_size_key(collection.name), collection.name)))


def find_collection(name: str) -> Collection:
    """The shipped collection of this name. Raises LibraryError, naming those there are."""
    for collection in collections():
        if collection.name == name:
            return collection
    known = ", ".join(collection.name for collection in collections()) or "none at all"
    raise LibraryError(f"no collection {name!r}; there is {known}")


def find_entry(name: str, number: int) -> Entry:
    """Puzzle `number`, from 1, of a shipped collection. Raises LibraryError."""
    return find_collection(name).entry(number)


def puzzle_line(puzzle: Puzzle, band: str = "", score: int = 0, technique: str = "") -> str:
    """A puzzle as a line of a collection, as `Collection.entries` reads it: band and score stand in a comment."""
    grade = f"  # {band} {score}" if band else ""
    return f"{puzzle}{grade}{f', {technique}' if technique else ''}"


def _graded(comment: str) -> tuple[str, int, str]:
    """Band, score and technique of a comment; '', 0 and '' if it says something else."""
    match = _GRADE.match(comment)
    return (match[1], int(match[2]), match[3] or "") if match else ("", 0, "")


def _header(lines: list[str]) -> dict[str, str]:
    header = {}
    for line in lines[:HEADER_LINES]:
        if not line.startswith("#"):
            break
        key, separator, value = line[1:].partition(":")
        if separator:
            header[key.strip()] = strip_controls(value, HEADER_LENGTH)
    return header


def _size_key(name: str) -> tuple[int, int]:
    """The numbers of a name like `8x10`; names without a size come last."""
    width, _, height = name.removesuffix("-plus").partition("x")
    return (int(width) * int(height), int(width)) if width.isdigit() and height.isdigit() else (10**6, 0)
