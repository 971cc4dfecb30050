"""Tells the cells of a board apart: what is in them, and how sure that is."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from binairo_tui.screenshots.lattice import Lattice
from binairo_tui.screenshots.opening import Pixels

Floats = NDArray[np.floating[Any]]

_SIDE = 32
"""The side to which cells are scaled, in pixels."""
_MARGIN = 0.1
"""The share of a cell that is cut off on each side: its lines."""
_LEAST_MARGIN = 2.0
"""The least width of this margin in pixels."""
_SHAPE = 20
"""The side to which shapes are scaled."""
_LEAST_CONTRAST = 20.0
"""The least difference of a shape from its ground, of 255."""
_SMALL = 0.35
"""A shape whose height and width are below this share of the largest is the dot of an empty cell."""
_SAME_SHAPE = 0.2
"""Shapes with a smaller mean difference, of 1, are of one kind."""
_SAME_COLOUR = 24.0
"""Colours with a smaller difference, of 255, are of one kind."""


class Cell(NamedTuple):
    """What is seen in a cell: its ground, and on it a shape, if `contrast` is high enough.

    `shape` is an array of `_SHAPE` x `_SHAPE` numbers from 0, ground, to 1; it fills its bounding box, which has the
    given `width` and `height`, as shares of the cell.
    """

    ground: Floats
    contrast: float
    colour: Floats
    shape: Floats
    width: float
    height: float


class Kinds(NamedTuple):
    """The cells by kind: 0 or 1 for the two kinds of values, and -1 for empty cells, with the confidence of each.

    The confidence is from 0, a guess, to 1. `zero` is the kind that means 0. `is_named` says whether the shapes tell
    that; otherwise the kinds may have to be exchanged.
    """

    kind: NDArray[np.int64]
    confidence: Floats
    zero: int
    is_named: bool


def cut(pixels: Pixels, lattice: Lattice) -> list[Cell]:
    """Return the cells of a board, row by row."""
    image = Image.fromarray(pixels.astype(np.uint8))
    half_x, half_y = (step / 2 - max(_MARGIN * step, _LEAST_MARGIN) for step in (lattice.across, lattice.down))
    cells = []
    for row in range(lattice.rows):
        for column in range(lattice.columns):
            x, y = (value + 0.5 for value in lattice.centre(row, column))
            box = (max(0, x - half_x), max(0, y - half_y), min(image.width, x + half_x), min(image.height, y + half_y))
            cells.append(_cell(np.asarray(image.resize((_SIDE, _SIDE), Image.Resampling.BILINEAR, box), np.float32)))
    return cells


def _cell(patch: Floats) -> Cell:
    ground = np.median(patch[_CORNERS], axis=0)
    difference = np.abs(patch - ground).max(axis=2) * _INSIDE
    contrast = float(np.percentile(difference, 98.5))
    ink = np.clip((difference - 0.25 * contrast) / (0.5 * max(contrast, 1)), 0, 1)
    rows, columns = np.nonzero(ink.max(axis=1) >= 0.5)[0], np.nonzero(ink.max(axis=0) >= 0.5)[0]
    if not len(rows) or not len(columns):
        return Cell(ground, 0, ground, np.zeros((_SHAPE, _SHAPE), np.float32), 0, 0)
    shape = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    height, width = shape.shape
    side = max(height, width)
    padded = np.zeros((side, side), np.float32)
    top, left = (side - height) // 2, (side - width) // 2
    padded[top : top + height, left : left + width] = shape
    scaled = Image.fromarray(padded).resize((_SHAPE, _SHAPE), Image.Resampling.BILINEAR)
    colour = patch[ink > 0.9].mean(axis=0) if (ink > 0.9).any() else ground
    return Cell(ground, contrast, colour, np.asarray(scaled), width / _SIDE, height / _SIDE)


def _zones() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where the ground of a cell is looked for, and where its shape is: not where signs and corners may be."""
    place = np.abs(np.arange(_SIDE) + 0.5 - _SIDE / 2) * 2 / _SIDE
    x, y = place[None, :], place[:, None]
    near, far = np.minimum(x, y), np.maximum(x, y)
    return (near > 0.68) & (near < 0.94) & (far < 0.94), ~((far > 0.7) & (near < 0.45)) & (near < 0.85)


