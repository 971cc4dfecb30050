"""Entries in the registry of formats, the results of reading, and helpers for codecs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from math import isqrt
from typing import Any, NamedTuple

from binairo_tui.engine import Position, Puzzle, PuzzleFormatError, Sign, geometry
from binairo_tui.engine.puzzle import size_fault
from binairo_tui.formats.symbols import Symbols

MAX_TEXT = 1 << 20
"""Limit on the characters in a text; longer texts are refused unread."""
MAX_LINE = 1 << 16
"""Limit on the characters in a line; longer lines are refused."""
MAX_LINES = 5000
"""Limit on the lines in a text; longer texts would take seconds to scan, and are refused unread."""


class Row(NamedTuple):
    """The cells of a row (characters or words), its line, and their columns; lines and columns count from 1."""

    line: int
    cells: Sequence[str]
    columns: tuple[int, ...]


class Grid(NamedTuple):
    """A grid that was found in the lines of a text, with the signs between its cells."""

    rows: Sequence[Row]
    signs: tuple[Sign, ...] = ()


class TextLine(NamedTuple):
    """A line of the source, without its newline. Lines and columns are counted from 1.

    If the line cannot be read, `text` is empty, `fault` is the reason, and `column` is the place of the fault. If a
    whole grid was found in the text, this line replaces the lines of the grid: `grid` is the grid, `text` holds the
    original lines, and `number` is the number of the first line. `is_note` means that the line is known not to be part
    of a puzzle.
    """

    number: int
    text: str
    fault: str = ""
    column: int = 1
    grid: Grid | None = None
    is_note: bool = False


class Lines:
    """An iterator over the lines of a text. If a line is put back, the iterator returns it again.

    `examined` is the number of the last line in which `sign_lines` has found no grid; its next search need not begin
    before this line.
    """

    def __init__(self, lines: Iterable[TextLine]) -> None:
        self._lines = iter(lines)
        self._again: list[TextLine] = []
        self.examined = 0

    def __iter__(self) -> Iterator[TextLine]:
        # A generator takes half as long as `__next__`.
        again = self._again
        while again:
            yield again.pop()
        for line in self._lines:
            yield line
            while again:
                yield again.pop()

    def __next__(self) -> TextLine:
        return self._again.pop() if self._again else next(self._lines)

    def put_back(self, line: TextLine) -> None:
        self._again.append(line)

    def gather(
        self, first: TextLine, goes_on: Callable[[TextLine], bool | None], limit: int = MAX_TEXT
    ) -> list[TextLine]:
        """Return a line and those after it until one is faulty, `goes_on` is False, or there are `limit` characters."""
        taken = [first]
        size = len(first.text)
        for line in self:
            if line.fault or size > limit or not goes_on(line):
                self.put_back(line)
                break
            taken.append(line)
            size += len(line.text) + 1
        return taken


class Rules(Enum):
    """How a format states the unique-lines rule. The value of each member is shown to the user.

    >>> find_format("notation").rules
    <Rules.WRITTEN: 'written'>
    """

    WRITTEN = "written"
    """The text states whether lines may repeat."""
    UNIQUE = "unique lines"
    """In this format, lines must always be unique."""
    OPEN = "by counting"
    """The text does not state the rule; it is inferred from the number of solutions (`rule_inference`)."""


class Extent(Enum):
    """How much text one puzzle takes up: a line, a block of lines, or a JSON text.

    >>> find_format("rows").extent
    <Extent.BLOCK: 'block'>
    """

    LINE = "line"
    BLOCK = "block"
    """Several lines, with a blank line before the next puzzle."""
    JSON = "json"
    """A JSON text of one or more lines."""


class Interpretation(NamedTuple):
    """A puzzle as read with one of the possible meanings of its symbols.

    >>> found = read_puzzle("a... .... ..b. ....")
    >>> found.puzzle, found.others[0].puzzle
    (parse_puzzle('4x4;0.........1.....'), parse_puzzle('4x4;1.........0.....'))
    """

    puzzle: Puzzle
    symbols: Symbols


@dataclass(frozen=True, slots=True)
class ReadPuzzle:
    """A puzzle as read from a text.

    If the text does not state whether lines must be unique, `puzzle.unique_lines` is True until `read_puzzle` infers
    the rule. `history` holds the positions of a game in progress, beginning with the givens; it is empty if the text
    holds only a puzzle. `head` is the index of the current position in `history`. `title` may hold control characters,
    so it must be cleaned before it is shown. If the format does not define its symbols, `symbols` says what they mean.
    If the meaning of the symbols is a guess, `others` holds a puzzle for each other possible meaning.

    >>> next(find_format("notation").read("4x4;1.........0.....")).puzzle
    parse_puzzle('4x4;1.........0.....')
    """

    puzzle: Puzzle
    history: tuple[Position, ...] = ()
    head: int = 0
    title: str = ""
    symbols: Symbols | None = None
    others: tuple[Interpretation, ...] = ()
    lines: frozenset[int] = frozenset()
    """The lines that hold signs or coordinates of cells."""


class NotAPuzzleError(PuzzleFormatError):
    """A part of a text that is clearly not a puzzle: prose, code or a drawn line. `text` is that part.

    If another part of the text is a puzzle, you can ignore this error.

    >>> (error,) = read_puzzles("hello")
    >>> isinstance(error, NotAPuzzleError), error.line
    (True, 1)
    """

    text = ""

    @property
    def last_line(self) -> int:
        """The number of the last line of the text, counted from 1."""
        return self.line + self.text.count("\n")


class SignsError(PuzzleFormatError):
    """Text beside a grid seems to list signs, but cannot be read. The grid alone would be a different puzzle."""


class CannotWriteError(ValueError):
    """A format cannot represent a puzzle. The message is a sentence that says why.

    >>> write_puzzle(parse_puzzle("4x2;.1..0..."), "line")
    Traceback (most recent call last):
    binairo_tui.formats.base.CannotWriteError: The format 'line' holds square grids only.
    """


@dataclass(frozen=True, slots=True)
class Format:
    """A format of puzzles.

    `title` is the name shown to the user. `known_by` is a phrase that describes how texts in the format are recognized.
    `example` is a text in the format. `signs`, `rectangles` and `progress` say whether the format can hold signs,
    boards that are not square, and values that the player has filled in. `writes` says whether the format can be
    written as well as read. `module` is the name of the module in `codecs` if it differs from the name of the format.

    >>> entry = find_format("notation")
    >>> isinstance(entry, Format), entry.signs, entry.rectangles
    (True, True, True)
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
        """Yield the puzzles in `text`, which is in this format and has at most `MAX_TEXT` characters.

        Raises only PuzzleFormatError, with the line and column of the fault in `text`.
        """
        yield from self._function("read")(text)

    def write(self, puzzle: Puzzle, position: Position | None = None) -> str:
        """Return a puzzle, or a game at `position`, as a text in this format without a final newline.

        Raises CannotWriteError if the format cannot represent the puzzle or game.
        """
        held = puzzle.givens if position is None else position
        requires_unique = "requires unique lines, but in this puzzle lines may repeat."
        is_inferred = self.rules is Rules.OPEN and puzzle.width == puzzle.height
        states_odd = puzzle.more_ones or is_inferred or self.name == "notation"
        reasons = (
            ("can only be read.", not self.writes),
            ("cannot hold signs.", puzzle.signs and not self.signs),
            ("holds square grids only.", puzzle.width != puzzle.height and not self.rectangles),
            (requires_unique, self.rules is Rules.UNIQUE and not puzzle.unique_lines),
            ("cannot say that odd lines may have more 0s than 1s.", not states_odd),
            ("can hold only givens, no filled-in values.", held != puzzle.givens and not self.progress),
        )
        if refused := [reason for reason, applies in reasons if applies]:
            raise CannotWriteError(f"The format {self.name!r} {refused[0]}")
        write = self._function("write")
        text: str = write(puzzle, held) if self.progress else write(puzzle)
        return text

    def reason(self, *, is_known: bool) -> str:
        """Return a sentence that says why a text was read in this format.

        `is_known` means that the format was requested.
        """
        return f'Read as "{self.title}", {"as requested" if is_known else f"recognized by {self.known_by}"}.'

    def _function(self, verb: str) -> Callable[..., Any]:
        """Return the codec's function `read` or `write`. If `progress` is True, `write` also takes a position.

        In a module for several formats, the name of the function ends with the name of the format, as in `read_long`.
        """
        name = self.name.replace("-", "_")
        module = import_module(f"binairo_tui.formats.codecs.{self.module or name}")
        function: Callable[..., Any] = getattr(module, f"{verb}_{name}", None) or getattr(module, verb)
        return function


def error(message: str, line: int = 1, column: int = 1) -> PuzzleFormatError:
    return PuzzleFormatError(message, line=line, column=column)


def side_of(cell_count: int) -> int | None:
    """Return the side of the square board with this many cells, or None if there is no such board."""
    side = isqrt(max(cell_count, 0))
    return side if side * side == cell_count and not size_fault(side, side) else None


def check_size(width: int, height: int, line: int = 1, column: int = 1) -> None:
    """Raise PuzzleFormatError with this line and column if no board can have this size."""
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
    """Return the puzzle with these cells, given in row-major order as `0`, `1` and `.`.

    The caller must make sure that `cells` holds no other characters. Raises PuzzleFormatError with this line and column
    if the size or the number of cells is wrong.
    """
    check_size(width, height, line, column)
    if len(cells) != width * height:
        raise error(f"{width}x{height} has {width * height} cells, not {len(cells)}", line, column)
    return Puzzle(width, height, geometry(width, height).position(cells), tuple(sorted(signs)), unique_lines)
