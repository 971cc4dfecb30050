"""Reads the cells of a board: their contents, and how sure the contents are."""

import numpy as np

from binairo_tui.screenshots.lattice import Lattice
from binairo_tui.screenshots.marks import (
    FAR,
    LEAST_CONTRAST,
    NEAR,
    SHAPE,
    Bools,
    Floats,
    Marks,
    crossness,
    cut,
    find_marks,
    flood,
)
from binairo_tui.screenshots.opening import Pixels
from binairo_tui.screenshots.regions import Ints, join

_CORE = 0.7
"""The side of the middle of a cell, as a share of the cell's side. Corners and signs are outside this middle."""
_SAME_SHAPE = 0.2
"""Two shapes with a smaller distance are of the same kind; the maximum is 2."""
_SAME_COLOUR = 24.0
"""Two colours with a smaller distance are of the same kind; the maximum is 255."""


def find_values(pixels: Pixels, lattice: Lattice) -> tuple[Ints, Floats, bool, Floats]:
    """Return the cells' values, the confidence in each, whether shapes show which value is 0, and the cells' colours.

    Values are listed row by row; -1 is an empty cell. Confidence is from 0 to 1. If shapes do not show which value is
    0, the caller may have to exchange 0 and 1.
    """
    ground, marks = _look(pixels, lattice)
    framed = _are_alone(ground, _SAME_COLOUR)
    if framed.any():  # perhaps a cursor frames a cell that is otherwise like others
        inside, inner = _look(pixels, lattice, 0.6)
        framed &= ~_are_alone(np.where(framed[:, None], inside, ground), _SAME_COLOUR)
        for part, new in zip((ground, *marks), (inside, *inner), strict=True):
            part[framed] = new[framed]
    least = max(LEAST_CONTRAST, 0.2 * np.percentile(marks.contrast, 95), 0.25 * np.ptp(ground, axis=0).max())
    has_mark = marks.contrast >= least
    if has_mark.any():
        sizes = marks.height / np.percentile(marks.height[has_mark], 90)
        # A mark with less than 0.35 of the height of the largest marks is a dot or a dash in an empty cell.
        margin = np.minimum((marks.contrast - least) / (0.4 * least), (sizes - 0.35) / 0.1)
        filled, sure = margin >= 0, np.clip(np.abs(margin), 0, 1)
    else:
        filled, sure = _coloured(ground)
        marks.shape[:], marks.colour[:] = 0, 0
    value, is_named = np.full(len(ground), -1), True
    if filled.any():
        value[filled], sure_kinds, is_named = _two_kinds(ground[filled], Marks(*[it[filled] for it in marks]))
        sure[filled] = np.minimum(sure[filled], sure_kinds)
    other = cluster(_colour_distances(ground[~filled]), 2.5 * _SAME_COLOUR) != 0
    # If shapes name 0 and 1 clearly, a cell without a digit is empty, whatever its colour.
    if not (is_named and min((value == 0).sum(), (value == 1).sum()) > 1 and other.sum() <= filled.sum()):
        sure[(has_mark.any() & _are_alone(ground, 2.5 * _SAME_COLOUR)) | (framed & filled)] = 0
        sure[~filled] *= ~other
    return value, sure, is_named, ground


def _look(pixels: Pixels, lattice: Lattice, share: float = 1) -> tuple[Floats, Marks]:
    """Return the colours of the cells, and the marks in them, within a share of the cells' height and width."""
    # The lines are cut off: a tenth of a cell on each side, and at least two pixels.
    half_x, half_y = (share * (it / 2 - max(0.1 * it, 2)) for it in (lattice.across, lattice.down))
    places = cut(pixels, lattice.centres, half_x, half_y)
    ground = np.median(places[:, (NEAR > 0.68) & (FAR < 0.94)], axis=1)
    difference = np.abs(places - ground[:, None, None]).max(axis=3)
    difference[:, (NEAR > 0.85) | ((FAR > _CORE) & (NEAR < 0.45))] = 0  # corners and signs
    # Of a large ring, only the parts near the corners count.
    marks = find_marks(places, difference, (FAR < _CORE) | ((FAR < 0.84) & (NEAR > 0.45)), is_whole=False)
    return ground, marks._replace(height=share * marks.height, width=share * marks.width)


def _are_alone(grounds: Floats, same: float) -> Bools:
    """Return which of these colours differ from all others by more than `same`."""
    alike = cluster(_colour_distances(grounds), same)
    return np.asarray(np.bincount(alike)[alike] == 1)


