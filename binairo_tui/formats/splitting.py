"""Splits a stream of lines into the texts of single puzzles, each with its format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from binairo_tui.engine import PuzzleFormatError
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.files.json_text import depth_change, outside_strings
from binairo_tui.formats.base import MAX_LINES, MAX_TEXT, Extent, TextLine, is_size, side_of
from binairo_tui.formats.cells import USUAL, check_symbols, row_of
from binairo_tui.formats.detect import (
    AMBIGUOUS,
    LATTICE_TOP,
    begins_code,
    block_format,
    has_bars,
    is_list,
    is_prose,
    is_puzzlekit,
    line_format,
    list_format,
)
from binairo_tui.formats.literals import FEWEST, MAX_LITERAL, Balance
from binairo_tui.formats.registry import find_format

MAX_ROW = 1000
"""Limit on the characters in a row of a grid; 40 cells in boxes are shorter."""
MAX_BLOCK = 2 * MAX_SIZE + 1
"""Limit on the lines in a block: 40 rows with drawn lines above, between and below them."""

_COMMENT = re.compile(r"(?<!\S)#")
_FLAT = re.compile(r"\s*\[[^\[\]{}]*\][\s,;]*")
_HEADER = re.compile(r"\s*(?:[a-zA-Z]+\s*[:=]?\s*)?([0-9]{1,2})(?:\s*[\sxX,]\s*([0-9]{1,2}))?\s*")
_SAVE_LINE = re.compile(r"[A-Z]+ *:[0-9]+:.*")


HEADING = "heading"
"""The format of a piece of prose directly in front of other text, such as the title of a puzzle."""
STRAY = "stray"
"""The format of a piece of prose that stands alone, before a blank line or the end of the source."""


class Piece(NamedTuple):
    """The text of one puzzle, or of several puzzles in JSON or a literal. `line` is the number of its first line.

    For a line that could not be read, `text` is empty, and `fault` and `column` are set. `format` is a name, or empty
    for JSON, which must be parsed to detect its format.
    """

    format: str
    line: int
    text: str
    fault: str = ""
    column: int = 1


def split_text(lines: Iterable[TextLine]) -> Iterator[Piece]:
    """Yield the puzzles in the source in order, each as soon as it is complete, with its detected format."""
    return _Splitter(lines).pieces()


def split_known(lines: Iterable[TextLine], name: str, extent: Extent) -> Iterator[Piece]:
    """Yield the puzzles in a source that is known to be in this format."""
    splitter = _Splitter(lines)
    if find_format(name).module == "lists":
        for piece in splitter.literals():
            yield piece if piece.fault else piece._replace(format=name)
        return
    if extent is Extent.JSON:
        for piece in splitter.pieces():
            yield piece._replace(format=name)
        return
    is_save = name == "unruly-save"  # one line per move, and a long line with all givens
    longest = MAX_LINES if is_save else MAX_BLOCK + 1
    block: list[TextLine] = []
    for line in splitter.lines:
        text = without_comment(line.text)
        is_row = bool(text.strip()) or (name == "spaces" and bool(block) and bool(line.text))
        if line.fault or not is_row or extent is Extent.LINE or len(block) > longest:
            yield from _as_piece(block, name)
            block = []
        if line.fault:
            yield Piece("", line.number, "", line.fault, line.column)
        elif extent is Extent.BLOCK and not is_save and len(text.rstrip()) > MAX_ROW:
            yield _line_piece(line.number, text, None)
        elif is_row:
            block.append(line._replace(text=text))
    yield from _as_piece(block, name)


def without_comment(text: str) -> str:
    """Return the text before a `#` that begins the line or follows white space."""
    return _COMMENT.split(text, 1)[0] if "#" in text else text


def _as_piece(block: Sequence[TextLine], name: str) -> Iterator[Piece]:
    if block:
        yield Piece(name, block[0].number, "\n".join([line.text for line in block]))


def _has_header(block: Sequence[TextLine]) -> bool:
    """Return whether the first line contains only the number of rows that follow, and perhaps the number of columns."""
    match = _HEADER.fullmatch(block[0].text)
    if match is None or len(block) <= FEWEST or int(match[1]) != len(block) - 1:
        return False
    lengths = [len("".join(line.text.split())) for line in block[:2]]
    return lengths[0] != lengths[1] and not is_puzzlekit([line.text for line in block])


def _is_code(text: str) -> bool:
    return begins_code(text) and not line_format(text)


def _is_puzzle(text: str) -> bool:
    """Return whether a line is a whole puzzle in a format that cannot be part of a list."""
    return not begins_code(text) and line_format(text) in ("notation", "unruly", "task", "penpa", "takuzu-rle")


def _line_piece(number: int, text: str, name: str | None) -> Piece:
    """Return a single line as a piece. If `name` is None, the format is detected as for a block of one line."""
    if name is None and len(text.rstrip()) > MAX_ROW:
        return Piece("", number, "", f"more than {MAX_ROW} characters that are neither a row nor a puzzle", MAX_ROW + 1)
    return Piece(name or block_format([text]), number, text)


def _broken_row(block: Sequence[TextLine], line: TextLine | None) -> Piece | None:
    """Return a piece with the fault of the line after a block, if the line begins like a row but does not end like one.

    Returns None if the line is not such a row, if the block is a puzzle without it, or if the block itself has an error
    in a row.
    """
    if line is None or line.number != block[-1].number + 1:
        return None
    if block_format([it.text for it in block]) != ("rows" if len(block) > 1 else "line"):
        return None
    rows = [row_of(it) for it in block]
    width = len(rows[0].cells)
    is_puzzle = is_size(width, len(rows)) or (len(rows) == 1 and side_of(width))
    if is_puzzle or not FEWEST <= width <= MAX_SIZE > len(rows) or any(len(row.cells) != width for row in rows):
        return None
    row = row_of(line._replace(text=without_comment(line.text)))
    symbols = USUAL.union(*[row.cells for row in rows])
    if len(row.cells) <= width or not symbols.issuperset(row.cells[:width]):
        return None
    try:
        check_symbols(rows)
    except PuzzleFormatError:
        return None
    fault = f"expected the end of the row after {width} cells, found {row.cells[width]!r}"
    return Piece("", line.number, "", fault, row.columns[width])


def _squared(before: Sequence[TextLine], block: Sequence[TextLine], after: Sequence[TextLine]) -> Sequence[TextLine]:
    """Return rows of spaces and cells, with the rows of spaces before or after them that complete a square, if any."""
    width = max([len(line.text) for line in block])
    fitting: list[TextLine] = []
    for line in reversed(before):
        if len(line.text) != width or line.number != block[0].number - len(fitting) - 1:
            break
        fitting.insert(0, line)
    for first, last in ((fitting, after), ((), after), (fitting, ())):
        if len(first) + len(block) + len(last) == width:
            return [*first, *block, *last]
    return block


class _Splitter:
    """A single pass over the lines. `block` collects rows until their grid ends.

    `before` holds the lines of spaces directly before the block, which belong to the grid if spaces are its empty
    cells.
    """

    def __init__(self, lines: Iterable[TextLine]) -> None:
        self.lines = iter(lines)
        self.block: list[TextLine] = []
        self.is_text = False  # the lines of the block are prose or code
        self.is_grid = False  # every further line belongs to the grid of the block
        self.are_spaced = False  # all lines of the block have the same length and hold only 0, 1 and spaces
        self.before: list[TextLine] = []
        self.again: list[TextLine] = []  # lines already taken from `lines` that `_next` returns again

    def pieces(self) -> Iterator[Piece]:
        while (line := self._next()) is not None:
            start = line.text.lstrip()[:1]
            if line.fault:
                yield from self._end_block()
                yield Piece("", line.number, "", line.fault, line.column)
            elif start == "[" and _FLAT.fullmatch(line.text):
                yield from self._end_block()
                yield from self._flat_lists(line)
            elif start in ("{", "["):
                yield from self._end_block()
                yield self._json(line)
            elif start == "S" and line.text.lstrip().startswith("SAVEFILE"):
                yield from self._end_block()
                yield self._save(line)
            elif begins_code(line.text) and _is_code(without_comment(line.text)):
                yield from self._end_block(line)
                yield self._literal(line)
            else:
                yield from self._line(line)
        yield from self._end_block(is_gap=True)

    def _flat_lists(self, line: TextLine) -> Iterator[Piece]:
        """Yield consecutive lists of one line each: either each list is a whole grid, or together they are one."""
        lists: list[TextLine] = []
        current: TextLine | None = line
        while current is not None and _FLAT.fullmatch(current.text) and len(lists) <= MAX_SIZE:
            lists.append(current)
            current = self._next()
        if current is not None and current.text.lstrip().startswith("[") and len(lists) > 1:
            lists.append(current)  # the last row of a grid whose beginning is missing: it must not be lost
            current = self._next()
        if current is not None:
            self.again.append(current)
        texts = [it.text for it in lists]
        count = texts[0].count(",") + 1
        if len(lists) < FEWEST or (side_of(count) and count > MAX_SIZE) or (count in AMBIGUOUS and len(lists) != count):
            for it in lists:
                yield Piece("", it.number, it.text)
        else:
            text = "\n".join(texts)
            yield Piece(list_format(text), line.number, text)

    def literals(self) -> Iterator[Piece]:
        """Yield every list in a source that is known to contain only lists."""
        while (line := self._next()) is not None:
            if line.fault:
                yield Piece("", line.number, "", line.fault, line.column)
            elif line.text.strip():
                yield self._literal(line)

    def _literal(self, line: TextLine) -> Piece:
        """Return the literal that begins on this line: up to its last bracket, and further lists directly below it."""
        balance = Balance()
        texts: list[str] = []
        current: TextLine | None = line
        while current is not None:
            is_more = balance.is_open or (begins_code(current.text) and not has_bars(current.text))
            if texts and (current.fault or not is_more or _is_puzzle(current.text)):
                self.again.append(current)
                break
            texts.append(current.text)
            balance.add(current.text)
            if balance.size > MAX_LITERAL:
                break
            current = self._next()
        text = "\n".join(texts)
        return Piece(list_format(text), line.number, text)

    def _next(self) -> TextLine | None:
        return self.again.pop() if self.again else next(self.lines, None)

    def _line(self, line: TextLine) -> Iterator[Piece]:
        """Process a line in any format that allows comments."""
        text = without_comment(line.text)
        if not text.strip() and not self._is_empty_row(line.text):
            yield from self._end_block(is_gap=True)
            self.before = [*self.before, line][-MAX_SIZE:] if line.text.isspace() else []
            return
        name = None if self._is_within_grid(text) else line_format(text)
        if name is None and is_prose(text) and not LATTICE_TOP.fullmatch(text):
            if self.block and not self.is_text:
                yield from self._end_block(line)
            self.is_text = True
        elif self.is_text:
            yield from self._end_block()
        if name or len(text.rstrip()) > MAX_ROW:
            yield from self._end_block()
            yield _line_piece(line.number, text, name)
            return
        self.are_spaced = set(text) <= set("01 ") and (
            not self.block or (self.are_spaced and len(text) == len(self.block[0].text))
        )
        self.block.append(line._replace(text=text))
        if len(self.block) > MAX_BLOCK:
            yield from self._long_block()

    def _is_within_grid(self, text: str) -> bool:
        """Return whether the previous lines show that this line belongs to their grid, whatever it looks like."""
        if not self.block or self.is_grid:
            return self.is_grid
        first = self.block[0].text
        second = self.block[1].text if len(self.block) > 1 else text
        # If an earlier line had begun a puzzlekit grid, `is_grid` would already be True.
        self.is_grid = bool(LATTICE_TOP.fullmatch(first)) or is_puzzlekit((first, second, text))
        return self.is_grid or (has_bars(text) and has_bars(first))

    def _is_empty_row(self, text: str) -> bool:
        """Return whether a line of white space is a row of empty cells.

        It is if it has enough tabs, or if it is as long as the previous rows and these consist of 0, 1 and spaces.
        """
        if "\t" in text:
            return len(text.split("\t")) >= FEWEST
        return bool(text) and bool(self.block) and self.are_spaced and len(text) == len(self.block[0].text)

    def _end_block(self, following: TextLine | None = None, *, is_gap: bool = False) -> Iterator[Piece]:
        """Yield the puzzles in the block. `following` is the line after the block, if that may be a row with an error.

        `is_gap` is True if the block ends at a blank line or at the end of the source.
        """
        if not self.block:
            return
        block, before = self.block, self.before
        is_text = self.is_text
        self.block, self.before, self.is_grid, self.is_text = [], [], False, False
        if is_text:
            yield Piece(STRAY if is_gap else HEADING, block[0].number, "\n".join([line.text for line in block]))
            return
        end = len(block)
        while end > 1 and not block[end - 1].text.strip() and "\t" not in block[end - 1].text:
            end -= 1
        block, after = block[:end], block[end:]
        if _has_header(block):
            block = block[1:]
        texts = [line.text for line in block]
        if is_list(texts):
            for line in block:
                yield Piece(block_format([line.text]), line.number, line.text)
        elif broken := _broken_row(block, following):
            yield broken
        else:
            name = block_format(texts)
            yield from _as_piece(_squared(before, block, after) if name == "spaces" else block, name)

    def _long_block(self) -> Iterator[Piece]:
        """Yield the puzzles in a block with more lines than a grid can have, without storing more lines."""
        are_puzzles = is_list([line.text for line in self.block])
        yield from self._end_block()
        while (line := self._next()) is not None:
            text = without_comment(line.text)
            name = line_format(text)
            if line.fault or not text.strip():
                self.again.append(line)
                return
            if name or are_puzzles:
                yield _line_piece(line.number, text, name)

    def _json(self, line: TextLine) -> Piece:
        """Return the JSON text that begins on this line: up to its last bracket or the size limit."""
        depth, in_string, size = 0, False, 0
        texts: list[str] = []
        current: TextLine | None = line
        while current is not None:
            if texts and (current.fault or (current.text.startswith("{") and line.text.startswith("{"))):
                self.again.append(current)  # the text is incomplete; a new text begins in the first column
                break
            texts.append(current.text)
            size += len(current.text) + 1
            plain, in_string = outside_strings(current.text, in_string=in_string)
            depth += depth_change(plain)
            if depth <= 0 or size > MAX_TEXT:
                break
            current = self._next()
        return Piece("", line.number, "\n".join(texts))

    def _save(self, line: TextLine) -> Piece:
        """Return the save file that begins on this line."""
        texts = [line.text]
        size = len(line.text)
        while (following := self._next()) is not None:
            if following.fault or not _SAVE_LINE.fullmatch(following.text) or following.text.startswith("SAVEFILE"):
                self.again.append(following)
                break
            size += len(following.text) + 1
            if size <= MAX_TEXT:
                texts.append(following.text)
        return Piece("unruly-save", line.number, "\n".join(texts))
