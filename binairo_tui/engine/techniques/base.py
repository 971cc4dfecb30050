"""What every technique is made of: what it looks at, and what it finds.

Most techniques look at one line and know nothing of the board: they take the line's text and signs and find
`LineDeduction`s by place in the line. So rows and columns are one code, and a test is a line of text. The others look
at a `View` of the whole position and find `Deduction`s by cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from binairo_tui.engine.geometry import CODES, EMPTY, Cell, Line, Position, Value, quota
from binairo_tui.engine.puzzle import LineSigns, Puzzle, signs_by_line

MAX_MEMO = 1 << 15
"""Line texts of which a technique remembers what they force, before it starts anew; some 10 MB."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """A fact that follows from a position and the rules.

    `cells` take `values`, one each, ascending. `because_cells` are filled cells that force it, ascending;
    `because_lines` the lines to look at, the one that matters most first. `technique` is the name of the technique.
    """

    technique: str
    cells: tuple[Cell, ...]
    values: tuple[Value, ...]
    because_cells: tuple[Cell, ...]
    because_lines: tuple[Line, ...]


class LineDeduction(NamedTuple):
    """A deduction inside one line: empty places, counted from 0, the values they take, and filled places that say so.

    Places ascend.
    """

    places: tuple[int, ...]
    values: tuple[Value, ...]
    because: tuple[int, ...]


class LineView(NamedTuple):
    """A line as it stands: its number and cells, what they hold, and the signs between them."""

    line: Line
    cells: tuple[Cell, ...]
    text: str
    signs: LineSigns


class View:
    """A position as techniques look at it."""

    def __init__(self, puzzle: Puzzle, position: Position) -> None:
        self.puzzle = puzzle
        self.position = position
        self.text = text = puzzle.geometry.text(position)
        width, height = puzzle.width, puzzle.height
        texts = [text[start : start + width] for start in range(0, len(text), width)]
        texts += [text[column::width] for column in range(width)]
        signs = signs_by_line(width, height, puzzle.signs)
        self.lines = [
            LineView(line, cells, texts[line], signs[line]) for line, cells in enumerate(puzzle.geometry.line_cells)
        ]

    @cached_property
    def open_lines(self) -> list[LineView]:
        """The lines that are not full, rows first."""
        return [line for line in self.lines if EMPTY in line.text]

    def filled_cells(self, line: Line) -> tuple[Cell, ...]:
        """The filled cells of a line."""
        _, cells, text, _ = self.lines[line]
        return tuple([cell for cell, held in zip(cells, text, strict=True) if held != EMPTY])


Sentence = Callable[[Puzzle, Position, Deduction], str]


@dataclass(frozen=True, slots=True)
class Technique:
    """A way to find deductions that a player can learn.

    `name` is what people call it; `rule` says in one sentence what it does; `sentence` words one of its deductions.
    """

    name: str
    rule: str
    sentence: Sentence

    def find(self, view: View, lines: Sequence[LineView] | None = None) -> Iterator[Deduction]:
        """Every deduction in a position; with `lines`, at least those that these lines give, if it judges by lines."""
        raise NotImplementedError

    def filled(self, view: View, lines: Sequence[LineView]) -> Position:
        """The position with everything filled that `find` would."""
        position, shifts = view.position, view.puzzle.geometry.shifts
        for deduction in self.find(view, lines):
            for cell, value in zip(deduction.cells, deduction.values, strict=True):
                position |= CODES[value] << shifts[cell]
        return position


@dataclass(frozen=True, slots=True)
class LineTechnique(Technique):
    """A technique that needs to see one line only."""

    find_in_line: Callable[[str, LineSigns], Iterator[LineDeduction]]

    def find(self, view: View, lines: Sequence[LineView] | None = None) -> Iterator[Deduction]:
        """Every deduction of these lines, or of all."""
        for line, cells, text, signs in view.open_lines if lines is None else lines:
            for places, values, because in self.find_in_line(text, signs):
                yield Deduction(
                    self.name,
                    tuple([cells[place] for place in places]),
                    values,
                    tuple([cells[place] for place in because]),
                    (line,),
                )

    def filled(self, view: View, lines: Sequence[LineView]) -> Position:
        """The position with everything filled that `find` would."""
        position, shifts = view.position, view.puzzle.geometry.shifts
        for _, cells, text, signs in lines:
            for place, code in _placements(self.find_in_line, text, signs):
                position |= code << shifts[cells[place]]
        return position


@dataclass(frozen=True, slots=True)
class BoardTechnique(Technique):
    """A technique that looks further than one line."""

    find_on_board: Callable[[View], Iterator[Deduction]]

    def find(self, view: View, lines: Sequence[LineView] | None = None) -> Iterator[Deduction]:  # noqa: ARG002
        """Every deduction of the position."""
        return self.find_on_board(view)


@lru_cache(maxsize=MAX_MEMO)
def _placements(
    find: Callable[[str, LineSigns], Iterator[LineDeduction]], text: str, signs: LineSigns
) -> tuple[tuple[int, int], ...]:
    """(place, code of its value) of everything that a technique finds in a line."""
    return tuple(
        [
            (place, CODES[value])
            for places, values, _ in find(text, signs)
            for place, value in zip(places, values, strict=True)
        ]
    )


def places_of(text: str, values: str = "01") -> tuple[int, ...]:
    """The places of a line that hold one of some values; all that are filled, unless told otherwise."""
    return tuple([place for place, held in enumerate(text) if held in values])


def still_needed(text: str, value: Value) -> int:
    """How many more of a value a line takes; negative if it has too many."""
    zeros, ones = quota(len(text))
    return (ones if value == "1" else zeros) - text.count(value)
