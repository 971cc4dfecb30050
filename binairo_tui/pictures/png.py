"""Writes drawings as PNG. Needs Pillow, which comes with the extra `print`."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from binairo_tui.pictures.drawing import Anchor, Box, Drawing, Label, Stroke

SCALE = 2.0
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
