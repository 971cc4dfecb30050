"""Finds = and x on the edges between cells."""

import numpy as np

from binairo_tui.engine import Sign
from binairo_tui.screenshots.lattice import Lattice
from binairo_tui.screenshots.marks import LEAST_CONTRAST, PLACE, SHAPE, Bools, Floats, Marks, crossness, cut, find_marks
from binairo_tui.screenshots.opening import Pixels
from binairo_tui.screenshots.regions import Ints

_REACH = 0.24
"""Signs are sought up to this distance from the middle of an edge, as a share of the cell's side.

The numbers below are shares of this distance.
"""
_CORE = 0.3
"""All signs come at least as close to the edge as this; few marks in cells do."""
_LINE = 0.4
"""A line along the edge, or a gap between tiles, reaches at most this far to both sides of the edge."""
_END = 0.62
"""A sign reaches at most this far along the edge from its middle. The rest looks like an edge without a sign."""


def find_signs(pixels: Pixels, lattice: Lattice, grounds: Floats) -> dict[Sign, float]:
    """Return the signs on a board, each with its confidence from 0 to 1; `grounds` are the colours of the cells."""
    cell = np.arange(len(grounds)).reshape(lattice.rows, lattice.columns)
    return {
        **_signs_between(pixels, lattice, grounds, cell[:, :-1].ravel(), cell[:, 1:].ravel(), is_level=False),
        **_signs_between(pixels, lattice, grounds, cell[:-1].ravel(), cell[1:].ravel(), is_level=True),
    }


def _signs_between(
    pixels: Pixels, lattice: Lattice, grounds: Floats, a: Ints, b: Ints, *, is_level: bool
) -> dict[Sign, float]:
    """Return the signs on the edges between the cells `a` and `b`. If `is_level`, they are level, otherwise upright.

    A sign often interrupts the line between the cells. The sign then differs from both cells, and touches nothing. A
    sign on an uninterrupted line also differs from the line, which is seen at the ends of the edge.
    """
    centres = (lattice.centres[a] + lattice.centres[b]) / 2
    places = cut(pixels, centres, _REACH * lattice.across, _REACH * lattice.down)
    bare = np.min([np.abs(places - grounds[cells][:, None, None]).max(axis=3) for cells in (a, b)], axis=0)
    along = 2 if is_level else 1
    across, beyond = np.meshgrid(PLACE, PLACE, indexing="ij" if is_level else "xy")
    ends = np.compress(PLACE > _END, places, axis=along)
    from_line = np.abs(places - np.median(ends, axis=along, keepdims=True)).max(axis=3)
    lined = np.where(across < _LINE, np.minimum(bare, from_line), bare)
    least = np.maximum(LEAST_CONTRAST, 2 * np.percentile(lined[:, (across < _LINE) & (beyond > _END)], 90, axis=1))
    core = (across < _CORE) & (beyond < _END)
    first, second = (find_marks(places, difference, core, is_whole=True) for difference in (bare, lined))
    is_bare = (np.minimum(first.contrast, second.contrast) >= LEAST_CONTRAST) & _may_be_sign(first)
    # What is drawn in the very middle, but touches a mark of a cell, is unsure: its shape is empty.
    middle = np.percentile(lined[:, core & (across < _CORE / 2)], 90, axis=1)
    is_drawn = middle >= np.maximum(least, 0.25 * np.percentile(lined, 97, axis=(1, 2)))
    is_lined = (second.contrast >= least) & (is_drawn | _may_be_sign(second))
    shapes = np.where(is_bare[:, None, None], first.shape, second.shape)
    return dict([_named(int(a[at]), int(b[at]), shapes[at]) for at in np.nonzero(is_bare | is_lined)[0]])


def _may_be_sign(marks: Marks) -> Bools:
    """Return which marks are neither specks nor dashes nor pieces of a line."""
    long, short = np.maximum(marks.height, marks.width), np.minimum(marks.height, marks.width)
    return (long > 0.12) & (3 * short > long)


def _named(a: int, b: int, shape: Floats) -> tuple[Sign, float]:
    """Return the sign with this shape, and its confidence. An = has a full row, and an empty row near the middle."""
    rows = shape.mean(axis=1)
    same, other = float(rows.max() - 2 * rows[SHAPE // 3 : -SHAPE // 3].min()), crossness(shape)
    sure = np.clip(2 * abs(same - other) - 0.3, 0, 1) * np.clip(4 * max(same, other) - 1, 0, 1)
    return Sign(a, b, same > other), float(sure)
