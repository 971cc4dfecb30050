"""Notation: a puzzle as one line of text, and a position as rows of text.

    WxH;cells[;signs=r1c2=r1c3,r4c1xr5c1][;lines=any][;odd=either]

`cells` is a sequence of `.`, `0` and `1`, row by row. By default, lines must be unique (`lines=unique`); `lines=any`
switches the unique-lines rule off. By default, lines of odd length have one more 1 (`odd=ones`); with `odd=either`,
they may have one more 0 instead. The parser also accepts an upper-case `X`, white space around fields and between rows,
and the cells of a sign in either order. The fields after the cells may be in any order, but each field only once.
`str(puzzle)` returns the canonical form.

A key is a puzzle and a position on one line: the puzzle, `|`, and the cells of the position.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from binairo_tui.engine.geometry import EMPTY, Cell, Position, cell_name, geometry, parse_cell
from binairo_tui.engine.puzzle import (
    Puzzle,
    Sign,
    are_neighbours,
    check_position,
    check_puzzle,
    check_type,
    size_fault,
    unchecked_puzzle,
)

MAX_TEXT = 65_536
"""Limit on the characters in a text. The longest canonical form, for a 40x40 board, has about 43,000."""

KEY_BAR = "|"
"""Stands between the puzzle and the position in a key; neither contains it."""

_SIZE = re.compile(r"([0-9]{1,3})[xX]([0-9]{1,3})")
_CELLS = re.compile(r"[01.]*")
_INVALID_CELL = re.compile(r"[^01.\s]")
_RULES = {"lines": ("unique", "any"), "odd": ("ones", "either")}
"""Maps each rule that can be switched off to its values for on (the default) and off.

