"""Checks whether a player's marks are a reason for a value, and finds missing and superfluous marks.

A reason is right if the value follows from it. It need not be the reason that the program would give.
"""

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from binairo_tui.engine.geometry import EMPTY, Cell, Line, Position, Value, distance
from binairo_tui.engine.proof import Proof
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import reasons, sign_chain
from binairo_tui.engine.techniques.base import View

FEW_CELLS = 2
"""A marked line is too much for a reason that has at most this many cells and counts no values, such as a pair."""


class Marks(NamedTuple):
    """What a player marks as the reason for the value of a cell: whole lines, and single cells.

    A marked line means all its cells. A sign belongs to the reason if its two cells are marked; the cell with the value
    to be explained counts as marked.
    """

    lines: frozenset[Line] = frozenset()
    cells: frozenset[Cell] = frozenset()


class Worth(Enum):
    """Whether a reason is enough for a value, too little, or more than needed."""

    __repr__ = Enum.__str__

    ENOUGH = "enough"
    TOO_LITTLE = "too little"
    TOO_MUCH = "too much"


class ReasonCheck(NamedTuple):
    """The verdict on a reason.

    If the reason is too little, `rest` holds the missing marks, and `is_useful` says whether any of the player's marks
    helps. If the reason is too much, `rest` holds marks that would have been enough. Otherwise `rest` is empty.
    """

    worth: Worth
    rest: Marks = Marks()
    is_useful: bool = True


def check_reason(puzzle: Puzzle, position: Position, cell: Cell, proof: Proof, marks: Marks) -> ReasonCheck:
    """Return the verdict on marks as a reason for the value that the single step `proof` gives to the blank `cell`.

    >>> puzzle = parse_puzzle("4x4;11..............")
    >>> proof = next_proof(puzzle, puzzle.givens)
    >>> for marks in (Marks(cells=frozenset({0, 1})), Marks(cells=frozenset({0})), Marks(lines=frozenset({0}))):
    ...     check_reason(puzzle, puzzle.givens, 2, proof, marks)
    ReasonCheck(worth=Worth.ENOUGH, rest=Marks(lines=frozenset(), cells=frozenset()), is_useful=True)
    ReasonCheck(worth=Worth.TOO_LITTLE, rest=Marks(lines=frozenset(), cells=frozenset({1})), is_useful=True)
    ReasonCheck(worth=Worth.TOO_MUCH, rest=Marks(lines=frozenset(), cells=frozenset({0, 1})), is_useful=True)
    """
    judged = _Judged(puzzle, position, cell, proof.values[proof.cells.index(cell)])
    signs = [end for sign in proof.because_signs for end in (sign.a, sign.b)]
    reason = frozenset({*proof.because_cells, *signs} - {cell})
    if judged.follows(marks):
        is_pattern = len(reason) <= FEW_CELLS and not proof.premises.quota and not proof.premises.runs
        if marks.lines and is_pattern and reason <= judged.known(marks):
            return ReasonCheck(Worth.TOO_MUCH, Marks(cells=reason))
        spare = judged.without_spare(marks, proof, reason)
        return ReasonCheck(Worth.ENOUGH) if spare is None else ReasonCheck(Worth.TOO_MUCH, spare)
    needed = reason - judged.known(marks)
    missing = judged.least(marks._replace(cells=marks.cells | needed), needed).cells - marks.cells
    kept = judged.least(Marks(marks.lines, marks.cells | missing), marks.cells, marks.lines)
    is_useful = bool(kept.lines or kept.cells - missing)
    return ReasonCheck(Worth.TOO_LITTLE, judged.named(proof, missing if is_useful else needed), is_useful)


class _Judged(NamedTuple):
    """A value for a blank cell, and tests whether it follows from marks."""

    puzzle: Puzzle
    position: Position
    cell: Cell
    value: Value

    def known(self, marks: Marks) -> set[Cell]:
        """Return the marked cells, the cells of marked lines, and the judged cell itself."""
        in_lines = [cell for line in marks.lines for cell in self.puzzle.geometry.line_cells[line]]
        return {*marks.cells, *in_lines, self.cell}

    def follows(self, marks: Marks) -> bool:
        """Return whether the value follows from the marks by the rules, in one line or along signs."""
        puzzle, geometry, known = self.puzzle, self.puzzle.geometry, self.known(marks)
        signs = tuple([sign for sign in puzzle.signs if sign.a in known and sign.b in known])
        shown = self.position & geometry.mask(known)
        board = replace(puzzle, givens=shown, signs=signs)
        view = View(board, shown)
        for line in geometry.lines_of(self.cell):
            _, cells, text, inside = view.lines[line]
            alike = view.lines[: puzzle.height] if line < puzzle.height else view.lines[puzzle.height :]
            finished = tuple([other.text for other in alike if puzzle.unique_lines and EMPTY not in other.text])
            if reasons.settles(text, inside, ((cells.index(self.cell), self.value),), finished):
                return True
        filled = sign_chain.TECHNIQUE.filled(view, view.open_lines) if signs else 0
        return geometry.value(filled, self.cell) == self.value

    def least(self, marks: Marks, cells: Iterable[Cell], lines: Iterable[Line] = ()) -> Marks:
        """Return the marks without superfluous ones: `lines` are tried first, then `cells`, the farthest cell first."""
        for line in lines:
            fewer = marks._replace(lines=marks.lines - {line})
            marks = fewer if self.follows(fewer) else marks
        for cell in sorted(cells, key=lambda it: (-distance(it, self.cell, self.puzzle.width), it)):
            fewer = marks._replace(cells=marks.cells - {cell})
            marks = fewer if self.follows(fewer) else marks
        return marks

    def without_spare(self, marks: Marks, proof: Proof, reason: frozenset[Cell]) -> Marks | None:
        """Return only the needed marks, or None if all marks are needed.

        Marked cells in `reason` always stay. If the proof needs several lines, marks of these lines also stay. If only
        marked blanks are superfluous, they count as needed, because they show what the argument is about.
        """
        own = proof.because_lines if len(proof.because_lines) > 1 and not proof.premises.path else ()
        enough = self.least(marks, marks.cells - reason, marks.lines.difference(own))
        dropped = marks.cells - enough.cells
        is_filled = [self.puzzle.geometry.value(self.position, cell) != EMPTY for cell in dropped]
        return enough if any(is_filled) or enough.lines != marks.lines else None

    def named(self, proof: Proof, cells: frozenset[Cell]) -> Marks:
        """Return cells of a proof as marks: a line is marked if it has more than `FEW_CELLS` of them."""
        line_cells = self.puzzle.geometry.line_cells
        lines = () if proof.premises.path else proof.because_lines
        whole = frozenset([line for line in lines if len(cells.intersection(line_cells[line])) > FEW_CELLS])
        return Marks(whole, cells.difference(*[line_cells[line] for line in whole]))
