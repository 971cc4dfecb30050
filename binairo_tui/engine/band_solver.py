"""Band solver: determines whether the techniques up to a band solve a puzzle. Generation uses it hundreds of times.

For rare puzzles, the result differs from the grade: some techniques find something in a line, but no longer find it
after other techniques have filled more of the line. So the result can depend on the order of the techniques. Code that
guarantees a band therefore also grades the finished puzzle. The whole-grid passes in `propagation` replace equivalent
techniques:

    triples     pair and sandwich
    signs       sign
    propagate   all techniques up to EXPERT except sign chain
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from binairo_tui.engine.axis import Axis
from binairo_tui.engine.bands import BANDS, FIRST_RECIPE, Band
from binairo_tui.engine.core import core_name, techniques
from binairo_tui.engine.geometry import Position, geometry
from binairo_tui.engine.memo import Memo
from binairo_tui.engine.propagation import Propagator, propagate, propagator
from binairo_tui.engine.puzzle import LineSigns, Puzzle
from binairo_tui.engine.request import LATEST_RECIPE, SIGN_TECHNIQUES
from binairo_tui.engine.techniques import base, line_fillings, registry

if TYPE_CHECKING:
    from binairo_tui.engine import _core

_QUICK = ("pair", "sandwich", "sign")  # techniques that are replaced by whole-grid passes
TRIPLES = 0
"""A code for the compiled core: instead of a band, it means only pair, sandwich and sign."""
_BEYOND_PROPAGATION = ("sign chain", "hypothesis", "nested hypothesis")


def is_solvable_with(puzzle: Puzzle, band: Band, position: Position | None = None, recipe: int = LATEST_RECIPE) -> bool:
    """Return whether the techniques up to a band fill the grid, starting from the givens or from `position`.

    If the techniques fill the grid, there is exactly one solution. Except for rare puzzles (see the module), the
    techniques up to a puzzle's band solve the puzzle, but those of lower bands do not. `recipe` is a version of the
    generator; techniques that the recipe does not know are not used.
    """
    core = core_for(puzzle, band, recipe)
    if core is not None:
        return core.is_solvable(puzzle.givens if position is None else position, band)
    reached = closure(puzzle, band, position, recipe)
    return reached is not None and puzzle.geometry.is_full(reached) and propagate(puzzle, reached) is not None


def is_solvable_with_triples(puzzle: Puzzle) -> bool:
    """Return whether pair, sandwich and sign fill the grid. This is what Gentle means in recipe 1 of `generation`."""
    core = core_for(puzzle, Band.GENTLE, recipe=1)
    if core is not None:
        return core.is_solvable(puzzle.givens, TRIPLES)
    reached = _pass_fixpoint(propagator(puzzle), puzzle.givens)
    return reached is not None and puzzle.geometry.is_full(reached) and propagate(puzzle, reached) is not None


def closure(
    puzzle: Puzzle, band: Band, position: Position | None = None, recipe: int = LATEST_RECIPE
) -> Position | None:
    """Return the position after the techniques up to a band have filled all they can.

    The techniques start from the givens, or from `position`. Returns None if they find a contradiction. For `recipe`,
    see `is_solvable_with`.
    """
    reached = puzzle.givens if position is None else position
    core = core_for(puzzle, band, recipe)
    if core is not None:
        return core.closure(reached, band)
    reasoner = _reasoner(puzzle.with_givens(0), band, recipe, core_name())
    while True:
        settled = reasoner.line_fixpoint(reached)
        if settled is None or puzzle.geometry.is_full(settled):
            return settled
        reached = reasoner.fill_across_lines(puzzle, settled)
        if reached == settled:
            return settled


def core_for(puzzle: Puzzle, band: Band, recipe: int) -> _core.Board | None:
    """Return the compiled core's board for a puzzle if the core implements the techniques up to a band, else None.

    The core has no techniques for signs, and no hypotheses.
    """
    return None if puzzle.signs or band >= first_band_in_python(recipe) else propagator(puzzle).core


@lru_cache
def first_band_in_python(recipe: int) -> Band:
    """Return the lowest band in which the core and Python have different techniques, or try them in another order.

    Only the techniques for boards without signs that the recipe knows are compared. There always is such a band,
    because the core has no hypotheses.
    """
    return next(
        band
        for band, names in BANDS.items()
        if [name for name in names if name not in SIGN_TECHNIQUES and FIRST_RECIPE.get(name, 1) <= recipe]
        != [name for name, of in techniques if of == band]
    )


def core_limits() -> str:
    """Return a clause to put after `core_reason` if Python solves a band for which the core has techniques; else ''."""
    first = first_band_in_python(LATEST_RECIPE)
    is_short = techniques and first <= techniques[-1][1]
    return f", but some of its techniques differ: from {first.title} on, Python makes the puzzles" if is_short else ""


class _Reasoner:
    """Applies the techniques up to a band, on boards with the same size, signs and rules."""

    def __init__(self, puzzle: Puzzle, band: Band, recipe: int) -> None:
        slow = _slow_techniques(band, recipe, has_signs=bool(puzzle.signs))
        self._band = band
        self._rules = propagator(puzzle)
        self._around = [technique for technique in slow if not isinstance(technique, base.LineTechnique)]
        in_line = tuple([technique for technique in slow if isinstance(technique, base.LineTechnique)])
        self._tables: list[tuple[Axis, list[Memo[int]]]] = [
            (axis, [_line_memo(in_line, axis.length, axis.signs[i]) for i in range(axis.count)])
            for axis in (self._rules.rows, self._rules.columns)
            if in_line
        ]

    def line_fixpoint(self, position: Position) -> Position | None:
        """Return the fixpoint of all techniques that need only one line, or None for a contradiction."""
        if self._band >= Band.EXPERT:
            return self._rules.fixpoint(position)
        while True:
            settled = _pass_fixpoint(self._rules, position)
            if settled is None or settled.bit_count() == self._rules.geometry.cell_count:
                return settled
            position = settled
            for axis, memos in self._tables:
                for i, state in enumerate(axis.states(position)):
                    delta = memos[i][state]
                    if delta:
                        position |= axis.to_position(i, delta)
            if position == settled:
                return settled

    def fill_across_lines(self, puzzle: Puzzle, position: Position) -> Position:
        """Return the position after one pass of a technique that needs several lines.

        It is the easiest of these techniques that finds anything. If none does, the position does not change.
        """
        if not self._around:
            return position
        view = base.View(puzzle, position)
        filled = (technique.filled(view, view.open_lines) for technique in self._around)
        return next((after for after in filled if after != position), position)


@lru_cache(maxsize=256)
def _line_memo(techniques: tuple[base.LineTechnique, ...], length: int, signs: LineSigns) -> Memo[int]:
    """Return a memo that maps the state of a line to the cells that the techniques fill in the line."""
    row = geometry(length, 1)

    def filled(state: int) -> int:
        text, delta = row.text(state), 0
        for technique in techniques:
            for places, values, _ in technique.find_in_line(text, signs):
                delta |= row.fill(0, places, values)
        return delta

    return Memo(filled, line_fillings.MAX_MEMO)


@lru_cache(maxsize=32)
def _reasoner(empty: Puzzle, band: Band, recipe: int, core: str) -> _Reasoner:  # noqa: ARG001
    return _Reasoner(empty, band, recipe)


def _pass_fixpoint(rules: Propagator, position: Position) -> Position | None:
    """Return the fixpoint of the rules for triples and signs, or None if a cell would have to hold both values."""
    ones = rules.geometry.ones
    while True:
        before = position
        position = rules.triples(position)
        if rules.has_signs:
            position = rules.signs(position)
        if position & position >> 1 & ones:
            return None
        if position == before:
            return position


def _slow_techniques(band: Band, recipe: int, *, has_signs: bool) -> list[base.Technique]:
    """Return the techniques of a recipe up to a band, except those that `propagation` replaces."""
    allowed = {name for one, names in BANDS.items() if one <= band for name in names}
    if band >= Band.EXPERT:
        allowed &= set(_BEYOND_PROPAGATION)
    unneeded = {*_QUICK, *(() if has_signs else SIGN_TECHNIQUES)}
    return [technique for technique in registry.of_recipe(recipe) if technique.name in allowed - unneeded]
