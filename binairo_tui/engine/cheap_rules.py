"""Cheap rules: the rules that need no completions of a line, implemented as shifts and masks on a position.

These are the most frequently called functions of the engine in pure Python. `propagation` explains how they are
used.
"""

from collections.abc import Callable

from binairo_tui.engine.geometry import Geometry, Position
from binairo_tui.engine.puzzle import Sign


def triple_pass(row: int, ones: int) -> Callable[[Position], Position]:
    """Return the pass that sets every cell next to an equal pair, or between two equal cells, to the other value.

    A cell that already holds the wrong value then holds both values. `row` is the distance between two rows in bits,
    and `ones` has the lower bit of every cell. The pass is a closure rather than a method because it is called so
    often.
    """
    two_rows = 2 * row

    def triples(position: Position) -> Position:
        right, below = position >> 2, position >> row
        pairs, stacked = position & right, position & below
        against = (
            pairs << 4
            | pairs >> 2
            | position << 2 & right
            | stacked << two_rows
            | stacked >> row
            | position << row & below
        )
        return position | against >> 1 & ones | (against & ones) << 1

    return triples


def sign_pass(board: Geometry, signs: tuple[Sign, ...]) -> Callable[[Position], Position]:
    """Return the pass that applies each sign at a filled cell: the other cell gets the value that the sign demands.

    A cell that already holds the wrong value then holds both values. In one pass, no value travels across more than one
    sign.
    """
    ones = board.ones
    masks = [
        (shift, same, mask)
        for shift, distance in ((2, 1), (2 * board.lane, board.width))
        for same in (True, False)
        if (mask := board.mask([sign.a for sign in signs if sign.b - sign.a == distance and sign.same is same]))
    ]

    def fill(position: Position) -> Position:
        after, swapped = position, position >> 1 & ones | (position & ones) << 1
        for shift, same, mask in masks:
            values = position if same else swapped
            after |= (values & mask) << shift | values >> shift & mask
        return after

    return fill
