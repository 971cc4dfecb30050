"""Finds = and x on the edges between cells."""

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from binairo_tui.engine import Sign
from binairo_tui.screenshots.cells import cluster
from binairo_tui.screenshots.lattice import Lattice
from binairo_tui.screenshots.opening import Pixels

Floats = NDArray[np.float32]

_SIDE = 31
"""The side to which the surroundings of an edge's middle are scaled, in pixels."""
_MIDDLE = _SIDE // 2
_REACH = 0.36
"""Half the side of these surroundings, as a share of a cell."""
_ARM = 8
"""Half the side of what is compared with signs, in these pixels."""
_LEAST_CONTRAST = 24.0
"""The least difference of a sign from the plain edge, of 255."""
_SAME = 0.12
"""Signs that differ less, on a scale from 0 to 2, are of one kind."""


class SeenSign(NamedTuple):
    """A sign and the confidence that it is this sign, from 0 to 1."""

    sign: Sign
    confidence: float


class _Ink(NamedTuple):
    """What is drawn on the edge between two cells: its contrast at each place, and how sure it is that it is a sign."""

    a: int
    b: int
    ink: Floats
    sure: float


def find_signs(pixels: Pixels, lattice: Lattice) -> list[SeenSign]:
    """Return the signs on a board."""
    image = Image.fromarray(pixels.astype(np.uint8))
    found = []
    for across, down in ((1, 0), (0, 1)):
        inks = []
        for row in range(lattice.rows - down):
            for column in range(lattice.columns - across):
                cell = row * lattice.columns + column
                patch = _patch(image, lattice, row + down / 2, column + across / 2)
                seen = _seen(patch.transpose(1, 0, 2) if down else patch)
                if seen is not None:
                    inks.append(_Ink(cell, cell + across + down * lattice.columns, *seen))
        if inks:
            found += _named(inks, is_turned=bool(down))
    return found


def _patch(image: Image.Image, lattice: Lattice, row: float, column: float) -> Floats:
    x, y = (value + 0.5 for value in lattice.centre(row, column))
    half_x, half_y = _REACH * lattice.across, _REACH * lattice.down
    box = (x - half_x, y - half_y, x + half_x, y + half_y)
    return np.asarray(image.resize((_SIDE, _SIDE), Image.Resampling.BILINEAR, box), np.float32)


def _seen(patch: Floats) -> tuple[Floats, float] | None:
    """Return what is drawn in the middle of an edge that goes down, and how sure that is; None if nothing is."""
    ends = np.concatenate([patch[1:6], patch[-6:-1]])
    plain = np.median(ends, axis=0)
    difference = np.abs(patch - plain).max(axis=2)
    band = difference[:, _MIDDLE - 2 : _MIDDLE + 3]
    noise = float(np.percentile(np.concatenate([band[1:6], band[-6:-1]]), 90))
    core = float(np.percentile(band[_MIDDLE - 6 : _MIDDLE + 7], 85))
    if core < _LEAST_CONTRAST:
        return None
    inside = slice(_MIDDLE - _ARM, _MIDDLE + _ARM + 1)
    return difference[inside, inside], float(np.clip((core - max(_LEAST_CONTRAST, 2 * noise)) / 12, 0, 1))


def _named(inks: list[_Ink], *, is_turned: bool) -> list[SeenSign]:
    """Sort what was drawn on edges into kinds, and name the kinds."""
    away = np.abs(np.arange(2 * _ARM + 1) - _ARM) > 1  # from the line between the cells
    shapes = _normal(np.array([it.ink[:, away] for it in inks]))
    label = cluster(1 - shapes @ shapes.T, _SAME)
    found = []
    for name in range(int(label.max()) + 1):
        members = [it for it, own in zip(inks, label, strict=True) if own == name]
        mean = _normal(shapes[label == name].mean(axis=0)[None])[0]
        scores = [float((_normal(it[:, :, away]) @ mean).max()) for it in _TEMPLATES[is_turned]]
        best, other = max(scores), min(scores)
        sure = float(np.clip(2 * (best - other) / (1 - other), 0, 1) * np.clip(5 * best - 3, 0, 1))
        found += [SeenSign(Sign(it.a, it.b, scores[0] > scores[1]), sure * it.sure) for it in members]
    return found


def _normal(values: Floats) -> Floats:
    """Return arrays as vectors of mean 0 and length 1, so that their products are correlations."""
    flat = values.reshape(len(values), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / (np.sqrt((flat**2).sum(axis=1, keepdims=True)) + 1e-6), dtype=np.float32)


def _templates() -> tuple[Floats, Floats]:
    """Return pictures of = and of x in several sizes, weights and degrees of blur, some a little off the middle."""
    place = np.arange(2 * _ARM + 1) - float(_ARM)
    same, other = [], []
    for arm, weight, dx, dy in product((3, 4, 5, 6, 7), (1.0, 1.7, 2.5), (-1, 0, 1), (-1, 0, 1)):
        x, y = np.abs(place - dx)[None, :], np.abs(place - dy)[:, None]
        beyond, past = np.maximum(x - arm, 0), np.maximum(np.maximum(x, y) - arm, 0)
        same += [np.exp(-((y - lift * arm) ** 2 + beyond**2) / weight**2) for lift in (0.42, 0.55, 0.7)]
        other.append(np.exp(-((x - y) ** 2 / 2 + past**2) / weight**2))
    return np.array(same, dtype=np.float32), np.array(other, dtype=np.float32)


_UPRIGHT = _templates()
_TEMPLATES = {False: _UPRIGHT, True: (_UPRIGHT[0].transpose(0, 2, 1), _UPRIGHT[1])}
