"""What a picture is made of: boxes, strokes and labels, in points from the upper left corner."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Ink(Enum):
    """The greys there are, by name and as a number from 0, black, to 255, white."""

    BLACK = 0
    DARK = 85
    LIGHT = 170
    PLATE = 232
    WHITE = 255

    @property
    def hex(self) -> str:
        """The ink as `#rrggbb`."""
        return f"#{self.value:02x}" + 2 * f"{self.value:02x}"


class Box(NamedTuple):
    """A filled rectangle without an outline."""

    x: float
    y: float
    width: float
    height: float
    ink: Ink


class Stroke(NamedTuple):
    """A straight line of some thickness; its ends are square and reach half a thickness beyond."""

    x1: float
    y1: float
    x2: float
    y2: float
    thickness: float
    ink: Ink = Ink.BLACK


class Anchor(Enum):
    """Which part of a label lies at its x; the values are those of SVG."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class Label(NamedTuple):
    """A line of text in a sans-serif of this size; `y` is its baseline."""

    x: float
    y: float
    text: str
    size: float
    anchor: Anchor = Anchor.MIDDLE
    is_bold: bool = False
    ink: Ink = Ink.BLACK


Shape = Box | Stroke | Label


class Drawing(NamedTuple):
    """Shapes on a white ground of a size in points; what comes later lies above."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def moved(shape: Shape, x: float, y: float) -> Shape:
    """A shape so much further right and down."""
    if isinstance(shape, Stroke):
        return shape._replace(x1=shape.x1 + x, y1=shape.y1 + y, x2=shape.x2 + x, y2=shape.y2 + y)
    return shape._replace(x=shape.x + x, y=shape.y + y)
