"""Writes pages as PDF. Needs fpdf2, and uharfbuzz for some scripts; both come with the extra `print`."""

from collections.abc import Sequence
from unicodedata import bidirectional, category

from fpdf import FPDF
from fpdf.enums import TextMode

from binairo_tui.pictures.drawing import Box, Drawing, Label, Shape, Stroke
from binairo_tui.pictures.fonts import find_fonts
from binairo_tui.pictures.lettering import is_helvetica

_FAMILY = "embedded"


def pdf_bytes(pages: Sequence[Drawing], title: str) -> bytes:
    """Return the contents of a PDF file. There must be at least one page, and all must have the same size.

    Text is set in Helvetica, which every PDF reader has. Text with characters that Helvetica lacks is set in fonts of
    this system; only the used characters are embedded. Raises NoFontError if no font has a character, and ImportError
    if text needs uharfbuzz and it is not installed.
    """
    document = FPDF(unit="pt", format=(pages[0].width, pages[0].height))
    document.core_fonts_encoding = "cp1252"
    document.alias_nb_pages("")  # otherwise "{nb}" in a title would become the number of pages
    document.c_margin = 0
    document.set_title(title)
    document.set_creator("binairo-tui")
    document.set_auto_page_break(False)
    _embed_fonts(document, [it.text for page in pages for it in page.shapes if isinstance(it, Label)])
    for page in pages:
        document.add_page()
        for shape in page.shapes:
            _add(document, shape)
    return bytes(document.output())


def _needs_shaping(text: str) -> bool:
    """Return whether uharfbuzz is needed for a text: to join letters, place marks, or write from right to left."""
    return any(category(it).startswith("M") or bidirectional(it) in ("R", "AL") for it in text)


def _embed_fonts(document: FPDF, texts: Sequence[str]) -> None:
    """Embed the fonts for the texts that Helvetica cannot show. All but the first are fallback fonts."""
    characters = "".join([text for text in texts if not is_helvetica(text)])
    if not characters:
        return
    if _needs_shaping(characters):
        import uharfbuzz  # noqa: F401 - fpdf2 would raise an error of its own, and leave the fonts open
    paths = find_fonts(characters)
    families = [_FAMILY, *[f"{_FAMILY}{number}" for number in range(1, len(paths))]]
    for family, path in zip(families, paths, strict=True):
        document.add_font(family, fname=path)
    document.set_fallback_fonts(families[1:], exact_match=False)


def _add(document: FPDF, shape: Shape) -> None:
    grey = shape.ink.value
    if isinstance(shape, Box):
        document.set_fill_color(grey)
        document.rect(shape.x, shape.y, shape.width, shape.height, style="F")
    elif isinstance(shape, Stroke):
        document.set_draw_color(grey)
        document.set_line_width(shape.thickness)
        document.line(shape.x1, shape.y1, shape.x2, shape.y2)
    elif is_helvetica(shape.text):
        document.set_text_color(grey)
        document.set_font("Helvetica", "B" if shape.is_bold else "", shape.size)
        document.text(shape.left(shape.width), shape.y, shape.text)
    else:
        _add_embedded(document, shape)


def _add_embedded(document: FPDF, label: Label) -> None:
    """Add a label in the embedded fonts, squeezed if it is wider than was assumed when the page was laid out."""
    grey = label.ink.value
    with document.local_context(text_color=grey, draw_color=grey, line_width=label.size / 30):
        document.set_font(_FAMILY, size=label.size)
        document.set_text_shaping(_needs_shaping(label.text))
        width = document.get_string_width(label.text)
        squeezed = min(1.0, label.width / width)
        document.set_stretching(100 * squeezed)
        if label.is_bold:
            document.text_mode = TextMode.FILL_STROKE
        document.set_xy(label.left(squeezed * width), label.y - 0.3 * label.size)  # fpdf2 sets the baseline at 0.3
        document.cell(h=0, text=label.text)
    document.set_text_shaping(False)
