"""Consequences: the values that propagation fills in, computed from the consequences of an earlier position.

If two positions differ in a few cells, only two kinds of lines are examined: the lines through these cells, and the
lines that change as a result. The trail is a list of inferences. It records which values were inferred from which. When
a value is removed, the values inferred from it are removed as well. The reason of an inference is usually a whole line;
`techniques` finds reasons that people can follow.
"""

from functools import reduce
from operator import or_
from typing import NamedTuple

from binairo_tui.engine.axis import Axis
from binairo_tui.engine.geometry import Position
from binairo_tui.engine.propagation import Propagator, Trail, propagator
from binairo_tui.engine.puzzle import Puzzle

KEPT = 64
"""Limit on the positions whose consequences a `Follower` caches."""


class Inference(NamedTuple):
    """An inference of `values` from `reasons`: sets of values, each as a position that holds no other values."""

    values: Position
    reasons: Position


class Consequences(NamedTuple):
    """What follows from a position.

    `fixpoint` is the position after all forced cells have been filled, or None if filling them leads to a
    contradiction. `trail` holds the inferences in order. If a contradiction was found, `unsettled` is a mask of cells
    whose lines were not examined completely.
    """

    position: Position
    fixpoint: Position | None
    trail: tuple[Inference, ...] = ()
    unsettled: Position = 0


def consequences(puzzle: Puzzle, position: Position) -> Consequences:
    """Return the consequences of a position, by examining every line.

    >>> puzzle = parse_puzzle("4x4;11..0...........")
    >>> consequences(puzzle, puzzle.givens).fixpoint == propagate(puzzle)
    True
    """
    return _extended(propagator(puzzle), position, (), position, puzzle.geometry.board)


def consequences_after(puzzle: Puzzle, before: Consequences, position: Position) -> Consequences:
    """Return the consequences of a position, examining only the lines that differ from those of another position.

    `before` holds the consequences of this other position, which must belong to the same puzzle.

    >>> puzzle = parse_puzzle("4x4;11..0...........")
    >>> before = consequences(puzzle, puzzle.givens)
    >>> position = puzzle.geometry.place(puzzle.givens, 15, ZERO)
    >>> consequences_after(puzzle, before, position).fixpoint == propagate(puzzle, position)
    True
    """
    reached = before.position | _values(before.trail) if before.fixpoint is None else before.fixpoint
    held: Position
    if position & before.position == before.position:
        if before.fixpoint is None:
            return before._replace(position=position, unsettled=before.unsettled | position & ~reached)
        held, trail = position | reached, list(before.trail)
    else:
        held, trail = position, []
        for inference in before.trail:
            if inference.reasons & held == inference.reasons:
                trail.append(inference)
                held |= inference.values
    changed = reached ^ held | before.unsettled
    if not changed:
        return before._replace(position=position)
    return _extended(propagator(puzzle), position, tuple(trail), held, changed)


class Follower:
    """Caches the consequences of recent positions of a game, so that undo and redo examine no lines."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._known: dict[Position, Consequences] = {}
        self._last: Consequences | None = None

    def follow(self, position: Position) -> Consequences:
        """Return the consequences of a position, from the cache or computed from those of the last position."""
        found = self._known.get(position)
        if found is None:
            last = self._last
            found = consequences_after(self._puzzle, last, position) if last else consequences(self._puzzle, position)
            if len(self._known) >= KEPT:
                del self._known[next(iter(self._known))]
            self._known[position] = found
        self._last = found
        return found


def _extended(
    rules: Propagator, position: Position, trail: tuple[Inference, ...], held: Position, changed: Position
) -> Consequences:
    """`held` is the position after all of `trail`. Only lines through cells in `changed` can force more values."""
    if held & held >> 1 & rules.geometry.ones:
        return Consequences(position, None, trail, changed)
    found: Trail = []
    fixpoint = rules.exact(held, changed, found)
    inferences = [Inference(cells, _reason(before, source, shift)) for cells, before, source, shift in found if cells]
    unsettled = 0 if fixpoint is not None else changed | _values(inferences)
    return Consequences(position, fixpoint, (*trail, *inferences), unsettled)


def _reason(before: Position, source: Axis | None, shift: int) -> Position:
    """Return the values that forced some cells. The arguments come from an entry of a `propagation.Trail`."""
    return before if source is None else before & source.mask << shift


def _values(trail: tuple[Inference, ...] | list[Inference]) -> Position:
    return reduce(or_, [inference.values for inference in trail], 0)
