"""Splits a stream of lines into the texts of single puzzles, each with its format.

There are three kinds of lines. A line may be a whole puzzle. It may begin a text of several lines whose end can be
recognized (lists, JSON, a save file). Or it belongs to a block: consecutive rows of one grid, or consecutive lines of
prose.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from binairo_tui.engine import PuzzleFormatError, puzzle
from binairo_tui.formats import base, cells, detect, literals

MAX_ROW = 1000
"""Limit on the characters in a row of a grid. A row of 40 cells in a drawn table is shorter."""
MAX_BLOCK = 2 * puzzle.MAX_SIZE + 1
"""Limit on the lines in a block: 40 rows with drawn lines above, between and below them."""

_COMMENT = re.compile(r"(?<!\S)#")
_HEADER = re.compile(r"\s*+(?:[a-zA-Z]++\s*+[:=]?+\s*+)?+([0-9]{1,2})(?:(?:\s*+[xX,]\s*+|\s++)([0-9]{1,2}))?+\s*+")
_SPACED = frozenset("01 ")
_WORD = re.compile(r"\s*(?![xob]+\b)[^\W\d_]{3,}[:;,.!?]?\s*", re.IGNORECASE)
_SAVE_LINE = re.compile(r"(?!SAVEFILE)[A-Z]+ *:[0-9]+:.*")

PROSE = "prose"
"""The format of a piece of prose, which may be the title of a puzzle directly below it."""


class Piece(NamedTuple):
    """The text of one puzzle, or of several puzzles in JSON or in the lists of a programming language.

    `format` is the name of its format, or empty for JSON, whose format is not known before it is parsed. `line` is the
    number of its first line. For a line that could not be read, `fault` and `column` are set. `grid` is the grid that
    was lifted out of the text, if any.
    """

    format: str
    line: int
    text: str
    fault: str = ""
    column: int = 1
    grid: base.Grid | None = None


def split_text(lines: Iterable[base.TextLine]) -> Iterator[Piece]:
    """Yield the puzzles and other texts in the source in order, each with its detected format once it is complete."""
    source, block = base.Lines(lines), _Block()
    for line in source:
        if (read := _begun_by(line, source)) is not None:
            yield from block.pieces(None if line.grid else line)
            yield from read
            block = _Block()
            continue
        text = without_comment(line.text)
        if not text.strip() and not block.has_empty_row(line.text):
            yield from block.pieces()
            above = [] if block.lines else block.above
            block = _Block([*above, line][-puzzle.MAX_SIZE :] if line.text.isspace() else [])
            continue
        name = None if line.is_note or block.has_row(text) else detect.line_format(text)
        if name:
            if block.lines or block.above:
                yield from block.pieces()
                block = _Block()
            yield Piece(name, line.number, text)
            continue
        are_words = line.is_note or detect.is_prose(text)
        if len(text.rstrip()) > MAX_ROW:
            yield from block.pieces(line if are_words and not block.are_words else None)
            yield _long_line(line.number, text)
            block = _Block()
            continue
        if not block.accepts(text, are_words=are_words):
            yield from block.pieces(line if are_words else None)
            block = _Block()
        block.add(line._replace(text=text), are_words=are_words)
        if len(block.lines) > MAX_BLOCK:
            yield from block.pieces() if block.are_words else _long_block(block, source)
            block = _Block()
    yield from block.pieces()


def split_known(lines: Iterable[base.TextLine], known: base.Format) -> Iterator[Piece]:
    """Yield the puzzles in a source that is known to be in this format."""
    name, extent = known.name, known.extent
    if known.module == "lists" or extent is base.Extent.JSON:
        pieces = split_text(lines) if extent is base.Extent.JSON else _literals(base.Lines(lines))
        yield from (piece._replace(format=name) for piece in pieces)
        return
    is_save = name == "unruly-save"  # one line per move, and a long line with all givens
    longest = base.MAX_LINES if is_save else MAX_BLOCK + 1
    block: list[base.TextLine] = []
    for line in lines:
        text = without_comment(line.text)
        is_row = bool(text.strip()) or (name == "spaces" and bool(block) and bool(line.text))
        if line.fault or not is_row or extent is base.Extent.LINE or len(block) > longest:
            yield from _as_piece(block, name)
            block = []
        if line.fault:
            yield _unreadable(line)
        elif extent is base.Extent.BLOCK and not is_save and len(text.rstrip()) > MAX_ROW:
            yield _long_line(line.number, text)
        elif is_row:
            block.append(line._replace(text=text))
    yield from _as_piece(block, name)


def _begun_by(line: base.TextLine, lines: base.Lines) -> Iterator[Piece] | None:
    """Return the pieces of the text that begins on this line; None for a line of a block, such as a row of a grid."""
    if line.fault:
        return iter([_unreadable(line)])
    if line.grid:
        return iter([Piece("rows", line.number, line.text, grid=line.grid)])
    if line.is_note:
        return None
    start = line.text.lstrip()
    if start.startswith(("{", "[")):
        return _in_brackets(line, lines, is_json=True)
    if start.startswith("SAVEFILE"):
        return _save(line, lines)
    text = without_comment(line.text)
    return _in_brackets(line, lines) if detect.begins_code(text) and not detect.line_format(text) else None


def _unreadable(line: base.TextLine) -> Piece:
    return Piece("", line.number, "", line.fault, line.column)


def _literals(lines: base.Lines) -> Iterator[Piece]:
    """Yield every list in a source that is known to contain only lists."""
    for line in lines:
        if line.fault or line.text.strip():
            yield from [_unreadable(line)] if line.fault else _in_brackets(line, lines)


def _in_brackets(line: base.TextLine, lines: base.Lines, *, is_json: bool = False) -> Iterator[Piece]:
    """Yield the list that begins on this line, in any programming language, with the lists directly below it.

    If the text begins like JSON, it ends when all its brackets are closed, or at the size limit. An object that begins
    in the first column also ends where the next one begins there, because its closing bracket may be missing.
    """
    brackets = literals.BracketCounter()
    brackets.add(line.text)

    def goes_on(current: base.TextLine) -> bool:
        if is_json:
            is_more = brackets.depth > 0 and not (current.text.startswith("{") and line.text.startswith("{"))
        else:
            is_list = detect.begins_code(current.text) and not detect.has_bars(current.text)
            is_more = (brackets.is_open or is_list) and (not current.grid or brackets.is_quoted)
        if not is_more or _is_puzzle(current.text):
            return False
        brackets.add(current.text)
        return True

    text = "\n".join(
        [it.text for it in lines.gather(line, goes_on, base.MAX_TEXT if is_json else literals.MAX_LITERAL)]
    )
    yield Piece("" if is_json else detect.list_format(text), line.number, text)


def _save(line: base.TextLine, lines: base.Lines) -> Iterator[Piece]:
    texts = [it.text for it in lines.gather(line, lambda it: _SAVE_LINE.fullmatch(it.text) is not None)]
    yield Piece("unruly-save", line.number, "\n".join(texts))


class _Block:
    """Consecutive lines that belong together: the rows of a grid, or prose if `are_words`.

    `above` holds the lines of spaces directly above the block. They belong to the grid if its empty cells are spaces.
    """

    def __init__(self, above: Sequence[base.TextLine] = ()) -> None:
        self.above = above
        self.lines: list[base.TextLine] = []
        self.are_words = False
        self._are_spaced = True  # all lines have the same length and hold only 0, 1 and spaces
        self._is_open = False  # every further line belongs to the grid
        self._has_bars = False  # the first line has bars, or is a drawn line

    def accepts(self, text: str, *, are_words: bool) -> bool:
        """`are_words` says whether the line is prose by itself; a line with one word also belongs to prose."""
        if not self.lines or self.are_words is are_words:
            return True
        return self._may_be_words() if are_words else bool(_WORD.fullmatch(text)) and len(set(text)) > 2

    def _may_be_words(self) -> bool:
        """Return whether the block may be prose: a single line with one word, or with fewer cells than a row."""
        text = self.lines[0].text
        return len(self.lines) == 1 and (len("".join(text.split())) < literals.FEWEST or bool(_WORD.fullmatch(text)))

    def add(self, line: base.TextLine, *, are_words: bool) -> None:
        if not self.lines:
            self._has_bars = detect.has_bars(line.text)
        self.lines.append(line)
        self.are_words = self.are_words or are_words
        if self._are_spaced:
            self._are_spaced = len(line.text) == len(self.lines[0].text) and set(line.text) <= _SPACED

    def has_row(self, text: str) -> bool:
        """Return whether this line must be a row of the grid, whatever it contains, because of the lines before it."""
        if not self.lines or self._is_open:
            return self._is_open
        first = self.lines[0].text
        second = self.lines[1].text if len(self.lines) > 1 else text
        # If an earlier line had begun a puzzlekit grid, the grid would already be open.
        self._is_open = bool(detect.LATTICE_TOP.fullmatch(first)) or detect.is_puzzlekit((first, second, text))
        return self._is_open or (self._has_bars and detect.has_bars(text))

    def has_empty_row(self, text: str) -> bool:
        """Return whether a line of white space is a row of empty cells.

        It is such a row if tabs divide it into at least `literals.FEWEST` fields, or if it is as long as the rows above
        and these hold only 0, 1 and spaces.
        """
        if "\t" in text:
            return len(text.split("\t")) >= literals.FEWEST
        return bool(text) and bool(self.lines) and self._are_spaced and len(text) == len(self.lines[0].text)

    def pieces(self, following: base.TextLine | None = None) -> Iterator[Piece]:
        """Yield a grid, a list of puzzles, or prose; `following` is the next line if it may be a row with an error."""
        if not self.lines:
            return
        if self.are_words:
            yield from _as_piece(self.lines, PROSE)
            return
        end = len(self.lines)
        while end > 1 and not self.lines[end - 1].text.strip() and "\t" not in self.lines[end - 1].text:
            end -= 1
        rows, below = self.lines[:end], self.lines[end:]
        if _has_header(rows):
            rows = rows[1:]
        texts = [line.text for line in rows]
        if detect.is_list(texts) or (len(texts) == 1 and not texts[0].strip()):
            for line in rows:
                if line.text.strip():  # a single row of tabs is only white space
                    yield Piece(detect.block_format([line.text]), line.number, line.text)
        elif broken := _broken_row(rows, following):
            yield broken
        else:
            name = detect.block_format(texts)
            yield from _as_piece(_squared(self.above, rows, below) if name == "spaces" else rows, name)


def _long_block(block: _Block, lines: base.Lines) -> Iterator[Piece]:
    """Yield the puzzles in a block of rows that has more lines than any grid; read the rest of it line by line.

    If the block is not a list of puzzles, there is an error for it, which covers its further rows. Then the block ends
    where another text begins, as well as at a blank line.
    """
    first, texts = block.lines[0], [line.text for line in block.lines]
    are_puzzles = detect.is_list(texts)
    further = next(lines, None)
    if further is not None:
        lines.put_back(further)
    if further is not None and detect.block_format([*texts, further.text]) == "bars":
        yield Piece("", first.number, first.text, f"more than {MAX_BLOCK} lines without a blank line")
    else:
        yield from block.pieces()
    for line in lines:
        text = without_comment(line.text)
        name = detect.line_format(text)
        is_row = are_puzzles or name or not (detect.is_prose(text) or detect.begins_code(text))
        if line.fault or line.grid or not text.strip() or not is_row:
            lines.put_back(line)
            return
        if not name and len(text.rstrip()) > MAX_ROW:
            yield _long_line(line.number, text)
        elif name or are_puzzles:
            yield Piece(name or detect.block_format([text]), line.number, text)


def without_comment(text: str) -> str:
    """Return the text before a comment, which begins with a `#` at the start of the line or after white space."""
    return _COMMENT.split(text, 1)[0] if "#" in text else text


def _as_piece(block: Sequence[base.TextLine], name: str) -> Iterator[Piece]:
    if block:
        yield Piece(name, block[0].number, "\n".join([line.text for line in block]))


def _has_header(block: Sequence[base.TextLine]) -> bool:
    """Return whether the first line holds only the number of rows below it, and perhaps the number of columns."""
    match = _HEADER.fullmatch(block[0].text)
    if match is None or len(block) <= literals.FEWEST or int(match[1]) != len(block) - 1:
        return False
    lengths = [len("".join(line.text.split())) for line in block[:2]]
    return lengths[0] != lengths[1] and not detect.is_puzzlekit([line.text for line in block])


def _is_puzzle(text: str) -> bool:
    """Return whether a line is a whole puzzle in a format that cannot be part of a list."""
    name = None if detect.begins_code(text) else detect.line_format(text)
    if name == "notation":  # a row of a list may end with a semicolon
        return detect.has_size(text) or detect.is_prose(text)
    return name in ("unruly", "task", "penpa", "takuzu-rle")


def _long_line(number: int, text: str) -> Piece:
    return Piece("", number, text, f"more than {MAX_ROW} characters that are neither a row nor a puzzle", MAX_ROW + 1)


def _broken_row(block: Sequence[base.TextLine], line: base.TextLine | None) -> Piece | None:
    """Return a piece with a fault if an incomplete grid is followed by a row with text after its last cell.

    Returns None if any other line follows, if the block is a whole puzzle, or if the block contains an error.
    """
    if line is None or line.number != block[-1].number + 1:
        return None
    if detect.block_format([it.text for it in block]) != ("rows" if len(block) > 1 else "line"):
        return None
    rows = [cells.row_of(it) for it in block]
    width = len(rows[0].cells)
    is_puzzle = not puzzle.size_fault(width, len(rows)) or (len(rows) == 1 and base.side_of(width))
    can_grow = literals.FEWEST <= width <= puzzle.MAX_SIZE and len(rows) < puzzle.MAX_SIZE
    if is_puzzle or not can_grow or any(len(row.cells) != width for row in rows):
        return None
    row = cells.row_of(line._replace(text=without_comment(line.text)))
    symbols = cells.USUAL.union(*[row.cells for row in rows])
    if len(row.cells) <= width or not symbols.issuperset(row.cells[:width]):
        return None
    try:
        cells.check_symbols(rows)
    except PuzzleFormatError:
        return None
    fault = f"expected the end of the row after {width} cells, found {row.cells[width]!r}"
    return Piece("", line.number, "", fault, row.columns[width])


def _squared(
    before: Sequence[base.TextLine], block: Sequence[base.TextLine], after: Sequence[base.TextLine]
) -> Sequence[base.TextLine]:
    """Return a block with spaces for empty cells, and the empty rows around it if they make the grid a square."""
    width = max([len(line.text) for line in block])
    fitting = list(takewhile(lambda line: len(line.text) == width, reversed(before)))[::-1]
    for first, last in ((fitting, after), ((), after), (fitting, ())):
        if len(first) + len(block) + len(last) == width:
            return [*first, *block, *last]
    return block
