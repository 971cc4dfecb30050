"""Cuts places out of a picture, and finds the mark in each: a digit, a disc, a sign."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from binairo_tui.screenshots.opening import Pixels

Floats = NDArray[np.floating[Any]]
Bools = NDArray[np.bool_]

SIDE = 32
"""Places are scaled to squares with this side, in pixels."""
SHAPE = 20
"""The shapes of marks are scaled to squares with this side, in pixels."""
LEAST_CONTRAST = 24.0
"""A mark differs from the ground around it by at least this much; the maximum is 255."""
PLACE = np.abs(np.arange(SIDE) + 0.5 - SIDE / 2) * 2 / SIDE
FAR = np.maximum(PLACE[:, None], PLACE)
"""How far each pixel is from the middle of its place, across or down, whichever is more; 1 is the edge."""
NEAR = np.minimum(PLACE[:, None], PLACE)
"""How far each pixel is from the middle of its place, across or down, whichever is less; 1 is the edge."""


class Marks(NamedTuple):
    """The marks in several places. Each array has one entry for each place.

    A place with a `contrast` (0 to 255) below `LEAST_CONTRAST` has no mark. `shape` is `SHAPE` x `SHAPE` numbers from 0
    (ground) to 1 (mark). It shows the mark as large as fits, in its proportions. `height` and `width` are those of the
    mark, as shares of the place.
    """

    contrast: Floats
    colour: Floats
    shape: Floats
    height: Floats
    width: Floats


def cut(pixels: Pixels, centres: Floats, half_x: float, half_y: float) -> Pixels:
    """Return the area around each centre (x, y), up to the given distances, as a stack of `SIDE` x `SIDE` pictures."""
    image = Image.fromarray(pixels.astype(np.uint8))
    boxes = [
        (max(0, x - half_x), max(0, y - half_y), min(image.width, x + half_x), min(image.height, y + half_y))
        for x, y in (centres + 0.5).tolist()
    ]
    return np.array([image.resize((SIDE, SIDE), Image.Resampling.BILINEAR, box) for box in boxes], np.float32)


def find_marks(places: Pixels, difference: Floats, core: Bools, *, is_whole: bool) -> Marks:
    """Return the marks. The pixels of a mark differ from the ground, and some of them are in the middle of the place.

    `difference` says how much each pixel differs from the ground, and `core` which pixels are the middle. If
    `is_whole`, nothing that reaches the edge of its place is a mark.
    """
    contrast = np.percentile(difference[:, core], 97, axis=1)
    ink = np.clip(2 * difference / np.maximum(contrast, LEAST_CONTRAST)[:, None, None] - 0.5, 0, 1)
    is_ink = ink >= 0.5
    reached = flood(is_ink & core, is_ink)
    if is_whole:
        reached &= ~flood(is_ink & (FAR > 0.95), is_ink)
    else:  # keep what is connected to the ink nearest to the middle, or else the rest, whichever is larger
        nearest = flood(reached & (np.where(reached, FAR, np.inf).min(axis=(1, 2), keepdims=True) + 0.2 > FAR), reached)
        is_most = 2 * nearest.sum(axis=(1, 2), keepdims=True) > reached.sum(axis=(1, 2), keepdims=True)
        reached &= nearest == is_most
    ink[is_ink & ~reached] = 0
    solid = np.where(ink > 0.9, reached, 0)[..., None]
    colour = (places * solid).sum(axis=(1, 2)) / np.maximum(solid.sum(axis=(1, 2)), 1)
    shapes, sizes = zip(*[_scaled(*each) for each in zip(ink, reached, strict=True)], strict=True)
    return Marks(contrast, colour, np.array(shapes), *np.array(sizes).T)


def _scaled(ink: Floats, reached: Bools) -> tuple[Floats, tuple[float, float]]:
    """Return the shape of a mark, and its height and width."""
    box = Image.fromarray(reached).getbbox()
    if box is None:
        return np.zeros((SHAPE, SHAPE)), (0, 0)
    mark = Image.fromarray(ink.astype(np.float32)).crop(box)
    shape = np.asarray(ImageOps.pad(mark, (SHAPE, SHAPE), Image.Resampling.BILINEAR))
    return shape, (mark.height / SIDE, mark.width / SIDE)


def flood(start: Bools, through: Bools) -> Bools:
    """In each picture of a stack, return the pixels that can be reached from `start` through pixels in `through`."""
    reached = start & through
    while True:
        wide = np.pad(reached, ((0, 0), (1, 1), (1, 1)))
        beside = wide[:, 1:-1, :-2] | wide[:, 1:-1, 2:] | wide[:, :-2, 1:-1] | wide[:, 2:, 1:-1]
        grown = reached | (beside & through)
        if (grown == reached).all():
            return reached
        reached = grown


def crossness(shape: Floats) -> float:
    """Return about 1 for a diagonal cross, and 0 or less for other shapes."""
    place = np.abs(np.arange(SHAPE) - (SHAPE - 1) / 2)
    off = np.abs(place[:, None] - place)
    return float(shape[off < 1.5].mean() - shape[off > 6].mean())
