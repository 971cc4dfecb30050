"""Finds the lattice of cells in a picture: equal regions at equal distances, with edges around them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from binairo_tui.screenshots.marks import Bools, Floats, flood
from binairo_tui.screenshots.regions import Edges, Ints, find_regions
from binairo_tui.screenshots.sources import PictureError

FEWEST, MOST = 4, 20
"""Limits on the width and height of a board, in cells."""
_THRESHOLDS = (4.0, 10.0, 20.0, 36.0)
"""A region ends where neighbouring pixels differ by more than a threshold. Lines should do so, noise should not."""
_LEAST_SIDE = 7
"""The least side of a cell, in pixels."""
_PROTOTYPES = 8
"""Limit on the sizes of regions that are tried with each threshold."""
_MOST_REGIONS = 1500
"""Limit on the regions of one size."""
_OTHER = 0.3
"""Another grid counts if its regions are at least this share of its cells and of the largest grid's regions."""
_PRESENT = 0.8
"""The share of cells with edges around them that a board must have."""


class Lattice(NamedTuple):
    """The cells of a board: their number, the centre of the first one, and the distances between centres, in pixels.

    `support` is the number of cells that were seen as regions of one size.
    """

    columns: int
    rows: int
    x: float
    across: float
    y: float
    down: float
    support: int

    @property
    def centres(self) -> Floats:
        """The centre (x, y) of each cell, row by row."""
        row, column = np.divmod(np.arange(self.rows * self.columns), self.columns)
        return np.stack([self.x + column * self.across, self.y + row * self.down], axis=1)

    def overlaps(self, other: "Lattice") -> bool:
        """Return whether two boards share an area."""
        last = np.minimum(self.centres[-1], other.centres[-1])
        return bool((np.maximum(self.centres[0], other.centres[0]) < last).all())


def find_lattice(edges: Edges) -> Lattice:
    """Return the lattice of the largest board. Raises PictureError if there is no board, or if there are several."""
    found = sorted({it for threshold in _THRESHOLDS for it in _lattices(edges, threshold)}, key=lambda it: -it.support)
    if not found:
        raise PictureError(f"the picture shows no grid of {FEWEST}x{FEWEST} to {MOST}x{MOST} cells")
    best = found[0]
    if any(not it.overlaps(best) and it.support >= _OTHER * max(best.support, it.columns * it.rows) for it in found):
        raise PictureError("there are several grids in the picture: cut out one")
    return best


def _lattices(edges: Edges, threshold: float) -> Iterator[Lattice]:
    """Yield the boards whose cells are regions of equal size."""
    regions = find_regions(edges, threshold)
    _, _, width, height, area = regions.T
    is_cell = (np.minimum(width, height) >= _LEAST_SIDE) & (5 * area > width * height)
    regions = regions[is_cell & (width < 2.2 * height) & (height < 2.2 * width)]
    sizes = np.unique(regions[:, 2:4], axis=0)
    alike = [(np.abs(regions[:, 2:4] - size) <= np.maximum(1.5, 0.08 * size)).all(axis=1) for size in sizes]
    tried: list[Bools] = []
    for members in sorted(alike, key=lambda it: -it.sum()):
        is_new = all(2 * (members & it).sum() < members.sum() for it in tried)
        if is_new and FEWEST <= members.sum() <= _MOST_REGIONS and len(tried) < _PROTOTYPES:
            tried.append(members)
            yield from _from_members(edges, threshold, regions[members])


def _from_members(edges: Edges, threshold: float, members: Ints) -> Iterator[Lattice]:
    """Yield the boards to which regions of one size belong. There are several if the picture has several grids."""
    x, y = (members[:, :2] + (members[:, 2:4] - 1) / 2).T
    across, down = np.median(members[:, 2:4], axis=0)
    beside, above = np.abs(x[:, None] - x), np.abs(y[:, None] - y)
    # Two cells are in one row if their centres differ in height by less than 0.15 of a cell; likewise in one column.
    # Distances are in sides of a cell. The centres of two cells are at least one side apart, or 0.95, as sizes vary.
    apart = np.concatenate([beside[above < 0.15 * down] / across, above[beside < 0.15 * across] / down])
    apart = apart[apart > 0.95]
    if not len(apart):
        return
    # `steps` is how many cells fit into a distance. If no two neighbours are seen, the nearest cells tell the distance.
    steps = np.floor(apart / 0.95)
    across, down = np.array([across, down]) * np.median((apart / steps)[steps == steps.min()])
    while len(x) >= FEWEST and 0.45 < across / down < 2.2:  # as in `_lattices`, no side is 2.2 times the other
        beside, above = (x[:, None] - x) / across, (y[:, None] - y) / down
        # Two cells fit into one lattice if they are whole steps apart, give or take 0.15 of a step.
        fits = (np.abs(beside - np.rint(beside)) < 0.15) & (np.abs(above - np.rint(above)) < 0.15)
        fits &= (np.abs(beside) < MOST) & (np.abs(above) < MOST)
        best = fits[int(fits.sum(axis=1).argmax())]
        if best.sum() < FEWEST:
            return
        one = Lattice(1, 1, *_fit(x[best], across), *_fit(y[best], down), int(best.sum()))
        noise = float(np.median(edges.right[::7, ::7]))
        yield from _grown(edges, max(3.0, 0.4 * threshold, 5 * noise), one, x[best], y[best])
        x, y = x[~best], y[~best]


