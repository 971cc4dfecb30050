"""Entries of the registry of formats, the results of reading, and helpers for codecs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from math import isqrt
from typing import Any, NamedTuple

from binairo_tui.engine import Position, Puzzle, PuzzleFormatError, Sign, geometry
from binairo_tui.engine.puzzle import size_fault
from binairo_tui.formats.symbols import Symbols

MAX_TEXT = 1 << 20
"""Characters; longer texts are refused unread."""
MAX_LINE = 1 << 16
"""Characters; longer lines are refused."""
MAX_LINES = 5000
"""Lines of a text of one puzzle. A text with more, which would take seconds to scan, is refused unread."""


class TextLine(NamedTuple):
    """A line of a source, without its line end. Numbers and columns count from 1.

    A line that cannot be read has an empty `text`, the reason as `fault`, and its place as `column`.
    """

    number: int
    text: str
    fault: str = ""
    column: int = 1


class Rules(Enum):
    """The way in which a format states the unique-lines rule. The values are words for people."""

    WRITTEN = "written"
    """The text says whether lines may be alike."""
    UNIQUE = "unique lines"
    """Lines are never alike in this format."""
    OPEN = "by counting"
    """The text does not say; the number of solutions decides (`rule_inference`)."""


class Extent(Enum):
    """The part of a text that is one puzzle."""

    LINE = "line"
    BLOCK = "block"
    """Several lines; blank lines separate puzzles."""
    JSON = "json"
    """A JSON text of one or more lines."""


class Reading(NamedTuple):
    """A puzzle, and what its symbols were taken for."""

    puzzle: Puzzle
    symbols: Symbols


@dataclass(frozen=True, slots=True)
class ReadPuzzle:
    """A puzzle as a text gives it.

    If the text does not state the unique-lines rule, `puzzle.unique_lines` is True until the rule is inferred.
    `history` holds the positions of a game in progress, givens first, and `head` is the index of the current one; if
    nothing was played they are empty and 0. `title` is foreign text. `symbols` says what was taken for 0, 1 and an
    empty cell, where the format leaves it open; `others` are the other readings if that is a guess.
    """

    puzzle: Puzzle
    history: tuple[int, ...] = ()
    head: int = 0
    title: str = ""
    symbols: Symbols | None = None
    others: tuple[Reading, ...] = ()


class NotAPuzzleError(PuzzleFormatError):
    """A text is plainly something else: prose, or code. It matters only where nothing else is found."""


class CannotWriteError(ValueError):
    """A format cannot hold a puzzle; the text is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Format:
    """An entry of the registry. Its codec is imported when it is first needed.

    `title` names the format for people, `known_by` is the clause that says how its texts are recognized, and `example`
    is a text in it. `progress` says whether it holds filled cells apart from givens. `module` is the name of its module
    in `codecs`, if that is not the name of the format.
    """

    name: str
    title: str
    known_by: str
    extent: Extent
    rules: Rules
    example: str = field(repr=False)
    signs: bool = False
    rectangles: bool = True
    progress: bool = False
    writes: bool = True
    module: str = field(default="", repr=False)

    def read(self, text: str) -> Iterator[ReadPuzzle]:
        """Yield the puzzles of a text in this format, at most `MAX_TEXT` characters.

        Raises PuzzleFormatError, and nothing else, with line and column in this text.
        """
        yield from self._function("read")(text)

    def write(self, puzzle: Puzzle, position: Position | None = None) -> str:
        """Return the puzzle in this format, without a line end; with a `position`, a game that has come to it.

        Raises CannotWriteError if the format cannot hold it.
        """
        if not self.writes:
            raise CannotWriteError(f"The format {self.name} can only be read.")
        if puzzle.signs and not self.signs:
            raise CannotWriteError(f"The format {self.name} cannot hold signs.")
        if puzzle.width != puzzle.height and not self.rectangles:
            raise CannotWriteError(f"The format {self.name} holds square grids only.")
        if self.rules is Rules.UNIQUE and not puzzle.unique_lines:
            raise CannotWriteError(f"The format {self.name} means unique lines; in this puzzle lines may be alike.")
        if position is None or position == puzzle.givens:
            text: str = self._function("write")(puzzle)
        elif self.progress:
            text = self._function("write_game")(puzzle, position)
        else:
            raise CannotWriteError(f"The format {self.name} holds nothing but givens.")
        return text

    def _function(self, verb: str) -> Callable[..., Any]:
        """Return a function of the codec: `read`, `write` or `write_game`.

        In a module of several formats its name ends in that of the format: `read_long`.
        """
        name = self.name.replace("-", "_")
        module = import_module(f"binairo_tui.formats.codecs.{self.module or name}")
        function: Callable[..., Any] = getattr(module, f"{verb}_{name}", None) or getattr(module, verb)
        return function


def error(message: str, line: int = 1, column: int = 1) -> PuzzleFormatError:
    """Return the error to raise for the text at this place."""
    return PuzzleFormatError(message, line=line, column=column)


def is_size(width: int, height: int) -> bool:
    """Return whether boards can have this size."""
    return not size_fault(width, height)


def side_of(cell_count: int) -> int | None:
    """Return the side of the square board with this many cells, or None if no board has them."""
    side = isqrt(max(cell_count, 0))
    return side if side * side == cell_count and is_size(side, side) else None


def check_size(width: int, height: int, line: int = 1, column: int = 1) -> None:
    """Raise PuzzleFormatError at this place if no board can have this size."""
    fault = size_fault(width, height)
    if fault:
        raise error(fault, line, column)


def make_puzzle(
    width: int,
    height: int,
    cells: str,
    *,
    signs: Iterable[Sign] = (),
    unique_lines: bool = True,
    line: int = 1,
    column: int = 1,
) -> Puzzle:
    """Return the puzzle with these cells, row-major `0`, `1` and `.`, which the caller has checked.

    Raises PuzzleFormatError at this place if the size or the number of cells is wrong.
    """
    check_size(width, height, line, column)
    if len(cells) != width * height:
        raise error(f"{width}x{height} has {width * height} cells, found {len(cells)}", line, column)
    return Puzzle(width, height, geometry(width, height).position(cells), tuple(sorted(signs)), unique_lines)
