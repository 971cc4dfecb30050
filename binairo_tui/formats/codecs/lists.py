"""Grids as lists in programming languages, parsed by `literals`. Prolog, Haskell and Python can also be written.

puzzle(6, [[_,1,_], ...]).        Prolog; `_` is an empty cell
puzzle = [[Empty, Blue], ...]     Haskell; Red is 0, Blue 1
puzzle = [".1.1..", ...]          Python
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from binairo_tui.engine import Puzzle, rules
from binairo_tui.engine.puzzle import legal_line_count
from binairo_tui.files.json_text import place_of
from binairo_tui.formats import base, cells, detect, imported, importing, literals

_WORDS = {"0": "Red", "1": "Blue", ".": "Empty"}


def read(text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzle of every grid in a text that contains lists in a programming language."""
    for rows in literals.find_grids(text):
        if len(rows) == 1:
            yield from _read_quoted(rows[0].cells[0], rows[0].line, text)
        else:
            read = cells.read_grid(rows)
            if _is_table(read.puzzle):
                raise base.NotAPuzzleError(_TABLE, line=rows[0].line)
            yield read


def _is_table(puzzle: Puzzle) -> bool:
    """Return whether a grid is not a puzzle but a list of all legal rows of its width, as in code of solvers."""
    if puzzle.height != legal_line_count(puzzle.width) or puzzle.given_count < puzzle.geometry.cell_count:
        return False
    broken = rules.find_violations(replace(puzzle, unique_lines=True), puzzle.givens)
    return bool(broken) and all(min(found.lines) >= puzzle.height for found in broken)  # broken only in columns


def write_prolog(puzzle: Puzzle) -> str:
    """Return a Prolog fact: the number of rows, and the rows as lists."""
    rows = ",\n    ".join([f"[{','.join(row.replace('.', '_'))}]" for row in _rows(puzzle)])
    return f"puzzle({puzzle.height}, [{rows}])."


def write_haskell(puzzle: Puzzle) -> str:
    rows = ",\n          ".join([f"[{', '.join([_WORDS[value] for value in row])}]" for row in _rows(puzzle)])
    return f"puzzle = [{rows}]"


def write_python(puzzle: Puzzle) -> str:
    return "\n".join(["puzzle = [", *[f'    "{row}",' for row in _rows(puzzle)], "]"])


_TABLE = "this is a list of all legal rows, not a puzzle"
_NO_PUZZLE = "there is no puzzle between these quotes"
_ROW_OR_GRID = "{0} cells between quotes may be a row or a {1}x{1} grid: write the size first, as in '{1}x{1};'"
_FRAMED = re.compile(r"[\[({](\S)[\])}]")
"""Matches a cell in brackets of its own."""


def _rows(puzzle: Puzzle) -> list[str]:
    """Return the rows. Raises CannotWriteError if the lists would be too small to be recognized as a grid."""
    if min(puzzle.width, puzzle.height) < literals.FEWEST:
        raise base.CannotWriteError(
            f"Lists with fewer than {literals.FEWEST} rows or columns would not be recognized as a grid."
        )
    return puzzle.geometry.rows(puzzle.givens)


def _read_quoted(quoted: str, first: int, text: str) -> Iterator[base.ReadPuzzle]:
    """Yield the puzzles in a quoted text, which begins on line `first` of the text around it."""
    start = text.find(quoted.lstrip("\n").partition("\n")[0])
    place = place_of(text, max(start - 1, 0))
    is_escaped = quoted not in text  # all lines of it are on one line of the source
    content = _FRAMED.sub(r" \1 ", quoted)
    lines = [base.TextLine(number, line.strip("|\\")) for number, line in enumerate(content.split("\n"), 1)]
    found = False
    for item in importing.read_parts(lines):
        if isinstance(item, imported.Imported):
            if len(content) in detect.AMBIGUOUS and item.symbols and not (item.symbols.zero and item.symbols.one):
                raise base.error(_ROW_OR_GRID.format(len(content), item.puzzle.width), *place)
            found = True
            yield item
        elif not isinstance(item, base.NotAPuzzleError):
            at = place if is_escaped else (first + item.line - 1, item.column)
            raise type(item)(item.message, line=at[0], column=at[1])
    if not found:
        raise base.NotAPuzzleError(_NO_PUZZLE, line=place[0], column=place[1])
