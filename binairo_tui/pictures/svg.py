"""Drawings as SVG."""

from __future__ import annotations

from html import escape

from binairo_tui.pictures.drawing import Anchor, Box, Drawing, Ink, Shape, Stroke

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"


def svg_text(drawing: Drawing) -> str:
    """A drawing as an SVG document that stands alone, or inside of HTML. Sizes are in points."""
    width, height = _number(drawing.width), _number(drawing.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}"'
        f' font-family="{FONT}" stroke-linecap="square">'
    )
    ground = f'<rect width="{width}" height="{height}" fill="{Ink.WHITE.hex}"/>'
    return "\n".join([head, ground, *[_element(shape) for shape in drawing.shapes], "</svg>"]) + "\n"


def _element(shape: Shape) -> str:
    if isinstance(shape, Box):
        x, y, width, height = map(_number, shape[:4])
        return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{shape.ink.hex}"/>'
    if isinstance(shape, Stroke):
        x1, y1, x2, y2, thickness = map(_number, shape[:5])
        return f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{shape.ink.hex}" stroke-width="{thickness}"/>'
    anchor = "" if shape.anchor is Anchor.START else f' text-anchor="{shape.anchor.value}"'
    weight = ' font-weight="bold"' if shape.is_bold else ""
    ink = "" if shape.ink is Ink.BLACK else f' fill="{shape.ink.hex}"'
    place = f'x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}"'
    return f"<text {place}{anchor}{weight}{ink}>{escape(shape.text)}</text>"


def _number(value: float) -> str:
    """A length to the hundredth of a point, without zeros that say nothing."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
