"""A puzzle: size, givens, signs and rules, immutable. Rules belong to the puzzle, not to the program."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from binairo_tui.engine.geometry import EMPTY, Cell, Geometry, Position, cell_name, geometry

MIN_SIZE = 2
MAX_SIZE = 40

_SIZE = re.compile(r"\s*([0-9]{1,3})(?:\s*[xX*×]\s*([0-9]{1,3}))?\s*")


def parse_size(text: str) -> tuple[int, int] | None:
    """(width, height) of a size as people write it, `8x10` or `8`; None for anything else. See `size_fault`.

    >>> parse_size("8x10"), parse_size("8")
    ((8, 10), (8, 8))
    """
    match = _SIZE.fullmatch(text)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def size_fault(width: int, height: int) -> str:
    """What is wrong with a board of this size, as a clause; empty if nothing is.

    Sides are even, or odd and equal: an odd line holds one 1 more than 0s, so that the rows and the columns of a board
    with one odd side, or with two that differ, would not agree on the number of 1s.
    """
    for name, size in (("width", width), ("height", height)):
        if not MIN_SIZE <= size <= MAX_SIZE:
            return f"{name} {size} is not between {MIN_SIZE} and {MAX_SIZE}"
    if width != height:
        for name, size in (("width", width), ("height", height)):
            if size % 2:
                return f"{name} {size} is odd: only square boards may have odd sides"
    return ""


class Sign(NamedTuple):
    """A Binairo+ sign between two neighbouring cells, a < b: `=` (same) or `x` (not the same)."""

    a: Cell
    b: Cell
    same: bool


LineSigns = tuple[tuple[int, bool], ...]
"""The signs inside one line: (i, same) between its cells i and i + 1, ascending."""


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle:
    """A board to fill.

    Every row and column of the full grid holds its quota of zeros and ones and no three equal neighbours in a line;
    with `unique_lines` no two rows and no two columns are alike; every sign holds. Givens are not checked against
    these rules: a puzzle may have no solution. `signs` are sorted, one per pair of cells (`notation.parse_puzzle`
    sees to it).

    >>> from binairo_tui.engine import parse_puzzle
    >>> parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1;lines=any")
    Puzzle('4x2;.1..0...;signs=r1c1xr2c1;lines=any')
    """

    width: int
    height: int
    givens: Position
    signs: tuple[Sign, ...] = ()
    unique_lines: bool = True

    @property
    def geometry(self) -> Geometry:
        """The bit layout and lines of this puzzle's size."""
        return geometry(self.width, self.height)

    def is_given(self, cell: Cell) -> bool:
        """Whether the puzzle fixes this cell."""
        return self.geometry.value(self.givens, cell) != EMPTY

    def __str__(self) -> str:
        """The canonical one-line notation; `notation.parse_puzzle` reads it back."""
        fields = [f"{self.width}x{self.height}", self.geometry.text(self.givens)]
        if self.signs:
            fields.append("signs=" + ",".join(self._sign_text(sign) for sign in self.signs))
        if not self.unique_lines:
            fields.append("lines=any")
        return ";".join(fields)

    def __repr__(self) -> str:
        return f"Puzzle({str(self)!r})"

    def _sign_text(self, sign: Sign) -> str:
        return f"{cell_name(sign.a, self.width)}{'=' if sign.same else 'x'}{cell_name(sign.b, self.width)}"


@lru_cache(maxsize=64)
def signs_by_line(width: int, height: int, signs: tuple[Sign, ...]) -> tuple[LineSigns, ...]:
    """For every line of a board the signs inside it: (place of the first cell, same)."""
    by_line: list[list[tuple[int, bool]]] = [[] for _ in range(height + width)]
    for a, b, same in signs:
        row, column = divmod(a, width)
        if b - a == 1:
            by_line[row].append((column, same))
        else:
            by_line[height + column].append((row, same))
    return tuple([tuple(sorted(line)) for line in by_line])
