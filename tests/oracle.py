"""The oracle: the rules of Binairo by brute force on plain text grids, against which the fast forms are tested.

It shares no code with the package under test and knows none of its types: a board is a tuple of plain values, a
position is a text of `.`, `0` and `1`, cell by cell in row-major order. Nothing here is clever.

The oracle can be trusted for two reasons. `violations` states each rule once, for any line, so rows and columns cannot
differ. `all_solutions` lists only texts that `is_solved` accepts, so its only possible fault is to end a branch too
early. test_oracle.py shows that it does not: on small boards, it finds what trying every filling finds, and its counts
of whole grids are the published ones (OEIS A253316).
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, groupby, product
from typing import NamedTuple, TypeAlias

Sign: TypeAlias = tuple[int, int, bool]
"""Two neighbouring cells, and whether their values must be the same (`=`) or must differ (`x`)."""

Violation: TypeAlias = tuple[str, frozenset[int], frozenset[int]]
"""Kind ("triple", "excess", "duplicate" or "sign"), lines (rows first, then columns) and cells of one broken rule."""


class Board(NamedTuple):
    """A puzzle in plain values.

    `cells` holds the givens, `width * height` characters; `signs` have their smaller cell first and name a pair of
    neighbours at most once. The caller is responsible for this; it is not checked.
    """

    width: int
    height: int
    cells: str
    signs: tuple[Sign, ...] = ()
    unique_lines: bool = True
    more_ones: bool = True

    def notation(self) -> str:
        """Return the puzzle in the one-line notation of the package, with only the fields that it needs.

        >>> Board(2, 2, "1...", ((0, 1, False), (1, 3, True)), unique_lines=False).notation()
        '2x2;1...;signs=r1c1xr1c2,r1c2=r2c2;lines=any'
        """
        fields = [f"{self.width}x{self.height}", self.cells]
        if self.signs:
            fields.append(
                "signs="
                + ",".join(f"{self._name(a)}{'=' if same else 'x'}{self._name(b)}" for a, b, same in self.signs)
            )
        if not self.unique_lines:
            fields.append("lines=any")
        if not self.more_ones:
            fields.append("odd=either")
        return ";".join(fields)

    def _name(self, cell: int) -> str:
        return f"r{cell // self.width + 1}c{cell % self.width + 1}"


def quota(length: int, more_ones: bool = True) -> dict[str, int]:
    """Return how many of each value a line may hold: half; of 1s, or of both unless `more_ones`, half a cell more."""
    less, more = length // 2, length - length // 2
    return {"0": less if more_ones else more, "1": more}


@cache
def lines_of(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells of every line: the rows from the top, then the columns from the left."""
    rows = [tuple(row * width + column for column in range(width)) for row in range(height)]
    columns = [tuple(row * width + column for row in range(height)) for column in range(width)]
    return (*rows, *columns)


def violations(board: Board, position: str) -> set[Violation]:
    """Return every rule of `board` that `position` breaks; empty cells break nothing.

    triple: three or more equal consecutive cells of a line; all cells of the run.
    excess: a line holds more of a value than its quota; all cells of that value in the line.
    duplicate: two full equal rows, or two full equal columns; all cells of both lines. Only with `unique_lines`.
    sign: both cells filled and the sign broken; the one line that both cells share.
    """
    lines = lines_of(board.width, board.height)
    texts = ["".join([position[cell] for cell in cells]) for cells in lines]
    found = {
        (kind, frozenset((line,)), frozenset(lines[line][place] for place in places))
        for line, text in enumerate(texts)
        for kind, places in line_faults(text, board.more_ones)
    }
    if board.unique_lines:
        rows, columns = range(board.height), range(board.height, len(lines))
        for one, other in (*combinations(rows, 2), *combinations(columns, 2)):
            if texts[one] == texts[other] and "." not in texts[one]:
                found.add(("duplicate", frozenset((one, other)), frozenset(lines[one] + lines[other])))
    for a, b, same in board.signs:
        if "." not in (position[a], position[b]) and (position[a] == position[b]) != same:
            shared = frozenset(line for line, cells in enumerate(lines) if a in cells and b in cells)
            found.add(("sign", shared, frozenset((a, b))))
    return found


@lru_cache(1 << 16)
def line_faults(text: str, more_ones: bool = True) -> list[tuple[str, tuple[int, ...]]]:
    """Return the triples and the excesses of one line: the kind of each, and the places of its cells in the line."""
    runs = [tuple(run) for _, run in groupby(range(len(text)), key=text.__getitem__)]
    triples = [("triple", run) for run in runs if text[run[0]] != "." and len(run) > 2]
    held = {value: tuple(place for place, it in enumerate(text) if it == value) for value in "01"}
    most = quota(len(text), more_ones)
    return triples + [("excess", held[value]) for value in "01" if len(held[value]) > most[value]]


def is_solved(board: Board, position: str) -> bool:
    """Return whether `position` is full and breaks no rule. The givens are not checked."""
    return "." not in position and not violations(board, position)


@cache
def legal_lines(length: int, more_ones: bool = True) -> tuple[str, ...]:
    """Return all fillings of a single line that break no rule, in ascending order."""
    texts = ("".join(values) for values in product("01", repeat=length))
    return tuple(text for text in texts if not line_faults(text, more_ones))


@cache
def legal_beginnings(length: int, more_ones: bool = True) -> frozenset[str]:
    """Return what legal lines of this length begin with, from one cell to all of them."""
    return frozenset(line[:end] for line in legal_lines(length, more_ones) for end in range(1, length + 1))


def all_solutions(board: Board) -> list[str]:
    """Return every solution of `board`, in ascending order of text.

    Tries, row by row, each legal row that keeps the givens; a branch ends as soon as the rows so far break a rule
    whatever is below them. Meant for boards up to 6x6 or 8x4, or larger ones with many givens.
    """
    candidates = [
        [
            line
            for line in legal_lines(board.width, board.more_ones)
            if _keeps(line, board.cells[start : start + board.width])
        ]
        for start in range(0, len(board.cells), board.width)
    ]
    beginnings = legal_beginnings(board.height, board.more_ones)

    def extended(rows: tuple[str, ...], columns: tuple[str, ...]) -> Iterator[str]:
        if len(rows) == board.height:
            yield "".join(rows)
            return
        for row in candidates[len(rows)]:
            longer = tuple(map(str.__add__, columns, row))
            is_new = row not in rows or not board.unique_lines
            if is_new and beginnings.issuperset(longer) and _keeps_signs(board, "".join((*rows, row))):
                yield from extended((*rows, row), longer)

    return [text for text in extended((), ("",) * board.width) if is_solved(board, text)]


def _keeps(text: str, givens: str) -> bool:
    return all(given in (".", value) for value, given in zip(text, givens, strict=True))


def _keeps_signs(board: Board, top: str) -> bool:
    return all((top[a] == top[b]) == same for a, b, same in board.signs if max(a, b) < len(top))
