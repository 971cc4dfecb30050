"""Writes drawings and result cards as PNG. Needs Pillow, which comes with the extra `print`."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from binairo_tui.pictures.drawing import Anchor, Box, Drawing, Label, Stroke

SCALE = 2.0
SQUARE, GAP, LINE = 56, 8, 34
"""The sides of the squares of a card, the gaps between them and the height of its lines of text, in pixels."""
COLOURS = ("#d5d8dc", "#3c9a56", "#f2c83c", "#e8892b", "#cf3f3f")
"""The colours of the squares of a card: grey for level 0, then those of levels 1 to 4."""
_ANCHORS = {Anchor.START: "ls", Anchor.MIDDLE: "ms", Anchor.END: "rs"}


def png_bytes(drawing: Drawing) -> bytes:
    """Return the contents of a greyscale PNG file with this drawing."""
    image = Image.new("L", (round(drawing.width * SCALE), round(drawing.height * SCALE)), 255)
    pen = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        if isinstance(shape, Box):
            x, y, width, height = (value * SCALE for value in shape[:4])
            pen.rectangle((x, y, x + width - 1, y + height - 1), fill=shape.ink.value)
        elif isinstance(shape, Stroke):
            _stroke(pen, shape)
        else:
            _label(pen, shape)
    return _saved(image)


def card_bytes(above: Sequence[str], rows: Sequence[Sequence[int]], below: Sequence[str]) -> bytes:
    """Return the contents of a PNG file with lines of text above and below rows of squares.

    `rows` holds a level from 0 to 4 for each square, which gives the square its colour.
    """
    font, pitch = ImageFont.load_default(0.62 * LINE), SQUARE + GAP
    texts = max([font.getlength(text) for text in (*above, *below)], default=0)
    width = round(max(texts, pitch * max(map(len, rows), default=0) - GAP)) + 2 * LINE
    top = (len(above) + 1) * LINE
    bottom = top + len(rows) * pitch
    image = Image.new("RGB", (width, bottom + (len(below) + 1) * LINE), "white")
    pen = ImageDraw.Draw(image)
    for start, lines in ((LINE // 2, above), (bottom, below)):
        for number, text in enumerate(lines):
            pen.text((LINE, start + (number + 0.5) * LINE), text, fill="#202428", font=font, anchor="lm")
    for y, row in enumerate(rows):
        for x, level in enumerate(row):
            left, upper = LINE + x * pitch, top + y * pitch
            pen.rounded_rectangle((left, upper, left + SQUARE - 1, upper + SQUARE - 1), GAP, fill=COLOURS[level])
    return _saved(image)


def _saved(image: Image.Image) -> bytes:
    data = BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


def _stroke(pen: ImageDraw.ImageDraw, stroke: Stroke) -> None:
    x1, y1, x2, y2, thickness = (value * SCALE for value in stroke[:5])
    half = thickness / 2
    if x1 == x2 or y1 == y2:  # a rectangle has exact ends and corners
        pen.rectangle((x1 - half, y1 - half, x2 + half - 1, y2 + half - 1), fill=stroke.ink.value)
    else:
        pen.line((x1, y1, x2, y2), fill=stroke.ink.value, width=round(thickness))


def _label(pen: ImageDraw.ImageDraw, label: Label) -> None:
    size = label.size * SCALE
    pen.text(
        (label.x * SCALE, label.y * SCALE),
        label.text,
        fill=label.ink.value,
        font=ImageFont.load_default(size),
        anchor=_ANCHORS[label.anchor],
        stroke_width=size / 30 if label.is_bold else 0,
    )
