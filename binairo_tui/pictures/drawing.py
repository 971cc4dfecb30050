"""Drawings: boxes, strokes and labels, with coordinates in points from the upper left corner."""

from enum import Enum
from typing import NamedTuple

from binairo_tui.pictures.lettering import text_width


class Ink(Enum):
    """The grey levels in drawings, from 0 (black) to 255 (white)."""

    BLACK = 0
    DARK = 85
    LIGHT = 170
    SHADE = 196
    PLATE = 232
    WHITE = 255

    @property
    def hex(self) -> str:
        """The ink as a colour `#rrggbb`."""
        return f"#{self.value:02x}" + 2 * f"{self.value:02x}"


class Box(NamedTuple):
    """A filled rectangle without an outline."""

    x: float
    y: float
    width: float
    height: float
    ink: Ink


class Stroke(NamedTuple):
    """A straight line with square ends, which extend beyond its end points by half its thickness."""

    x1: float
    y1: float
    x2: float
    y2: float
    thickness: float
    ink: Ink = Ink.BLACK


class Anchor(Enum):
    """The part of a label's text that is placed at the label's `x`. The values are those of SVG's `text-anchor`."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class Label(NamedTuple):
    """A line of text in Helvetica or, if Helvetica lacks a character of it, in another font.

    `size` is the font size in points, and `y` is the baseline.
    """

    x: float
    y: float
    text: str
    size: float
    anchor: Anchor = Anchor.MIDDLE
    is_bold: bool = False
    ink: Ink = Ink.BLACK

    @property
    def width(self) -> float:
        """The width of the text in points; an estimate if Helvetica lacks a character."""
        return text_width(self.text, self.size, is_bold=self.is_bold)

    def left(self, width: float) -> float:
        """Return the x coordinate of the left end of the text, if the text is `width` points wide."""
        return self.x - {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[self.anchor] * width


Shape = Box | Stroke | Label


class Drawing(NamedTuple):
    """Shapes on a white background; later shapes cover earlier shapes."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def moved(shape: Shape, x: float, y: float) -> Shape:
    """Return a shape moved right by `x` and down by `y`."""
    if isinstance(shape, Stroke):
        return shape._replace(x1=shape.x1 + x, y1=shape.y1 + y, x2=shape.x2 + x, y2=shape.y2 + y)
    return shape._replace(x=shape.x + x, y=shape.y + y)
