"""Writes drawings as SVG, and pages as one HTML file."""

from collections.abc import Iterable, Sequence
from html import escape
from unicodedata import category

from binairo_tui.engine import Puzzle
from binairo_tui.pictures.drawing import Anchor, Box, Drawing, Ink, Shape, Stroke
from binairo_tui.pictures.lettering import is_helvetica

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_DOCUMENT = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
{puzzles}<title>{title}</title>
<style>
@page {{ size: {width}pt {height}pt; margin: 0 }}
body {{ margin: 0 }}
svg {{ display: block; break-after: page; break-inside: avoid }}
svg:last-child {{ break-after: auto }}
@media print {{
  svg {{ height: {print_height}pt }}
}}
@media screen {{
  body {{ background: #888 }}
  svg {{ margin: 1em auto; box-shadow: 0 0 .5em #444 }}
}}
</style>
</head>
<body>
{pages}</body>
</html>
"""


def svg_text(drawing: Drawing) -> str:
    """Return a drawing as an SVG document, which can also be embedded in an HTML file. Sizes are in points.

    >>> svg_text(draw_board(parse_puzzle("4x2;.1..0...")))[:4]
    '<svg'
    """
    width, height = _number(drawing.width), _number(drawing.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}"'
        f' font-family="{FONT}" stroke-linecap="square">'
    )
    ground = f'<rect width="{width}" height="{height}" fill="{Ink.WHITE.hex}"/>'
    return "\n".join([head, ground, *[_element(shape) for shape in drawing.shapes], "</svg>"]) + "\n"


def html_text(pages: Sequence[Drawing], title: str, puzzles: Iterable[Puzzle] = ()) -> str:
    """Return an HTML document with an SVG element for each page, and the paper size for printing.

    There must be at least one page, and all must have the same size. The head of the document holds the notation of the
    puzzles, so that programs can read them.
    """
    return _DOCUMENT.format(
        puzzles="".join([f'<meta name="puzzle" content="{puzzle}">\n' for puzzle in puzzles]),
        title=_escaped(title),
        width=pages[0].width,
        height=pages[0].height,
        # If a browser rounds up, a page exactly as tall as the paper takes two sheets.
        print_height=pages[0].height - 1,
        pages="".join([svg_text(page) for page in pages]),
    )


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
    # Fonts of other widths are squeezed, so that nothing runs over a margin.
    is_squeezed = len(shape.text) > 1 and is_helvetica(shape.text)
    width = f' textLength="{_number(shape.width)}" lengthAdjust="spacingAndGlyphs"' if is_squeezed else ""
    return f"<text {place}{anchor}{weight}{ink}{width}>{_escaped(shape.text)}</text>"


def _escaped(text: str) -> str:
    """Return text for XML, without control characters, most of which XML forbids and some viewers obey."""
    return escape("".join([char for char in text if category(char) not in ("Cc", "Cs")]))


def _number(value: float) -> str:
    """Format a length, rounded to a hundredth of a point, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
