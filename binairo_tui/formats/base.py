"""What every format says of itself, and what its reader returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from math import isqrt
from typing import NamedTuple, Protocol, cast

from binairo_tui.engine import Position, Puzzle, PuzzleFormatError, Sign, geometry
from binairo_tui.engine.puzzle import size_fault

MAX_TEXT = 1 << 20
"""Characters; longer texts are refused unread."""
MAX_LINE = 1 << 16
"""Characters; longer lines are refused."""
MAX_LINES = 5000
"""Lines of a text of one puzzle; a text with more, which would take seconds to look through, is refused unread."""


class Line(NamedTuple):
    """A line of a source, without its line end; numbers and columns count from 1.

    `fault` is why it could not be read, and `column` where; then `text` is empty.
    """

    number: int
    text: str
    fault: str = ""
    column: int = 1


class Rules(Enum):
    """What a format says of the unique-lines rule. The values are words for people."""

    WRITTEN = "written"
    """The text says whether lines may be alike."""
    UNIQUE = "unique lines"
    """Lines are never alike in this format."""
    OPEN = "by counting"
    """The text does not say; the number of solutions decides (`rules`)."""


class Layout(Enum):
    """How the puzzles of a longer text are told apart."""

    LINE = "line"
    """A puzzle is a line."""
    BLOCK = "block"
    """A puzzle is several lines; blank lines stand between puzzles."""
    JSON = "json"
    """A puzzle is a JSON text of one or more lines."""


@dataclass(frozen=True, slots=True)
class ReadPuzzle:
    """A puzzle as a text gives it.

    Where the rules are not written, `puzzle.unique_lines` is True until they are decided. `history` holds the positions
    of a game in progress, givens first, and `head` is the index of the one that is shown; both are empty and 0 if
    nothing was played. `title` is foreign text.
    """

    puzzle: Puzzle
    history: tuple[int, ...] = ()
    head: int = 0
    title: str = ""


class CannotWriteError(ValueError):
    """A puzzle cannot be said in this format; the text is a sentence for people."""


class _Module(Protocol):
    def read(self, text: str) -> Iterable[ReadPuzzle]: ...
    def write(self, puzzle: Puzzle) -> str: ...


class _GameModule(_Module, Protocol):
    """A module of a format with `progress` that can be written."""

    def write_game(self, puzzle: Puzzle, position: Position) -> str: ...


@dataclass(frozen=True, slots=True)
class Format:
    """An entry of the registry; the code behind it is imported when it is first needed.

    `title` names it for people, `known_by` is the clause that says what its texts are told by.
    `example` is a text in it. `progress` tells whether it holds what was filled beside the givens. `module` is its file
    in `texts` where that is not called like the format.
    """

    name: str
    title: str
    known_by: str
    layout: Layout
    rules: Rules
    example: str = field(repr=False)
    signs: bool = False
    rectangles: bool = True
    progress: bool = False
    writes: bool = True
    module: str = field(default="", repr=False)

    def read(self, text: str) -> Iterator[ReadPuzzle]:
        """The puzzles of a text in this format, at most `MAX_TEXT` characters.

        Raises PuzzleFormatError, and nothing else, with line and column in this text.
        """
        yield from self._module().read(text)

    def write(self, puzzle: Puzzle, position: Position | None = None) -> str:
        """The puzzle in this format, without a line end; with a `position`, the game that has come to it.

        Raises CannotWriteError if it cannot be said in it.
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
            return self._module().write(puzzle)
        if not self.progress:
            raise CannotWriteError(f"The format {self.name} holds nothing but givens.")
        return cast("_GameModule", self._module()).write_game(puzzle, position)

    def _module(self) -> _Module:
        name = self.module or self.name.replace("-", "_")
        return cast("_Module", import_module(f"binairo_tui.formats.codecs.{name}"))


def error(message: str, line: int = 1, column: int = 1) -> PuzzleFormatError:
    """The error to raise for what stands there."""
    return PuzzleFormatError(message, line=line, column=column)


def is_size(width: int, height: int) -> bool:
    """Whether the engine takes boards of this size."""
    return not size_fault(width, height)


def side_of(cell_count: int) -> int | None:
    """The side of the square grid of so many cells, if there is one and it can be played."""
    side = isqrt(max(cell_count, 0))
    return side if side * side == cell_count and is_size(side, side) else None


def check_size(width: int, height: int, line: int = 1, column: int = 1) -> None:
    """Raise PuzzleFormatError at this place if the engine takes no board of this size."""
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
    """The puzzle of these values; `cells` are row-major `0`, `1`, `.`, which the caller has checked.

    Raises PuzzleFormatError at this place if their number or the size is wrong.
    """
    check_size(width, height, line, column)
    if len(cells) != width * height:
        raise error(f"{width}x{height} has {width * height} cells, found {len(cells)}", line, column)
    return Puzzle(width, height, geometry(width, height).position(cells), tuple(sorted(signs)), unique_lines)
