"""Base classes for techniques, with their input (views) and output (deductions).

Most techniques examine a single line, and need not know its place on the board. They take the text and the signs of the
line, and return `LineDeduction`s with places in the line. So the same code works for rows and columns, and a test needs
only the text of a line. The other techniques examine a `View` of the whole position and return `Deduction`s with cells.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from binairo_tui.engine.geometry import CODES, EMPTY, Cell, Line, Position, Value
from binairo_tui.engine.proof import Premises, Proof
from binairo_tui.engine.puzzle import LineSigns, Puzzle, Sign, line_quota, real_signs
from binairo_tui.engine.techniques import reasons, sentences


@dataclass(frozen=True, slots=True)
class Deduction:
    """The values that a technique finds for some cells of a position, with the reason.

    `cells` are the cells to fill, and `values` their values in the same order. The filled cells `because_cells` and the
    signs of the lines force these values; some of `because_cells` may not be needed. Cells are ascending.
    `because_lines` are the lines to look at, most important first. `prove` returns the proof of a deduction.

    >>> position, deduction = next(deductions(parse_puzzle("4x4;11..............")))
    >>> deduction
    Deduction(technique='pair', cells=(2,), values=('0',), because_cells=(0, 1), because_lines=(0,), because_signs=())
    """

    technique: str
    cells: tuple[Cell, ...]
    values: tuple[Value, ...]
    because_cells: tuple[Cell, ...]
    because_lines: tuple[Line, ...]
    because_signs: tuple[Sign, ...] = ()


class LineDeduction(NamedTuple):
    """A deduction inside one line.

    `places` are the places in the line to fill, and `values` their values in the same order. `because` are the filled
    places that force these values. Places are counted from 0 and are ascending.

    >>> LineDeduction(places=(2,), values=("0",), because=(0, 1))
    LineDeduction(places=(2,), values=('0',), because=(0, 1))
    """

    places: tuple[int, ...]
    values: tuple[Value, ...]
    because: tuple[int, ...]


class LineView(NamedTuple):
    """A line in a position: its number, its cells, the text of its values, and its signs.

    A sign (i, same) is between places i and i + 1, counted from 0; `same` is True for `=` and False for `x`. If a line
    of odd length may have one more 0 or one more 1, the last item of `signs` is not a sign, but marks this rule (see
    `puzzle.odd_mark`).

    >>> View(Puzzle(4, 4, signs=[Sign(1, 2)]), 0).lines[0]
    LineView(line=0, cells=(0, 1, 2, 3), text='....', signs=((1, True),))
    """

    line: Line
    cells: tuple[Cell, ...]
    text: str
    signs: LineSigns

    @property
    def mark(self) -> LineSigns:
        """A tuple of the mark (`puzzle.odd_mark`), if the last item of `signs` is a mark, not a sign; otherwise ()."""
        return self.signs[len(real_signs(len(self.cells), self.signs)) :]


class View:
    """A position prepared for techniques: `text` holds all values, and `lines` holds all lines, rows first.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> View(puzzle, puzzle.givens).lines[0].text
    '11..'
    """

    def __init__(self, puzzle: Puzzle, position: Position) -> None:
        self.puzzle = puzzle
        self.position = position
        width = puzzle.width
        texts = puzzle.geometry.rows(position)
        self.text = text = "".join(texts)
        texts += [text[column::width] for column in range(width)]
        signs = puzzle.line_signs
        self.lines = [
            LineView(line, cells, texts[line], signs[line]) for line, cells in enumerate(puzzle.geometry.line_cells)
        ]

    @cached_property
    def open_lines(self) -> list[LineView]:
        """The lines of the position that are not full, rows first."""
        return [line for line in self.lines if EMPTY in line.text]

    def filled_cells(self, line: Line) -> tuple[Cell, ...]:
        """Return the cells of a line that hold a value, ascending."""
        _, cells, text, _ = self.lines[line]
        return tuple([cell for cell, held in zip(cells, text, strict=True) if held != EMPTY])


def reason(puzzle: Puzzle, position: Position, deduction: Deduction) -> Premises:
    value = puzzle.geometry.value
    values = tuple([value(position, cell) for cell in deduction.because_cells])
    return Premises(deduction.because_cells, values, deduction.because_signs)


@dataclass(frozen=True, slots=True)
class Technique:
    """A way of reasoning by which a player can find deductions.

    `rule` is a sentence that describes the technique. `premises` returns the premises of a deduction. The deduction
    passed to `premises` still has the superfluous cells of its reason, but no superfluous signs. The sentence for a
    proof is in `sentences.SENTENCES`.
    """

    name: str
    rule: str
    premises: Callable[[Puzzle, Position, Deduction], Premises] = field(default=reason, kw_only=True)

    def find(self, view: View, lines: Sequence[LineView] | None = None) -> Iterator[Deduction]:
        """Yield every deduction in a position. A `LineTechnique` examines only `lines`, if given."""
        raise NotImplementedError

    def prove(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Proof:
        """Return the proof of a deduction that this technique found in a position."""
        return sentences.worded(puzzle, self.argue(puzzle, position, deduction))

    def argue(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Proof:
        """Return the proof of a deduction without its sentence."""
        reduced = self.reduced(puzzle, position, deduction)
        signs = reduced.because_signs
        if signs != deduction.because_signs:
            deduction = replace(deduction, because_signs=signs)
        return Proof(
            reduced.technique,
            reduced.cells,
            reduced.values,
            reduced.because_cells,
            reduced.because_lines,
            signs,
            "",
            premises=self.premises(puzzle, position, deduction),
        )

    def reduced(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Deduction:  # noqa: ARG002
        """Return a deduction without the cells and signs that it does not need. By default, all of them are kept."""
        return deduction

    def filled(self, view: View, lines: Sequence[LineView]) -> Position:
        """Return the position after filling in all values that `find` finds with these arguments."""
        position, shifts = view.position, view.puzzle.geometry.shifts
        for deduction in self.find(view, lines):
            for cell, value in zip(deduction.cells, deduction.values, strict=True):
                position |= CODES[value] << shifts[cell]
        return position


@dataclass(frozen=True, slots=True)
class LineTechnique(Technique):
    """A technique that examines a single line at a time.

    `find_in_line` takes the text and the signs of a line; for the form of signs, see `LineView`.

    >>> def find(text, signs):
    ...     for place in range(len(text) - 2):
    ...         if text[place : place + 3] in ("0.0", "1.1"):
    ...             yield LineDeduction((place + 1,), ("1" if text[place] == "0" else "0",), (place, place + 2))
    >>> technique = LineTechnique("between", "A cell between two equal values takes the other value.", find)
    >>> puzzle = parse_puzzle("4x4;1.1.............")
    >>> [deduction.cells for deduction in technique.find(View(puzzle, puzzle.givens))]
    [(1,)]
    """

    find_in_line: Callable[[str, LineSigns], Iterator[LineDeduction]]
    is_exact: bool = False
    """Whether the technique needs every cell of a reason. If so, a proof leaves out no cell."""

    def reduced(self, puzzle: Puzzle, position: Position, deduction: Deduction) -> Deduction:
        """Return the deduction without the cells and signs that its reason does not need."""
        return with_minimal_reason(puzzle, position, deduction, keeps_cells=self.is_exact)

    def find(self, view: View, lines: Sequence[LineView] | None = None) -> Iterator[Deduction]:
        """Yield every deduction in `lines`; None means all open lines."""
        for line, cells, text, signs in view.open_lines if lines is None else lines:
            for places, values, because in self.find_in_line(text, signs):
                yield Deduction(
                    self.name,
                    tuple([cells[place] for place in places]),
                    values,
                    tuple([cells[place] for place in because]),
                    (line,),
                )


@dataclass(frozen=True, slots=True)
class BoardTechnique(Technique):
    """A technique that examines more than one line at a time.

    >>> def find(view):
    ...     yield Deduction("corner", (0,), ("1",), (), ())
    >>> puzzle = Puzzle(4, 4)
    >>> [found.cells for found in BoardTechnique("corner", "A wrong one.", find).find(View(puzzle, puzzle.givens))]
    [(0,)]
    """

    find_on_board: Callable[[View], Iterator[Deduction]]

    def find(self, view: View, lines: Sequence[LineView] | None = None) -> Iterator[Deduction]:  # noqa: ARG002
        """Yield every deduction in the position; `lines` is ignored."""
        return self.find_on_board(view)


def line_of(puzzle: Puzzle, position: Position, line: Line) -> LineView:
    cells = puzzle.geometry.line_cells[line]
    text = "".join([puzzle.geometry.value(position, cell) for cell in cells])
    return LineView(line, cells, text, puzzle.line_signs[line])


def with_minimal_reason(
    puzzle: Puzzle,
    position: Position,
    deduction: Deduction,
    *,
    keeps_cells: bool = False,
    counted_signs: LineSigns | None = None,
) -> Deduction:
    """Return a deduction about one line without the superfluous cells and signs of its reason.

    The first of `because_lines` is that line. The others are finished lines from which it must differ; all their cells
    are kept. With `keeps_cells`, only signs are removed. If `counted_signs` are given, they become the signs of the
    reason.
    """
    line, *twins = [line_of(puzzle, position, line) for line in deduction.because_lines]
    place_of = {cell: place for place, cell in enumerate(line.cells)}
    filled = tuple([(place_of[cell], value) for cell, value in zip(deduction.cells, deduction.values, strict=True)])
    because = tuple([place_of[cell] for cell in deduction.because_cells if cell in place_of])
    finished = tuple([twin.text for twin in twins])
    places, signs = reasons.minimal_reason(
        line.text,
        line.signs if counted_signs is None else (*counted_signs, *line.mark),
        filled,
        because,
        finished=finished,
        keeps_places=keeps_cells,
        keeps_signs=counted_signs is not None,
    )
    cells = {line.cells[place] for place in places}.union(*[twin.cells for twin in twins])
    return replace(
        deduction,
        because_cells=tuple(sorted(cells)),
        because_signs=signs_in(line, signs),
    )


def signs_in(line: LineView, signs: LineSigns) -> tuple[Sign, ...]:
    """Return signs of a line with cells instead of places."""
    cells = line.cells
    return tuple([Sign(cells[place], cells[place + 1], same) for place, same in real_signs(len(cells), signs)])


def places_of(text: str, values: str = "01") -> tuple[int, ...]:
    """Return the places in a line that hold one of `values`; by default, all filled places."""
    return tuple([place for place, held in enumerate(text) if held in values])


def still_needed(text: str, value: Value, signs: LineSigns) -> int:
    """Return how many more cells of a line may hold `value`; negative if too many cells hold it.

    For a full line, the result is 0; it can be 1 if the line may have either one more 0 or one more 1.
    """
    zeros, ones = line_quota(len(text), signs)
    return (ones if value == "1" else zeros) - text.count(value)
