"""Finds regions of nearly one colour in a picture: the grounds of cells, tiles, discs."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from binairo_tui.screenshots.opening import Pixels

Ints = NDArray[np.int64]


class Edges(NamedTuple):
    """The difference of each pixel from the pixel to its right, and from the pixel below it."""

    right: NDArray[np.float32]
    below: NDArray[np.float32]


def edges_of(pixels: Pixels) -> Edges:
    """Return the differences between neighbouring pixels."""
    return Edges(np.abs(np.diff(pixels, axis=1)).max(axis=2), np.abs(np.diff(pixels, axis=0)).max(axis=2))


def find_regions(edges: Edges, threshold: float) -> Ints:
    """Return the regions in which neighbouring pixels differ by at most `threshold`.

    The columns of the result are left side, upper side, width, height and area of each region, in pixels.
    """
    height, width = edges.right.shape[0], edges.below.shape[1]
    begins = np.ones((height, width), dtype=bool)
    begins[:, 1:] = edges.right > threshold
    run = np.cumsum(begins.ravel()).reshape(height, width) - 1
    rows, lefts = np.nonzero(begins)
    rights = np.append(lefts[1:], 0)
    rights[rights == 0] = width
    joined = edges.below <= threshold
    pairs = np.unique(run[:-1][joined] * run.size + run[1:][joined])
    label = join(len(rows), pairs // run.size, pairs % run.size)
    order = label.argsort(kind="stable")
    _, firsts = np.unique(label[order], return_index=True)
    left, top = (np.minimum.reduceat(it[order], firsts) for it in (lefts, rows))
    right, bottom = (np.maximum.reduceat(it[order], firsts) for it in (rights, rows + 1))
    area = np.add.reduceat((rights - lefts)[order], firsts)
    return np.stack([left, top, right - left, bottom - top, area], axis=1)


def join(count: int, first: Ints, second: Ints) -> Ints:
    """Return a label for each of `count` things. Things connected by the pairs (`first`, `second`) share a label."""
    label = np.arange(count)
    while True:
        low = np.minimum(label[first], label[second])
        joined = label.copy()
        np.minimum.at(joined, first, low)
        np.minimum.at(joined, second, low)
        joined = joined[joined]
        if (joined == label).all():
            return label
        label = joined
