"""Pictures of puzzles: on paper, in image files and as text. This package depends only on the engine.

`board` draws a puzzle, and `sheets` lays puzzles out on pages. Both return a `Drawing` of boxes, strokes and labels,
which every image format can represent. `svg`, `png` and `pdf` write drawings, and `text` draws a puzzle in characters.
`page` shows positions one after another on an HTML page.
"""

from typing import TYPE_CHECKING

from binairo_tui.lazy import lazy_exports

if TYPE_CHECKING:
    from binairo_tui.pictures import (
        board,
        book,
        drawing,
        fonts,
        lettering,
        page,
        pdf,
        png,
        sheets,
        svg,
        text,
    )
    from binairo_tui.pictures.board import Marks, draw_board
    from binairo_tui.pictures.drawing import Drawing
    from binairo_tui.pictures.svg import svg_text
else:
    __getattr__ = lazy_exports(
        __name__, {"board": ["Marks", "draw_board"], "drawing": ["Drawing"], "svg": ["svg_text"]}
    )

__all__ = ["Drawing", "Marks", "draw_board", "svg_text"]