def _fit(places: Floats, step: float) -> tuple[float, float]:
    """Return the first of the places, and the exact step between them; `step` is the approximate step."""
    order = np.sort(places)
    at = np.concatenate([[0], np.cumsum(np.rint(np.diff(order) / step))])
    if at[-1] == 0:
        return float(order.mean()), step
    slope, first = np.polyfit(at, order, 1)
    return float(first), float(slope)


def _grown(edges: Edges, threshold: float, one: Lattice, x: Floats, y: Floats) -> Iterator[Lattice]:
    """Yield the boards that grow from the cells at (x, y) over all cells that have edges around them."""
    height, width = edges.right.shape[0], edges.below.shape[1]
    columns, rows = _places(one.x, one.across, width), _places(one.y, one.down, height)
    beside = _bordered(edges.right > threshold, columns, rows, one.across, one.down)
    above = _bordered((edges.below > threshold).T, rows, columns, one.down, one.across).T
    edged = beside[:, :-1].astype(int) + beside[:, 1:] + above[:-1] + above[1:]
    spans = [np.append(it, it[-1] + step) - step / 2 for it, step in ((rows, one.down), (columns, one.across))]
    seeds = np.histogram2d(y, x, spans)[0] > 0  # without regions that the edge of the picture cuts off
    corner, left_over = one._replace(x=columns[0], y=rows[0]), seeds & (edged >= 3)
    while left_over.any():
        start = np.arange(seeds.size).reshape(seeds.shape) == left_over.argmax()
        board = flood(start[None], edged[None] >= 3)[0]
        left_over &= ~board
        yield from _framed(board, seeds, board & (seeds | (edged == 4)), corner)


def _places(first: float, step: float, length: int) -> Floats:
    """Return the centres of all cells that fit into the picture, one for each step."""
    before, after = int((first - 0.35 * step) / step), int((length - 1 - first - 0.35 * step) / step)
    return first + step * np.arange(-before, after + 1)


def _bordered(edge: Bools, across: Floats, along: Floats, step: float, length: float) -> Bools:
    """Return which sides of cells are edges for most of their length: for each place `along`, all sides in order."""
    near = max(2.0, 0.16 * step)
    sides = [*(across - step / 2), across[-1] + step / 2]
    strips = np.array([edge[:, max(0, round(side - near)) : round(side + near) + 1].any(axis=1) for side in sides])
    spans = [(max(0, round(place - 0.35 * length)), round(place + 0.35 * length) + 1) for place in along]
    return np.array([strips[:, start:end].mean(axis=1) > 0.6 for start, end in spans])


def _framed(board: Bools, seeds: Bools, whole: Bools, corner: Lattice) -> Iterator[Lattice]:
    """Yield the rectangle that the cells of a board fill, unless a region as large as a cell is directly beside it.

    `seeds` are the cells seen as regions. `whole` are the cells of the board that are in `seeds` or have four edges.
    """
    (left, width), (top, height) = (_extent(board.sum(axis=axis), whole.sum(axis=axis)) for axis in (0, 1))
    inside = seeds[top : top + height, left : left + width].sum()
    near = seeds[max(0, top - 1) : top + height + 1, max(0, left - 1) : left + width + 1].sum()
    is_full = board[top : top + height, left : left + width].mean() >= _PRESENT
    if FEWEST <= width <= MOST and FEWEST <= height <= MOST and near == inside and is_full:
        yield corner._replace(
            columns=width,
            rows=height,
            x=corner.x + left * corner.across,
            y=corner.y + top * corner.down,
            support=int(inside),
        )


def _extent(counts: Ints, whole: Ints) -> tuple[int, int]:
    """Return the first line and the number of lines, without lines of few cells or, at the ends, of few whole ones."""
    many = counts >= 0.6 * counts.max()
    # `block` labels the runs of lines with many cells: the label goes up by one at each line with few cells.
    block, whole = np.cumsum(~many), whole * many
    ends = np.nonzero((block == block[whole.argmax()]) & (whole >= 0.25 * whole.max()))[0]
    return int(ends[0]), int(ends[-1] - ends[0] + 1)