A rule that is off by default has its value for off first; `parse_puzzle` must then negate what it finds.
"""
_MOST_FIELDS = 3 + len(_RULES)
"""The number of different fields: size, cells, signs and rules. A text with more fields is an error."""
_SIGN = r"(r[0-9]{1,2}c[0-9]{1,2})([=xX])(r[0-9]{1,2}c[0-9]{1,2})"


class PuzzleFormatError(ValueError):
    """A ValueError: the text is not a puzzle. `message` describes the fault.

    The fault is at `line` and `column`, which are counted from 1.

    >>> try:
    ...     parse_puzzle("4x4;012.............")
    ... except PuzzleFormatError as error:
    ...     print(error.line, error.column, error.message)
    1 7 expected '0', '1' or '.', found '2'
    """

    def __init__(self, message: str, *, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def parse_puzzle(text: str) -> Puzzle:
    """Parse a puzzle in the notation of this package, as returned by `str(puzzle)`.

    Raises PuzzleFormatError for any other text, and TypeError if `text` is not a str. Even for a hostile text, parsing
    takes little time and memory.

    >>> parse_puzzle("4x2; .1.. 0...; lines=any")
    parse_puzzle('4x2;.1..0...;lines=any')
    """
    check_type("text", text, str, "a str")
    size, _, cells = text.partition(";")
    known = _known_size(size) if len(size) <= len("40x40") else None
    if known and _CELLS.fullmatch(cells):  # fast path: size and cells only, as in long files
        width, height = known
        if len(cells) == width * height:
            return unchecked_puzzle(width, height, geometry(width, height).position(cells))
    if len(text) > MAX_TEXT:
        raise _fault(text, MAX_TEXT + 1, f"the text is longer than {MAX_TEXT} characters")
    (size, column), *fields = _fields(text.rstrip())
    more_ones = all(field != "odd=either" for field, _ in fields)  # the valid sizes depend on this rule
    width, height = _parse_size(text, size, column, more_ones)
    if not fields:
        raise _fault(text, len(text.rstrip()) + 1, "no cells: expected 'WxH;cells'")
    givens = geometry(width, height).position(_parse_cells(text, *fields[0], width, height))
    signs: tuple[Sign, ...] = ()
    rules = dict.fromkeys(_RULES, True)
    seen = set()
    for field, column in fields[1:]:
        key, separator, value = field.partition("=")
        start = column + len(key) + 1
        if not separator:
            raise _fault(text, column, f"expected 'key=value', found {_quoted(field)}")
        if key in seen:
            raise _fault(text, column, f"{_quoted(key)} is given twice")
        seen.add(key)
        if key == "signs":
            signs = _parse_signs(text, value, start, width, height)
        elif key in _RULES:
            rules[key] = _parse_rule(text, key, value, start)
        else:
            raise _fault(text, column, f"unknown field {_quoted(key)}: expected 'signs', 'lines' or 'odd'")
    return unchecked_puzzle(width, height, givens, signs, rules["lines"], more_ones=rules["odd"])


def parse_position(puzzle: Puzzle, text: str) -> Position:
    """Parse a position from a text with one `.`, `0` or `1` per cell, row by row; white space is ignored.

    Raises PuzzleFormatError if the text does not fit the board, or if a given is missing or different. Raises TypeError
    if `text` is not a str.

    >>> puzzle = parse_puzzle("4x2;.1..0...")
    >>> print(format_position(puzzle, parse_position(puzzle, "01.. 0.1.")))
    01..
    0.1.
    """
    check_puzzle(puzzle)
    check_type("text", text, str, "a str")
    return _parse_position(puzzle, text, 0)


def parse_key(text: str) -> tuple[Puzzle, Position]:
    """Parse a key, as returned by `format_key`. If a key has no position, the position is the givens.

    Raises PuzzleFormatError for any other text, and TypeError if it is not a text.
    """
    check_type("text", text, str, "a str")
    start, bar, _ = text.partition(KEY_BAR)
    puzzle = parse_puzzle(start)
    return puzzle, _parse_position(puzzle, text, len(start) + 1) if bar else puzzle.givens


def format_key(puzzle: Puzzle, position: Position) -> str:
    """Return the key of a position of a puzzle, which `parse_key` parses."""
    return f"{puzzle}{KEY_BAR}{puzzle.geometry.text(position)}"


def format_position(puzzle: Puzzle, position: Position) -> str:
    """Return the text of a position, with one line per row. `parse_position` parses this text.

    Raises TypeError or ValueError if `position` is not a position of the puzzle.

    >>> puzzle = parse_puzzle("4x2;.1..0...")
    >>> print(format_position(puzzle, puzzle.givens))
    .1..
    0...
    """
    check_position(puzzle, position)
    return "\n".join(puzzle.geometry.rows(position))


def _fault(source: str, column: int, message: str) -> PuzzleFormatError:
    """Return an error at a column of the whole text, counted from 1 as if the text were one line."""
    at = column - 1
    return PuzzleFormatError(message, line=source.count("\n", 0, at) + 1, column=at - source.rfind("\n", 0, at))


def _fields(text: str) -> Iterator[tuple[str, int]]:
    """Yield the stripped fields of a text, each with its column. All text after _MOST_FIELDS fields is one field."""
    offset = 0
    for raw in text.split(";", _MOST_FIELDS):
        yield raw.strip(), offset + len(raw) - len(raw.lstrip()) + 1
        offset += len(raw) + 1


@lru_cache(maxsize=1024)
def _known_size(text: str) -> tuple[int, int] | None:
    """Return the (width, height) that a text states, or None if it does not state a valid board size."""
    match = _SIZE.fullmatch(text)
    if match is None or size_fault(int(match[1]), int(match[2])):
        return None
    return int(match[1]), int(match[2])


def _parse_size(source: str, text: str, column: int, more_ones: bool) -> tuple[int, int]:
    match = _SIZE.fullmatch(text)
    if match is None:
        raise _fault(source, column, f"expected a size such as '6x6;', found {_quoted(text)}")
    width, height = int(match[1]), int(match[2])
    if fault := size_fault(width, height, more_ones):
        raise _fault(source, column, fault)
    return width, height


def _parse_cells(source: str, text: str, column: int, width: int, height: int) -> str:
    if len(text) == width * height and _CELLS.fullmatch(text):
        return text
    if invalid := _INVALID_CELL.search(text):
        raise _fault(source, column + invalid.start(), f"expected '0', '1' or '.', found {_quoted(invalid[0])}")
    cells = "".join(text.split())
    if len(cells) != width * height:
        raise _fault(source, column, f"{width}x{height} has {width * height} cells, not {len(cells)}")
    return cells


def _parse_position(puzzle: Puzzle, source: str, start: int) -> Position:
    """Parse the position that begins at index `start` of the text."""
    cells = _parse_cells(source, source[start:], start + 1, puzzle.width, puzzle.height)
    for cell, (given, found) in enumerate(zip(puzzle.geometry.text(puzzle.givens), cells, strict=True)):
        if given not in (EMPTY, found):
            columns = [start + match.end() for match in re.finditer(r"\S", source[start:])]
            raise _fault(
                source, columns[cell], f"{cell_name(cell, puzzle.width)} is a given {given}, found {_quoted(found)}"
            )
    return puzzle.geometry.position(cells)


def _parse_signs(source: str, text: str, column: int, width: int, height: int) -> tuple[Sign, ...]:
    found: dict[tuple[Cell, Cell], bool] = {}
    if text.count(",") >= 2 * width * height:
        raise _fault(source, column, f"more signs than a {width}x{height} board has pairs of neighbours")
    for item in text.split(","):
        match = re.fullmatch(_SIGN, item.strip())
        if match is None:
            raise _fault(source, column, f"expected a sign such as 'r1c2=r1c3', found {_quoted(item)}")
        try:
            a, b = sorted(parse_cell(name, width, height) for name in match.group(1, 3))
        except ValueError as error:
            raise _fault(source, column, str(error)) from None
        names = f"{cell_name(a, width)} and {cell_name(b, width)}"
        if not are_neighbours(a, b, width):
            raise _fault(source, column, f"{names} are not neighbours")
        same = match[2] == "="
        if found.setdefault((a, b), same) is not same:
            raise _fault(source, column, f"both = and x are between {names}")
        column += len(item) + 1
    return tuple(sorted(Sign(a, b, same) for (a, b), same in found.items()))


def _parse_rule(source: str, key: str, text: str, column: int) -> bool:
    on, off = _RULES[key]
    if text not in (on, off):
        raise _fault(source, column, f"expected '{key}={on}' or '{key}={off}', found {_quoted(text)}")
    return text == on


def _quoted(text: str) -> str:
    """Return untrusted text for use in a message: shortened, printable and quoted."""
    shown = text if len(text) <= 20 else text[:19] + "…"
    return ascii(shown) if not shown.isprintable() else f"'{shown}'"
