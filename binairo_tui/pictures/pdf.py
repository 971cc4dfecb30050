"""Writes pages as PDF. Needs fpdf2, which comes with the extra `print`."""

from collections.abc import Sequence

from fpdf import FPDF

from binairo_tui.pictures.drawing import Box, Drawing, Shape, Stroke

_ENCODING = "cp1252"


def pdf_bytes(pages: Sequence[Drawing], title: str) -> bytes:
    """Return the contents of a PDF file. There must be at least one page, and all must have the same size.

    Text is set in Helvetica, which every PDF reader has. Raises UnicodeEncodeError if Helvetica lacks a character.
    """
    document = FPDF(unit="pt", format=(pages[0].width, pages[0].height))
    document.core_fonts_encoding = _ENCODING
    document.alias_nb_pages("")  # otherwise "{nb}" in a title would become the number of pages
    document.c_margin = 0
    document.set_title(title)
    document.set_creator("binairo-tui")
    document.set_auto_page_break(False)
    for page in pages:
        document.add_page()
        for shape in page.shapes:
            _add(document, shape)
    return bytes(document.output())


def _add(document: FPDF, shape: Shape) -> None:
    grey = shape.ink.value
    if isinstance(shape, Box):
        document.set_fill_color(grey)
        document.rect(shape.x, shape.y, shape.width, shape.height, style="F")
    elif isinstance(shape, Stroke):
        document.set_draw_color(grey)
        document.set_line_width(shape.thickness)
        document.line(shape.x1, shape.y1, shape.x2, shape.y2)
    else:
        shape.text.encode(_ENCODING)
        document.set_text_color(grey)
        document.set_font("Helvetica", "B" if shape.is_bold else "", shape.size)
        document.text(shape.left(shape.width), shape.y, shape.text)