_CORNERS, _INSIDE = _zones()


def find_kinds(cells: list[Cell]) -> Kinds:
    """Sort the cells into two kinds and empty cells."""
    contrasts = np.array([cell.contrast for cell in cells])
    least = max(_LEAST_CONTRAST, 0.2 * float(np.percentile(contrasts, 95)))
    has_shape = contrasts >= least
    if not has_shape.any():
        return _by_ground(np.array([cell.ground for cell in cells]))
    sure = np.clip(np.abs(contrasts - least) / (0.4 * least), 0, 1)
    sizes = np.array([max(cell.width, cell.height) for cell in cells])
    largest = np.percentile(sizes[has_shape], 90)
    is_dot = has_shape & (sizes < _SMALL * largest)
    at = np.nonzero(has_shape & ~is_dot)[0]
    sure[has_shape] = np.minimum(sure, np.clip(np.abs(sizes / largest - _SMALL) / 0.1, 0, 1))[has_shape]
    kind = np.full(len(cells), -1)
    filled = [cells[index] for index in at]
    kind[at], sure_kinds, zero, is_named = _by_shape(filled)
    sure[at] = np.minimum(sure[at], sure_kinds)
    empty = np.nonzero(kind < 0)[0]
    grounds = np.array([cells[index].ground for index in empty])
    if len(empty):  # a tile of another colour among the empty cells is perhaps none
        label = cluster(_colour_distances(grounds), 2.5 * _SAME_COLOUR)
        sure[empty[label != 0]] = 0
    return Kinds(kind, sure, zero, is_named)


def _colour_distances(colours: Floats) -> Floats:
    return np.asarray(np.abs(colours[:, None] - colours).max(axis=2))


