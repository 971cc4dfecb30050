"""Pages as one HTML file that needs nothing else: an SVG a page, and the paper's size for the printer."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from binairo_tui.pictures.svg import svg_text

if TYPE_CHECKING:
    from binairo_tui.pictures.drawing import Drawing

_DOCUMENT = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
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


def html_text(pages: Sequence[Drawing], title: str) -> str:
    """Pages of one size as an HTML document. There must be at least one."""
    return _DOCUMENT.format(
        title=escape(title),
        width=pages[0].width,
        height=pages[0].height,
        # A browser that rounds would put a page of exactly the paper's height on two sheets.
        print_height=pages[0].height - 1,
        pages="".join([svg_text(page) for page in pages]),
    )
