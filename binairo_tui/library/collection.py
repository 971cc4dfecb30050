"""Reads collections of puzzles.

A collection is a text file `NAME.txt`. Lines of the form `# key: value` at its beginning are the header (title, author,
rules, seed, command). Every other line is a puzzle in the program's own notation, unless it is blank or a comment. A
graded puzzle is followed by a comment `# BAND SCORE` or, in the tutorial, `# BAND SCORE, TECHNIQUE`. `NAME:3` is the
third puzzle.

The shipped files are in `puzzles/` at the top of the source tree, or inside the package in a wheel.
"""

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from binairo_tui import files
from binairo_tui.engine import Puzzle, PuzzleFormatError, parse_puzzle

_PACKAGE = Path(__file__).parent.parent
_DIRECTORIES = (_PACKAGE / "puzzles", _PACKAGE.parent / "puzzles")  # in a wheel; in the source tree

HEADER_LINES = 100

_GRADE = re.compile(r" ([A-Z][a-z]+) ([0-9]{1,9})\b(?:, ([a-z]+(?: [a-z]+)*)$)?")


class LibraryError(Exception):
    """A collection or puzzle does not exist, or a file cannot be read; the message describes the problem.

    >>> collections()[0].entry(0)
    Traceback (most recent call last):
    binairo_tui.library.collection.LibraryError: 6x6 has puzzles 1 to 60, not 0
    """


class Entry(NamedTuple):
    """A puzzle in a collection. `number` is counted from 1. If there is no grade, `band` is empty and `score` is 0.

    `technique` is the technique that a tutorial puzzle teaches; it is empty in other collections.

    >>> entry = collections()[0].entry(1)
    >>> entry.title, entry.puzzle.width
    ('6x6 #1', 6)
    """

    collection: str
    number: int
    puzzle: Puzzle
    band: str = ""
    score: int = 0
    technique: str = ""

    @property
    def title(self) -> str:
        """The collection and the number, such as `6x6 #1`."""
        return f"{self.collection} #{self.number}"


class Collection:
    """A file with a collection of puzzles. The header is parsed immediately, the puzzles on first use.

    >>> smallest = next(collection for collection in collections() if collection.name == "6x6")
    >>> smallest.title, len(smallest)
    ('6x6', 60)
    """

    def __init__(self, path: Path) -> None:
        """Raise LibraryError if the file cannot be read."""
        self.path = path
        self.name = path.stem
        try:
            self._lines = files.untrusted.read_untrusted(path).splitlines()
        except files.untrusted.UnreadableError as error:
            fault = files.paths.find_fault(path)
            reason = f"{self.name}: {fault.text}" if fault else f"{path}: {error}"
            raise LibraryError(f"cannot read the collection {reason}") from error
        self.header = _parse_header(self._lines)
        self.title = self.header.get("title", self.name)
        self.author = self.header.get("author", "")

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """The sizes of the puzzles as (width, height), ascending. Raises LibraryError if a puzzle is invalid."""
        return sorted({(entry.puzzle.width, entry.puzzle.height) for entry in self.entries})

    def __len__(self) -> int:
        return sum(1 for _, _ in self._puzzle_lines())

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The puzzles in order. Raises LibraryError with file, line and column if a puzzle is invalid."""
        entries: list[Entry] = []
        for line_number, text in self._puzzle_lines():
            notation, _, comment = text.partition("#")
            try:
                puzzle = parse_puzzle(notation.rstrip())  # parsing is several times faster without trailing white space
            except PuzzleFormatError as error:
                raise LibraryError(f"{self.path}:{line_number}:{error.column}: {error.message}") from error
            entries.append(Entry(self.name, len(entries) + 1, puzzle, *parse_grade(comment)))
        return tuple(entries)

    def entry(self, number: int) -> Entry:
        """Return puzzle `number`, counted from 1.

        Raises LibraryError if there is no such puzzle or if any puzzle in the collection is invalid.
        """
        if not 1 <= number <= len(self.entries):
            raise LibraryError(f"{self.name} has puzzles 1 to {len(self.entries)}, not {number}")
        return self.entries[number - 1]

    def _puzzle_lines(self) -> Iterator[tuple[int, str]]:
        return ((i, line) for i, line in enumerate(self._lines, 1) if line.strip() and not line.startswith("#"))


@lru_cache(maxsize=1)
def collections() -> tuple[Collection, ...]:
    """Return the shipped collections, sorted by size and then by name; an empty tuple if their files are missing.

    Raises LibraryError if a file cannot be read.

    >>> classics = next(collection for collection in collections() if collection.name == "classics")
    >>> print(classics.entry(1).puzzle)
    6x6;1...10.....0.0.1.....11.0.....1.0...
    """
    paths = next(filter(None, [sorted(directory.glob("*.txt")) for directory in _DIRECTORIES]), [])
    found = map(Collection, paths)
    return tuple(sorted(found, key=lambda collection: (_size_key(collection.name), collection.name)))


def puzzle_line(puzzle: Puzzle, band: str = "", score: int = 0) -> str:
    """Return the line for a puzzle in a collection file, with band and score, if any, as a comment."""
    return f"{puzzle}  # {band} {score}" if band else f"{puzzle}"


def parse_grade(comment: str) -> tuple[str, int, str]:
    """Return the band, score and technique in a comment; '', 0 and '' if it does not contain a grade."""
    match = _GRADE.match(comment)
    return (match[1], int(match[2]), match[3] or "") if match else ("", 0, "")


def _parse_header(lines: list[str]) -> dict[str, str]:
    header = {}
    for line in lines[:HEADER_LINES]:
        if not line.startswith("#"):
            break
        key, separator, value = line[1:].partition(":")
        if separator:
            header[key.strip()] = files.terminal_text.strip_controls(value, 1000)
    return header


def _size_key(name: str) -> tuple[int, int]:
    """Return a sort key: (number of cells, width) for a name such as `8x10`. Names without a size come last."""
    width, _, height = name.removesuffix("-plus").partition("x")
    return (int(width) * int(height), int(width)) if width.isdigit() and height.isdigit() else (10**6, 0)