def _shape_distances(shapes: Floats) -> Floats:
    """Return 1 less the correlation of each shape with each other one: 0 for the same shape, above 1 for opposites."""
    blurred = np.sum([np.roll(shapes, (dy, dx), axis=(1, 2)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)], axis=0)
    flat = blurred.reshape(len(shapes), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    flat /= np.sqrt((flat**2).sum(axis=1, keepdims=True)) + 1e-6
    return np.asarray(1 - flat @ flat.T, dtype=np.float32)


def _by_shape(cells: list[Cell]) -> tuple[NDArray[np.int64], Floats, int, bool]:
    """Return the kind and the confidence of each filled cell, the kind that means 0, and whether its shape says so."""
    shapes = np.array([cell.shape for cell in cells])
    by_shape = _shape_distances(shapes)
    inks, grounds = np.array([cell.colour for cell in cells]), np.array([cell.ground for cell in cells])
    ways = (
        (by_shape, _SAME_SHAPE),
        (_colour_distances(inks), _SAME_COLOUR),
        (_colour_distances(grounds), _SAME_COLOUR),
    )
    for distances, same in ways:
        label = cluster(distances, same)
        if label.max() > 0:
            break
    else:
        distances, same = ways[0]
    kind, sure = _two_kinds(distances, label, same)
    prototypes = [shapes[label == name].mean(axis=0) for name in range(min(2, int(label.max()) + 1))]
    widths = [
        np.median([c.width / max(c.height, 0.01) for c, it in zip(cells, label, strict=True) if it == name])
        for name in range(len(prototypes))
    ]
    names = [_name(shape, width) for shape, width in zip(prototypes, widths, strict=True)]
    if distances is by_shape and "0" in names and names.count("0") == 1:
        return kind, sure, names.index("0"), True
    if "1" in names and names.count("1") == 1 and (len(names) == 1 or distances is by_shape):
        return kind, sure, 1 - names.index("1"), True
    if len(names) == 1:
        return kind, sure, int(names[0] == "1"), bool(names[0])
    means = [
        colours[label == name].mean(axis=0)
        for name in (0, 1)
        for colours in ((grounds if distances is ways[2][0] else inks),)
    ]
    return kind, sure, _warmer(*means), False


def _two_kinds(distances: Floats, label: NDArray[np.int64], same: float) -> tuple[NDArray[np.int64], Floats]:
    """Return the kind, 0 or 1, that each thing is nearer to, and the confidence of that."""
    names = range(min(2, int(label.max()) + 1))
    far = np.array([[np.median(row[label == name]) for name in names] for row in distances])
    near = far.min(axis=1)
    other = far.max(axis=1) if len(names) == 2 else np.full(len(far), 2 * same)
    sure = np.clip((other - near) / np.maximum(other, 0.01) * 1.6, 0, 1) * np.clip(2.2 - near / same, 0, 1)
    sure[label > 1] = 0
    return far.argmin(axis=1), sure


def cluster(distances: Floats, same: float) -> NDArray[np.int64]:
    """Return a label for each thing: things at most `same` apart, on average, share one; 0 is the most common."""
    groups = [[index] for index in range(len(distances))]
    between = distances.astype(np.float64) + np.diag(np.full(len(distances), np.inf))
    while len(groups) > 1:
        first, second = divmod(int(between.argmin()), len(groups))
        if between[first, second] > same:
            break
        first, second = min(first, second), max(first, second)
        sizes = len(groups[first]), len(groups[second])
        merged = (between[first] * sizes[0] + between[second] * sizes[1]) / sum(sizes)
        between[first], between[:, first] = merged, merged
        between[first, first] = np.inf
        between = np.delete(np.delete(between, second, 0), second, 1)
        groups[first] += groups.pop(second)
    label = np.zeros(len(distances), dtype=np.int64)
    for name, group in enumerate(sorted(groups, key=len, reverse=True)):
        label[group] = name
    return label


def _name(shape: Floats, ratio: float) -> str:
    """Return "0" for a shape with a hole, "1" for a narrow one or a cross, and "" for another."""
    ink = shape > 0.45
    outside = np.pad(~ink, 1, constant_values=True)
    reached = np.zeros_like(outside)
    reached[0] = True
    while True:
        grown = reached.copy()
        grown[1:] |= reached[:-1]
        grown[:-1] |= reached[1:]
        grown[:, 1:] |= reached[:, :-1]
        grown[:, :-1] |= reached[:, 1:]
        grown &= outside
        if (grown == reached).all():
            break
        reached = grown
    hole = (outside & ~reached).sum() / ink.size
    if hole > 0.03:
        return "0"
    if ratio < 0.66:
        return "1"
    diagonal = np.abs(np.abs(np.arange(_SHAPE)[:, None] - 9.5) - np.abs(np.arange(_SHAPE) - 9.5))
    on, off = shape[diagonal < 1.5].mean(), shape[diagonal > 6].mean()
    return "1" if on > 0.6 and off < 0.2 else ""


def _warmer(first: Floats, second: Floats) -> int:
    """Return which of two colours is usually 0: 0 for the first, 1 for the second; red, yellow and white are 0."""
    warmth = [float(colour[0] - colour[2]) for colour in (first, second)]
    if abs(warmth[0] - warmth[1]) < 40:
        warmth = [float(colour.mean()) for colour in (first, second)]
    return int(warmth[1] > warmth[0])


def _by_ground(grounds: Floats) -> Kinds:
    """Sort cells without shapes by their colours: three, of which the one between the others, or a grey, is empty."""
    distances = _colour_distances(grounds)
    label = cluster(distances, max(12.0, 0.3 * float(distances.max())))
    count = min(3, int(label.max()) + 1)
    means = np.array([np.median(grounds[label == name], axis=0) for name in range(count)])
    far = np.abs(grounds[:, None] - means).max(axis=2)
    order = np.sort(far, axis=1)
    sure = (
        np.clip((order[:, 1] - order[:, 0]) / np.maximum(order[:, 1], 1) * 1.6, 0, 1)
        if count > 1
        else np.ones(len(far))
    )
    sure[label > 2] = 0
    nearest = far.argmin(axis=1)
    if count < 3:
        return Kinds(np.where(nearest == 0, -1, 0), sure, 0, False)
    colourful = means.max(axis=1) - means.min(axis=1)
    grey = int(colourful.argmin())
    rest = np.delete(colourful, grey)
    empty = grey if rest.min() > 50 and colourful[grey] < 0.6 * rest.min() else int(means.mean(axis=1).argsort()[1])
    kinds = [name for name in range(3) if name != empty]
    kind = np.select([nearest == kinds[0], nearest == kinds[1]], [0, 1], -1)
    return Kinds(kind, sure, _warmer(means[kinds[0]], means[kinds[1]]), False)
