"""Finds the lattice of cells in a picture: equal regions at equal distances, with edges around them."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from binairo_tui.screenshots.opening import Pixels as Floats
from binairo_tui.screenshots.regions import Edges, Regions, find_regions
from binairo_tui.screenshots.sources import PictureError

FEWEST, MOST = 4, 20
"""Limits on the width and height of a board, in cells."""
_THRESHOLDS = (4.0, 10.0, 20.0, 36.0)
"""Differences between neighbouring pixels that end a region: noise is below, a line above one of them."""
_LEAST_SIDE = 7
"""Limit on the side of a cell, in pixels."""
_PROTOTYPES = 8
"""The number of sizes of regions that are tried with each threshold."""
_MOST_REGIONS = 1500
"""Limit on the regions of one size."""
_OTHER = 0.3
"""The share of the cells of another grid that must have been seen as regions."""
_PRESENT = 0.8
"""The share of cells with edges around them that a board must have."""


class Lattice(NamedTuple):
    """The cells of a board: their number, and the centre of the first one with the distances of the next, in pixels.

    `support` is the number of cells that were seen as regions of one size.
    """

    columns: int
    rows: int
    x: float
    across: float
    y: float
    down: float
    support: int

    def centre(self, row: float, column: float) -> tuple[float, float]:
        """Return the centre (x, y) of a cell; with halves, of the edge between two cells."""
        return self.x + column * self.across, self.y + row * self.down

    @property
    def area(self) -> float:
        """The area of the board in square pixels."""
        return self.columns * self.across * self.rows * self.down

    def overlaps(self, other: "Lattice") -> bool:
        """Return whether two boards share an area."""
        return all(
            abs(2 * (first - second) + (count - 1) * step - (others - 1) * other_step)
            < count * step + others * other_step
            for first, count, step, second, others, other_step in (
                (self.x, self.columns, self.across, other.x, other.columns, other.across),
                (self.y, self.rows, self.down, other.y, other.rows, other.down),
            )
        )


def find_lattice(edges: Edges) -> Lattice:
    """Return the lattice of the largest board. Raises PictureError if there is none, or if there are several."""
    found = sorted({it for threshold in _THRESHOLDS for it in _lattices(edges, threshold)}, key=lambda it: -it.support)
    if not found:
        raise PictureError(f"no grid of {FEWEST}x{FEWEST} to {MOST}x{MOST} cells is to be seen in the picture")
    best = found[0]
    if any(
        not it.overlaps(best) and it.area > best.area / 4 and it.support >= _OTHER * it.columns * it.rows
        for it in found
    ):
        raise PictureError("there are several grids in the picture: cut out one")
    return best


def _lattices(edges: Edges, threshold: float) -> Iterator[Lattice]:
    """Yield the boards whose cells are regions of equal size."""
    regions = find_regions(edges, threshold)
    big = (regions.width >= _LEAST_SIDE) & (regions.height >= _LEAST_SIDE)
    ratio = regions.width / np.maximum(regions.height, 1)
    regions = regions.chosen(big & (ratio > 0.45) & (ratio < 2.2) & (regions.area * 5 > regions.width * regions.height))
    sizes = sorted(set(zip(regions.width.tolist(), regions.height.tolist(), strict=True)))
    alike = [(_alike(regions, *size), size) for size in sizes]
    for members, _ in sorted(alike, key=lambda it: -it[0].sum())[:_PROTOTYPES]:
        if members.sum() >= FEWEST:
            yield from _from_members(edges, threshold, regions.chosen(members))


def _alike(regions: Regions, width: int, height: int) -> NDArray[np.bool_]:
    near_width = np.abs(regions.width - width) <= max(1.5, 0.08 * width)
    return near_width & (np.abs(regions.height - height) <= max(1.5, 0.08 * height))


def _from_members(edges: Edges, threshold: float, members: Regions) -> Iterator[Lattice]:
    """Yield the boards that regions of one size belong to; there are several if the picture has several grids."""
    x, y = members.left + (members.width - 1) / 2, members.top + (members.height - 1) / 2
    across, down = float(np.median(members.width)), float(np.median(members.height))
    if len(x) > _MOST_REGIONS:
        return
    beside, above = np.abs(x[:, None] - x), np.abs(y[:, None] - y)
    steps_x = beside[(above < 0.15 * down) & (beside >= 0.9 * across) & (beside < 1.7 * across)]
    steps_y = above[(beside < 0.15 * across) & (above >= 0.9 * down) & (above < 1.7 * down)]
    if not len(steps_x) or not len(steps_y):
        return
    across, down = float(np.median(steps_x)), float(np.median(steps_y))
    while len(x) >= FEWEST and 0.45 < across / down < 2.2:
        beside, above = (x[:, None] - x) / across, (y[:, None] - y) / down
        fits = (np.abs(beside - np.rint(beside)) < 0.15) & (np.abs(above - np.rint(above)) < 0.15)
        fits &= (np.abs(beside) < MOST) & (np.abs(above) < MOST)
        best = fits[int(fits.sum(axis=1).argmax())]
        if best.sum() < FEWEST:
            return
        one = Lattice(1, 1, *_fit(x[best], across), *_fit(y[best], down), int(best.sum()))
        yield from _grown(edges, max(3.0, 0.4 * threshold), one, x[best], y[best])
        x, y = x[~best], y[~best]


def _fit(places: Floats, step: float) -> tuple[float, float]:
    """Return the first place and the exact step of places that are about `step` apart or a multiple of it."""
    order = np.sort(places)
    at = np.concatenate([[0], np.cumsum(np.rint(np.diff(order) / step))])
    if at[-1] == 0:
        return float(order.mean()), step
    slope, first = np.polyfit(at, order, 1)
    return float(first), float(slope)


def _grown(edges: Edges, threshold: float, one: Lattice, x: Floats, y: Floats) -> Iterator[Lattice]:
    """Yield the board that grows from the cells at (x, y) over all cells that have edges around them."""

    @cache
    def is_present(column: int, row: int) -> bool:
        return _sides(edges, threshold, one, column, row) >= 3

    columns, rows = np.rint((x - one.x) / one.across), np.rint((y - one.y) / one.down)
    seeds = list(zip(columns.astype(int).tolist(), rows.astype(int).tolist(), strict=True))
    left_over = {it for it in seeds if is_present(*it)}
    while left_over:
        board = {left_over.pop()}
        edge = list(board)
        while edge and len(board) <= (MOST + 2) ** 2:
            column, row = edge.pop()
            for near in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
                if near not in board and is_present(*near):
                    board.add(near)
                    edge.append(near)
        left_over -= board
        yield from _framed(board, seeds, one)


def _framed(board: set[tuple[int, int]], seeds: list[tuple[int, int]], one: Lattice) -> Iterator[Lattice]:
    """Yield the rectangle that the cells of a board fill, unless a region of their size is directly beside it."""
    left, right = min(it[0] for it in board), max(it[0] for it in board)
    top, bottom = min(it[1] for it in board), max(it[1] for it in board)
    width, height = right - left + 1, bottom - top + 1
    inside = sum(left <= column <= right and top <= row <= bottom for column, row in seeds)
    near = sum(left - 1 <= column <= right + 1 and top - 1 <= row <= bottom + 1 for column, row in seeds)
    is_full = len(board) >= _PRESENT * width * height
    if FEWEST <= width <= MOST and FEWEST <= height <= MOST and near == inside and is_full:
        start_x, start_y = one.x + left * one.across, one.y + top * one.down
        yield Lattice(width, height, start_x, one.across, start_y, one.down, inside)


def _sides(edges: Edges, threshold: float, one: Lattice, column: int, row: int) -> int:
    """Return the number of sides of a cell that have an edge along most of their length; 0 outside the picture."""
    x, y = one.x + column * one.across, one.y + row * one.down
    near_x, near_y = max(2.0, 0.16 * one.across), max(2.0, 0.16 * one.down)
    left, right = round(x - 0.35 * one.across), round(x + 0.35 * one.across) + 1
    top, bottom = round(y - 0.35 * one.down), round(y + 0.35 * one.down) + 1
    height, width = edges.right.shape[0], edges.below.shape[1]
    if not (left >= 0 and right < width and top >= 0 and bottom < height):
        return 0
    count = 0
    for side in (x - one.across / 2, x + one.across / 2):
        strip = edges.right[top:bottom, max(0, round(side - near_x)) : round(side + near_x) + 1]
        count += bool(strip.size and (strip.max(axis=1) > threshold).mean() > 0.6)
    for side in (y - one.down / 2, y + one.down / 2):
        strip = edges.below[max(0, round(side - near_y)) : round(side + near_y) + 1, left:right]
        count += bool(strip.size and (strip.max(axis=0) > threshold).mean() > 0.6)
    return count
