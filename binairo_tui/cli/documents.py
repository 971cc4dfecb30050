"""Writes pages as HTML or PDF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from binairo_tui.cli.usage import missing_library

if TYPE_CHECKING:
    from binairo_tui.pictures.drawing import Drawing

FORMATS = ("html", "pdf")
"""The choices of `--format`."""
# Written out because importing them from `pictures` would slow `binairo --help`; a test compares the two.
PAPERS = ("a4", "letter")
"""The choices of `--paper`."""


def document_bytes(pages: Sequence[Drawing], title: str, form: str) -> bytes:
    """Return the contents of a file with these pages; `form` is one of `FORMATS`."""
    if form == "html":
        from binairo_tui.pictures.svg import html_text

        return html_text(pages, title).encode()
    try:
        from binairo_tui.pictures.pdf import pdf_bytes
    except ImportError as error:
        raise missing_library(error, "a PDF") from None
    return pdf_bytes(pages, title)