def _coloured(grounds: Floats) -> tuple[Bools, Floats]:
    """Read cells without marks by their colours.

    The most common colour means an empty cell. But if there are three colours, and none has most of the cells, the
    colour between the other two means an empty cell.
    """
    distances = _colour_distances(grounds)
    label = cluster(distances, max(12.0, 0.25 * float(distances.max())))
    means = np.array([np.median(grounds[label == name], axis=0) for name in range(min(3, label.max() + 1))])
    is_most = len(means) < 3 or 2 * (label == 0).sum() > len(label)
    empty = 0 if is_most else _colour_distances(means).max(axis=1).argmin()
    is_full = len(means) == 2 and 2 * (label == 0).sum() == len(label)
    return (label != empty) | is_full, np.where(label < 3, 1.0, 0.0)


def _colour_distances(colours: Floats) -> Floats:
    return np.asarray(np.abs(colours[:, None] - colours).max(axis=2))


def _shape_distances(shapes: Floats) -> Floats:
    """Return 1 minus the correlation of each pair of shapes: 0 for the same shape, above 1 for opposites."""
    blurred = np.sum([np.roll(shapes, (dy, dx), axis=(1, 2)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)], axis=0)
    flat = blurred.reshape(len(shapes), -1)
    flat = np.pad(flat - flat.mean(axis=1, keepdims=True), ((0, 0), (0, 1)), constant_values=0.01)
    flat /= np.sqrt((flat**2).sum(axis=1, keepdims=True))
    return np.asarray(1 - flat @ flat.T, dtype=np.float32)


def _two_kinds(grounds: Floats, marks: Marks) -> tuple[Ints, Floats, bool]:
    """Return the value and the confidence of each filled cell, and whether shapes tell 0 from 1."""
    ratios = marks.width / np.maximum(marks.height, 0.01)
    # The same digit may have a different colour in a cell that is selected, or that a player has filled.
    same_colour = _SAME_COLOUR * (2.5 if _name(marks.shape.mean(axis=0), float(np.median(ratios))) else 1)
    ways = (
        (marks.colour, _shape_distances(marks.shape), _SAME_SHAPE),
        (marks.colour, _colour_distances(marks.colour), same_colour),
        (grounds, _colour_distances(grounds), same_colour),
    )
    labels = [cluster(distances, same) for _, distances, same in ways]
    way = next((number for number, label in enumerate(labels) if label.max() > 0), 0)
    label, (colours, distances, same) = labels[way], ways[way]
    groups = [label == name for name in range(min(2, int(label.max()) + 1))]
    far = np.array([np.median(distances[:, group], axis=1) for group in groups])
    near = far.min(axis=0)
    other = far.max(axis=0) if len(groups) == 2 else 2 * same
    sure = np.clip((other - near) / np.maximum(other, 0.01) * 1.6, 0, 1) * np.clip(2.2 - near / same, 0, 1)
    sure[label > 1] = 0
    kind = far.argmin(axis=0)
    names = [_name(marks.shape[group].mean(axis=0), np.median(ratios[group])) for group in groups]
    for name in "01":
        if way == 0 and names.count(name) == 1:
            return np.where(kind == names.index(name), int(name), 1 - int(name)), sure, True
    for group in groups:
        if way == 0 and 4 * np.sort(np.bincount(labels[1][group], minlength=2))[-2] >= group.sum():
            sure[group] = 0  # two colours of the same shape may be the two kinds
    return kind != _warmest(np.array([colours[group].mean(axis=0) for group in groups])), sure, False


def _name(shape: Floats, ratio: float) -> str:
    """Return "0" for a shape with a hole, "1" for a narrow shape or a cross, and "" for any other shape."""
    paper = np.pad(shape <= 0.45, 1, constant_values=True)[None]
    outside = flood(np.pad(np.zeros((1, SHAPE, SHAPE), bool), ((0, 0), (1, 1), (1, 1)), constant_values=True), paper)
    if (paper & ~outside).sum() > 0.03 * shape.size:
        return "0"
    return "1" if ratio < 0.66 or crossness(shape) > 0.5 else ""


def _warmest(colours: Floats) -> int:
    """Return which of these colours usually means 0, as red, yellow and white do."""
    warmth = colours[:, 0] - colours[:, 2]
    return int((warmth if np.ptp(warmth) > 40 else colours.mean(axis=1)).argmax())


def cluster(distances: Floats, same: float) -> Ints:
    """Return a label for each row of `distances`. Rows at most `same` apart share one; the most common label is 0."""
    label = join(len(distances), *np.nonzero(distances <= same))
    _, label, counts = np.unique(label, return_inverse=True, return_counts=True)
    return (-counts).argsort(kind="stable").argsort()[label]
