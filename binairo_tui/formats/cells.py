"""Determines the meaning of the symbols in a grid, and makes a puzzle from its rows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from binairo_tui.engine import Puzzle, PuzzleFormatError, rules
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.formats.base import Interpretation, ReadPuzzle, Row, TextLine, error, make_puzzle
from binairo_tui.formats.symbols import (
    SymbolMeaning,
    find_meanings,
    first_unexpected,
    plain_symbol,
    symbols_of,
)

USUAL = frozenset("01.-_·")
"""Characters whose meaning does not depend on the other symbols of a grid."""

_LEAST = 4
"""Minimum rows and columns of grids in which symbols are guessed: in smaller grids, letters may mean anything."""

SIDE_BY_SIDE = "grids side by side cannot be read: write them one below the other"
WANTED = "use one for 0, one for 1 and one for empty cells, such as 0, 1 and a dot"


def row_of(line: TextLine) -> Row:
    """Return the cells of a line in which every character except white space is a cell."""
    text = line.text.rstrip()
    found = "".join(text.split())
    columns: Iterable[int] = range(1, len(text) + 1)
    if len(found) < len(text):
        columns = [column for column, character in enumerate(text, 1) if not character.isspace()]
    return Row(line.number, found, tuple(columns))


def row_error(message: str, row: Row, index: int = 0) -> PuzzleFormatError:
    """Return an error at the cell `index`, or after the last cell if the row has no such cell."""
    if index < len(row.columns):
        return error(message, row.line, row.columns[index])
    return error(message, row.line, row.columns[-1] + len(row.cells[-1]) if row.columns else 1)


def read_grid(rows: Sequence[Row]) -> ReadPuzzle:
    """Return the puzzle in rows of cells, whatever symbols they use.

    The unique-lines rule is assumed to apply until the rule is inferred. If the meaning of the symbols is a guess, the
    result includes the other interpretations. Raises PuzzleFormatError at the first symbol that cannot be a cell, and
    at the first row with a different length. Also raises it if the size is impossible or the meaning of the symbols is
    unclear.
    """
    tokens = list(chain.from_iterable([row.cells for row in rows]))
    if not tokens:
        raise error("there are no cells", rows[0].line if rows else 1)
    meanings = _meanings(rows, tokens)
    width = len(rows[0].cells)
    for row in rows:
        if len(row.cells) != width:
            raise row_error(
                f"{len(row.cells)} cells in this row, {width} in the first", row, min(len(row.cells), width)
            )
    if len(rows) > MAX_SIZE:
        raise row_error(f"more than {MAX_SIZE} rows without a blank line", rows[MAX_SIZE])
    if width == 2 * len(rows) and all(map(_has_gap, rows)):
        raise row_error(SIDE_BY_SIDE, rows[0])
    if meanings[0].is_guess and min(width, len(rows)) < _LEAST:
        raise row_error(f"cannot tell which symbols are 0 and 1: {WANTED}", rows[0])
    interpretations = [_interpretation(rows, tokens, meaning) for meaning in meanings]
    if len(interpretations) > 2:
        interpretations = _by_rules(interpretations)
    first, *others = interpretations
    if (
        first.symbols.is_guess
        and not first.symbols.blank
        and len(first.symbols.zero) == 1
        and breaks_rules(first.puzzle)
    ):
        raise row_error(f"cannot tell which symbols are 0 and 1: {WANTED}", rows[0])
    return ReadPuzzle(first.puzzle, symbols=first.symbols, others=tuple(others))


def _has_gap(row: Row) -> bool:
    """Return whether the gap in the middle of a row is wider than every other gap by at least two columns."""
    gaps = [b - a for a, b in pairwise(row.columns)]
    middle = gaps.pop(len(gaps) // 2)
    return middle > max(gaps, default=0) + 1


def is_grid(rows: Sequence[Row]) -> bool:
    try:
        read_grid(rows)
    except PuzzleFormatError:
        return False
    return True


def check_symbols(rows: Sequence[Row]) -> None:
    """Raise PuzzleFormatError at the first symbol that cannot be a cell."""
    _meanings(rows, list(chain.from_iterable([row.cells for row in rows])))


def _meanings(rows: Sequence[Row], tokens: list[str]) -> list[SymbolMeaning]:
    plain = {token: plain_symbol(token) for token in set(tokens)}
    symbols = [plain[token] for token in tokens]
    if meanings := find_meanings(Counter(symbols)):
        return meanings
    row, at = [(row, at) for row in rows for at in range(len(row.cells))][first_unexpected(symbols)]
    raise row_error(f"{row.cells[at][:20]!r} is one symbol too many: {WANTED}", row, at)


def _interpretation(rows: Sequence[Row], tokens: Sequence[str], meaning: SymbolMeaning) -> Interpretation:
    values = {token: meaning.values[plain_symbol(token)] for token in set(tokens)}
    cells = "".join([values[token] for token in tokens])
    puzzle = make_puzzle(len(rows[0].cells), len(rows), cells, line=rows[0].line, column=rows[0].columns[0])
    return Interpretation(puzzle, symbols_of(meaning, tokens))


def _by_rules(interpretations: list[Interpretation]) -> list[Interpretation]:
    """Return the interpretations that break no rule; if there are none, return all interpretations.

    If these interpretations agree on the symbol for empty cells, and the other two symbols are numbers, only the
    interpretation with the usual meaning of the numbers is returned. It is then not a guess.
    """
    sound = [it for it in interpretations if not breaks_rules(it.puzzle)]
    sound.sort(key=lambda it: (it.symbols.zero, it.symbols.one) != ("0", "1"))
    if not sound:
        return interpretations
    numbers = {sound[0].symbols.zero, sound[0].symbols.one}
    if len({it.symbols.blank for it in sound}) == 1 and numbers in ({"0", "1"}, {"1", "2"}, {"-1", "1"}):
        return [Interpretation(sound[0].puzzle, sound[0].symbols._replace(is_guess=False))]
    return sound


def breaks_rules(puzzle: Puzzle) -> bool:
    """Return whether the givens of a puzzle break a rule other than the unique-lines rule."""
    return rules.breaks_rules(replace(puzzle, unique_lines=False), puzzle.givens)
